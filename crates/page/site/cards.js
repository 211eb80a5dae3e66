// What stands beside the board: why, the history, the graph, the review, the tree. Each is drawn from plain data.

import { byId, counted, make, makeSvg } from "./element.js";

export function showWhy(explained) {
  const card = byId("why");
  if (!explained) {
    card.replaceChildren(make("p", {}, "Turn the analysis on, or ask for a hint, and the reason stands here."));
    return;
  }
  if (explained.error) {
    card.replaceChildren(make("p", {}, explained.error));
    return;
  }
  const lines = explained.sentences.map((sentence) => make("p", {}, ...emphasised(sentence, explained.best)));
  if (explained.grundy != null) lines.push(make("p", {}, `Grundy value ${explained.grundy}.`));
  if (explained.binary) lines.push(make("pre", { tabindex: "0", "aria-label": "The heaps in binary" }, explained.binary.replace(/^ {2}/gm, "")));
  card.replaceChildren(...lines);
}

// The best move stands out where it is named first.
function emphasised(sentence, best) {
  const at = best ? sentence.indexOf(best) : -1;
  if (at < 0 || !/wins/.test(sentence)) return [sentence];
  return [sentence.slice(0, at), make("strong", {}, best), sentence.slice(at + best.length)];
}

export function showHistory({ view, names, at, notes, go }) {
  const items = view.moves.map((move, i) => {
    const note = notes[i];
    const spent = note?.nodes != null ? `${note.nodes.toLocaleString("en")} ${note.nodes === 1 ? "node" : "nodes"}` : "";
    const button = make("button", { type: "button", "aria-current": at === i + 1 ? "step" : null, class: i >= at ? "later" : null, onclick: () => go(i + 1) },
      make("span", {}, `${i + 1}`), make("span", {}, names[i % 2]), make("span", {}, move.described), make("small", {}, spent));
    return make("li", {}, button);
  });
  const start = make("li", {}, make("button", { type: "button", "aria-current": at === 0 ? "step" : null, onclick: () => go(0) },
    make("span", {}, "0"), make("span", {}, "the start"), "", ""));
  byId("history").replaceChildren(make("ol", { class: "moves", "aria-label": "Moves" }, start, ...items));
}

// How many plies were left at each position: a disc where the player to move could win, a ring where not.
export function showGraph(points, at, go) {
  const known = points.filter((point) => point && point.distance != null);
  byId("graph-card").hidden = known.length < 2;
  if (known.length < 2) return;
  // As wide as its card, so that the numbers keep their size.
  const width = Math.max(200, Math.min(420, byId("graph").clientWidth || 330));
  const [height, left, bottom] = [130, 26, 20];
  const most = Math.max(4, ...known.map((point) => point.distance));
  const x = (ply) => left + 6 + (ply * (width - left - 18)) / Math.max(1, points.length - 1);
  const y = (plies) => 10 + ((most - plies) * (height - bottom - 14)) / most;
  const words = known.map((point) => `after ${counted(point.ply, "ply")} ${point.distance}`).join(", ");
  const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Plies to the end: ${words}` });
  for (const plies of [0, Math.round(most / 2), most]) {
    svg.append(makeSvg("path", { d: `M${left} ${y(plies)}H${width - 8}`, stroke: "currentColor", "stroke-opacity": ".2" }));
    const text = makeSvg("text", { x: left - 6, y: y(plies) + 4, "text-anchor": "end" });
    text.textContent = plies;
    svg.append(text);
  }
  svg.append(makeSvg("polyline", { fill: "none", stroke: "var(--gold-line)", "stroke-width": 2.5, points: known.map((point) => `${x(point.ply)},${y(point.distance)}`).join(" ") }));
  for (const point of known) {
    const win = point.outcome === "win";
    const dot = makeSvg("circle", { cx: x(point.ply), cy: y(point.distance), r: point.ply === at ? 7 : 4.5, fill: win ? "var(--gold)" : "var(--card)", stroke: "var(--gold-line)", "stroke-width": 2 });
    dot.addEventListener("click", () => go(point.ply));
    svg.append(dot);
  }
  byId("graph").replaceChildren(svg);
}

export function showReview(review, names, go) {
  byId("review-card").hidden = !review;
  if (!review) return;
  const scores = review.players.map((score, i) => (score.winnable ? `${names[i]} kept the win in ${score.kept} of ${counted(score.winnable, "move")}.` : `${names[i]} never had a win to keep.`));
  const items = review.moves.map((move) =>
    make("li", {}, make("button", { type: "button", class: move.better || (move.before === "win" && move.after === "loss") ? "gave" : null, onclick: () => go(move.number - 1) }, `${move.number}. ${move.sentence}`)));
  byId("review").replaceChildren(...scores.map((score) => make("p", {}, score)), make("ol", { class: "reviewed" }, ...items));
}

// The picture comes as text; it is read as a document of its own, and its links lead into this page.
export function showTree(svg, linkTo) {
  if (svg.error) {
    byId("tree").replaceChildren(make("p", {}, svg.error));
    return;
  }
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  for (const link of picture.querySelectorAll("a")) link.setAttribute("href", linkTo(link.dataset.position));
  byId("tree").replaceChildren(
    make("p", {}, "Every position once, most pieces first. Disc: whoever moves wins; ring: has lost; the number is the plies to the end. Bold lines are the moves that win. Click a position to play it."),
    document.importNode(picture, true));
}
