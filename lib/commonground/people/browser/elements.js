// Elements and words. The files of this folder are joined into one module, in the order that page.py names them.

const SHAPES = { red: "◆", blue: "●", bystander: "▲", assassin: "✖" };
const COLOURS = { red: "red", blue: "blue", bystander: "bystander", assassin: "assassin" };

function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false && child !== ""));
  return element;
}

function button(key, text, onclick, main = false) {
  return h("button", { type: "button", class: `cg-button ${main ? "cg-main" : ""}`, "data-key": key, onclick }, text);
}

// what a thing is exactly, for who asks
function question(about, exactly) {
  return h("details", { class: "cg-question" }, h("summary", { "aria-label": `What is ${about} exactly?`, "data-key": `exactly-${about}` }, "?"), h("span", {}, exactly));
}

const percent = (p) => `${Math.round(100 * p)} %`;
const signed = (u) => (u == null ? "–" : Math.abs(u) < 0.05 ? "0.0" : `${u < 0 ? "−" : "+"}${Math.abs(u).toFixed(1)}`);
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const inWords = (number) => NUMBERS[number] ?? String(number);
const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
