// An order as a Hasse diagram: elements in layers, the least at the bottom, and lines to what is next above.

import { make, makeSvg } from "./element.js";

// Draws a diagram of pieces with their numbers; returns it with its lines, each between two pieces.
export function diagram({ panel, pieces, cells, covers, label }) {
  const cols = Math.max(1, ...pieces.map(([piece]) => piece.col));
  const rows = panel.last - panel.first + 1;
  const longest = Math.max(1, ...pieces.map(([piece]) => (piece.name ?? "").length));
  const element = make("div", { class: "diagram", role: "grid", "aria-label": label });
  element.style.setProperty("--span", cols + 1);
  element.style.setProperty("--layers", rows);
  element.style.setProperty("--letters", longest);
  const inside = new Map(pieces.map(([piece, i]) => [i, piece]));
  const lines = covers.filter(([a]) => inside.has(a)).map(([a, b]) => {
    const [lower, upper] = [inside.get(a), inside.get(b)];
    const y = (piece) => piece.row - panel.first + 0.5;
    return [a, b, makeSvg("line", { x1: lower.col, y1: y(lower), x2: upper.col, y2: y(upper) })];
  });
  const drawing = makeSvg("svg", { viewBox: `0 0 ${cols + 1} ${rows}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...lines.map(([, , line]) => line));
  element.append(drawing);
  for (let row = panel.first; row <= panel.last; row++) {
    const layer = pieces.filter(([piece]) => piece.row === row);
    for (const [piece, i] of layer) {
      cells[i].style.setProperty("--col", piece.col);
      cells[i].style.setProperty("--row", row - panel.first);
    }
    if (layer.length) element.append(make("div", { role: "row", class: "layer" }, ...layer.map(([, i]) => cells[i])));
  }
  return { element: make("div", { class: "scroll" }, element), lines };
}
