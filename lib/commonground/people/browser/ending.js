// How it went: stars, the story in plain words, a picture to share.

function ending(page, seen) {
  const { ending: { won, score: points, stars, turning, par } } = seen;
  const star = (place) => h("span", { class: place < stars ? (seen.joyful ? "cg-star" : "") : "cg-none", style: `--place: ${place}` }, "★");
  return h("section", { class: `cg-ending ${won ? "cg-won" : "cg-lost"}`, "aria-label": "How it went" },
    face(seen.beliefs.length ? "mate" : seen.agent.id, won ? "red" : "blue"),
    h("p", { class: "cg-stars", role: "img", "aria-label": `${stars} of 3 stars` }, [0, 1, 2].map(star)),
    h("p", { class: "cg-result" }, seen.headline),
    h("p", {}, `${par} Score ${points < 0 ? "−" : ""}${Math.abs(points)} `, question("the score", "the paper's: 9 − blue cards turned − 9 for the assassin − turns. Par: the turns that strangers who never learn need for this board, where they win.")),
    h("p", {}, turning));
}

function afterwards(page, seen) {
  return h("div", { class: "cg-row cg-controls" },
    button("next", "Next board", () => again(page, 1), true),
    button("again", "Same board again", () => again(page, 0)),
    button("share", "Picture", () => share(page, seen)),
    button("save", "Keep for the study", () => page.send("save")),
    complaint(page));
}

function again(page, step) {
  const { match } = page.state;
  page.fresh();
  page.send("again", { step, prior: priorFor(match.set, match.role), watched: remembered().panel });
}

function story(page, seen) {
  const turns = seen.turns.filter((turn) => turn.clue && (turn.over || turn.picks.length));
  if (!turns.length) return null;
  const visible = remembered().panel || seen.over;
  return h("section", { class: "cg-story", "aria-label": "The story" },
    h("h2", {}, seen.over ? "The story" : "So far"),
    h("ol", {}, turns.map((turn) => h("li", {},
      h("strong", { class: "cg-said" }, `${turn.clue.word} ${turn.clue.number}`), " ",
      turn.picks.map((pick, place) => [place ? ", " : "", h("span", { class: `cg-pick cg-${pick.colour}` }, `${SHAPES[pick.colour]} ${pick.word} `, h("small", {}, `(${COLOURS[pick.colour]})`))]),
      turn.told && h("p", {}, turn.told),
      seen.over && visible && turn.change && h("p", { class: "cg-small" }, turn.change),
      seen.over && reasons(turn, seen)))));
}

function reasons(turn, seen) {
  const [thought] = turn.thoughts;
  if (seen.role !== "guesser" || !thought?.models) return null;
  const names = Object.fromEntries(seen.beliefs.map(({ id, name }) => [id, name]));
  return h("details", {}, h("summary", { "data-key": `why-${turn.number}` }, "Why this clue?"),
    h("div", { class: "cg-scroll", tabindex: 0, role: "region", "aria-label": `Why ${thought.clue}` }, h("table", {},
      h("thead", {}, h("tr", {}, ["if you are", "believed", "you pick", "worth"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, thought.models.map((model) => h("tr", {},
        h("th", { scope: "row" }, names[model.name] ?? model.name), h("td", {}, percent(model.belief)), h("td", {}, model.picks.join(", ")), h("td", {}, signed(model.utility))))))),
    thought.others.length > 0 && h("p", { class: "cg-small" }, `Next best: ${thought.others.map(([clue, worth]) => `${clue} (${signed(worth)})`).join(", ")}`));
}

// The picture

function share(page, seen) {
  const canvas = drawn(seen);
  canvas.toBlob((blob) => {
    const name = `common-ground-${seen.own ? "own" : seen.seed}.png`;
    page.ui.shared = { url: URL.createObjectURL(blob), name, file: new File([blob], name, { type: "image/png" }) };
    page.draw();
    page.root.querySelector(".cg-shared img").decode().catch(() => {}).then(() => {
      page.root.querySelector(".cg-shared")?.scrollIntoView({ block: "nearest" });
      page.focus("download");
      page.say("Here is the picture.");
    });
  }, "image/png");
}

function shared(page, seen) {
  const { shared: picture } = page.ui;
  return picture && h("figure", { class: "cg-shared" },
    h("img", { src: picture.url, alt: `The board in its colours: ${seen.headline}` }),
    h("figcaption", { class: "cg-row" },
      navigator.canShare?.({ files: [picture.file] }) && button("send", "Share", () => navigator.share({ files: [picture.file] }).catch(() => {}), true),
      h("a", { class: "cg-button cg-main", href: picture.url, download: picture.name, "data-key": "download" }, "Download the picture")));
}

const PAINT = { red: "#b3382c", blue: "#2b6198", bystander: "#d8c9a3", assassin: "#26242b" };

function drawn(seen) {
  const [size, edge, gap] = [1080, 60, 12];
  const canvas = h("canvas", { width: size, height: size + 190 });
  const pen = canvas.getContext("2d");
  const write = (text, x, y, font, colour = "#2b2622", align = "left") => Object.assign(pen, { font, fillStyle: colour, textAlign: align, textBaseline: "alphabetic" }) && pen.fillText(text, x, y);
  pen.fillStyle = "#f6f2e9";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write("Common ground", edge, 100, "600 54px Georgia, 'Times New Roman', serif");
  write("★".repeat(seen.ending.stars) + "☆".repeat(3 - seen.ending.stars), size - edge, 100, "54px sans-serif", "#a5761b", "right");
  write(`${seen.role === "guesser" ? "I guessed" : "I gave clues"}: ${seen.ending.won ? "won" : "lost"} in ${plural(seen.ending.turns, "turn")}. ${seen.ending.par}`, edge, 160, "34px sans-serif");
  const width = (size - 2 * edge - gap * (seen.columns - 1)) / seen.columns;
  const height = (size - 200) / Math.ceil(seen.cards.length / seen.columns) - gap;
  seen.cards.forEach((card, number) => {
    const [x, y] = [edge + (number % seen.columns) * (width + gap), 200 + Math.floor(number / seen.columns) * (height + gap)];
    pen.globalAlpha = card.shown ? 1 : 0.32;
    pen.fillStyle = PAINT[card.colour];
    pen.beginPath();
    pen.roundRect(x, y, width, height, 16);
    pen.fill();
    pen.globalAlpha = 1;
    const ink = card.shown && card.colour !== "bystander" ? "#fff" : "#2b2622";
    write(card.word.toUpperCase(), x + width / 2, y + height / 2 + 4, `600 ${Math.min(28, (1.5 * width) / card.word.length)}px sans-serif`, ink, "center");
    const place = seen.reveals.findIndex((reveal) => reveal.card === number);
    if (place >= 0) write(`${SHAPES[card.colour]} ${place + 1}`, x + width / 2, y + height / 2 + 46, "24px sans-serif", ink, "center");
  });
  pen.font = "30px sans-serif";
  write(fitting(pen, seen.turns.filter((turn) => turn.clue).map(({ clue }) => `${clue.word} ${clue.number}`), size - 2 * edge), edge, size + 85, "30px sans-serif");
  write(seen.own ? "words of our own" : `board ${seen.seed}, ${seen.set} words`, edge, size + 140, "30px sans-serif", "#6a6156");
  return canvas;
}

// as many clues as a line has room for
function fitting(pen, clues, width) {
  let count = clues.length;
  const line = () => clues.slice(0, count).join(" · ") + (count < clues.length ? " …" : "");
  while (count > 1 && pen.measureText(line()).width > width) count -= 1;
  return line();
}
