// Faces of team-mates: a few strokes each; who has none of their own gets one by the letters of their name.

const INK = "#2b2622";
const FACES = {
  w2v: ["#e8b79b", `<path d="M22 30q4-14 18-13 16 0 18 14-10-2-16-8-6 6-20 7z" fill="#5a3d2b"/><path d="M31 69l9 5 9-5v11l-9-5-9 5z" fill="#b3382c"/>`],
  dict: ["#f0cfa8", `<path d="M22 32q0-16 18-16t18 16q-4-7-18-7t-18 7z" fill="#8f8a84"/><g fill="none" stroke="${INK}" stroke-width="2.4"><circle cx="32" cy="41" r="7"/><circle cx="48" cy="41" r="7"/><path d="M39 41h2"/></g>`],
  retro: ["#d9a679", `<path d="M14 30q10-4 12-6 2-10 14-10t14 10q2 2 12 6-12 4-26 4t-26-4z" fill="#6d7a45"/><path d="M26 25q14 5 28 0" stroke="#4b5530" stroke-width="2.5" fill="none"/>`],
  mlm: ["#c98f6b", `<path d="M20 40q-2-24 20-24t20 24q-4-12-12-13-14 2-20-2-6 4-8 15z" fill="#2f2330"/><ellipse cx="40" cy="54" rx="6" ry="5" fill="#7c2d2d"/>`],
  g1: ["#eac3a2", `<path d="M40 10l26 10-26 10-26-10z" fill="#2f3e57"/><path d="M60 22v12" stroke="#c9a227" stroke-width="2.5"/><path d="M27 26v5q13 5 26 0v-5" fill="#2f3e57"/>`],
  g50: ["#f2d3b6", `<path d="M21 32q1-16 19-16t19 16l8 2q-22-5-46-2z" fill="#2b6198"/>`],
  ftxt: ["#e2b08c", `<circle cx="40" cy="13" r="7" fill="#7a4a26"/><path d="M20 38q0-22 20-22t20 22q-6-12-20-12t-20 12z" fill="#7a4a26"/>`],
  wg: ["#f0c9ae", `<path d="M22 34q0-18 18-18t18 18q-8-9-18-9t-18 9z" fill="#3b3b44"/><path d="M57 26l12-8" stroke="#d8a72e" stroke-width="4"/>`],
};
FACES.people = ["#e6bd98", `<circle cx="19" cy="50" r="13" fill="#b98763"/><circle cx="61" cy="50" r="13" fill="#f2d3b6"/><circle cx="40" cy="42" r="21" fill="#e6bd98"/><path d="M20 38q0-21 20-21t20 21q-6-10-20-10t-20 10z" fill="#6b4a33"/>`];
FACES.mate = ["#f0d2a0", `<path d="M20 40q-2-23 20-23t20 23" fill="none" stroke="#2b6198" stroke-width="5"/><rect x="15" y="37" width="8" height="14" rx="4" fill="#b3382c"/><rect x="57" y="37" width="8" height="14" rx="4" fill="#b3382c"/>`];
const HAIR = [`<path d="M20 38q0-22 20-22t20 22q-6-12-20-12t-20 12z" fill="#5a4636"/>`, `<path d="M22 32q2-16 18-16t18 16q-12-6-36 0z" fill="#8a5a2b"/>`, `<path d="M21 36q-2-20 19-20t19 20q-2-9-10-11-10 6-28 11z" fill="#33302e"/>`, ""];
const PALETTE = ["#dfc08a", "#b9cba6", "#a9c3d8", "#d9b3c4", "#c3b6dd", "#e3bda0", "#a8cdc4", "#d5cf96"];

// mouths, by what became of the last card
const MOUTHS = {
  red: "M31 51q9 11 18 0z", blue: "M33 56q7-6 14 0", bystander: "M33 55h14", assassin: "M36 52q4-3 8 0 3 6-4 7-7-1-4-7z", "": "M33 53q7 6 14 0",
};

function face(id, mood = "") {
  const key = id.split("/")[0];
  const number = [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const [skin, features] = FACES[key] ?? [PALETTE[number % PALETTE.length], HAIR[number % HAIR.length]];
  const mouth = key === "mlm" ? "" : `<path d="${MOUTHS[mood]}" stroke="${INK}" stroke-width="2.6" fill="${mood === "red" || mood === "assassin" ? INK : "none"}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const drawn = `<circle cx="40" cy="40" r="40" fill="var(--halo)"/><path d="M12 80q2-16 28-16t28 16z" fill="#7d8a99"/><circle cx="40" cy="42" r="21" fill="${skin}"/>${features}<circle cx="32" cy="41" r="2.6" fill="${INK}"/><circle cx="48" cy="41" r="2.6" fill="${INK}"/>${mouth}`;
  const span = h("span", { class: "cg-face", "data-mood": mood, "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="0 0 80 80" focusable="false">${drawn}</svg>`;
  return span;
}
