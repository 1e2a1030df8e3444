// What the team-mate believes about the person. While one guesses it shows beliefs and nothing else: reasons name red cards.

function panel(page, seen) {
  const { ui } = page;
  const over = seen.over;
  const visible = remembered().panel || over;
  const toggle = h("label", { class: "cg-switch" },
    h("input", { type: "checkbox", role: "switch", "data-key": "watch", checked: remembered().panel, onchange: (event) => watch(page, event.target.checked) }),
    h("span", {}, "show while I play"));
  return h("section", { class: "cg-panel", "aria-label": "What I think of you" },
    h("div", { class: "cg-row" }, h("h2", {}, "What I think of you"), !over && toggle),
    !visible && h("p", { class: "cg-small" }, "I keep it to myself until the game is over."),
    visible && beliefs(seen, ui),
    visible && changes(seen),
    visible && !over && seen.role === "spymaster" && chances(page, seen));
}

function watch(page, shown) {
  remember({ panel: shown });
  if (shown) page.send("watch", { shown });
  page.draw();
}

function beliefs(seen, ui) {
  if (!seen.beliefs.length) return h("p", { class: "cg-small" }, "I never learn: I take words in one way, whoever you are.");
  return h("ul", { class: "cg-bars", "aria-label": "Who I take you for" }, seen.beliefs.map(({ id, name, about, exactly, now, before }) => {
    const from = ui.bars[id] ?? before;
    ui.bars[id] = now;
    const fill = h("span", { class: "cg-fill", style: `width:${100 * from}%` });
    requestAnimationFrame(() => requestAnimationFrame(() => { fill.style.width = `${100 * now}%`; }));
    return h("li", { "data-model": id, "data-now": now.toFixed(4) },
      face(id),
      h("div", {}, h("span", { class: "cg-name" }, name, " "), h("span", { class: "cg-small" }, about, " "), question(name, exactly),
        h("span", { class: "cg-bar", "aria-hidden": "true" }, fill, h("span", { class: "cg-tick", style: `left:${100 * before}%` }))),
      h("span", { class: "cg-value" }, percent(now)));
  }));
}

function changes(seen) {
  const told = seen.turns.filter((turn) => turn.change);
  const last = told[told.length - 1];
  return last && h("p", { class: "cg-change" }, last.change);
}

// a guesser's chances: the person knows the key, so nothing is given away
function chances(page, seen) {
  const turns = seen.turns.filter((turn) => turn.over && turn.thoughts.some((thought) => thought.cards?.length));
  const turn = turns[turns.length - 1];
  if (!turn) return null;
  const { ui } = page;
  const chosen = turn.thoughts[ui.look] ? ui.look : 0;
  const thought = turn.thoughts[chosen];
  return h("details", { class: "cg-chances" }, h("summary", { "data-key": "chances" }, `How likely I took each card to be red after “${turn.clue.word}”`),
    h("div", { class: "cg-row cg-tabs" }, turn.thoughts.map((other, number) =>
      h("button", { type: "button", class: "cg-button", "aria-pressed": number === chosen ? "true" : "false", "data-key": `look-${number}`, onclick: () => { ui.look = number; page.draw(); } }, `${number + 1}. ${other.picked ?? "stop"}`))),
    thought.cards.length
      ? h("ul", { class: "cg-cards", tabindex: 0, "aria-label": "Chances of being red" }, thought.cards.map((card) => h("li", { class: card.word === thought.picked ? "cg-picked" : "" },
        h("span", { class: "cg-name" }, card.word, " "),
        h("span", { class: "cg-bar", "aria-hidden": "true" }, h("span", { class: "cg-after", style: `width:${100 * card.after}%` }), h("span", { class: "cg-fill", style: `width:${100 * card.before}%` })),
        h("span", { class: "cg-value" }, percent(card.after)))))
      : h("p", { class: "cg-small" }, "Nothing I held possible fitted what I had seen, so I went no further."));
}
