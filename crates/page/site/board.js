// The board: pieces by their places, drawn by the shape of their panel. The engine says which moves a piece
// stands for, what they take and what it is called.
//
// A pointer means more than the piece below it: the edge of a piece means the one beside it too, a heap that is split is
// cut at the nearest joint, and where there are many moves at a piece, pieces are marked and then taken together. All
// of that follows from what the moves take.
//
// Every panel is a grid for screen readers; arrows walk over the pieces that are left, from panel to panel, and along the
// links of a diagram; Enter or Space takes. What a move would take is always shown before it is taken.

import { announce } from "./announce.js";
import { diagram } from "./diagram.js";
import { make } from "./element.js";
import { Menu } from "./menu.js";
import { Solid } from "./solid.js";
import { storedText } from "./storage.js";

// The numbers of the pieces in runs: the first one, how many, the step to the next row of them, how many rows.
const numbers = (runs) => runs.flatMap(([first, many, step, rows]) =>
  Array.from({ length: many * rows }, (_, i) => first + Math.floor(i / many) * step + (i % many)));

// Whether two lists have the same numbers.
const sameNumbers = (one, other) => one.length === other.length && one.every((number) => other.includes(number));

// With more moves at a piece than this a list of them helps nobody: they are marked piece by piece.
const LISTED = 3;
// Narrower pieces have no edges to point at.
const EDGED = 36;

// Every move of a piece: usually one, or none.
const movesOf = (piece) => (piece.moves?.length ? piece.moves : piece.move ? [piece] : []);

export class Board {
  // `play` takes a move; a board with `edit` takes any piece instead, whether it is left or gone. With `bitten` what a move
  // takes is gone at once, before the engine has answered; it is called then.
  constructor({ element, play, hover, edit = null, bitten = null }) {
    this.element = element;
    this.play = play;
    this.edit = edit;
    this.hover = hover;
    this.bitten = bitten;
    this.drawn = "";
    this.cells = [];
    this.would = [];
    this.here = null;
    this.sure = null;
    // What is marked to be taken, by rows.
    this.marked = new Map();
    this.menu = new Menu();
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", () => this.preview(null));
    this.element.addEventListener("pointerleave", () => this.preview(null));
  }

  // Draws what the engine says; `marks` are the texts in the pieces, by their moves; `hint` is a move to
  // highlight.
  show(view, { marks, hint }) {
    const rebuilt = this.drawn !== `${view.game} ${view.pieces.length}`;
    const inside = this.table?.contains(document.activeElement);
    this.menu.close();
    this.pieces = view.pieces;
    this.playable = view.can.play;
    this.joined = new Set(view.pieces.filter(({ kind }) => kind === "joint").map(({ row }) => row));
    // Why a piece offers no move: what is allowed now, or else the rule.
    this.allowed = view.limit ?? view.rule?.split("\n")[0] ?? "";
    this.sure = null;
    this.marking = !this.edit && view.pieces.some(({ moves }) => moves?.length > LISTED);
    if (rebuilt) this.build(view);
    const fresh = new Set(numbers(view.fresh));
    this.crosses = new Set(view.crosses);
    this.table.classList.toggle("still", !this.playable);
    this.cells.forEach((cell, i) => this.draw(cell, this.pieces[i], marks, hint, fresh.has(i), !rebuilt));
    for (const [row, head] of this.heads) this.name(head, view.panels, row);
    this.drawRest();
    this.unmark();
    this.stand(this.here !== null && this.reached(this.pieces[this.here]) ? this.here : this.nearest());
    this.preview(null);
    // The keyboard focus stays on a piece that is left.
    if (inside) this.focus();
  }

  // Whether the focus can be on a piece: it is left, or can be put back.
  reached(piece) {
    return this.edit ? piece.kind !== "gap" : !piece.gone;
  }

  // How many stones are left in a row: 3+4 if a heap was split.
  counted(row) {
    const runs = [];
    let last = null;
    for (const piece of this.pieces) {
      if (piece.row !== row || piece.gone) continue;
      if (last === null || piece.col !== last + 1) runs.push(0);
      last = piece.col;
      if (piece.kind !== "joint") runs[runs.length - 1] += 1;
    }
    return runs.join("+") || "0";
  }

