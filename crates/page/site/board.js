// The board: a bar of chocolate or heaps of stones. Both are rows of pieces, and a move is named by its nearest piece.
//
// A grid for screen readers; arrows walk over the pieces that are left, Enter or Space takes. What a move would take is
// always shown before it is taken.

import { byId, counted, make } from "./element.js";

export class Board {
  constructor({ play, hover }) {
    this.element = byId("board");
    this.play = play;
    this.hover = hover;
    this.drawn = "";
    this.cells = [];
    this.here = null;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", () => this.preview(null));
    this.element.addEventListener("pointerleave", () => this.preview(null));
  }

  // Draws a position. `shown` has: view, lengths, before (lengths or null), marks (Map or null), hint, playable.
  show(shown) {
    const { view } = shown;
    const rebuilt = this.drawn !== view.game;
    const active = document.activeElement;
    const inside = this.grid?.contains(active);
    if (rebuilt) this.build(view);
    const crumble = this.shown && !rebuilt && shown.before && shown.fresh;
    this.shown = shown;
    this.grid.classList.toggle("still", !shown.playable);
    this.cells.forEach((row, r) => row.forEach((cell, c) => this.draw(cell, r + 1, c + 1, crumble)));
    if (view.name === "nim") {
      this.heads.forEach((head, r) => (head.lastChild.textContent = shown.lengths[r] ?? 0));
    }
    if (!this.here || !this.has(this.here.row, this.here.col)) this.here = this.nearest();
    this.rove();
    this.preview(null);
    // Whoever plays by keyboard stays on a piece that is there.
    if (inside && (rebuilt || active.classList.contains("gone"))) this.focus();
  }

  build(view) {
    const nim = view.name === "nim";
    const cols = Math.max(...view.whole);
    this.drawn = view.game;
    this.here = null;
    this.heads = [];
    const words = nim ? `Heaps of stones, ${view.whole.length}` : `Bar of chocolate, ${view.whole.length} rows, ${cols} columns`;
    this.grid = make("div", { role: "grid", "aria-label": words, class: nim ? "nim" : "chomp" });
    this.grid.classList.toggle("many", cols > (nim ? 16 : 12));
    this.grid.style.setProperty("--cols", cols);
    this.grid.style.setProperty("--rows", view.whole.length);
    if (!nim) {
      const heads = Array.from({ length: cols }, (_, c) => make("span", { role: "columnheader", class: "head" }, String(c + 1)));
      this.grid.append(make("div", { role: "row", class: "row" }, make("span", { role: "columnheader", class: "head", "aria-label": "Row" }), ...heads));
    }
    this.cells = view.whole.map((length, r) => Array.from({ length }, (_, c) => this.cell(r + 1, c + 1)));
    this.cells.forEach((cells, r) => {
      const head = nim
        ? make("span", { role: "rowheader", class: "head" }, `Heap ${r + 1}`, make("b", {}, ""))
        : make("span", { role: "rowheader", class: "head" }, String(r + 1));
      this.heads.push(head);
      const pieces = nim ? [make("div", { class: "stones", role: "presentation" }, ...cells)] : cells;
      this.grid.append(make("div", { role: "row", class: "row" }, head, ...pieces));
    });
    this.element.replaceChildren(this.grid);
  }

  cell(row, col) {
    return make("button", {
      type: "button", role: "gridcell", class: "piece", tabindex: "-1",
      onclick: () => this.take(row, col),
      onpointerenter: (event) => event.pointerType !== "touch" && this.preview({ row, col }),
      onfocus: () => {
        this.here = { row, col };
        this.rove();
        this.preview(this.here);
      },
    });
  }

  isNim() {
    return this.shown.view.name === "nim";
  }

  has(row, col, lengths = this.shown.lengths) {
    return col >= 1 && (lengths[row - 1] ?? 0) >= col;
  }

  // Says whether a move at one piece takes another.
  takes(at, row, col) {
    return col >= at.col && (this.isNim() ? row === at.row : row >= at.row) && this.has(row, col);
  }

  // Names the move at a piece in the notation of the library.
  moveAt({ row, col }) {
    return this.isNim() ? `${this.shown.lengths[row - 1] - col + 1} from ${row}` : `${row},${col}`;
  }

  // Says whether a move at a piece takes the poison: a person may make it, and loses by it.
  eatsPoison(at) {
    const [row, col] = this.shown.view.poison?.split(",").map(Number) ?? [0, 0];
    return at.row <= row && at.col <= col;
  }

