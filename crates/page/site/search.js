// Watching a search: the library's own steps, on its picture of the tree; one search, or two side by side.

import { described, choiceOf } from "./dialog.js";
import { counted, make } from "./element.js";
import { choosing } from "./chooser.js";
import { screenAddress } from "./screen.js";
import { zoomable } from "./zoom.js";

const SEARCHES = ["minimax", "alphabeta", "negamax", "memo"];
const NAMES = { minimax: "Minimax", alphabeta: "Alpha-beta", negamax: "Negamax", memo: "Negamax that remembers" };

// The picture comes as text, and the page styles it.
function drawnTree(svg) {
  const picture = new DOMParser().parseFromString(svg.replace(/<style>[^]*?<\/style>/, ""), "image/svg+xml").documentElement;
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", picture.querySelector("title").textContent);
  picture.querySelector("title").remove();
  // The key goes below the tree, so that it stays visible however far the tree is scrolled.
  const key = [...picture.querySelectorAll(".key")];
  for (const line of key) line.remove();
  return [document.importNode(picture, true), key.map((line) => line.textContent)];
}

// One search: its tree, what has happened so far, and how many nodes that took.
class Followed {
  constructor(trace) {
    this.trace = trace;
    this.steps = trace.steps;
    const [tree, key] = drawnTree(trace.picture);
    this.tree = tree;
    this.words = make("ol", { class: "steps", "aria-live": "polite" });
    this.count = make("p", { class: "count" });
    this.box = make("div", { class: "tree-box", tabindex: "0", role: "group", "aria-label": "The tree; it scrolls" }, this.tree);
    this.element = make("section", { class: "searched", "aria-label": NAMES[trace.search] },
      make("div", { class: "watched-head" }, make("h3", {}, NAMES[trace.search]), this.count), this.box, this.words, make("p", { class: "rule" }, trace.opening), ...key.map((line) => make("p", { class: "key" }, line)));
    this.parts = new Map([...this.tree.querySelectorAll("g[id]")].map((part) => {
      const name = part.id;
      // Two trees may be on the page.
      part.removeAttribute("id");
      return [name, part];
    }));
  }

  // Shows the tree after this many steps.
  show(many) {
    const done = this.steps.slice(0, many);
    const [seen, known, cut] = [new Set(), new Set(), new Set()];
    let entered = 0;
    for (const step of done) {
      if (step.event === "enter") entered += 1;
      if (step.event === "enter" || step.event === "remember") seen.add(step.node);
      if (step.event === "leave" || step.event === "remember") known.add(step.node);
      for (const node of step.cut ?? []) {
        seen.add(node);
        cut.add(node);
      }
    }
    const last = done[done.length - 1];
    const ended = done.length === this.steps.length;
    for (const [name, part] of this.parts) {
      const node = Number(name.replace(/^\D+/, ""));
      part.setAttribute("class", ["part", seen.has(node) ? "" : "ahead", known.has(node) || cut.has(node) ? "" : "open",
        name.startsWith("node") && last?.node === node && !ended ? "now" : ""].filter(Boolean).join(" "));
    }
    this.tree.setAttribute("class", ended ? "ended" : "");
    this.count.replaceChildren(make("b", {}, String(entered)), ` of ${counted(this.trace.nodes, "node")} entered · step ${done.length} of ${this.steps.length}`,
      cut.size ? ` · ${counted(cut.size, "move")} cut off` : "");
    const lines = done.slice(-4).map((step) => make("li", { "aria-current": step === last ? "step" : null }, step.words));
    this.words.replaceChildren(...(ended ? [...lines.slice(-2), make("li", { class: "closing" }, this.trace.closing)] : lines.length ? lines : [make("li", {}, "Press Step to begin.")]));
    const here = last && this.parts.get(`node-${last.node}`);
    if (here) this.follow(here);
    else if (!last) this.follow(this.parts.get("node-0"));
  }

  // When it is on the page, it begins as large as fits.
  fit() {
    this.box.previousSibling.append(zoomable(this.tree, this.box));
  }

  // Only the box is scrolled, never the page.
  follow(part) {
    const place = part.getBoundingClientRect();
    const box = this.box.getBoundingClientRect();
    this.box.scrollLeft += place.left + place.width / 2 - box.left - box.width / 2;
    this.box.scrollTop += place.top + place.height / 2 - box.top - box.height / 2;
  }
}

// What two searches of the same position have to do with each other. Every search finds the true value.
function compared([one, other]) {
  const [more, fewer] = one.nodes >= other.nodes ? [one, other] : [other, one];
  if (more.nodes === fewer.nodes) return `Both enter ${counted(one.nodes, "node")} here, and find the same answer.`;
  return `${NAMES[fewer.search]} enters ${counted(more.nodes - fewer.nodes, "node")} fewer than ${NAMES[more.search].replace(/^./, (first) => first.toLowerCase())}, ${fewer.nodes} instead of ${more.nodes}, and finds the same answer.`;
}