  // Writes what a heap is called; one that was split has several numbers, and one that is alone needs no name to be seen.
  name(head, panels, row) {
    const { first, last, heads } = panels.find((panel) => panel.first <= row && row <= panel.last);
    const numbers = heads?.[row - first] || String(row - first + 1);
    const split = numbers.includes("-");
    head.textContent = split ? `Heaps ${numbers.replace("-", "–")}` : `Heap ${numbers}`;
    head.className = split ? "split" : first === last ? "unseen" : "";
  }

  panelOf(row) {
    return this.panels.find(({ first, last }) => first <= row && row <= last);
  }

  build(view) {
    this.drawn = `${view.game} ${view.pieces.length}`;
    this.corner = storedText("corner");
    this.here = null;
    this.would = [];
    this.left = new Map();
    this.heads = new Map();
    this.lines = [];
    this.solids = [];
    this.panels = view.panels;
    this.covers = view.covers;
    this.cells = this.pieces.map((_, i) => this.cell(i));
    // Too many pieces to animate in browsers without a graphics card.
    const huge = this.pieces.length > 500;
    const many = view.panels.length > 1;
    const parts = [];
    view.panels.forEach((panel, number) => {
      const label = panel.title ? `${view.scene}, ${panel.title}` : view.scene;
      const grid = this.panel(panel, label);
      grid.classList.toggle("huge", huge);
      const body = view.panels[number + 1]?.upon && !panel.upon ? this.solid(number) : [];
      parts.push(...body);
      if (many) parts.push(make("section", { class: "panel", "aria-label": panel.title || null }, make("h3", {}, panel.title), grid));
      else parts.push(grid);
    });
    this.taking = make("button", { type: "button", class: "main" });
    const clear = make("button", { type: "button", onclick: () => this.unmark() }, "Clear");
    this.confirm?.remove();
    this.confirm = make("div", { class: "marking", hidden: true }, this.taking, clear);
    this.element.after(this.confirm);
    this.table = make("div", { class: many ? "panels" : "one" }, ...parts);
    this.table.style.setProperty("--panels", view.panels.length);
    this.element.replaceChildren(this.table);
    // A wide order is scrolled to its middle.
    for (const box of this.table.querySelectorAll(".scroll")) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
  }

  // The layers of a bar as one solid, to look at and to turn.
  solid(first) {
    const panels = [this.panels[first]];
    while (this.panels[first + panels.length]?.upon) panels.push(this.panels[first + panels.length]);
    const solid = new Solid(panels, this.pieces);
    if (!solid.fits) return [];
    this.solids.push(solid);
    return [solid.element];
  }

  panel(panel, label) {
    const pieces = this.pieces.flatMap((piece, i) => (panel.first <= piece.row && piece.row <= panel.last ? [[piece, i]] : []));
    const rows = panel.last - panel.first + 1;
    const cols = Math.max(1, ...pieces.map(([piece]) => piece.col));
    if (panel.shape === "diagram") {
      const drawn = diagram({ panel, pieces, cells: this.cells, covers: this.covers, label });
      this.lines.push(...drawn.lines);
      return drawn.element;
    }
    const heaps = panel.shape !== "grid";
    const grid = make("div", { role: "grid", "aria-label": label, class: `${heaps ? "heaps" : "grid"} of-${panel.look}` });
    grid.classList.toggle("many", cols > (heaps ? 16 : 12));
    // Some people learn their games mirrored: only the picture turns.
    if (!heaps) grid.classList.add(...["lower", "right"].filter((side) => this.corner.includes(side)));
    // What joins two stones is narrower than they are.
    const joints = pieces.filter(([piece]) => piece.row === panel.first && piece.kind === "joint").length;
    grid.classList.toggle("joined", joints > 0);
    grid.classList.toggle("inner", heaps && this.hasInner(pieces));
    grid.classList.toggle("single", heaps && rows === 1);
    grid.classList.toggle("small", !heaps && cols <= 4);
    grid.style.setProperty("--cols", cols - 0.45 * joints);
    grid.style.setProperty("--rows", Math.max(1, rows));
    const head = (role, ...words) => make("span", { role, class: "head" }, ...words);
    if (!heaps) {
      const heads = Array.from({ length: cols }, (_, c) => head("columnheader", String(c + 1)));
      grid.append(make("div", { role: "row", class: "row" }, make("span", { role: "columnheader", class: "head", "aria-label": "Row" }), ...heads));
    }
    for (let row = panel.first; row <= panel.last; row++) {
      const ids = pieces.flatMap(([piece, i]) => (piece.row === row ? [i] : []));
      const cells = ids.map((i) => this.cells[i]);
      const number = row - panel.first + 1;
      if (heaps) {
        const left = make("b", {});
        const name = make("span", {});
        this.name(name, this.panels, row);
        this.left.set(row, left);
        this.heads.set(row, name);
        grid.append(make("div", { role: "row", class: "row" }, head("rowheader", name, left), make("div", { class: "stones", role: "presentation" }, ...cells)));
      } else {
        grid.append(make("div", { role: "row", class: "row" }, head("rowheader", String(number)), ...cells));
        for (const i of ids) this.cells[i].style.gridColumn = this.pieces[i].col + 1;
      }
    }
    return grid;
  }

