// What a screen reader says when something has happened. Repeated words are spoken again.

import { byId } from "./element.js";

let flip = false;

// With `seen`, the words also appear under the board, which may be that of the home.
export function announce(words, seen = false) {
  flip = !flip;
  byId("live").textContent = flip ? words : `${words}\u00a0`;
  if (seen) byId(byId("home").hidden ? "under" : "bar-said").textContent = words;
}
