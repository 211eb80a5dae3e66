// All games: each with a picture of how it begins, its name and one line.

import { described } from "./dialog.js";
import { make, makeSvg } from "./element.js";
import { FIRST } from "./first.js";

// How a game begins, as a small picture: panels side by side, each piece at its place.
function beginning({ panels, pieces, covers }) {
  const at = new Map();
  let left = 0;
  let high = 1;
  for (const panel of panels) {
    const inside = pieces.filter(({ row }) => panel.first <= row && row <= panel.last);
    for (const piece of inside) at.set(piece, { x: left + piece.col, y: piece.row - panel.first + 1, shape: panel.shape });
    left += Math.max(1, ...inside.map(({ col }) => col)) + 0.6;
    high = Math.max(high, panel.last - panel.first + 1);
  }
  const drawn = [...at].filter(([piece]) => !piece.kind).map(([piece, { x, y, shape }]) => {
    const kind = piece.poison ? "poison" : shape === "heaps" ? "stone" : "square";
    return shape === "grid"
      ? makeSvg("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.12, class: kind })
      : makeSvg("circle", { cx: x, cy: y, r: shape === "heaps" ? 0.44 : 0.3, class: kind });
  });
  const lines = covers.map(([a, b]) => {
    const [from, to] = [at.get(pieces[a]), at.get(pieces[b])];
    return makeSvg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  });
  return makeSvg("svg", { viewBox: `0.4 0.4 ${left - 0.4} ${high + 0.2}`, "aria-hidden": "true" }, ...lines, ...drawn);
}

export const galleryScreen = {
  title: "Games",
  show(root) {
    const card = ({ title, address, invitation }) => make("li", {}, make("a", { href: `#${address}` },
      FIRST.tables[address] ? beginning(FIRST.tables[address]) : make("span"), make("b", {}, title), make("span", { class: "said" }, invitation)));
    root.replaceChildren(make("h2", { class: "turn" }, "Games"),
      make("p", { class: "rule" }, "All of them follow one idea: take a piece, and what belongs to it goes too. Choose one, and play the computer or someone beside you."),
      make("ul", { class: "gallery" }, ...described().games.map(card)));
  },
};
