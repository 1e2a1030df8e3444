// What this browser remembers of the person: what agents came to believe, and whether beliefs are shown while playing.

const MEMORY = "commonground";

function remembered() {
  try {
    return { known: {}, panel: false, ...JSON.parse(localStorage.getItem(MEMORY) ?? "{}") };
  } catch {
    return { known: {}, panel: false }; // no storage here, or not ours
  }
}

function remember(change) {
  try {
    localStorage.setItem(MEMORY, JSON.stringify({ ...remembered(), ...change }));
  } catch { /* a browser that keeps nothing */ }
}

// the name that this browser has made up for the person
function person() {
  const known = remembered().person ?? Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  remember({ person: known });
  return known;
}

// a game is over: what is believed now is where the next one of this role with this set begins
function learned(game, match) {
  const { known } = remembered();
  const before = known[match.set] ?? { games: 0, counted: [], beliefs: {} };
  if (!match.beliefs.length || before.counted.includes(game)) return;
  const beliefs = Object.fromEntries(match.beliefs.map(({ id, now }) => [id, now]));
  const names = Object.fromEntries(match.beliefs.map(({ id, name }) => [id, name]));
  const unmet = Object.fromEntries(match.beliefs.map(({ id, unmet: belief }) => [id, belief]));
  const counted = [...before.counted, game].slice(-20);
  const entry = { games: before.games + 1, counted, beliefs: { ...before.beliefs, [match.role]: beliefs }, last: match.role, names, unmet };
  remember({ known: { ...known, [match.set]: entry } });
}

const priorFor = (set, role) => remembered().known[set]?.beliefs[role] ?? null;

function forget(page) {
  remember({ known: {}, person: undefined });
  page.say("Forgotten: to me you are a stranger again.");
  page.draw();
  page.focus(page.root.querySelector("[data-key=next]") ? "next" : "role-guesser");
}

const AHEAD = 0.15; // of the next, before somebody is named

// "After five games I think you talk like the Newsreader", if that is more than was thought of a stranger, and clear
function acquaintance(page, set) {
  const known = remembered().known[set];
  if (!known) return null;
  const [[best, belief], [, next] = ["", 0]] = Object.entries(known.beliefs[known.last]).sort((a, b) => b[1] - a[1]);
  const name = (known.names[best] ?? best).replace(/^The /, "the ");
  const clear = belief > (known.unmet?.[best] ?? 0) && belief - next >= AHEAD;
  const after = `After ${inWords(known.games)} game${known.games === 1 ? "" : "s"} I`;
  return h("div", { class: "cg-acquaintance" }, face(clear ? best : "mate"),
    h("p", {}, clear ? `${after} think you talk like ${name} (${percent(belief)}). I begin the next one with that in mind.` : `${after} can't tell yet whom you talk like. I begin the next one with what I saw.`),
    button("forget", "Forget me", () => forget(page)));
}
