// Draws the state that Python sends, and sends back what the person does. No rule of the game is known here.

const PATIENCE = 6000; // ms without an answer, after which one asks whether anybody is there
const JOY = 3000; // ms that a win is celebrated for
const LOST = {
  gone: ["Nobody is at the table any more: it was cleared, or the server has ended. Your game is kept.", "Reconnect"],
  elsewhere: ["This game goes on in another tab.", "Play it here"],
};

function render({ model, el }) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const live = h("p", { class: "cg-live", role: "status", "aria-live": "polite" });
  const alarm = h("p", { class: "cg-live", role: "alert" });
  const view = h("div", { class: "cg-view" });
  const root = h("div", { class: "cg", lang: "en" }, live, alarm, view);
  const ui = { form: false, values: null, draft: "", focus: 0, selected: -1, look: 0, bars: {}, pending: true, seen: 0, playing: false, held: false, turning: -1, unfolded: [], lost: "" };
  const page = { ui, root, get state() { return model.get("state"); }, send, draw, focus, say, fresh, proceed };
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("commonground") : null;
  root.addEventListener("keydown", (event) => { // a key that is held down is pressed once
    if (event.repeat && ["Enter", " "].includes(event.key) && event.target.matches("button, summary")) event.preventDefault();
  });
  el.append(root);

  // To Python and back

  function send(action, values = {}) {
    if (ui.pending || ui.lost) return;
    ui.pending = true;
    root.classList.add("cg-pending");
    model.send({ do: action, with: values });
    clearTimeout(ui.waiting);
    ui.waiting = setTimeout(look, PATIENCE);
  }

  // whether the kernel behind the page is there; a kernel at work answers by being listed
  async function look() {
    const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}");
    if (!page.state.served || !config.kernelId || ui.lost) return;
    const there = await fetch(`${config.baseUrl}api/kernels/${config.kernelId}`).then((answer) => answer.ok, () => false);
    if (!there) lose("gone");
    else if (ui.pending) ui.waiting = setTimeout(look, PATIENCE);
  }

  function lose(why) {
    if (ui.lost) return;
    ui.lost = why;
    clearTimeout(ui.waiting);
    draw();
    alarm.textContent = LOST[why][0];
    focus("reconnect");
  }

  function changed() {
    const { state } = page;
    const { match } = state;
    if (!state.busy) {
      ui.pending = false;
      clearTimeout(ui.waiting);
    }
    if (state.elsewhere) lose("elsewhere");
    const begun = Boolean(state.game) && state.game !== ui.game;
    if (begun) arrive(state);
    const turns = match?.turns.length ?? 0;
    if (turns !== ui.turns) Object.assign(ui, { draft: "", selected: -1, look: 0 });
    Object.assign(ui, { game: state.game, turns });
    if (match?.over) learned(state.game, match);
    if (match && match.reveals.length > ui.seen && !state.busy) play();
    else if (!ui.playing && !ui.held) settle(begun || ui.greeted !== state.game);
  }

  // a game is on the table that was not there before
  function arrive(state) {
    Object.assign(ui, { form: false, values: null, seen: state.match.reveals.length, held: false, shared: null, focus: 0 });
    if (state.served) history.replaceState(null, "", `?game=${state.game}`);
    channel?.postMessage({ here: state.game });
    if (remembered().panel && !state.match.over) setTimeout(() => send("watch", { shown: true }));
  }

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data.here && data.here === ui.game) {
        lose("elsewhere");
        channel.postMessage({ was: ui.game });
      } else if (data.was && data.was === ui.game) say("This game was open in another tab: it goes on here.");
    };
  }

  // Cards are turned one by one

  function play() {
    ui.playing = true;
    ui.seen += 1;
    const { reveals, role } = page.state.match;
    const latest = reveals[ui.seen - 1];
    const more = ui.seen < reveals.length;
    ui.held = !more && (latest.ends || role === "spymaster");
    if (!more) ui.playing = false;
    ui.turning = latest.card;
    draw();
    ui.turning = -1; // drawn again, it lies still
    say(more || ui.held ? latest.verdict : page.state.match.headline);
    if (more) setTimeout(play, calm ? 500 : 1100);
    else if (ui.held) focus("continue");
  }

  function proceed() {
    const { match } = page.state;
    ui.held = false;
    ui.joyful = match.over && match.ending.won && !calm;
    setTimeout(() => { ui.joyful = false; }, JOY);
    settle(true);
    root.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }

  // the person's move, or the end: say so, and put the focus where it goes on
  function settle(moved) {
    const { match, busy, message, game } = page.state;
    draw();
    if (busy || !match || ui.form) return void invite(busy, message);
    ui.greeted = game;
    if (message.text) (message.complaint ? alarm : live).textContent = message.text;
    if (!moved || message.text) return;
    const clue = match.clue ? `The clue is ${match.clue.word}, ${match.clue.number}. ` : "";
    say(`${clue}${match.headline}`);
    focus(match.over ? "next" : match.role === "spymaster" ? "clue" : `card-${ui.focus}`);
  }

  // before the first game: what is going on, or the role that the address asks for
  function invite(busy, { text }) {
    if (busy) return say(busy);
    if (text) alarm.textContent = text;
    else if (page.state.asked.role && !ui.form && document.activeElement === document.body) focus(`role-${page.state.asked.role}`);
  }

  function say(text) {
    live.textContent = text;
    alarm.textContent = "";
  }

  function fresh() {
    Object.assign(ui, { draft: "", selected: -1, focus: 0, bars: {}, shared: null, seen: 0, held: false });
  }

  // The match as far as it has been shown: cards that are still to be turned are not known yet

  function shown(match) {
    const waits = ui.playing || ui.held;
    const turned = new Set(match.reveals.slice(0, ui.seen).map(({ card }) => card));
    const latest = match.reveals[ui.seen - 1];
    const over = match.over && !waits;
    const open = over || match.role === "spymaster";
    const cards = match.cards.map((card, number) => ({
      ...card, shown: turned.has(number), colour: open || turned.has(number) ? card.colour : null, latest: ui.turning === number,
    }));
    const left = { ...match.left };
    for (const { colour } of match.reveals.slice(ui.seen)) left[colour] += 1;
    const mood = latest && (waits || match.role === "spymaster" || latest.turn === match.turn) ? latest.colour : "";
    const tells = latest && (waits || (match.role === "spymaster" && !over));
    return {
      ...match, over, waits, mood, joyful: ui.joyful, held: ui.held, cards, left, turn: waits ? latest.turn : match.turn,
      clue: waits ? match.turns[latest.turn - 1].clue : over ? null : match.clue,
      turns: waits ? match.turns.slice(0, latest.turn - (ui.playing ? 1 : 0)) : match.turns,
      verdict: tells ? latest.verdict : "", headline: waits ? "" : match.headline, tone: tells ? `cg-tone-${latest.colour}` : "",
    };
  }

  // Drawing keeps the place: the focus, what is typed, what is unfolded

  function head(state) {
    const { match } = state;
    const address = match && `?${new URLSearchParams({ set: match.set, board: match.seed, role: match.role })}`;
    return h("header", { class: "cg-head" },
      h("h1", {}, "Common ground"),
      match && !ui.form && h("p", { class: "cg-small" }, match.own ? "Words of your own" : state.served ? h("a", { href: address, title: "A link to this board" }, `Board ${match.seed}`) : `Board ${match.seed}`),
      match && !ui.form && !(ui.lost && !state.served) && button("new", "New game", () => anew(state)));
  }

  function anew({ match }) {
    if (ui.lost) return void location.assign(`?${new URLSearchParams({ set: match.set })}`); // this table is lost: another one
    Object.assign(ui, { form: true, values: null });
    draw();
    focus("role-guesser");
  }

  function table(match) {
    const seen = shown(match);
    return h("div", { class: "cg-table" },
      h("main", {}, seen.over ? ending(page, seen) : strip(page, seen), board(page, seen), seen.over ? afterwards(page, seen) : controls(page, seen), seen.over && shared(page, seen), seen.over && story(page, seen)),
      h("aside", {}, seen.over && acquaintance(page, seen.set), panel(page, seen), !seen.over && story(page, seen)));
  }

  function banner() {
    const [text, action] = LOST[ui.lost];
    return h("div", { class: "cg-banner" }, h("p", {}, text), button("reconnect", action, () => location.reload(), true));
  }

  function draw() {
    const { state } = page;
    const key = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const caret = key && document.activeElement.selectionStart != null ? document.activeElement.selectionStart : null;
    const waited = root.querySelector(".cg-busy"); // what was unfolded before is unfolded again after
    if (!waited) ui.unfolded = [...root.querySelectorAll("details[open] > summary")].map((summary) => summary.dataset.key);
    const content = state.busy ? h("main", {}, h("p", { class: "cg-busy" }, state.busy, " ", waiting(state.busy))) : !state.match || ui.form ? start(page) : table(state.match);
    content.inert = Boolean(ui.lost); // what is done there would do nothing
    view.replaceChildren(...[ui.lost && banner(), head(state), content].filter(Boolean));
    root.classList.toggle("cg-pending", ui.pending);
    for (const name of ui.unfolded) root.querySelector(`[data-key="${CSS.escape(name ?? "")}"]`)?.parentElement.setAttribute("open", "");
    if (key) focus(key);
    if (caret != null && document.activeElement?.dataset.key === key) document.activeElement.setSelectionRange(caret, caret);
  }

  // how long one has waited, by the second
  function waiting(why) {
    if (ui.waitsFor !== why) Object.assign(ui, { waitsFor: why, since: Date.now() });
    const count = h("span", { "aria-hidden": "true" });
    const tick = () => { count.textContent = `${Math.round((Date.now() - ui.since) / 1000)} s`; };
    const ticking = setInterval(() => (count.isConnected ? tick() : clearInterval(ticking)), 1000);
    return count;
  }

  function focus(key) {
    root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: !key.startsWith("card-") && key !== "continue" });
  }

  const watching = setInterval(() => { if (!document.hidden) look(); }, 15000);
  const returned = () => { if (!document.hidden) look(); };
  document.addEventListener("visibilitychange", returned);
  model.on("change:state", changed);
  draw();
  model.send({ do: "open" });
  return () => {
    clearInterval(watching);
    document.removeEventListener("visibilitychange", returned);
    channel?.close();
    model.off("change:state", changed);
  };
}

export default { render };
