// The size of a game by hand: a bar is drawn larger by its corner, a heap by a button at its end. What is changed is the
// value that says the size, wherever a game has one; the library says whether the new one is good.

import { make } from "./element.js";
import { storedText } from "./storage.js";

const MOST = 99;

// Which value of the game is a text.
const valueOf = (here, text) => here.values.indexOf(text);

// Puts the handles of a game on its board; `set` changes a value: its number, the new text, and which handle keeps the focus.
export function growing(place, here, set) {
  for (const old of place.querySelectorAll(".by-hand")) old.remove();
  if (here.panels.every(({ shape }) => shape === "heaps")) heapsBy(place, here, set);
  if (here.panels.length === 1 && here.panels[0].shape === "grid") cornerOf(place, here, set);
}

function cornerOf(place, here, set) {
  const rows = here.panels[0].last;
  const cols = Math.max(...here.pieces.map(({ col }) => col));
  const number = valueOf(here, `${rows}x${cols}`);
  // Drawn from another corner, it is sized as text.
  if (number < 0 || !["", "upper-left"].includes(storedText("corner"))) return;
  const grid = place.querySelector(".grid");
  const size = make("span", { "aria-hidden": "true" });
  const frame = make("div", { class: "sizing by-hand", hidden: true }, size);
  let wanted = null;
  const within = (count) => Math.max(1, Math.min(MOST, count));
  const measure = ({ clientX, clientY }) => {
    const first = grid.querySelector(".piece").getBoundingClientRect();
    const pitch = first.width + parseFloat(getComputedStyle(grid).gap);
    wanted = [within(Math.round((clientY - first.top) / pitch)), within(Math.round((clientX - first.left) / pitch))];
    const outer = grid.parentElement.getBoundingClientRect();
    Object.assign(frame.style, { left: `${first.left - outer.left}px`, top: `${first.top - outer.top}px`, width: `${wanted[1] * pitch}px`, height: `${wanted[0] * pitch}px` });
    size.textContent = `${wanted[0]}×${wanted[1]}`;
    frame.hidden = false;
  };
  const done = (event) => {
    if (wanted && event.type === "pointerup") set(number, wanted.join("x"), ".corner");
    wanted = null;
    frame.hidden = true;
  };
  let now = [rows, cols];
  const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
  const handle = make("button", {
    type: "button", class: "corner by-hand", title: "Drag to change the size", "aria-label": `Size: ${rows} rows, ${cols} columns. The arrow keys change it.`,
    onpointerdown: (event) => {
      event.preventDefault();
      event.currentTarget.focus();
      event.currentTarget.setPointerCapture(event.pointerId);
      measure(event);
    },
    onpointermove: (event) => wanted && measure(event),
    onpointerup: done, onpointercancel: done,
    onkeydown: (event) => {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      // Keys come faster than answers.
      now = now.map((side, axis) => within(side + step[axis]));
      set(number, now.join("x"), ".corner");
    },
  }, "⤡");
  grid.parentElement.append(frame, handle);
}

function heapsBy(place, here, set) {
  const last = Math.max(...here.panels.map(({ last }) => last));
  let heaps = Array.from({ length: last }, (_, r) => here.pieces.filter(({ row, kind }) => row === r + 1 && !kind).length);
  const number = valueOf(here, heaps.join(","));
  if (number < 0) return;
  // Clicks come faster than answers.
  const to = (changed, focus) => {
    heaps = changed;
    set(number, changed.filter((many) => many > 0).slice(0, MOST).join(","), focus);
  };
  const button = (words, name, label, act) => make("button", { type: "button", class: name, "aria-label": label, title: label, onclick: act }, words);
  [...place.querySelectorAll(".heaps > .row")].forEach((row, r) => {
    const change = (by, name) => to(heaps.map((many, i) => many + (i === r ? by : 0)), `.grow-${r} .${name}`);
    const less = button("−", "less", `One less in heap ${r + 1}`, () => change(-1, "less"));
    less.disabled = heaps.length === 1 && heaps[r] === 1;
    row.append(make("span", { class: `grow grow-${r} by-hand` }, less, button("+", "more-of", `One more in heap ${r + 1}`, () => change(1, "more-of"))));
  });
  place.querySelector(".heaps").append(make("div", { class: "grow by-hand" }, button("+ heap", "another", "Another heap", () => to([...heaps, 1], ".another"))));
}
