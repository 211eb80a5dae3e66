// A box that scrolls shows by a shade at which of its edges there is more.

const SCROLLING = ".board, .scroll, .moves, .reviewed, .replies, .textbook, .tree-box, .tree-drawn, .map-box, .steps";

function look(box) {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = box;
  const more = { left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1, up: scrollTop > 1, down: scrollTop + clientHeight < scrollHeight - 1 };
  for (const [edge, there] of Object.entries(more)) box.classList.toggle(`more-${edge}`, there);
  box.classList.toggle("edged", Object.values(more).includes(true));
}

let waits = false;
// Once a frame, however much is drawn in it.
function lookAtAll() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    for (const box of document.querySelectorAll(SCROLLING)) look(box);
  });
}

export function watchEdges() {
  document.addEventListener("scroll", (event) => event.target.matches?.(SCROLLING) && look(event.target), { capture: true, passive: true });
  addEventListener("resize", lookAtAll);
  // Drawings grow by their width.
  new MutationObserver(lookAtAll).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["width"] });
  lookAtAll();
}