  // Whether a move takes pieces and leaves others beyond them in the row: then it matters what is side by side.
  hasInner(pieces) {
    const ends = new Map();
    for (const [piece, i] of pieces) if (!piece.gone) ends.set(piece.row, i);
    return pieces.some(([piece]) => movesOf(piece).some(({ takes }) => {
      const taken = numbers(takes).filter((i) => this.pieces[i].row === piece.row);
      return taken.length > 0 && !taken.includes(ends.get(piece.row));
    }));
  }

  cell(i) {
    return make("button", {
      type: "button", role: "gridcell", class: "piece", tabindex: "-1",
      onclick: (event) => {
        // The end of a drag, or of a touch, is not a click.
        if (this.edit && event.detail && this.dragged?.first === null) return;
        this.take(i, event.detail === 0 ? null : event);
      },
      onpointerdown: (event) => {
        if (event.pointerType === "touch" && !this.edit) this.point(i, event);
        this.dragged = { first: i, gone: Boolean(this.pieces[i].gone), by: event.pointerId };
        // Otherwise touch events would stay with the first piece.
        if (this.edit && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      },
      onpointermove: (event) => !this.edit && this.point(i, event),
      // The page is scrolled instead.
      onpointercancel: () => this.preview(null),
      onpointerup: (event) => {
        if (event.pointerType === "touch" && !this.edit) {
          this.preview(null);
          this.take(i, event);
          return;
        }
        // Whoever presses long lifts the finger without a click.
        if (!this.edit || event.pointerType !== "touch" || this.dragged?.by !== event.pointerId || this.dragged.first !== i) return;
        this.dragged.first = null;
        this.take(i, event);
      },
      // A finger has taken what it takes, however long it stayed: no click follows.
      ontouchend: (event) => !this.edit && event.cancelable && event.preventDefault(),
      onpointerenter: (event) => {
        if (event.pointerType !== "touch" && this.edit) this.preview(i);
        // Dragging does to every piece what it did to the first one. Every touch has its own number.
        if (!this.edit || event.buttons !== 1 || this.dragged?.by !== event.pointerId || this.dragged.first === i) return;
        if (this.dragged.first !== null) this.take(this.dragged.first, event);
        this.dragged.first = null;
        if (Boolean(this.pieces[i].gone) === this.dragged.gone) this.take(i, event);
      },
      onfocus: () => {
        this.stand(i);
        // After a finger or a mouse, the focus that moves on its own says nothing.
        if (this.cells[i].matches(":focus-visible")) this.preview(i);
      },
    });
  }

  // Shows what a pointer would take. A finger sees it before it lifts, and sliding off takes nothing.
  point(i, event) {
    const at = this.aimed(i, event);
    const chosen = at === null ? null : this.pointed(at, event);
    // A pointer moves much, and mostly means the same.
    if (at !== this.seen?.at || chosen !== this.seen.chosen) this.preview(at, chosen);
  }

  // The piece that a pointer means which began on one: where a heap is split, the nearest joint, so that a cut can be
  // dragged to its place; elsewhere the piece itself, as long as the pointer is on it.
  aimed(i, { clientX, clientY }) {
    const { row } = this.pieces[i];
    const over = document.elementFromPoint(clientX, clientY);
    if (!this.joined.has(row) || (this.pieces[i].kind !== "joint" && movesOf(this.pieces[i]).length)) return this.cells[i].contains(over) ? i : null;
    if (!this.cells[i].parentElement.contains(over)) return null;
    const far = (j) => {
      const { left, width } = this.cells[j].getBoundingClientRect();
      return Math.abs(left + width / 2 - clientX);
    };
    const joints = this.pieces.flatMap((piece, j) => (piece.row === row && piece.kind === "joint" && !piece.gone ? [j] : []));
    return joints.reduce((best, j) => (best === null || far(j) < far(best) ? j : best), null) ?? i;
  }

  // Which of several moves is meant: in the middle of a piece the one that takes it alone, at its edge the one that takes
  // what is beside it there, too. Nothing if that does not settle it.
  pointed(i, { clientX }) {
    const moves = movesOf(this.pieces[i]);
    const { left, width } = this.cells[i].getBoundingClientRect();
    if (moves.length < 2 || width < EDGED) return null;
    const beside = (side) => this.pieces.findIndex(({ row, col }) => row === this.pieces[i].row && col === this.pieces[i].col + side);
    const taking = (...wanted) => moves.find(({ takes }) => sameNumbers(numbers(takes), wanted));
    const [before, after] = [taking(i, beside(-1)), taking(i, beside(1))];
    const alone = taking(i);
    if (!alone || moves.some((move) => ![alone, before, after].includes(move))) return null;
    const across = (clientX - left) / width;
    return (across < 0.28 && before) || (across > 0.72 && after) || alone;
  }

  // Marks what a piece would take of its row, or takes the mark away; what is marked can then be taken together, if there
  // is such a move.
  mark(i) {
    const { row } = this.pieces[i];
    const parts = movesOf(this.pieces[i]).map(({ takes }) => numbers(takes).filter((j) => this.pieces[j].row === row));
    const part = parts.filter((part) => part.includes(i)).sort((one, other) => one.length - other.length)[0] ?? [];
    if (sameNumbers(this.marked.get(row) ?? [], part)) this.marked.delete(row);
    else this.marked.set(row, part);
    this.drawMarked();
  }

  unmark() {
    this.marked.clear();
    this.drawMarked();
  }

  drawMarked() {
    const all = [...this.marked.values()].flat();
    this.cells.forEach((cell, i) => cell.classList.toggle("marked", all.includes(i)));
    this.confirm.hidden = !all.length;
    if (!all.length) return;
    const at = this.pieces.findIndex((piece) => movesOf(piece).some(({ takes }) => sameNumbers(numbers(takes), all)));
    const move = at < 0 ? null : movesOf(this.pieces[at]).find(({ takes }) => sameNumbers(numbers(takes), all));
    this.taking.disabled = !move;
    this.taking.textContent = move?.described ?? "There is no such move";
    this.taking.onclick = () => this.settle(at, move, false);
    announce(`Marked: ${this.taking.textContent}.`);
  }

  draw(cell, piece, marks, hint, fresh, crumble) {
    const there = !piece.gone;
    const moves = movesOf(piece);
    // A piece that offers several moves shows the one that wins, or else the first.
    const judged = moves.map(({ move }) => marks?.get(move)).filter(Boolean);
    const mark = judged.find(({ outcome }) => outcome === "win") ?? judged[0];
    // Where a heap is split, moves are at its joints, and stones are there to be looked at.
    const barred = there && this.playable && !this.edit && !moves.length && (piece.kind === "joint" || !this.joined.has(piece.row));
    const classes = {
      barred, made: this.crosses.size > 0 && this.crosses.has(this.pieces.indexOf(piece)), poison: there && piece.poison, gone: !there, fresh: fresh && !there, crumble: fresh && !there && crumble,
      hint: there && hint != null && moves.some(({ move }) => move === hint), win: mark?.outcome === "win", loss: mark?.outcome === "loss",
      joint: piece.kind === "joint", gap: piece.kind === "gap", named: piece.name,
    };
    cell.className = ["piece", ...Object.keys(classes).filter((name) => classes[name])].join(" ");
    cell.replaceChildren(
      ...(piece.name ? [make("span", { class: "name", "aria-hidden": "true" }, piece.name)] : []),
      // After a name, the mark is drawn by the style sheet, because the text of a button is its name.
      ...(mark && mark.text !== "" ? [make("span", { class: "mark", "aria-hidden": "true", "data-text": mark.text }, piece.name ? "" : mark.text)] : []),
    );
    if (there || this.edit) cell.removeAttribute("aria-disabled");
    else cell.setAttribute("aria-disabled", "true");
    if (piece.moves?.length && !this.edit) cell.setAttribute("aria-haspopup", "menu");
    else cell.removeAttribute("aria-haspopup");
    cell.hidden = piece.kind === "gap";
    cell.setAttribute("aria-label", [piece.label, this.neighbours(piece), mark?.words].filter(Boolean).join(", "));
  }

  // What is next above an element that is left, for people who do not see the lines.
  neighbours(piece) {
    if (!piece.name || piece.gone || !this.covers.length) return "";
    const here = this.pieces.indexOf(piece);
    const above = this.covers.filter(([lower, upper]) => lower === here && !this.pieces[upper].gone).map(([, upper]) => this.pieces[upper].name);
    return above.length ? `below ${above.join(" and ")}` : "";
  }

  // Shows what the move of a piece would take, or the chosen one of several.
  preview(i, chosen = null) {
    this.seen = { at: i, chosen };
    const before = this.would;
    const piece = i === null ? null : this.pieces[i];
    const move = chosen ?? (piece ? movesOf(piece)[0] : null);
    this.would = move && this.playable ? numbers(move.takes) : [];
    for (const i of before) this.cells[i]?.classList.remove("would");
    for (const i of this.would) this.cells[i].classList.add("would");
    const taken = new Set(this.would);
    for (const [a, b, line] of this.lines) line.classList.toggle("would", taken.has(a) && taken.has(b));
    if (before.length || this.would.length) for (const solid of this.solids) solid.show(this.pieces, this.would);
    this.hover(piece && this.reached(piece) ? piece : null);
  }

  // Takes what a pointer means that began on a piece; without one, what the keyboard is on.
  take(first, pointer) {
    if (this.edit) {
      this.stand(first);
      return this.edit(this.pieces[first]);
    }
    const i = pointer ? this.aimed(first, pointer) : first;
    if (i === null) return;
    const piece = this.pieces[i];
    const moves = movesOf(piece);
    if (!this.playable || piece.gone) return;
    this.stand(i);
    if (moves.length && pointer && this.marking) return this.mark(i);
    const byKeyboard = !pointer;
    const meant = pointer && this.pointed(i, pointer);
    if (meant) return this.settle(i, meant, false);
    if (!moves.length) return announce(`There is no move here. ${this.allowed}`, true);
    if (moves.length > 1) {
      this.menu.open(this.cells[i], piece.label, moves, {
        preview: (move) => this.preview(i, move),
        choose: (move) => this.settle(i, move, byKeyboard),
        leave: () => this.cells[i].focus(),
      });
      return;
    }
    this.settle(i, moves[0], byKeyboard);
  }

  settle(i, move, byKeyboard) {
    if (move.loses && byKeyboard && this.sure !== move.move) {
      this.sure = move.move;
      this.cells[i].focus();
      return announce("That loses at once. Press Enter again if you mean it.", true);
    }
    if (this.panelOf(this.pieces[i].row).look === "cross") this.crosses.add(i);
    if (this.bitten) this.bite(numbers(move.takes));
    this.play(move.move);
  }

  // Draws that pieces are taken. Nothing can be played until the engine's answer is shown.
  bite(taken) {
    const gone = new Set(taken);
    this.preview(null);
    this.unmark();
    this.playable = false;
    this.table.classList.add("still");
    this.pieces = this.pieces.map((piece, i) => (gone.has(i) ? { ...piece, gone: true } : piece));
    this.cells.forEach((cell, i) => this.draw(cell, this.pieces[i], null, null, gone.has(i), true));
    this.drawRest();
    this.bitten();
  }

  // Draws what follows from which pieces are left: their numbers, the lines between them, the solid of layers.
  drawRest() {
    for (const [row, left] of this.left) left.textContent = this.counted(row);
    for (const [a, b, line] of this.lines) line.classList.toggle("gone", Boolean(this.pieces[a].gone || this.pieces[b].gone));
    for (const solid of this.solids) solid.show(this.pieces, []);
  }

  // Only one piece can be reached by Tab; arrows lead to the others.
  stand(i) {
    if (i !== this.here) this.sure = null;
    if (this.here !== null && this.cells[this.here]) this.cells[this.here].tabIndex = -1;
    this.here = i;
    if (i !== null) this.cells[i].tabIndex = 0;
  }

  // The piece that is left with the smallest measure.
  best(measure) {
    let found = null;
    let least = Infinity;
    this.pieces.forEach((piece, i) => {
      const here = this.reached(piece) ? measure(piece, i) : Infinity;
      if (here < least) [found, least] = [i, here];
    });
    return found;
  }

  // A piece near the last focus: in the same row, else above, else below. At first it is a piece that takes
  // least: the last one, or one of the greatest of an order. What loses at once comes last, so that pressing
  // Enter twice does not lose the game.
  nearest() {
    const far = (piece) => (piece.loses ? 1e12 : 0);
    const last = this.panels[this.panels.length - 1];
    if (this.here === null) {
      return this.best(last.shape === "diagram"
        ? (piece) => far(piece) + (piece.row < last.first ? 1e6 - piece.row : piece.row) * 1000 + piece.col
        : (piece) => far(piece) - 1000 * piece.row - piece.col);
    }
    const { row, col } = this.pieces[this.here];
    const { first } = this.panelOf(row);
    return this.best((piece) => far(piece) + 1000 * (piece.row <= row ? row - piece.row : 1000 + piece.row) + Math.abs(piece.col - col) + (this.panelOf(piece.row).first === first ? 0 : 1e8));
  }

  focus() {
    if (this.here !== null) this.cells[this.here].focus();
  }

  // One step to the left or right: in the row, or else into the next panel.
  along(way) {
    const { row, col } = this.pieces[this.here];
    const inRow = this.best((piece) => (piece.row === row && (piece.col - col) * way > 0 ? (piece.col - col) * way : Infinity));
    if (inRow !== null) return inRow;
    const at = this.panels.indexOf(this.panelOf(row));
    const within = row - this.panels[at].first;
    return this.best((piece) => {
      const panel = this.panelOf(piece.row);
      const far = (this.panels.indexOf(panel) - at) * way;
      return far <= 0 ? Infinity : 1e6 * far + 1e3 * Math.abs(piece.row - panel.first - within) + piece.col * way;
    });
  }

  // One step up or down: along a link of a diagram, or to the nearest row in which something is left.
  across(way) {
    const { row, col } = this.pieces[this.here];
    const linked = new Set(this.covers.flatMap(([lower, upper]) => (way < 0 && lower === this.here ? [upper] : way > 0 && upper === this.here ? [lower] : [])));
    const far = (piece) => ((piece.row - row) * way > 0 ? 1000 * (piece.row - row) * way + Math.abs(piece.col - col) : Infinity);
    return this.best((piece, i) => (linked.has(i) ? far(piece) : Infinity)) ?? this.best(far);
  }

  key(event) {
    if (this.here === null || event.altKey || event.ctrlKey || event.metaKey || !event.target.closest(".piece")) return;
    const { row } = this.pieces[this.here];
    const end = (way) => this.best((piece) => (piece.row === row ? piece.col * way : Infinity));
    // On a grid that is drawn from another corner, left and right or up and down change places.
    const turned = this.panelOf(row).shape === "grid" ? this.corner : "";
    const [aside, down] = [turned.includes("right") ? -1 : 1, turned.includes("lower") ? -1 : 1];
    const steps = {
      ArrowLeft: () => this.along(-aside), ArrowRight: () => this.along(aside), ArrowUp: () => this.across(-down), ArrowDown: () => this.across(down),
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
