// What a screen reader says when something has happened. The same words twice are said twice.

import { byId } from "./element.js";

let flip = false;

export function announce(words) {
  flip = !flip;
  byId("live").textContent = flip ? words : `${words}\u00a0`;
}
