// The dialogs: a new game, and sharing one.

import { byId, make } from "./element.js";

function choice(name, value, words, checked) {
  return make("label", {}, make("input", { type: "radio", name, value, checked }), words);
}

function options(values, chosen) {
  return values.map(([value, words]) => make("option", { value, selected: value === chosen }, words));
}

// Asks what to play; `begin` takes the choice, or says in a sentence what is wrong with it.
export function askNewGame(state, names, begin) {
  const dialog = byId("new-dialog");
  const nim = state.game.startsWith("nim:");
  const size = /^chomp:(\d+)x(\d+)(?:@(.+))?$/.exec(state.game) ?? ["", "4", "7", undefined];
  const heaps = nim ? state.game.slice(4).replace("/misere", "") : "3,4,5";
  const wrong = make("p", { class: "wrong", role: "alert", hidden: true });
  const form = make("form", { novalidate: true },
    make("h2", { id: "new-title" }, "New game"), wrong,
    make("fieldset", {}, make("legend", {}, "Game"), choice("kind", "chomp", "Chomp", !nim), choice("kind", "nim", "Take-away (Nim)", nim)),
    make("fieldset", { "data-for": "chomp" }, make("legend", {}, "Bar"),
      make("label", {}, make("input", { type: "number", name: "rows", min: 1, max: 20, value: size[1], inputmode: "numeric" }), "rows"),
      make("label", {}, make("input", { type: "number", name: "cols", min: 1, max: 20, value: size[2], inputmode: "numeric" }), "columns"),
      make("label", {}, "poison on", make("input", { name: "poison", size: 4, value: size[3] ?? "1,1" }))),
    make("fieldset", { "data-for": "nim" }, make("legend", {}, "Heaps"),
      make("label", {}, "stones", make("input", { name: "heaps", size: 14, value: heaps })),
      make("label", {}, make("input", { type: "checkbox", name: "misere", checked: state.game.endsWith("/misere") }), "the last stone loses (misère)")),
    make("fieldset", {}, make("legend", {}, "Against"), choice("vs", "computer", "the computer", state.vs === "computer"), choice("vs", "human", "a person here", state.vs === "human")),
    make("fieldset", { "data-for": "computer" }, make("legend", {}, "The computer"),
      make("label", {}, "plays", make("select", { name: "level" }, ...options([["easy", "easy"], ["medium", "medium"], ["strong", "strong"], ["perfect", "perfectly"]], state.level))),
      make("label", {}, "thinks by", make("select", { name: "engine" }, ...options([["auto", "whatever is best"], ["minimax", "minimax"], ["alphabeta", "alpha-beta"], ["negamax", "negamax"], ["memo", "memory"], ["sieve", "sieve"]], state.engine)))),
    make("fieldset", { "data-for": "computer" }, make("legend", {}, "Who starts"), choice("me", "1", "you", state.me === 1), choice("me", "2", "the computer", state.me === 2)),
    make("fieldset", {}, make("legend", {}, "Names"),
      make("label", {}, "you", make("input", { name: "you", size: 10, maxlength: 40, value: names.you, autocomplete: "off" })),
      make("label", { "data-for": "human" }, "the other", make("input", { name: "other", size: 10, maxlength: 40, value: names.other, autocomplete: "off" }))),
    make("div", { class: "bar" }, make("button", { type: "button", value: "cancel", onclick: () => dialog.close() }, "Cancel"), make("button", { type: "submit", class: "main" }, "Play")));
  const refresh = () => {
    const chosen = new FormData(form);
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = ![chosen.get("kind"), chosen.get("vs")].includes(part.dataset.for);
  };
  form.addEventListener("change", refresh);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(new FormData(form));
    const problem = await begin({ ...chosen, game: gameOf(chosen) });
    wrong.hidden = !problem;
    if (problem) wrong.textContent = problem;
    else dialog.close();
  });
  dialog.replaceChildren(form);
  refresh();
  dialog.showModal();
}

// Names the chosen game in the notation of the library, which says itself what is wrong with it.
function gameOf(chosen) {
  if (chosen.kind === "nim") return `nim:${chosen.heaps.trim().replace(/[\s,]+/g, ",")}${chosen.misere ? "/misere" : ""}`;
  const poison = chosen.poison.trim().replace(/\s+/g, "");
  return `chomp:${chosen.rows}x${chosen.cols}${poison && poison !== "1,1" ? `@${poison}` : ""}`;
}

// Shows links; each can be copied.
export function showLinks(links) {
  const dialog = byId("share-dialog");
  const rows = links.map(([words, link], i) => {
    const input = make("input", { id: `link-${i}`, readonly: true, value: link, onfocus: (event) => event.target.select() });
    const copy = make("button", { type: "button", onclick: async () => {
      input.select();
      try {
        await navigator.clipboard.writeText(link);
        copy.textContent = "Copied";
      } catch {
        // Where a page may not copy, the link is selected, and people copy it themselves.
      }
    } }, "Copy");
    return make("div", {}, make("label", { for: `link-${i}` }, words), input, make("div", { class: "bar" }, copy));
  });
  dialog.replaceChildren(make("div", { class: "share" }, make("h2", { id: "share-title" }, "Share"), ...rows,
    make("div", { class: "bar" }, make("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Close"))));
  dialog.showModal();
}