export const searchScreen = {
  title: "Watch a search",
  async show(root, given, { ask, go, replace, current }) {
    const { games } = described();
    const figures = games.flatMap(({ figures = [] }) => figures);
    // The largest figure of the first game: there the searches differ.
    const telling = (games[0].figures ?? figures).at(-1);
    const game = given.game || figures[0];
    const left = SEARCHES.includes(given.left) ? given.left : "minimax";
    const right = SEARCHES.includes(given.right) ? given.right : "";
    const wanted = right ? [left, right] : [left];
    const about = (more) => ({ game, position: given.position, left, right, ...more });
    const link = (words, parameters, chosen) => make("a", { class: "button", href: `#${screenAddress("search", parameters)}`, "aria-current": chosen ? "true" : null }, words);
    const textbook = make("div", { class: "bar textbook" },
      ...figures.map((figure) => link(`${figure.replace(/^.*:/, "")} with MAX and MIN`, { game: figure, left: "minimax" }, figure === game && !given.position && left === "minimax" && !right)),
      link("Minimax next to alpha-beta", { game: telling, left: "minimax", right: "alphabeta" }, game === telling && !given.position && left === "minimax" && right === "alphabeta"));
    const fields = {
      game: make("input", { name: "game", value: game, autocomplete: "off", spellcheck: "false", size: 12 }),
      position: make("input", { name: "position", value: given.position ?? "", placeholder: "the start", autocomplete: "off", spellcheck: "false", size: 10 }),
      left: choiceOf("left", SEARCHES, left, NAMES),
      right: choiceOf("right", ["", ...SEARCHES], right, { "": "nothing", ...NAMES }),
    };
    const form = choosing({ class: "choose line" }, async () => {
      const asked = Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value.trim()]));
      // If the new search is too large to follow, this one stays.
      for (const search of [asked.left, asked.right].filter(Boolean)) await ask("trace", { game: asked.game, position: asked.position, search });
      go(screenAddress("search", asked));
    }, make("label", {}, "Game", fields.game), make("label", {}, "Position", fields.position), make("label", {}, "Search", fields.left), make("label", {}, "beside", fields.right),
    make("button", { type: "submit" }, "Watch"));
    const top = [make("h2", { class: "turn" }, "Watch a search"),
      make("p", { class: "rule" }, "A computer looks ahead: it enters positions, comes back with their values, cuts off what cannot matter, and remembers. Take it step by step."), textbook];
    const another = make("details", { class: "card" }, make("summary", {}, "Another position, or another search"), form);
    root.replaceChildren(...top, another);

    const traces = await Promise.all(wanted.map((search) => ask("trace", { game, position: given.position, search })));
    if (!current()) return;
    const headline = right ? [make("p", { class: "task compared" }, compared(traces))] : [];
    const followed = traces.map((trace) => new Followed(trace));
    const most = Math.max(...traces.map(({ steps }) => steps.length));
    let at = Math.max(0, Math.min(most, Number(given.step) || 0));
    let clock = null;

    const slider = make("input", { type: "range", min: 0, max: most, value: at, "aria-label": "Step", oninput: () => to(Number(slider.value)) });
    const button = (words, title, act) => make("button", { type: "button", title, onclick: act }, words);
    const run = button("Run", "p", () => (clock ? halt() : start()));
    const buttons = {
      first: button("Start", "Home", () => to(0)), back: button("◀ Back", "←", () => to(at - 1)),
      on: button("Step ▶", "→", () => to(at + 1)), run, last: button("End", "End", () => to(most)),
    };
    buttons.on.classList.add("main");

    function halt() {
      clearInterval(clock);
      clock = null;
      run.textContent = "Run";
    }
    function start() {
      if (at >= most) to(0);
      run.textContent = "Pause";
      clock = setInterval(() => {
        if (!current() || at >= most) return halt();
        to(at + 1, true);
      }, 700);
    }
    function to(step, running = false) {
      if (!running) halt();
      at = Math.max(0, Math.min(most, step));
      slider.value = at;
      slider.setAttribute("aria-valuetext", `step ${at} of ${most}`);
      for (const one of followed) one.show(Math.min(at, one.steps.length));
      // Not disabled, so that the keyboard focus stays here at the end.
      for (const [name, none] of [["first", at === 0], ["back", at === 0], ["on", at === most], ["last", at === most]]) buttons[name].setAttribute("aria-disabled", String(none));
      replace(screenAddress("search", about({ step: at || null })));
    }

    const controls = make("div", { class: "bar steer", role: "group", "aria-label": "Steps" }, buttons.first, buttons.back, buttons.on, buttons.run, buttons.last, slider);
    const all = make("div", { class: "watched", onkeydown: (event) => {
      const keys = { ArrowRight: () => to(at + 1), ArrowLeft: () => to(at - 1), Home: () => to(0), End: () => to(most), p: () => (clock ? halt() : start()) };
      if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    } }, ...headline, controls, make("div", { class: right ? "beside" : "alone" }, ...followed.map(({ element }) => element)));
    root.replaceChildren(...top, all, another);
    for (const one of followed) one.fit();
    to(at);
  },
};
