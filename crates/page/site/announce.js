// What a screen reader says when something has happened. The same words twice are said twice.

import { byId } from "./element.js";

let flip = false;

// What everybody should read stands under the board, too.
export function announce(words, seen = false) {
  flip = !flip;
  byId("live").textContent = flip ? words : `${words}\u00a0`;
  if (seen) byId("under").textContent = words;
}
