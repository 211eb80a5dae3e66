// The dialogs: a new game, made from the games' own descriptions; sharing; the keys.

import { byId, make } from "./element.js";
import { FIRST } from "./first.js";

let { games, families, levels, engines, terms } = FIRST.games;

export const described = () => ({ games, families, levels, engines, terms });

// The engine may know more games than this page did when it was built.
export function learn(known) {
  ({ games, families, levels, engines, terms } = known);
}

// Friendly names for engines whose names do not explain themselves.
const THINKS = { auto: "automatic", alphabeta: "alpha-beta", memo: "with memory" };

function choice(name, value, words, checked) {
  return make("label", {}, make("input", { type: "radio", name, value, checked }), words);
}

export function choiceOf(name, values, chosen, words = {}) {
  return make("select", { name }, ...values.map((value) => make("option", { value, selected: value === chosen }, words[value] ?? value)));
}

// Asks for one parameter of a game: one of some values, or a text with suggestions.
export function field(kind, { name, label, accepted, listed, usual, values }, value = usual) {
  const id = `${kind}-${name}`;
  if (listed) return make("label", {}, label, choiceOf(id, values, value));
  return make("label", {}, label, make("input", { name: id, value, list: `${id}-list`, title: accepted, autocomplete: "off", spellcheck: "false" }),
    make("datalist", { id: `${id}-list` }, ...values.map((value) => make("option", { value }))), make("small", {}, accepted));
}

// Asks what to play; `begin` accepts the choice, or says in a sentence what is wrong with it.
export function askNewGame(view, names, begin) {
  const dialog = byId("new-dialog");
  const wrong = make("p", { class: "wrong", role: "alert", hidden: true });
  const kinds = games.map(({ name, title, parameters }) => make("fieldset", { "data-for": name }, make("legend", {}, title),
    ...parameters.map((parameter, i) => field(name, parameter, name === view.name ? view.values[i] : undefined))));
  const titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
  const form = make("form", { novalidate: true },
    make("h2", { id: "new-title" }, "New game"), wrong,
    make("fieldset", {}, make("label", {}, "Game", choiceOf("kind", games.map(({ name }) => name), view.name, titles))),
    ...kinds,
    make("fieldset", {}, make("legend", {}, "Against"), choice("vs", "computer", "the computer", view.computer), choice("vs", "human", "someone on this device", !view.computer)),
    make("fieldset", { "data-for": "computer" }, make("legend", {}, "The computer"),
      make("label", {}, "level", choiceOf("level", levels, view.level)),
      make("label", {}, "search", choiceOf("engine", engines, view.engine, THINKS))),
    make("fieldset", { "data-for": "computer" }, make("legend", {}, "Who starts"), choice("me", "1", "you", view.me === 1), choice("me", "2", "the computer", view.me === 2)),
    make("fieldset", {}, make("legend", {}, "Names"),
      make("label", {}, "you", make("input", { name: "you", size: 10, maxlength: 40, value: names.you, placeholder: "You", autocomplete: "off" })),
      make("label", { "data-for": "human" }, "the other", make("input", { name: "other", size: 10, maxlength: 40, value: names.other, placeholder: "Player 2", autocomplete: "off" }))),
    make("div", { class: "bar" }, make("button", { type: "button", value: "cancel", onclick: () => dialog.close() }, "Cancel"), make("button", { type: "submit", class: "main" }, "Play")));
  const refresh = () => {
    const chosen = new FormData(form);
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = ![chosen.get("kind"), chosen.get("vs")].includes(part.dataset.for);
  };
  form.addEventListener("change", refresh);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(new FormData(form));
    const { parameters } = games.find(({ name }) => name === chosen.kind);
    const values = parameters.map(({ name }) => chosen[`${chosen.kind}-${name}`]).join(";");
    const problem = await begin({ ...chosen, values });
    wrong.hidden = !problem;
    if (problem) wrong.textContent = problem;
    else dialog.close();
  });
  dialog.replaceChildren(form);
  refresh();
  dialog.showModal();
  // The first field is the kind of game, and shows the one that is chosen.
  form.elements.kind.focus();
}

function sheet(dialog, id, title, ...children) {
  dialog.replaceChildren(make("div", { class: "share" }, make("h2", { id, tabindex: "-1", autofocus: true }, title), ...children,
    make("div", { class: "bar" }, make("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Close"))));
  dialog.showModal();
}

// Shows links; each can be copied.
export function showLinks(links) {
  const rows = links.map(([words, link], i) => {
    const input = make("input", { id: `link-${i}`, readonly: true, value: link, onfocus: (event) => event.target.select() });
    const copy = make("button", { type: "button", onclick: async () => {
      input.select();
      try {
        await navigator.clipboard.writeText(link);
        copy.textContent = "Copied";
      } catch {
        // If the page may not copy, the link is selected so that people can copy it.
      }
    } }, "Copy");
    return make("div", {}, make("label", { for: `link-${i}` }, words), input, make("div", { class: "bar" }, copy));
  });
  sheet(byId("share-dialog"), "share-title", "Share", ...rows);
}

// What people set for this device.
export function showSettings(fields) {
  sheet(byId("settings-dialog"), "settings-title", "Settings", make("div", { class: "settings" }, ...fields), make("p", {}, "They stay on this device."));
}

// The help sheet: every key, by where it works.
export function showKeys(groups) {
  const rows = (keys) => keys.map(([key, words]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)));
  const parts = groups.flatMap(([where, ...keys]) => [make("h3", {}, where), make("dl", { class: "keys" }, ...rows(keys))]);
  sheet(byId("help-dialog"), "help-title", "Help", make("p", {}, "Everything can be done by mouse, by touch and by keyboard."), ...parts);
}
