// Draws the state that Python sends, and sends back what the person does. No rule of the game is known here.

const SHAPES = { red: "◆", blue: "●", bystander: "▲", assassin: "✖" }; // filled: revealed
const HOLLOW = { red: "◇", blue: "○", bystander: "△", assassin: "✕" }; // hollow: only the spymaster sees it yet
const ROLES = {
  guesser: "I guess: the agent gives clues",
  spymaster: "I give clues: the agent guesses",
};
const NAMES = {
  SM_B: "Bayesian spymaster",
  DG_B: "Bayesian guesser, follows the clue",
  MG_B: "Bayesian guesser, weighs both",
  BG_B: "Bayesian guesser, follows its beliefs",
};

function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

const percent = (p) => `${Math.round(100 * p)} %`;
const signed = (u) => (u == null ? "–" : Math.abs(u) < 0.05 ? "0.0" : `${u < 0 ? "−" : "+"}${Math.abs(u).toFixed(1)}`);
const capital = (word) => word[0].toUpperCase() + word.slice(1);

function render({ model, el }) {
  const ui = { form: false, values: null, watching: true, pick: -1, draft: "", focus: 0, bars: {}, pending: true };
  const root = h("div", { class: "cg" });
  el.append(root);

  function send(action, values = {}) {
    if (ui.pending) return;
    ui.pending = true;
    root.classList.add("cg-pending");
    model.send({ do: action, with: values });
  }

  // The form for a new game

  function form(state) {
    const { choices, match } = state;
    if (!ui.values) {
      const role = match?.role ?? "guesser";
      ui.values = { role, embeddings: match?.set ?? choices.set, ...choices.defaults[role], seed: (match?.seed ?? 0) + 1, words: "" };
    }
    const values = ui.values;
    const partner = values.role === "guesser" ? "spymaster" : "guesser";
    const bayesian = choices.agents[partner].includes(values.agent);
    const change = (name, value) => {
      values[name] = value;
      if (name === "role") Object.assign(values, choices.defaults[value]);
      if (name === "embeddings" && !bayesian) values.agent = choices.agents[partner][0];
      draw();
    };
    const select = (name, label, options, note) =>
      h("label", { class: "cg-field" }, h("span", {}, label),
        h("select", { "data-key": `form-${name}`, name, onchange: (event) => change(name, event.target.value) },
          options.map(([value, text]) => h("option", { value, selected: String(value) === String(values[name]) }, text))),
        note && h("small", {}, note));
    const statics = Object.entries(choices.sets[values.embeddings].static);
    const submit = (event) => {
      event.preventDefault();
      ui.draft = "";
      ui.pick = -1;
      ui.bars = {};
      ui.focus = 0;
      send("start", { ...values, noise: Number(values.noise), seed: Number(values.seed) });
    };
    return h("form", { class: "cg-form", onsubmit: submit },
      h("h2", {}, "A new game"),
      h("fieldset", {}, h("legend", {}, "Who are you?"),
        Object.entries(ROLES).map(([role, text]) =>
          h("label", { class: "cg-radio" },
            h("input", { type: "radio", name: "role", value: role, checked: values.role === role, "data-key": `role-${role}`, onchange: () => change("role", role) }),
            h("span", {}, text)))),
      h("div", { class: "cg-fields" },
        select("embeddings", "Words", Object.keys(choices.sets).map((name) => [name, `${name} set`]), choices.sets[values.embeddings].about),
        select("agent", "Team-mate",
          [...choices.agents[partner].map((name) => [name, `${NAMES[name] ?? name} (learns you)`]),
            ...statics.map(([name, title]) => [name, `${name}: ${title} (never learns)`])]),
        bayesian && select("noise", "How blurred it takes words to be", choices.noise[partner].map((level) => [level, level === 0 ? "not at all" : `noise ${level}`])),
        h("label", { class: "cg-field" }, h("span", {}, "Board number"),
          h("input", { type: "number", min: 0, step: 1, required: true, name: "seed", value: values.seed, "data-key": "form-seed", oninput: (event) => { values.seed = event.target.value; } }),
          h("small", {}, "The same number deals the same board."))),
      h("details", { open: Boolean(values.words) }, h("summary", { "data-key": "form-own" }, "Words of your own"),
        h("textarea", { name: "words", rows: 4, "aria-label": `${choices.cards} words of your own`, placeholder: `${choices.cards} words, between spaces, commas or lines; leave it empty to be dealt a board`, "data-key": "form-words", oninput: (event) => { values.words = event.target.value; } }, values.words)),
      message(state),
      h("div", { class: "cg-row" },
        h("button", { type: "submit", class: "cg-button cg-main", "data-key": "start" }, "Start"),
        match && h("button", { type: "button", class: "cg-button", "data-key": "back", onclick: () => { ui.form = false; draw(); } }, "Back to the game")));
  }

  // The table

  function board(match) {
    const mine = match.role === "guesser" && !match.over;
    const cards = match.cards.map((card, number) => {
      const label = card.colour ?? "unrevealed";
      const state = card.shown ? "revealed" : card.colour ? "not yet revealed" : "";
      return h("button", {
        type: "button",
        class: `cg-card ${card.colour ? `cg-${card.colour}` : ""} ${card.shown ? "cg-shown" : ""} ${card.word.length > 10 ? "cg-longest" : card.word.length > 8 ? "cg-long" : ""}`,
        "data-key": `card-${number}`,
        "data-word": card.word,
        tabindex: number === ui.focus ? 0 : -1,
        "aria-disabled": !mine || card.shown ? "true" : null,
        "aria-label": [card.word, label, state].filter(Boolean).join(", "),
        onfocus: () => { ui.focus = number; },
        onclick: () => { if (mine && !card.shown) send("pick", { card: number }); },
      },
        h("span", { class: "cg-word" }, card.word),
        h("span", { class: "cg-mark" }, card.colour ? `${(card.shown ? SHAPES : HOLLOW)[card.colour]} ${card.colour}` : ""));
    });
    return h("div", { class: `cg-board ${mine ? "cg-mine" : ""}`, style: `--columns: ${match.columns}`, role: "group", "aria-label": `The board, ${cards.length} cards in rows of ${match.columns}: arrow keys move, Enter picks`, onkeydown: (event) => arrows(event, match) }, cards);
  }

  function arrows(event, { cards, columns }) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = ui.focus + (step ?? 0);
    const sideways = Math.abs(step) === 1 && Math.floor(next / columns) !== Math.floor(ui.focus / columns);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    if (next < 0 || next >= cards.length || sideways) return;
    root.querySelectorAll(".cg-card").forEach((card, number) => { card.tabIndex = number === next ? 0 : -1; });
    root.querySelector(`[data-key="card-${next}"]`).focus();
  }

  function controls(match) {
    if (match.over) {
      return h("div", { class: "cg-row cg-controls" },
        h("button", { type: "button", class: "cg-button cg-main", "data-key": "next", onclick: () => fresh(1) }, "Next board"),
        h("button", { type: "button", class: "cg-button", "data-key": "again", onclick: () => fresh(0) }, "Same board again"),
        h("button", { type: "button", class: "cg-button", "data-key": "save", onclick: () => send("save") }, "Save this game"));
    }
    if (match.role === "guesser") {
      return h("div", { class: "cg-row cg-controls" },
        h("p", { class: "cg-clue" }, h("span", {}, "The clue"), h("strong", {}, match.clue.word), h("strong", { class: "cg-number" }, match.clue.number)),
        match.may_stop && h("button", { type: "button", class: "cg-button", "data-key": "stop", onclick: () => send("stop") }, "Stop here"));
    }
    const submit = (event) => { event.preventDefault(); send("say", { text: ui.draft }); };
    return h("form", { class: "cg-row cg-controls", onsubmit: submit },
      h("label", { class: "cg-say" }, h("span", {}, "Your clue"),
        h("input", { type: "text", "data-key": "clue", name: "clue", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "word and number: ocean 2", value: ui.draft, oninput: (event) => { ui.draft = event.target.value; } })),
      h("button", { type: "submit", class: "cg-button cg-main", "data-key": "say" }, "Say it"));
  }

  function fresh(step) {
    Object.assign(ui, { draft: "", pick: -1, focus: 0, bars: {} });
    send("again", { step });
  }

  function score(match) {
    const item = (colour, text) => h("li", { class: `cg-${colour}` }, h("b", {}, `${SHAPES[colour]} ${match.left[colour]}`), ` ${text}`);
    return h("ul", { class: "cg-score" }, item("red", "red to find"), item("blue", "blue left"), !match.over && h("li", {}, "turn ", h("b", {}, match.turn)));
  }

  function message({ message: { text, complaint } }) {
    return h("p", { class: `cg-message ${complaint ? "cg-complaint" : ""}`, role: "status" }, text);
  }

  // What the agent believes

  function beliefs(match) {
    if (!match.beliefs.length) return h("p", {}, `${match.agent} is a static agent: one embedding, no beliefs, nothing to learn.`);
    return h("ul", { class: "cg-bars", "aria-label": "Beliefs over team-mate models" }, match.beliefs.map(({ name, title, now, before }) => {
      const from = ui.bars[name] ?? before;
      ui.bars[name] = now;
      const fill = h("span", { class: "cg-fill", style: `width:${100 * from}%` });
      requestAnimationFrame(() => requestAnimationFrame(() => { fill.style.width = `${100 * now}%`; }));
      return h("li", { "data-model": name, "data-now": now.toFixed(4), title },
        h("span", { class: "cg-name" }, name),
        h("span", { class: "cg-bar" }, fill, h("span", { class: "cg-tick", style: `left:${100 * before}%`, title: `before: ${percent(before)}` })),
        h("span", { class: "cg-value" }, percent(now)),
        h("small", {}, title));
    }));
  }

  function spoken(turn) {
    const [thought] = turn.thoughts;
    if (!thought?.models) return null;
    const picked = turn.picks.map((pick) => pick.word);
    return h("div", { class: "cg-thought" },
      h("p", {}, `It said “${thought.clue}” and expected ${signed(thought.utility)}. What it thought each kind of team-mate would pick; underlined is what you picked:`),
      h("table", {}, h("thead", {}, h("tr", {}, ["if you are", "believed", "you pick", "worth"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, thought.models.map((model) => h("tr", {},
          h("th", { scope: "row" }, model.name), h("td", {}, percent(model.belief)),
          h("td", {}, model.picks.map((word, place) => [place ? ", " : "", picked.includes(word) ? h("u", {}, word) : word]).flat()),
          h("td", {}, signed(model.utility)))))),
      thought.others.length > 0 && h("p", {}, "Next best: ", thought.others.map(([clue, worth]) => `${clue} (${signed(worth)})`).join(", ")));
  }

  function heard(turn, interactive) {
    const cards = turn.thoughts.filter((thought) => thought.cards.length || thought.picked);
    if (!cards.some((thought) => thought.cards.length)) return null;
    const chosen = interactive && ui.pick >= 0 && ui.pick < turn.thoughts.length ? ui.pick : 0;
    const name = (thought) => thought.picked ?? "stop";
    if (!interactive) {
      return h("p", { class: "cg-thought" }, cards.filter((thought) => thought.cards.length && thought.picked).map((thought) => {
        const card = thought.cards.find(({ word }) => word === thought.picked);
        return `${thought.picked}: red with ${percent(card.before)}, after boosting ${percent(card.after)}. `;
      }));
    }
    const thought = turn.thoughts[chosen];
    return h("div", { class: "cg-thought" },
      h("p", {}, `How likely each card is red, to its mind, before “${turn.clue ? turn.clue.word : ""}” boosts the nearest cards (dark) and after (light). Look at each of its decisions:`),
      h("div", { class: "cg-row cg-tabs" }, turn.thoughts.map((other, number) =>
        h("button", { type: "button", class: "cg-button", "aria-pressed": number === chosen ? "true" : "false", "data-key": `look-${number}`, onclick: () => { ui.pick = number; draw(); } }, `${number + 1}. ${name(other)}`))),
      thought.cards.length
        ? h("ul", { class: "cg-cards" }, thought.cards.map((card) => h("li", { class: card.word === thought.picked ? "cg-picked" : "" },
          h("span", { class: "cg-name" }, card.word),
          h("span", { class: "cg-bar" }, h("span", { class: "cg-after", style: `width:${100 * card.after}%` }), h("span", { class: "cg-fill", style: `width:${100 * card.before}%` })),
          h("span", { class: "cg-value" }, card.after > card.before ? `${percent(card.before)} → ${percent(card.after)}` : percent(card.before)))))
        : h("p", {}, "No key it holds possible fits what it has seen, so it goes no further."));
  }

  function thoughts(turn, match, interactive) {
    return match.role === "guesser" ? spoken(turn) : heard(turn, interactive);
  }

  function panel(match) {
    const visible = ui.watching || match.over;
    const finished = match.turns.filter((turn) => turn.over);
    const last = finished[finished.length - 1];
    const toggle = h("label", { class: "cg-switch" },
      h("input", { type: "checkbox", role: "switch", "data-key": "watch", checked: ui.watching, onchange: (event) => { ui.watching = event.target.checked; draw(); } }),
      h("span", {}, "show while I play"));
    return h("section", { class: "cg-panel", "aria-label": "What it believes" },
      h("div", { class: "cg-row" }, h("h2", {}, "What it believes"), !match.over && toggle),
      !visible && h("p", { class: "cg-hidden" }, "Hidden until the game is over."),
      visible && h("p", { class: "cg-small" }, match.beliefs.length ? "Which of the team-mates it knows are you most like? The mark is where each belief was a turn ago." : ""),
      visible && beliefs(match),
      visible && last && h("h3", {}, `Turn ${last.number}: ${last.clue.word} ${last.clue.number}`),
      visible && last && thoughts(last, match, true));
  }

  // The story

  function story(match) {
    const turns = match.turns.filter((turn) => turn.over || turn.picks.length);
    if (!turns.length) return null;
    const visible = ui.watching || match.over;
    return h("section", { class: "cg-story", "aria-label": "The story so far" },
      h("h2", {}, match.over ? "The story" : "So far"),
      h("ol", {}, turns.map((turn) => {
        const why = match.over && visible && turn.over ? thoughts(turn, match, false) : null;
        const [leader, second] = Object.entries(turn.believed).sort((a, b) => b[1] - a[1]);
        return h("li", {},
          h("strong", {}, `${turn.clue.word} ${turn.clue.number}`), ": ",
          turn.picks.map((pick) => h("span", { class: `cg-pick cg-${pick.colour}` }, `${SHAPES[pick.colour]} ${pick.word}`, h("small", {}, pick.colour))),
          visible && leader && leader[1] - (second?.[1] ?? 0) > 0.005 && h("small", { class: "cg-small" }, ` It took you most for ${leader[0]} (${percent(leader[1])}) before this turn.`),
          why && h("details", {}, h("summary", { "data-key": `why-${turn.number}` }, match.role === "guesser" ? "Why this clue?" : "Why these cards?"), why));
      })));
  }

  function table(state) {
    const { match } = state;
    return h("div", { class: "cg-table" },
      h("main", {},
        h("p", { class: `cg-headline ${match.over ? (match.won ? "cg-won" : "cg-lost") : ""}`, role: "status" }, match.headline),
        score(match), controls(match), message(state), board(match), story(match)),
      panel(match));
  }

  function head(state) {
    const { match } = state;
    return h("header", { class: "cg-head" },
      h("h1", {}, "Common ground"),
      match && h("p", {}, `You ${match.role === "guesser" ? "guess" : "give clues"}, ${match.agent} ${match.role === "guesser" ? "gives clues" : "guesses"}; ${match.set} set, ${match.own ? "your own words, key" : "board"} ${match.seed}`),
      match && !ui.form && h("button", { type: "button", class: "cg-button", "data-key": "new", onclick: () => { ui.form = true; ui.values = null; draw(); } }, "New game"));
  }

  // Drawing keeps the place: the focus, what is typed, what is unfolded, how far a list is scrolled

  function draw() {
    const state = model.get("state");
    const key = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const caret = key === "clue" || key === "form-words" ? document.activeElement.selectionStart : null;
    const unfolded = [...root.querySelectorAll("details[open] > summary")].map((summary) => summary.dataset.key);
    const content = state.busy
      ? h("p", { class: "cg-busy", role: "status" }, state.busy)
      : !state.match || ui.form ? form(state) : table(state);
    root.replaceChildren(head(state), content);
    root.classList.toggle("cg-pending", ui.pending);
    for (const name of unfolded) root.querySelector(`[data-key="${name}"]`)?.parentElement.setAttribute("open", "");
    const focused = key && root.querySelector(`[data-key="${key}"]`);
    if (focused) {
      focused.focus({ preventScroll: true });
      if (caret != null) focused.setSelectionRange(caret, caret);
    }
  }

  function changed() {
    const state = model.get("state");
    const game = state.game;
    if (!state.busy) ui.pending = false;
    if (game && game !== ui.game) {
      ui.form = false;
      ui.values = null;
      if (state.served) history.replaceState(null, "", `?game=${game}`);
    }
    const turns = state.match?.turns.length ?? 0;
    if (turns !== ui.turns) Object.assign(ui, { draft: "", pick: -1 });
    Object.assign(ui, { game, turns });
    draw();
    if (!root.contains(document.activeElement) && !state.busy && state.match?.role === "spymaster") root.querySelector('[data-key="clue"]')?.focus({ preventScroll: true });
  }

  model.on("change:state", changed);
  draw();
  model.send({ do: "open" });
  return () => model.off("change:state", changed);
}

export default { render };
