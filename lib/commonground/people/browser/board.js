// The board, the clue, and what the person can do.

function board(page, seen) {
  const { ui } = page;
  const mine = seen.role === "guesser" && !seen.over && !seen.waits;
  const cards = seen.cards.map((card, number) => {
    const selected = mine && ui.selected === number;
    const label = [card.word, card.colour ?? "face down", card.shown ? "revealed" : card.colour && !seen.over ? "not yet found" : "", selected ? "selected, Enter picks it" : ""];
    return h("button", {
      type: "button",
      class: ["cg-card", card.colour && `cg-${card.colour}`, card.shown && "cg-shown", selected && "cg-selected", card.latest && "cg-latest", seen.joyful && card.shown && card.colour === "red" && "cg-wave"].filter(Boolean).join(" "),
      "data-key": `card-${number}`,
      "data-word": card.word,
      style: seen.joyful && card.shown && card.colour === "red" ? `--place: ${seen.reveals.findIndex((reveal) => reveal.card === number)}` : null,
      tabindex: number === ui.focus ? 0 : -1,
      "aria-disabled": !mine || card.shown ? "true" : null,
      "aria-label": label.filter(Boolean).join(", "),
      onfocus: () => { ui.focus = number; },
      onclick: () => { if (mine && !card.shown) touch(page, number); },
    },
    h("span", { class: "cg-word" }, broken(card.word)),
    card.colour && h("span", { class: "cg-mark" }, SHAPES[card.colour], " ", h("span", {}, COLOURS[card.colour])));
  });
  return h("div", {
    class: `cg-board ${mine ? "cg-mine" : ""} ${seen.over ? "cg-open" : `cg-of-${seen.role}`}`, style: `--columns: ${seen.columns}`, role: "group",
    "aria-label": `The board, ${cards.length} cards in rows of ${seen.columns}: arrow keys move, Enter selects, Enter again picks`,
    onkeydown: (event) => keys(event, page, seen),
  }, cards);
}

// a long word may be broken in the middle where a card is narrow
function broken(word) {
  if (word.length < 9) return word;
  const middle = Math.ceil(word.length / 2);
  return [word.slice(0, middle), "\u00AD", word.slice(middle)].join("");
}

// the first touch selects, the second picks
function touch(page, number) {
  if (page.ui.selected === number) return pick(page);
  page.ui.selected = number;
  page.say(`${page.state.match.cards[number].word.toUpperCase()} is selected: once more to pick it.`);
  return page.draw();
}

function pick(page) {
  const card = page.ui.selected;
  if (page.ui.pending) return; // the card before is still on its way: this one stays selected
  page.ui.selected = -1;
  page.send("pick", { card });
}

function keys(event, page, { cards, columns }) {
  const { ui } = page;
  if (event.key === "Escape" && ui.selected >= 0) { ui.selected = -1; page.say("No card is selected."); page.draw(); }
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const next = ui.focus + step;
  const sideways = Math.abs(step) === 1 && Math.floor(next / columns) !== Math.floor(ui.focus / columns);
  if (next < 0 || next >= cards.length || sideways) return;
  page.root.querySelectorAll(".cg-card").forEach((card, number) => { card.tabIndex = number === next ? 0 : -1; });
  page.focus(`card-${next}`);
}

function strip(page, seen) {
  const clue = seen.clue && h("p", { class: "cg-clue" }, h("strong", {}, seen.clue.word), " ", h("strong", { class: "cg-number", "aria-label": `for ${seen.clue.number}` }, seen.clue.number));
  return h("section", { class: `cg-strip ${clue ? "" : "cg-quiet"}`, "aria-label": "The clue" },
    h("div", { class: "cg-mate" }, face(seen.beliefs.length ? "mate" : seen.agent.id, seen.mood), h("span", { class: "cg-small" }, seen.agent.called.replace(/^The /, ""))),
    h("div", { class: "cg-bubble" }, clue,
      h("div", { class: "cg-headline" }, seen.verdict && h("p", { class: seen.tone }, seen.verdict), h("p", {}, seen.headline))),
    score(seen));
}

function score(seen) {
  const item = (colour, text) => h("li", { class: `cg-${colour}` }, h("b", {}, `${SHAPES[colour]} ${seen.left[colour]}`), ` ${text}`);
  return h("ul", { class: "cg-score" },
    item("red", "red left"), item("blue", "blue left"),
    h("li", {}, "turn ", h("b", {}, seen.turn), `, par ${seen.par}`));
}

function controls(page, seen) {
  const { ui } = page;
  if (seen.waits) {
    return h("div", { class: "cg-row cg-controls" }, seen.held && button("continue", "Continue", () => page.proceed(), true));
  }
  if (seen.role === "guesser") {
    const chosen = ui.selected >= 0 ? seen.cards[ui.selected].word.toUpperCase() : "";
    return h("div", { class: "cg-row cg-controls" },
      chosen ? button("pick", `Pick ${chosen}`, () => pick(page), true) : h("p", { class: "cg-hint" }, "Tap a card to select it, and again to pick it."),
      seen.may_stop && button("stop", "Stop here", () => { ui.selected = -1; page.send("stop"); }),
      complaint(page));
  }
  const submit = (event) => { event.preventDefault(); page.send("say", { text: ui.draft }); };
  return h("form", { class: "cg-row cg-controls", onsubmit: submit },
    h("label", { class: "cg-say" }, h("span", {}, "Your clue"),
      h("input", { type: "text", "data-key": "clue", name: "clue", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: `such as ${seen.example} 2`, value: ui.draft, oninput: (event) => { ui.draft = event.target.value; } })),
    h("button", { type: "submit", class: "cg-button cg-main", "data-key": "say" }, "Say it"),
    complaint(page));
}

function complaint({ state: { message: { text, complaint: bad } } }) {
  return h("p", { class: `cg-message ${bad ? "cg-complaint" : ""}` }, text);
}