  taken({ row, col }) {
    const { lengths } = this.shown;
    const below = this.isNim() ? lengths.slice(row - 1, row) : lengths.slice(row - 1);
    return below.reduce((taken, length) => taken + Math.max(0, length - col + 1), 0);
  }

  draw(cell, row, col, crumble) {
    const { view, lengths, before, marks, hint } = this.shown;
    const there = this.has(row, col);
    const fresh = !there && before !== null && this.has(row, col, before);
    const poison = view.poison === `${row},${col}`;
    const mark = there ? marks?.get(this.moveAt({ row, col })) : undefined;
    cell.className = "piece";
    cell.classList.toggle("poison", poison && there);
    cell.classList.toggle("gone", !there);
    cell.classList.toggle("fresh", fresh);
    cell.classList.toggle("crumble", fresh && Boolean(crumble));
    cell.classList.toggle("hint", there && hint === this.moveAt({ row, col }));
    cell.classList.toggle("win", mark?.outcome === "win");
    cell.classList.toggle("loss", mark?.outcome === "loss");
    const text = mark && mark.text !== "" ? make("span", { class: "mark", "aria-hidden": "true" }, mark.text) : null;
    cell.replaceChildren(...(text ? [text] : []));
    if (there) cell.removeAttribute("aria-disabled");
    else cell.setAttribute("aria-disabled", "true");
    cell.setAttribute("aria-label", this.label(row, col, there, poison, mark, lengths));
  }

  label(row, col, there, poison, mark, lengths) {
    if (!there) return this.isNim() ? `Heap ${row}, taken` : `${row},${col}, eaten`;
    const at = { row, col };
    const place = this.isNim() ? `Heap ${row}, stone ${col} of ${lengths[row - 1]}` : `Row ${row}, column ${col}`;
    const does = this.isNim() ? `takes ${counted(this.taken(at), "stone")}` : `eats ${counted(this.taken(at), "square")}`;
    return [place, poison ? "poison" : does, !poison && this.eatsPoison(at) ? "the poison too" : "", mark?.words].filter(Boolean).join(", ");
  }

  preview(at) {
    const shown = at && this.has(at.row, at.col) ? at : null;
    this.cells.forEach((cells, r) =>
      cells.forEach((cell, c) => cell.classList.toggle("would", Boolean(shown && this.shown.playable && this.takes(shown, r + 1, c + 1)))),
    );
    this.hover(shown ? { move: this.moveAt(shown), taken: this.taken(shown), poison: this.eatsPoison(shown) } : null);
  }

  take(row, col) {
    if (!this.shown.playable || !this.has(row, col)) return;
    this.here = { row, col };
    this.play(this.moveAt({ row, col }));
  }

  // Only one piece can be reached by Tab; arrows lead to the others.
  rove() {
    this.cells.forEach((cells, r) =>
      cells.forEach((cell, c) => (cell.tabIndex = this.here && this.here.row === r + 1 && this.here.col === c + 1 ? 0 : -1)),
    );
  }

  nearest() {
    const { lengths } = this.shown;
    const row = Math.min(this.here?.row ?? 1, lengths.length || 1);
    for (let r = row; r >= 1; r--) {
      if (lengths[r - 1] > 0) return { row: r, col: Math.min(this.here?.col ?? 1, lengths[r - 1]) };
    }
    const first = lengths.findIndex((length) => length > 0);
    return first < 0 ? null : { row: first + 1, col: 1 };
  }

  focus() {
    if (this.here) this.cells[this.here.row - 1][this.here.col - 1].focus();
  }

  key(event) {
    if (!this.here || event.altKey || event.ctrlKey || event.metaKey) return;
    const { lengths } = this.shown;
    const { row, col } = this.here;
    const to = (r, c) => {
      event.preventDefault();
      // A heap that is used up is stepped over.
      const step = Math.sign(r - row);
      while (step && r >= 1 && r <= lengths.length && !lengths[r - 1]) r += step;
      if (r < 1 || r > lengths.length || !lengths[r - 1]) return;
      this.here = { row: r, col: Math.max(1, Math.min(c, lengths[r - 1])) };
      this.focus();
    };
    const steps = {
      ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1], ArrowUp: [row - 1, col], ArrowDown: [row + 1, col],
      Home: [row, 1], End: [row, lengths[row - 1]],
    };
    if (steps[event.key]) to(...steps[event.key]);
  }
}
