// The layers of a bar as one solid: cubes in parallel projection, to look at and to turn. Moves are made on
// the layers.

import { announce } from "./announce.js";
import { make, makeSvg } from "./element.js";
import { store, stored } from "./storage.js";

// The most cubes that are drawn.
const MOST = 1500;
// The four views: the sides from which rows and columns are seen. The first shows the poison at the edge of a
// face.
const VIEWS = [[-1, 1], [-1, -1], [1, -1], [1, 1]];

export class Solid {
  constructor(panels, pieces) {
    this.cubes = pieces.flatMap((piece, i) => {
      const layer = panels.findIndex(({ first, last }) => first <= piece.row && piece.row <= last);
      return layer < 0 ? [] : [{ i, row: piece.row - panels[layer].first, col: piece.col - 1, layer }];
    });
    this.fits = this.cubes.length <= MOST;
    this.sides = ["row", "col", "layer"].map((axis) => Math.max(...this.cubes.map((cube) => cube[axis])) + 1);
    this.view = 0;
    // People tap it, as it looks like what they play on.
    this.drawing = make("div", { class: "drawing", onclick: () => announce("This is the whole bar, to look at. Bite in its layers.", true) });
    const turn = (way) => () => {
      this.view = (this.view + way + VIEWS.length) % VIEWS.length;
      this.draw();
    };
    this.toggle = make("button", { type: "button", onclick: () => this.open(!this.shown) });
    this.turns = [
      make("button", { type: "button", onclick: turn(-1), "aria-label": "Turn the bar to the left" }, "↺"),
      make("button", { type: "button", onclick: turn(1), "aria-label": "Turn the bar to the right" }, "↻"),
    ];
    this.element = make("section", { class: "solid", "aria-label": "The bar as a solid" }, this.drawing, make("div", { class: "turns" }, this.toggle, ...this.turns));
    this.open(stored("solid") !== false, false);
  }

  open(shown, keep = true) {
    this.shown = shown;
    if (keep) store("solid", shown);
    this.toggle.textContent = shown ? "Hide the 3-D view" : "Show the 3-D view";
    this.toggle.setAttribute("aria-expanded", String(shown));
    for (const part of [this.drawing, ...this.turns]) part.hidden = !shown;
    if (this.pieces) this.draw();
  }

  show(pieces, would) {
    this.pieces = pieces;
    this.would = new Set(would);
    if (this.shown) this.draw();
  }

  draw() {
    const [down, right] = VIEWS[this.view];
    const [rows, cols, layers] = this.sides;
    // A corner of the solid on the screen: layers go up, rows and columns go to both sides.
    const a = (row) => (down > 0 ? row : rows - row);
    const b = (col) => (right > 0 ? col : cols - col);
    const [wide, tall] = [0.87, 0.5];
    // Half of the views show columns to the right, the others rows, so that the solid turns and is not
    // mirrored.
    const turned = down * right > 0;
    const point = (row, col, layer) => {
      const [left, ahead] = turned ? [a(row), b(col)] : [b(col), a(row)];
      return [(ahead - left) * wide, (left + ahead) * tall - layer];
    };
    const left = new Map(this.cubes.filter(({ i }) => !this.pieces[i].gone).map((cube) => [`${cube.row},${cube.col},${cube.layer}`, cube]));
    const has = (row, col, layer) => left.has(`${row},${col},${layer}`);
    const faces = [];
    for (const { i, row, col, layer } of left.values()) {
      const kind = this.would.has(i) ? " would" : this.pieces[i].poison ? " poison" : "";
      const near = [down > 0 ? row + 1 : row, right > 0 ? col + 1 : col];
      const depth = a(row + 0.5) + b(col + 0.5) + layer;
      const face = (name, corners) => faces.push([depth, `face ${name}${kind}`, corners]);
      if (!has(row, col, layer + 1)) face("top", [point(row, col, layer + 1), point(row + 1, col, layer + 1), point(row + 1, col + 1, layer + 1), point(row, col + 1, layer + 1)]);
      if (!has(row + down, col, layer)) face(turned ? "left" : "right", [point(near[0], col, layer), point(near[0], col + 1, layer), point(near[0], col + 1, layer + 1), point(near[0], col, layer + 1)]);
      if (!has(row, col + right, layer)) face(turned ? "right" : "left", [point(row, near[1], layer), point(row + 1, near[1], layer), point(row + 1, near[1], layer + 1), point(row, near[1], layer + 1)]);
    }
    faces.sort((one, other) => one[0] - other[0]);
    const written = (corners) => corners.map((corner) => corner.map((n) => n.toFixed(3)).join(",")).join(" ");
    const [x, width] = turned ? [-rows * wide, (rows + cols) * wide] : [-cols * wide, (rows + cols) * wide];
    const height = (rows + cols) * tall + layers;
    const svg = makeSvg("svg", { viewBox: `${x - 0.1} ${-layers - 0.1} ${width + 0.2} ${height + 0.2}`, role: "img", "aria-label": `What is left of the bar: ${left.size} cubes` },
      ...faces.map(([, name, corners]) => makeSvg("polygon", { class: name, points: written(corners) })));
    svg.style.setProperty("--wide", width + 0.2);
    this.drawing.replaceChildren(svg);
  }
}
