// The words of the trade in a text: a tap on one says what it means. The library has the words and their meanings.

import { announce } from "./announce.js";
import { described } from "./dialog.js";
import { make } from "./element.js";

let known = null;
let pattern = null;

function learnTerms() {
  const { terms } = described();
  if (known === terms) return;
  known = terms;
  const forms = terms.flatMap(({ forms }) => forms).sort((one, other) => other.length - one.length);
  pattern = new RegExp(`(?<![\\p{L}])(${forms.join("|")})(?![\\p{L}])`, "iu");
}

// The meaning appears after the word, and goes again with the next tap.
function term(word, heard) {
  const { meaning } = known.find(({ forms }) => forms.some((form) => form.toLowerCase() === word.toLowerCase()));
  const told = make("span", { class: "meaning", hidden: true }, ` (${meaning})`);
  const button = make("button", { type: "button", class: "term", tabindex: heard ? null : "-1", title: meaning, "aria-expanded": "false", onclick: (event) => {
    // It may be inside something that opens by a tap.
    event.preventDefault();
    told.hidden = !told.hidden;
    button.setAttribute("aria-expanded", String(!told.hidden));
    if (!told.hidden) announce(`${word}: ${meaning}.`);
  } }, word);
  return [button, told];
}

// A text as pieces of a paragraph; its first word of the trade can be tapped. What is only seen, because it is said
// elsewhere, is no stop for the keyboard.
export function explained(text, heard = true) {
  learnTerms();
  const found = pattern.exec(text);
  if (!found) return [text];
  return [text.slice(0, found.index), ...term(found[0], heard), text.slice(found.index + found[0].length)];
}
