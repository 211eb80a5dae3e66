// The cards next to the board: why, the history, the graph, the review, the lesson, the tree. Each is drawn
// from plain data.

import { byId, counted, make, makeSvg } from "./element.js";
import { isCalm } from "./settings.js";
import { store, stored } from "./storage.js";
import { explained } from "./terms.js";
import { zoomable } from "./zoom.js";

const WAITING = "Turn the analysis on, or ask for a hint, and the reason appears here.";

// `told` has sentences, and perhaps the best move, replies with their answers, a figure and a value; or an error.
export function showWhy(told) {
  const { sentences = [told?.error ?? WAITING], best, replies = [], figure, value } = told ?? {};
  const lines = sentences.map((sentence) => make("p", {}, ...emphasised(sentence, best)));
  if (replies.length) lines.push(make("ul", { class: "replies", tabindex: "0", "aria-label": "Replies and answers" }, ...replies.map(({ move, answer }) => make("li", {}, `${move} → ${answer}`))));
  if (value) lines.push(make("p", {}, ...explained(value)));
  if (figure) lines.push(make("pre", { tabindex: "0", "aria-label": "In figures" }, figure.replace(/^ {2}/gm, "")));
  byId("why").replaceChildren(...lines);
}

// The best move is bold where the sentence says that it wins.
function emphasised(sentence, best) {
  const at = best ? sentence.indexOf(best) : -1;
  if (at < 0 || !/wins/.test(sentence)) return explained(sentence);
  return [...explained(sentence.slice(0, at)), make("strong", {}, best), ...explained(sentence.slice(at + best.length))];
}

// Draws a list of buttons again; a focus inside it moves to the current one.
function redraw(id, list) {
  const inside = byId(id).contains(document.activeElement);
  byId(id).replaceChildren(...list);
  const current = byId(id).querySelector("[aria-current]");
  if (inside) current?.focus();
  return current;
}

export function showHistory(view, notes, go) {
  const row = (i, who, words, spent, later) => make("li", {},
    make("button", { type: "button", "aria-current": view.at === i ? "step" : null, class: later ? "later" : null, onclick: () => go(i) },
      // The spaces are for those who hear it.
      make("span", { "aria-hidden": "true" }, String(i)), " ", make("bdi", {}, who), words && " ", make("span", {}, words), spent && " ", make("small", {}, spent)));
  // Nodes are shown to people who chose how the computer thinks.
  const spent = (move, note) => (move.computer && view.engine !== "auto" && note?.nodes != null ? counted(note.nodes, "node") : "");
  const rows = view.moves.map((move, i) => row(i + 1, move.who, move.described, spent(move, notes[i]), i >= view.at));
  const current = redraw("history", [make("ol", { class: "moves", "aria-label": "Moves" }, row(0, "the start", "", "", false), ...rows)]);
  // Only the list is scrolled, never the page.
  const moves = byId("history").firstChild;
  if (current) moves.scrollTop = current.offsetTop - moves.offsetTop - moves.clientHeight + current.offsetHeight;
}

// How many plies were left at each position: a disc where the player to move could win, a ring where not.
export function showGraph(points, at, go) {
  const known = points.filter((point) => point && point.distance != null);
  byId("graph-card").hidden = known.length < 2;
  if (known.length < 2) return;
  // As wide as its card, so that the numbers keep their size.
  const width = Math.max(200, Math.min(420, byId("graph").clientWidth || 330));
  const [height, left, bottom] = [146, 26, 36];
  const most = Math.max(4, ...known.map((point) => point.distance));
  const x = (ply) => left + 6 + (ply * (width - left - 18)) / Math.max(1, points.length - 1);
  const y = (plies) => 10 + ((most - plies) * (height - bottom - 14)) / most;
  const words = known.map((point) => `after ${counted(point.ply, "ply")} ${point.distance}`).join(", ");
  const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Moves to the end: ${words}` });
  for (const plies of [0, Math.round(most / 2), most]) {
    svg.append(makeSvg("path", { d: `M${left} ${y(plies)}H${width - 8}`, stroke: "currentColor", "stroke-opacity": ".2" }),
      makeSvg("text", { x: left - 6, y: y(plies) + 4, "text-anchor": "end" }, String(plies)));
  }
  // Below it, which move comes next.
  for (const ply of [...new Set([0, Math.floor((points.length - 1) / 2), points.length - 1])]) {
    svg.append(makeSvg("text", { x: x(ply), y: height - 14, "text-anchor": "middle" }, String(ply)));
  }
  svg.append(makeSvg("text", { x: width - 8, y: height - 1, "text-anchor": "end" }, "moves made"));
  svg.append(makeSvg("polyline", { fill: "none", stroke: "var(--gold-line)", "stroke-width": 2.5, points: known.map((point) => `${x(point.ply)},${y(point.distance)}`).join(" ") }));
  for (const point of known) {
    const win = point.outcome === "win";
    const dot = makeSvg("circle", { cx: x(point.ply), cy: y(point.distance), r: point.ply === at ? 7 : 4.5, fill: win ? "var(--gold)" : "var(--card)", stroke: "var(--gold-line)", "stroke-width": 2 });
    dot.addEventListener("click", () => go(point.ply));
    svg.append(dot);
  }
  byId("graph").replaceChildren(svg);
}

export function showReview(review, go) {
  byId("review-card").hidden = !review;
  if (!review) return;
  const items = review.moves.map((move) =>
    make("li", {}, make("button", { type: "button", class: move.gave_away ? "gave" : null, onclick: () => go(move.number - 1) }, `${move.number}. ${move.sentence}`)));
  byId("review").replaceChildren(...review.sentences.map((sentence) => make("p", {}, ...explained(sentence))), make("ol", { class: "reviewed" }, ...items));
}

// `said` is what happened on the board, if that is worth saying.
export function showLesson(lesson, said, go) {
  const card = byId("lesson");
  card.hidden = !lesson;
  if (!lesson) return;
  const check = lesson.check && checked(lesson);
  if (lesson.done && !check) finishStep(lesson.title);
  const buttons = lesson.ways.map(({ words, address, main }) => make("button", { type: "button", class: main ? "main" : null, onclick: () => go(address) }, words));
  card.replaceChildren(
    make("p", { class: "step" }, make("a", { href: "#show=course" }, "Course"), `: ${lesson.chapter}, step ${lesson.number} of ${lesson.of}`),
    make("h2", {}, lesson.title), make("p", {}, ...explained(lesson.text)), make("p", { class: "said" }, ...explained(said ?? lesson.said)), ...(check ? [check] : []),
    make("div", { class: "bar" }, ...buttons, lesson.watch && make("a", { class: "button", href: `#${lesson.watch.address}` }, lesson.watch.words)));
}

