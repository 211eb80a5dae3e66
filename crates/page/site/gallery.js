// All games in their families: each with a picture of how it begins, its name and one line. The library draws the
// pictures.

import { described } from "./dialog.js";
import { make } from "./element.js";
import { FIRST } from "./first.js";

// A picture that came as text, parsed as a separate document.
export function pictured(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

// The picture of a game; one that the page has not been built with is asked for.
function beginning(address, ask) {
  const place = make("span", { class: "picture", "aria-hidden": "true" });
  // Pieces are equally large on all cards that have room for them.
  const draw = (svg) => {
    const picture = pictured(svg);
    picture.style.maxWidth = `${picture.viewBox.baseVal.width * 1.15}px`;
    place.replaceChildren(picture);
  };
  if (FIRST.pictures[address]) draw(FIRST.pictures[address]);
  else ask("card.svg", address).then(draw).catch(() => {});
  return place;
}

export function familiesOf(ask) {
  const { games, families } = described();
  const byName = new Map(games.map((game) => [game.name, game]));
  const card = ({ title, address, invitation }) => make("li", {}, make("a", { href: `#${address}` },
    beginning(address, ask), make("b", {}, title), make("span", { class: "about" }, invitation)));
  return families.map((family) => make("section", {},
    make("h2", {}, family.title), make("p", {}, family.about), make("ul", { class: "gallery" }, ...family.games.map((name) => card(byName.get(name))))));
}

export const galleryScreen = {
  title: "Games",
  show(root, given, { ask }) {
    root.replaceChildren(make("h2", { class: "turn" }, "Games"),
      make("p", { class: "rule" }, "All of them follow one idea: take a piece, and what belongs to it goes too. Choose one, and play the computer or someone beside you."),
      make("div", { class: "families" }, ...familiesOf(ask)));
  },
};
