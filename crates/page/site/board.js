// The board: pieces by their places, drawn by the shape of their layout. Which move a piece stands for, what it takes
// and what it is called is the engine's to say.
//
// A grid for screen readers; arrows walk over the pieces that are left, Enter or Space takes. What a move would take is
// always shown before it is taken.

import { announce } from "./announce.js";
import { byId, make } from "./element.js";

// The numbers of the pieces in runs: the first one, how many, the step to the next row of them, how many rows.
const numbers = (runs) => runs.flatMap(([first, many, step, rows]) =>
  Array.from({ length: many * rows }, (_, i) => first + Math.floor(i / many) * step + (i % many)));

export class Board {
  constructor({ play, hover }) {
    this.element = byId("board");
    this.play = play;
    this.hover = hover;
    this.drawn = "";
    this.cells = [];
    this.would = [];
    this.here = null;
    this.sure = null;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", () => this.preview(null));
    this.element.addEventListener("pointerleave", () => this.preview(null));
  }

  // Draws what the engine says; `marks` is what stands in the pieces, by their moves; `hint` a move that stands out.
  show(view, { marks, hint }) {
    const rebuilt = this.drawn !== view.game;
    const inside = this.grid?.contains(document.activeElement);
    this.pieces = view.pieces;
    this.playable = view.can.play;
    this.sure = null;
    if (rebuilt) this.build(view);
    const fresh = new Set(numbers(view.fresh));
    this.grid.classList.toggle("still", !this.playable);
    this.cells.forEach((cell, i) => this.draw(cell, this.pieces[i], marks?.get(this.pieces[i].move), hint, fresh.has(i), !rebuilt));
    for (const [row, left] of this.left ?? []) left.textContent = this.pieces.filter((piece) => piece.row === row && !piece.gone).length;
    this.stand(this.here !== null && !this.pieces[this.here].gone ? this.here : this.nearest());
    this.preview(null);
    // Whoever plays by keyboard stays on a piece that is there.
    if (inside) this.focus();
  }

  build(view) {
    const heaps = view.shape === "heaps";
    const rows = Math.max(1, ...this.pieces.map((piece) => piece.row));
    const cols = Math.max(1, ...this.pieces.map((piece) => piece.col));
    this.drawn = view.game;
    this.here = null;
    this.would = [];
    this.left = heaps ? new Map() : null;
    this.grid = make("div", { role: "grid", "aria-label": view.scene, class: heaps ? "heaps" : "grid" });
    this.grid.classList.toggle("many", cols > (heaps ? 16 : 12));
    // So many pieces are too many to move and to light up, for browsers that paint without a graphics card.
    this.grid.classList.toggle("huge", this.pieces.length > 500);
    this.grid.style.setProperty("--cols", cols);
    this.grid.style.setProperty("--rows", rows);
    this.cells = this.pieces.map((_, i) => this.cell(i));
    const head = (role, ...words) => make("span", { role, class: "head" }, ...words);
    if (!heaps) {
      const heads = Array.from({ length: cols }, (_, c) => head("columnheader", String(c + 1)));
      this.grid.append(make("div", { role: "row", class: "row" }, make("span", { role: "columnheader", class: "head", "aria-label": "Row" }), ...heads));
    }
    for (let row = 1; row <= rows; row++) {
      const ids = this.pieces.flatMap((piece, i) => (piece.row === row ? [i] : []));
      const cells = ids.map((i) => this.cells[i]);
      if (heaps) {
        const left = make("b", {});
        this.left.set(row, left);
        this.grid.append(make("div", { role: "row", class: "row" }, head("rowheader", `Heap ${row}`, left), make("div", { class: "stones", role: "presentation" }, ...cells)));
      } else {
        this.grid.append(make("div", { role: "row", class: "row" }, head("rowheader", String(row)), ...cells));
        for (const i of ids) this.cells[i].style.gridColumn = this.pieces[i].col + 1;
      }
    }
    this.element.replaceChildren(this.grid);
  }