// Scrolls no further than needed to show how the step ended, and the way on, which matters most.
export function showWayOn() {
  byId("lesson").scrollIntoView({ block: "nearest" });
  byId("lesson").querySelector(".main")?.scrollIntoView({ block: "nearest" });
}

// The steps that were finished on this device, by their titles.
export const doneSteps = () => {
  const done = stored("course");
  return Array.isArray(done) ? done : [];
};

function finishStep(title) {
  if (!doneSteps().includes(title)) store("course", [...doneSteps(), title]);
}

// A question at the end of a step; it may be answered until it is right.
function checked({ title, check }) {
  const verdict = make("p", { role: "status" });
  const answer = (words, i) => make("button", { type: "button", onclick: (event) => {
    const right = i === check.right;
    verdict.textContent = right ? `Right. ${check.why}` : "Not quite. Think again.";
    event.target.prepend(right ? "✓ " : "✗ ");
    event.target.disabled = true;
    event.target.classList.toggle("right", right);
    if (right) finishStep(title);
    if (right) for (const other of event.target.parentElement.children) other.disabled = true;
  } }, words);
  return make("div", { class: "check" }, make("p", { class: "said" }, check.question), make("div", { class: "bar", role: "group", "aria-label": "Answers" }, ...check.answers.map(answer)), verdict);
}

// The picture comes as text; it is parsed as a separate document, and its links lead into this page.
export function showTree(svg, figures = []) {
  // What is too big to draw leads to what is not.
  const small = figures.map((game) => make("a", { class: "button", href: `#game=${game}` }, game));
  if (svg.error) return byId("tree").replaceChildren(make("p", {}, svg.error), ...(small.length ? [make("p", {}, "These fit:"), make("div", { class: "bar" }, ...small)] : []));
  // The page styles it: a strict policy does not let a picture bring its own styles.
  const plain = svg.replace(/<style>[^]*?<\/style>/, "");
  const picture = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-label", picture.querySelector("title").textContent);
  for (const link of picture.querySelectorAll("a")) link.setAttribute("href", link.getAttribute("href").replace(/^.*#/, "#"));
  const box = make("div", { class: "tree-drawn", tabindex: "0", role: "group", "aria-label": "The tree" }, document.importNode(picture, true));
  byId("tree").replaceChildren(make("p", {}, "Every position once. Click one to play it."), box);
  box.before(zoomable(box.firstChild, box));
}

// A win: crumbs of gold rain over the board, for a moment, unless nothing should move.
export function celebrate(over) {
  if (isCalm()) return;
  const { left, top, width } = over.getBoundingClientRect();
  const crumbs = Array.from({ length: 36 }, (_, i) => {
    const crumb = make("i", { class: ["gold", "choc", "violet"][i % 3] });
    const any = (from, to) => from + Math.random() * (to - from);
    for (const [name, value] of Object.entries({ x: `${any(0, 100)}%`, wait: `${any(0, 0.5)}s`, turn: `${any(-720, 720)}deg`, side: `${any(-4, 4)}rem`, size: `${any(0.5, 1.1)}rem` })) crumb.style.setProperty(`--${name}`, value);
    return crumb;
  });
  const rain = make("div", { class: "crumbs", "aria-hidden": "true" }, ...crumbs);
  Object.assign(rain.style, { left: `${left}px`, top: `${Math.max(0, top)}px`, width: `${width}px` });
  document.body.append(rain);
  setTimeout(() => rain.remove(), 2600);
}
