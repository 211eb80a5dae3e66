// The other screens: set up, puzzles, course, search, worksheets, maps, teachers. They are loaded when one is
// opened.
//
// A screen has an address, as a game does: `show=puzzles&…`. It draws itself into one element, from what the
// engine says.

import { announce } from "./announce.js";
import { byId, make } from "./element.js";

let styled = null;
let opened = 0;
// What is shown, and how far people had scrolled in the home.
let shown = null;
let scrolled = 0;
document.addEventListener("click", (event) => {
  if (event.target.closest?.('a[href="#"]')) scrolled = 0;
});

// Their style sheet is loaded with them.
function loadLooks() {
  styled ??= new Promise((done) => {
    document.head.append(make("link", { rel: "stylesheet", href: "screens.css", onload: done, onerror: done }));
  });
  return styled;
}

export const screenOf = (query) => new URLSearchParams(query.replaceAll("+", "%2B")).get("show");

export const screenAddress = (show, parameters = {}) => {
  const given = Object.entries({ show, ...parameters }).filter(([, value]) => value !== "" && value != null);
  // Characters that an address may contain stay readable.
  const plain = (text) => encodeURIComponent(text).replace(/%(2B|2C|3A|3B|40|2F)/g, (sign) => decodeURIComponent(sign));
  return given.map(([name, value]) => `${name}=${plain(String(value))}`).join("&");
};

// Marks the current link.
export function showWhere(isHere) {
  for (const link of document.querySelectorAll("nav a")) {
    if (isHere(link)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function leavePart() {
  if (shown === "home") scrolled = scrollY;
  shown = "left";
}

// Shows one of the home, the game and the other screens, from its top: what came before was another page. Who comes
// back to the home is where the last card was.
export function showPart(name) {
  const first = shown === null;
  const other = shown !== name;
  if (other) leavePart();
  for (const part of ["home", "play", "screen"]) byId(part).hidden = part !== name;
  document.documentElement.dataset.part = name;
  shown = name;
  if (other && !first) scrollTo(0, name === "home" ? scrolled : 0);
}

// Leaves the screens: the game is shown again, or the home.
export function closeScreen(part) {
  opened += 1;
  if (!byId("screen").hidden) byId("screen").replaceChildren();
  showPart(part);
}

// Opens the screen that an address names; `tools` is what it may use of the page.
export async function openScreen(query, tools) {
  const mine = ++opened;
  const given = Object.fromEntries(new URLSearchParams(query.replaceAll("+", "%2B")));
  const root = byId("screen");
  const fresh = root.hidden || root.dataset.show !== given.show;
  if (shown === "home" || shown === "play") leavePart();
  for (const part of ["home", "play"]) byId(part).hidden = true;
  const [{ SCREENS }] = await Promise.all([import("./screens.js"), loadLooks()]);
  if (mine !== opened) return;
  showPart("screen");
  root.dataset.show = given.show;
  showWhere((link) => link.dataset.show === given.show);
  const screen = SCREENS[given.show] ?? SCREENS.nothing;
  const current = () => mine === opened;
  // Long work shows a notice, and can be stopped.
  const ask = async (name, parameters, keep) => {
    const notice = setTimeout(() => current() && tools.busy(true), 250);
    try {
      return await tools.ask(name, parameters, keep);
    } finally {
      clearTimeout(notice);
      tools.busy(false);
    }
  };
  try {
    document.title = `${screen.title} · lastbite`;
    await screen.show(root, given, { ...tools, ask, current, announce });
  } catch (error) {
    if (!current()) return;
    root.replaceChildren(make("h2", { class: "turn" }, screen.title), make("div", { class: "over" }, make("p", { role: "alert" }, error.message),
      make("a", { class: "button", href: `#${screenAddress(given.show)}` }, "Start again")));
  }
  // The keyboard focus begins at the top.
  if (current() && fresh) root.focus({ preventScroll: true });
  if (current() && fresh) scrollTo(0, 0);
}
