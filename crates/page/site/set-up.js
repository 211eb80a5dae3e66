// Setting up a position: clicking or dragging takes pieces away or puts them back, heaps too, and moves the poison; bars,
// heaps and orders are drawn larger or otherwise. The library says what is possible.

import { Board } from "./board.js";
import { choosing, chosenGame, gameFields, showChosen } from "./chooser.js";
import { choiceOf } from "./dialog.js";
import { make } from "./element.js";
import { growing } from "./grow.js";
import { readOrder, withLine, withNode, withoutNode, writeOrder } from "./order.js";
import { screenAddress } from "./screen.js";
import { store, storedText } from "./storage.js";

const CORNERS = { "upper-left": "upper left", "upper-right": "upper right", "lower-left": "lower left", "lower-right": "lower right" };

export const setUpScreen = {
  title: "Set up",
  async show(root, given, { ask, replace, announce, current, usual }) {
    let here = await ask("setup", { game: given.game || usual, position: given.position });
    if (!current()) return;
    let laying = false;
    // Whether lines are drawn, and the node where one begins.
    let lining = false;
    let from = null;
    const place = make("div", { class: "board edited", tabindex: "-1" });
    const under = make("p", { class: "under", "aria-hidden": "true" });
    const trouble = make("p", { class: "wrong", role: "alert", hidden: true });
    const ways = make("div", { class: "bar" });
    const text = make("input", { name: "position", autocomplete: "off", spellcheck: "false" });
    const head = make("h2", { class: "turn" });
    const mode = make("button", { type: "button", "aria-pressed": "false", onclick: () => {
      laying = !laying;
      mode.setAttribute("aria-pressed", String(laying));
      announce(laying ? "Choose the piece that will be the poison." : "Choose pieces to take away or to put back.");
    } }, "Move the poison");
    const board = new Board({
      element: place, hover: (piece) => (under.textContent = piece ? `${piece.label}: ${laying ? "put the poison here" : piece.gone ? "put it back" : "take it away"}.` : ""),
      edit: (piece) => (lining ? line(piece.name) : change(piece, laying)),
    });

    // One change after another, however fast people drag.
    let queue = Promise.resolve();
    const change = (piece, poison) => (queue = queue.then(async () => {
      const now = here.pieces.find(({ row, col }) => row === piece.row && col === piece.col);
      // A piece that came or went with another one needs no change.
      if (!poison && Boolean(now?.gone) !== Boolean(piece.gone)) return;
      try {
        here = await ask("setup", { game: here.game, position: here.position, [poison ? "poison" : "piece"]: `${piece.row},${piece.col}` }, false);
        draw(true);
      } catch (error) {
        trouble.hidden = false;
        trouble.textContent = error.message;
      }
    }));

    // Another value of the game: its size, its heaps, its order.
    const set = (number, value, focus) => (queue = queue.then(async () => {
      const values = here.values.map((old, i) => (i === number ? value : old));
      try {
        here = await ask("setup", { kind: here.name, values: values.join(";") }, false);
        draw(true);
        if (focus) place.querySelector(focus)?.focus();
      } catch (error) {
        trouble.hidden = false;
        trouble.textContent = error.message;
        announce(error.message);
      }
    }));

    // The order that can be drawn, and the value that says it; nothing if the game has none.
    const drawn = () => {
      const names = here.pieces.map(({ name }) => name);
      const orders = here.panels.every(({ shape }) => shape === "diagram") ? here.values.map((value) => readOrder(value, names)) : [];
      const number = orders.findIndex(Boolean);
      return number < 0 ? null : { number, order: orders[number] };
    };
    const redraw = (change) => {
      const { number, order } = drawn();
      pick(null);
      set(number, writeOrder(change(order)));
    };
    // A line goes from the node that was chosen first, or where the finger began, up to the next one.
    function line(name) {
      if (from === null || from === name) return pick(from === name ? null : name);
      const lower = from;
      redraw((order) => withLine(order, lower, name));
    }
    function pick(name) {
      from = name;
      for (const cell of place.querySelectorAll(".piece")) cell.classList.toggle("marked", name !== null && cell.querySelector(".name")?.textContent === name);
      removal.disabled = name === null;
      if (name !== null) announce(`A line from ${name}: choose the node above it.`);
    }
    const lines = make("button", { type: "button", "aria-pressed": "false", onclick: () => {
      lining = !lining;
      lines.setAttribute("aria-pressed", String(lining));
      pick(null);
    } }, "Draw lines");
    const removal = make("button", { type: "button", disabled: true, onclick: () => {
      const gone = from;
      redraw((order) => withoutNode(order, gone));
    } }, "Remove the node");
    const orderBar = make("div", { class: "bar by-lines" }, make("button", { type: "button", onclick: () => redraw(withNode) }, "Add a node"), lines, removal);
    place.addEventListener("keydown", (event) => event.key === "Delete" && from !== null && removal.click());

    function draw(told = false) {
      if (!current()) return;
      replace(screenAddress("setup", { game: here.game, position: here.whole ? null : here.position }));
      head.textContent = `Set up: ${here.title}`;
      trouble.hidden = !here.trouble;
      trouble.textContent = here.trouble ?? "";
      text.value = here.position;
      mode.hidden = !here.poison;
      // Only a grid has corners.
      corners.hidden = !here.panels.some(({ shape }) => shape === "grid");
      orderBar.hidden = !drawn();
      if (orderBar.hidden && lining) lines.click();
      showChosen(choose, here);
      board.show({ ...here, fresh: [], can: { play: true } }, {});
      growing(place, here, set);
      pick(null);
      const to = (words, address, main) => make("a", { class: main ? "button main" : "button", href: `#${address}` }, words);
      const about = { game: here.game, position: here.position };
      ways.replaceChildren(...(here.trouble ? [] : [to("Play it", here.address, true), to("Analyse it", `${here.address}&vs=human&analysis=1`), to("Make a puzzle of it", screenAddress("puzzles", about)),
        to("Watch a search", screenAddress("search", about)), to("Worksheet of this game", screenAddress("worksheet", { game: here.game }))]));
      if (told) announce(`The position is ${here.position}.`);
    }

    const choose = choosing({ class: "choose" }, async (form) => {
      here = await chosenGame(form, ask);
      draw(true);
    }, ...gameFields(here), make("div", { class: "bar" }, make("button", { type: "submit" }, "Start from this")));
    const typed = choosing({ class: "choose line" }, async () => {
      here = await ask("setup", { game: here.game, position: text.value }, false);
      draw(true);
    }, make("label", {}, "Position", text), make("button", { type: "submit" }, "Set"), make("button", { type: "button", onclick: () => {
      text.value = "";
      typed.requestSubmit();
    } }, "All pieces"));
    const corner = choiceOf("corner", Object.keys(CORNERS), storedText("corner") || "upper-left", CORNERS);
    corner.addEventListener("change", () => {
      store("corner", corner.value);
      board.drawn = "";
      draw();
    });

    const corners = make("section", { class: "card" }, make("h3", {}, "Corner"), make("form", { class: "choose" }, make("label", {}, "Row 1 and column 1 are drawn at the", corner)));
    root.replaceChildren(make("div", { class: "two" },
      make("section", { "aria-label": "The position" }, head,
        make("p", { class: "rule" }, "Click a piece to take it away, with everything that goes with it. Click an empty place to put it back. You can also drag. The size changes at the corner of a bar and at the end of a heap; in an order of your own you can draw lines."),
        place, under, trouble, make("div", { class: "bar" }, mode), orderBar, ways),
      make("aside", { "aria-label": "What to set up" },
        make("section", { class: "card" }, make("h3", {}, "Game"), choose),
        make("section", { class: "card" }, make("h3", {}, "As text"), typed),
        corners)));
    draw();
  },
};
