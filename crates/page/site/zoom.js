// A drawing in a box that scrolls: it begins as large as fits, and can be made larger and smaller.

import { make } from "./element.js";

// Smaller than this, a whole drawing shows nothing: it scrolls instead.
const LEAST = 0.35;
const MOST = 3;
const STEP = 1.3;

// Fits a picture with a width and a height into its box, and returns the buttons; the box takes the keys + − and 0.
export function zoomable(picture, box) {
  const [width, height] = ["width", "height"].map((side) => Number(picture.getAttribute(side)));
  let scale = 1;
  const buttons = [["−", "Smaller", () => show(scale / STEP)], ["Fit", "Fit the whole drawing", () => fit()], ["+", "Larger", () => show(scale * STEP)]]
    .map(([words, label, act]) => make("button", { type: "button", "aria-label": label, title: label, onclick: act }, words));

  function show(wanted) {
    // What is in the middle stays there.
    const middle = (before, room, whole) => (before + room / 2) / Math.max(1, whole);
    const [across, down] = [middle(box.scrollLeft, box.clientWidth, box.scrollWidth), middle(box.scrollTop, box.clientHeight, box.scrollHeight)];
    scale = Math.max(LEAST, Math.min(MOST, wanted));
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    box.scrollLeft = across * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = down * box.scrollHeight - box.clientHeight / 2;
    buttons[0].disabled = scale <= LEAST;
    buttons[2].disabled = scale >= MOST;
  }

  function fit() {
    const { paddingLeft, paddingRight, maxHeight } = getComputedStyle(box);
    const wide = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const high = (parseFloat(maxHeight) || innerHeight) - 24;
    show(Math.min(1, wide / width, high / height));
  }

  const keys = { "+": buttons[2], "=": buttons[2], "-": buttons[0], 0: buttons[1] };
  box.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key].click();
  });
  fit();
  return make("div", { class: "zooms", role: "group", "aria-label": "Size of the drawing" }, ...buttons);
}
