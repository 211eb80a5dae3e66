// Choosing a game on a screen: its kind and its parameters, from the games' own descriptions.

import { choiceOf, described, field } from "./dialog.js";
import { make } from "./element.js";

// Makes the fields of a game; `chosen` is the game shown at first, with its name and its values.
export function gameFields(chosen) {
  const { games } = described();
  const titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
  const kind = choiceOf("kind", games.map(({ name }) => name), chosen?.name ?? games[0].name, titles);
  const parts = games.map(({ name, parameters }) => make("span", { class: "fields", "data-for": name },
    ...parameters.map((parameter, i) => field(name, parameter, name === chosen?.name ? chosen.values[i] : undefined))));
  const refresh = () => {
    for (const part of parts) part.hidden = part.dataset.for !== kind.value;
  };
  kind.addEventListener("change", refresh);
  refresh();
  return [make("label", {}, "Game", kind), ...parts];
}

// Shows another game in the fields of a form.
export function showChosen(form, { name, values }) {
  const { parameters } = described().games.find((game) => game.name === name) ?? { parameters: [] };
  form.elements.kind.value = name;
  parameters.forEach((parameter, i) => (form.elements[`${name}-${parameter.name}`].value = values[i]));
  form.elements.kind.dispatchEvent(new Event("change"));
}

// Reads the choice; the engine makes a game of it, or says what is wrong.
export function chosenGame(form, ask) {
  const given = Object.fromEntries(new FormData(form));
  const { parameters } = described().games.find(({ name }) => name === given.kind);
  const values = parameters.map(({ name }) => given[`${given.kind}-${name}`]).join(";");
  return ask("setup", { kind: given.kind, values });
}

// A form whose choice is accepted, or refused with a sentence.
export function choosing(attributes, take, ...children) {
  const wrong = make("p", { class: "wrong", role: "alert", hidden: true });
  const form = make("form", {
    novalidate: true, ...attributes,
    onsubmit: async (event) => {
      event.preventDefault();
      wrong.hidden = true;
      try {
        await take(form);
      } catch (error) {
        refuse(form, error);
      }
    },
  }, ...children, wrong);
  return form;
}

// Says what is wrong with what was asked for, in a form that stays as it was.
export function refuse(form, error) {
  const wrong = form.querySelector(".wrong");
  wrong.hidden = false;
  wrong.textContent = error.message;
}

// How many puzzles a game has of a difficulty; without one, of the usual one, or else of the easiest that it has.
export async function puzzlesOf(game, wanted, usual, ask) {
  const { difficulties } = await ask("puzzles", { game });
  const named = (name) => difficulties.find((difficulty) => difficulty.name === name);
  return named(wanted) ?? [named(usual), ...difficulties].find(({ many }) => many > 0) ?? difficulties[0];
}

// The list of difficulties in a form offers only what the chosen game has; says so if it has nothing.
export function offerDifficulties(form, list, ask) {
  let asked = 0;
  const told = make("small", { role: "status" });
  list.after(told);
  const refresh = async () => {
    const mine = ++asked;
    const { difficulties } = await chosenGame(form, ask).then(({ game }) => ask("puzzles", { game })).catch(() => ({ difficulties: null }));
    if (mine !== asked) return;
    const has = (name) => difficulties?.find((difficulty) => difficulty.name === name)?.many !== 0;
    for (const option of list.options) option.disabled = !has(option.value);
    if (list.selectedOptions[0]?.disabled) list.value = [...list.options].find((option) => !option.disabled)?.value ?? list.value;
    told.textContent = difficulties?.every(({ many }) => many === 0) ? "This game has no puzzles; choose a larger one." : "";
  };
  form.addEventListener("change", (event) => event.target !== list && refresh());
  refresh();
}