  cell(i) {
    return make("button", {
      type: "button", role: "gridcell", class: "piece", tabindex: "-1",
      onclick: (event) => this.take(i, event.detail === 0),
      onpointerenter: (event) => event.pointerType !== "touch" && this.preview(i),
      onfocus: () => {
        this.stand(i);
        this.preview(i);
      },
    });
  }

  draw(cell, piece, mark, hint, fresh, crumble) {
    const there = !piece.gone;
    const classes = {
      poison: there && piece.poison, gone: !there, fresh: fresh && !there, crumble: fresh && !there && crumble,
      hint: there && hint != null && hint === piece.move, win: mark?.outcome === "win", loss: mark?.outcome === "loss",
    };
    cell.className = ["piece", ...Object.keys(classes).filter((name) => classes[name])].join(" ");
    cell.replaceChildren(...(mark && mark.text !== "" ? [make("span", { class: "mark", "aria-hidden": "true" }, mark.text)] : []));
    if (there) cell.removeAttribute("aria-disabled");
    else cell.setAttribute("aria-disabled", "true");
    cell.setAttribute("aria-label", [piece.label, mark?.words].filter(Boolean).join(", "));
  }

  // Shows what the move of a piece would take.
  preview(i) {
    for (const cell of this.would) cell.classList.remove("would");
    const piece = i === null ? null : this.pieces[i];
    this.would = piece?.move && this.playable ? numbers(piece.takes).map((taken) => this.cells[taken]) : [];
    for (const cell of this.would) cell.classList.add("would");
    this.hover(piece && !piece.gone ? piece : null);
  }

  take(i, byKeyboard) {
    const piece = this.pieces[i];
    if (!this.playable || !piece.move) return;
    if (piece.loses && byKeyboard && this.sure !== i) {
      this.sure = i;
      return announce("That loses at once. Press Enter again if you mean it.", true);
    }
    this.stand(i);
    this.play(piece.move);
  }

  // Only one piece can be reached by Tab; arrows lead to the others.
  stand(i) {
    if (i !== this.here) this.sure = null;
    if (this.here !== null && this.cells[this.here]) this.cells[this.here].tabIndex = -1;
    this.here = i;
    if (i !== null) this.cells[i].tabIndex = 0;
  }

  // The best of the pieces that are left, by a measure of which less is better.
  best(measure) {
    let found = null;
    let least = Infinity;
    this.pieces.forEach((piece, i) => {
      const here = piece.gone ? Infinity : measure(piece);
      if (here < least) [found, least] = [i, here];
    });
    return found;
  }

  // Near where somebody stood: in the same row, else above, else below. At first it is the last piece, which takes least.
  // What loses at once comes last: whoever presses Enter twice is not to lose by it.
  nearest() {
    const far = (piece) => (piece.loses ? 1e9 : 0);
    if (this.here === null) return this.best((piece) => far(piece) - 1000 * piece.row - piece.col);
    const { row, col } = this.pieces[this.here];
    return this.best((piece) => far(piece) + 1000 * (piece.row <= row ? row - piece.row : 1000 + piece.row) + Math.abs(piece.col - col));
  }

  focus() {
    if (this.here !== null) this.cells[this.here].focus();
  }

  key(event) {
    if (this.here === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const { row, col } = this.pieces[this.here];
    const along = (way) => this.best((piece) => (piece.row === row && (piece.col - col) * way > 0 ? (piece.col - col) * way : Infinity));
    const across = (way) => this.best((piece) => ((piece.row - row) * way > 0 ? 1000 * (piece.row - row) * way + Math.abs(piece.col - col) : Infinity));
    const end = (way) => this.best((piece) => (piece.row === row ? piece.col * way : Infinity));
    const steps = {
      ArrowLeft: () => along(-1), ArrowRight: () => along(1), ArrowUp: () => across(-1), ArrowDown: () => across(1),
      Home: () => end(1), End: () => end(-1),
    };
    if (!steps[event.key]) return;
    event.preventDefault();
    const to = steps[event.key]();
    if (to === null) return;
    this.stand(to);
    this.focus();
  }
}
