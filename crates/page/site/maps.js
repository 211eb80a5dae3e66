// Maps to explore: many games or positions at once, each a cell with a number. The library makes them; here
// they are painted and explored with the mouse, a finger or the arrow keys, and every cell can be played.

import { make } from "./element.js";
import { screenAddress } from "./screen.js";
import { isDark } from "./settings.js";

const ZOOMS = [8, 12, 18, 26, 36, 48];
// The numbers at the edge of a map, and the frame of its box.
const HEAD = 30;
const FRAME = 18;

export const mapsScreen = {
  title: "Explore",
  async show(root, given, { ask, go, replace, announce, current }) {
    const map = await ask("map", { map: given.map });
    if (!current()) return;
    const [firstRow, firstCol] = map.first;
    const rows = map.rows.length;
    const cols = Math.max(...map.rows.map((row) => row.length));
    const at = (row, col) => {
      const cell = map.rows[row - firstRow]?.[col - firstCol];
      const [value, text = "", places = []] = Array.isArray(cell) ? cell : [cell];
      return cell == null ? null : { row, col, value, text, places };
    };
    const filled = (pattern, cell) => pattern.replace(/\{(row|col|value|text)\}/g, (_, name) => cell[name]);
    // Where cells tell of places, the colour is how far down the first one lies, and every place is a dot.
    const placed = map.rows.flat().some((cell) => Array.isArray(cell) && cell.length > 2);
    const highest = Math.max(1, ...map.rows.flat().filter((cell) => cell != null).map((cell) => (Array.isArray(cell) ? cell[0] : cell)));
    const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
    const here = {
      row: clamp(Number(given.row ?? firstRow + Math.min(3, rows - 1)), firstRow, firstRow + rows - 1),
      col: clamp(Number(given.col ?? firstCol + Math.min(6, cols - 1)), firstCol, firstCol + cols - 1),
    };
    // Without a cell in the address, begin at one that exists.
    for (let col = firstCol; !given.row && !at(here.row, here.col) && col < firstCol + cols; col++) here.col = col;
    // As large as the room is, in width and in height; closer and further from there.
    let zooms = ZOOMS;
    let zoom = 1;
    let onPaper = false;

    const canvas = make("canvas", { tabindex: "0", role: "application", "aria-label": `Map: ${map.down} from the top down, ${map.across} from left to right. Arrow keys move, Enter plays.` });
    const box = make("div", { class: "map-box" }, canvas);
    const said = make("p", { class: "map-said" });
    const ways = make("div", { class: "bar" });

    function paint() {
      const side = zooms[zoom];
      const head = HEAD;
      const ratio = globalThis.devicePixelRatio || 1;
      // A canvas wants the colours as they are now.
      const colour = (name) => {
        box.style.color = `var(${name})`;
        return getComputedStyle(box).color;
      };
      canvas.style.width = `${head + cols * side + 2}px`;
      canvas.style.height = `${head + rows * side + 2}px`;
      canvas.width = (head + cols * side + 2) * ratio;
      canvas.height = (head + rows * side + 2) * ratio;
      const pen = canvas.getContext("2d");
      pen.scale(ratio, ratio);
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.font = "12px system-ui, sans-serif";
      pen.fillStyle = onPaper ? "#333" : colour("--soft");
      const each = side >= 18 ? 1 : 5;
      for (let col = 0; col < cols; col++) if ((col + firstCol) % each === 0) pen.fillText(String(col + firstCol), head + (col + 0.5) * side, head / 2);
      for (let row = 0; row < rows; row++) if ((row + firstRow) % each === 0) pen.fillText(String(row + firstRow), head / 2, head + (row + 0.5) * side);
      const dark = isDark() && !onPaper;
      for (let row = 0; row < rows; row++) {
        for (let col = 0; col < cols; col++) {
          const cell = at(row + firstRow, col + firstCol);
          if (!cell) continue;
          const [x, y] = [head + col * side, head + row * side];
          const share = placed ? (cell.places[0]?.[0] ?? 0) / 100 : cell.value / highest;
          // From gold over red to violet, in both themes; numbers alone from small to large.
          const light = placed ? 72 - 30 * share : dark ? 24 + 46 * share : 96 - 58 * share;
          pen.fillStyle = placed ? `hsl(${405 - 130 * share} ${82 - 30 * share}% ${light}%)` : `hsl(${40 - 18 * share} ${60 + 20 * share}% ${light}%)`;
          pen.fillRect(x + 0.5, y + 0.5, side - 1, side - 1);
          pen.fillStyle = light > 55 ? "#2b1d14" : "#fff";
          for (const [down, right] of cell.places) {
            pen.beginPath();
            pen.arc(x + 1 + ((side - 2) * right) / 100, y + 1 + ((side - 2) * down) / 100, Math.max(1.5, side / 10), 0, 2 * Math.PI);
            pen.fill();
          }
          if (side >= 18 && !placed) {
            pen.font = `${cell.value > 99 ? 10 : 12}px system-ui, sans-serif`;
            pen.fillText(String(cell.value), x + side / 2, y + side / 2 + 1);
          }
        }
      }
      pen.strokeStyle = colour("--focus");
      pen.lineWidth = 3;
      pen.strokeRect(head + (here.col - firstCol) * side, head + (here.row - firstRow) * side, side, side);
    }

    const addressOf = (cell) => {
      const position = map.position ? `&start=${encodeURIComponent(filled(map.position, cell))}` : "";
      return `game=${filled(map.game, cell)}${position}`;
    };

    function stand(row, col, spoken = true) {
      here.row = clamp(row, firstRow, firstRow + rows - 1);
      here.col = clamp(col, firstCol, firstCol + cols - 1);
      const cell = at(here.row, here.col);
      const words = cell ? `${filled(map.said, cell)}.` : "Nothing here.";
      said.textContent = words;
      ways.replaceChildren(...(cell ? [make("a", { class: "button main", href: `#${addressOf(cell)}` }, "Play it"), make("a", { class: "button", href: `#${addressOf(cell)}&vs=human&analysis=1` }, "Analyse it")] : []));
      paint();
      replace(screenAddress("maps", { map: map.name, row: here.row, col: here.col }));
      if (spoken) announce(`${here.row}, ${here.col}. ${words}`);
    }

    const under = (event) => {
      const frame = canvas.getBoundingClientRect();
      const side = zooms[zoom];
      return [firstRow + Math.floor((event.clientY - frame.top - HEAD) / side), firstCol + Math.floor((event.clientX - frame.left - HEAD) / side)];
    };
    canvas.addEventListener("pointermove", (event) => {
      const cell = at(...under(event));
      if (cell && event.pointerType !== "touch") said.textContent = `${filled(map.said, cell)}.`;
    });
    canvas.addEventListener("pointerleave", () => stand(here.row, here.col, false));
    canvas.addEventListener("click", (event) => stand(...under(event)));
    canvas.addEventListener("dblclick", (event) => {
      const cell = at(...under(event));
      if (cell) go(addressOf(cell));
    });
    const zoomTo = (level) => {
      zoom = clamp(level, 0, zooms.length - 1);
      paint();
      const side = zooms[zoom];
      box.scrollLeft = (here.col - firstCol) * side - box.clientWidth / 2;
      box.scrollTop = (here.row - firstRow) * side - box.clientHeight / 2;
      closer.disabled = zoom === zooms.length - 1;
      further.disabled = zoom === 0;
    };
    const closer = make("button", { type: "button", onclick: () => zoomTo(zoom + 1) }, "Zoom in (+)");
    const further = make("button", { type: "button", onclick: () => zoomTo(zoom - 1) }, "Zoom out (−)");
    canvas.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 10 : 1;
      const cell = at(here.row, here.col);
      const keys = {
        ArrowLeft: () => stand(here.row, here.col - step), ArrowRight: () => stand(here.row, here.col + step),
        ArrowUp: () => stand(here.row - step, here.col), ArrowDown: () => stand(here.row + step, here.col),
        Enter: () => cell && go(addressOf(cell)), "+": () => zoomTo(zoom + 1), "=": () => zoomTo(zoom + 1), "-": () => zoomTo(zoom - 1),
      };
      if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });

    root.replaceChildren(make("h2", { class: "turn" }, "Explore"),
      make("div", { class: "bar", role: "group", "aria-label": "Maps" }, ...map.maps.map(({ name, title }) => make("a", { class: "button", href: `#${screenAddress("maps", { map: name })}`, "aria-current": name === map.name ? "true" : null }, title))),
      make("div", { class: "mapped" },
        make("div", { class: "map-told" }, make("p", { class: "rule" }, map.about),
          make("p", { class: "under" }, placed
            ? `Down: ${map.down}. Across: ${map.across}. Each cell is a small board, with a dot for each of the ${map.value}; the colour is how far down the first one lies, from gold at the top to violet at the bottom.`
            : `Down: ${map.down}. Across: ${map.across}. The number: ${map.value}, ${isDark() ? "brighter" : "darker"} where it is larger.`),
          make("div", { class: "map-here" }, said, ways), make("div", { class: "bar" }, closer, further)),
        box));
    const beside = getComputedStyle(box.parentElement).gridTemplateColumns.includes(" ");
    const wide = Math.floor((box.clientWidth - HEAD - FRAME) / cols);
    // Where the words are above the map, it may be as high as the window.
    const high = Math.floor((innerHeight - (beside ? box.getBoundingClientRect().top + scrollY : 80) - HEAD - FRAME - 8) / rows);
    const fit = clamp(Math.min(wide, high), ZOOMS[0], ZOOMS.at(-1));
    zooms = [...new Set([...ZOOMS, fit])].sort((one, other) => one - other);
    zoom = zooms.indexOf(fit);
    stand(here.row, here.col, false);
    zoomTo(zoom);
    // On paper it is dark on white, whatever the colours of the screen are.
    const printed = (paper) => () => {
      onPaper = paper;
      if (current()) paint();
    };
    globalThis.onbeforeprint = printed(true);
    globalThis.onafterprint = printed(false);
  },
};
