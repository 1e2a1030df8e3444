// The first screen: one button to start, all else under "More".

const RULES = [
  "Nine of the 25 cards are red: together, find them all.",
  "A clue is one word and a number: how many cards it is for. A card that is not red ends the turn.",
  "Eight are blue, the other side's: turn them all and you lose. The assassin loses the game at once.",
];
const ROLES = {
  guesser: ["Guess", (mate) => `${mate} gives clues, you pick cards`],
  spymaster: ["Give clues", (mate) => `You give clues, ${mate} picks cards`],
};
const LAID = { guesser: ", and you are to guess", spymaster: ", and you are to give clues" };
const NOTES = {
  toy: "These are the toy set's words, whose meanings are made up: good for a look. “make play” fetches real ones.",
  open: "These are the open set's words: good to play on. “make play” fetches the set for people, on which your team-mate understands you better.",
};
const OTHER = { guesser: "spymaster", spymaster: "guesser" };

function start(page) {
  const { state, ui } = page;
  const { choices, match, asked } = state;
  ui.values ??= { embeddings: match?.set ?? choices.set, seed: asked.board ?? "", words: "", noise: 1, agents: { guesser: "", spymaster: "" } };
  return h("main", { class: "cg-start" },
    h("div", { class: "cg-hero" }, h("p", { class: "cg-lead" }, `A word game for you and ${choices.mate}, a team-mate that learns how you use words.`), preview()),
    h("ol", { class: "cg-rules" }, RULES.map((rule) => h("li", {}, rule))),
    asked.board && ui.values.seed === asked.board && h("p", { class: "cg-note" }, `Board ${asked.board} is laid${asked.role ? LAID[asked.role] : ""}.`),
    h("div", { class: "cg-roles" }, Object.entries(ROLES).map(([role, [name, about]]) =>
      h("button", { type: "button", class: "cg-button cg-main cg-role", "data-key": `role-${role}`, onclick: () => begin(page, role) }, h("b", {}, name), h("span", {}, about(choices.mate))))),
    NOTES[choices.set] && !choices.sets.people && h("p", { class: "cg-note" }, NOTES[choices.set]),
    complaint(page),
    acquaintance(page, ui.values.embeddings) ?? cast(choices.sets[ui.values.embeddings].cast, choices.mate),
    more(page),
    match && h("p", {}, button("back", "Back to the game", () => { ui.form = false; page.draw(); })));
}

// a board in small
function preview() {
  const colours = { r: "cg-red", b: "cg-blue", n: "cg-bystander", a: "cg-assassin" };
  return h("div", { class: "cg-preview", "aria-hidden": "true" }, [...".r..b...r.n.a.r..b.r.r..n"].map((letter) => h("span", { class: colours[letter] })));
}

function cast(characters, mate) {
  return h("section", { class: "cg-cast", "aria-label": `Whom ${mate} knows` },
    h("p", { class: "cg-small" }, `${mate} knows some ways to use words already, and finds out which is most like yours:`),
    h("ul", {}, characters.map(({ id, name, about }) => h("li", {}, face(id), h("b", {}, name), " ", h("span", { class: "cg-small" }, about)))));
}

function begin(page, role) {
  const { embeddings, noise, seed, words, agents } = page.ui.values;
  page.fresh();
  page.send("start", {
    role, embeddings, words, agent: agents[role], noise: Number(noise), seed, ...who(embeddings, role),
  });
}

// what is told about the person when a game begins
const who = (set, role) => ({ prior: priorFor(set, role), person: person(), watched: remembered().panel });

function more(page) {
  const { state: { choices }, ui: { values } } = page;
  const change = (name) => (event) => { values[name] = event.target.value; };
  const select = (name, label, options, chosen, onchange, note) =>
    h("label", { class: "cg-field" }, h("span", {}, label),
      h("select", { "data-key": `form-${name}`, name, onchange },
        options.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text))),
      note && h("small", {}, note));
  const set = choices.sets[values.embeddings];
  const mates = (role) => {
    const agents = set.agents[OTHER[role]];
    const chosen = agents.find(({ id }) => id === values.agents[role]) ?? agents[0];
    return select(`agent-${role}`, role === "guesser" ? "Who gives you clues" : "Who guesses",
      agents.map(({ id, name, about }) => [id, about ? `${name}: ${about}` : name]), chosen.id,
      (event) => { values.agents[role] = event.target.value; page.draw(); }, chosen.exactly);
  };
  const noisy = Object.keys(ROLES).some((role) => set.agents[OTHER[role]].find(({ id }) => id === values.agents[role])?.noisy);
  return h("details", { class: "cg-more" }, h("summary", { "data-key": "more" }, "More"),
    h("div", { class: "cg-fields" },
      mates("guesser"), mates("spymaster"),
      noisy && select("noise", "How blurred it takes words to be", choices.noise.guesser.map((level) => [level, level === 0 ? "not at all" : `noise ${level}`]), values.noise, change("noise")),
      select("embeddings", "Words", Object.keys(choices.sets).map((name) => [name, `${name} set`]), values.embeddings,
        (event) => { Object.assign(values, { embeddings: event.target.value, agents: { guesser: "", spymaster: "" } }); page.draw(); }, set.about),
      h("label", { class: "cg-field" }, h("span", {}, "Board number"),
        h("input", { type: "text", inputmode: "numeric", name: "seed", value: values.seed, placeholder: "any", "data-key": "form-seed", oninput: change("seed") }),
        h("small", {}, "The same number deals the same board: tell it to a friend.")),
      h("label", { class: "cg-field" }, h("span", {}, `${choices.cards} words of your own`),
        h("textarea", { name: "words", rows: 3, placeholder: "between spaces, commas or lines; empty: you are dealt a board", "data-key": "form-words", oninput: change("words") }, values.words))));
}
