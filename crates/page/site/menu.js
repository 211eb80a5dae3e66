// The small list of moves at a piece that offers several: this pin alone, or this one and the next.

import { make } from "./element.js";

export class Menu {
  constructor() {
    this.element = null;
    document.addEventListener("pointerdown", (event) => {
      if (this.element && !this.element.contains(event.target)) this.close();
    });
  }

  // Opens below a piece; previews the move in focus, and plays the chosen one.
  open(beside, label, moves, { preview, choose, leave }) {
    this.close();
    const item = (move) => make("button", {
      type: "button", role: "menuitem", tabindex: "-1",
      onclick: () => {
        this.close();
        choose(move);
      },
      onfocus: () => preview(move),
      onpointerenter: () => preview(move),
    }, move.described);
    const items = moves.map(item);
    const step = (way) => {
      const at = items.indexOf(document.activeElement);
      items[(at + way + items.length) % items.length].focus();
    };
    const keys = {
      ArrowDown: () => step(1), ArrowRight: () => step(1), ArrowUp: () => step(-1), ArrowLeft: () => step(-1),
      Home: () => items[0].focus(), End: () => items[items.length - 1].focus(),
      Escape: () => {
        this.close();
        leave();
      },
      Tab: () => this.close(),
    };
    this.element = make("div", {
      class: "menu", role: "menu", "aria-label": label,
      onkeydown: (event) => {
        event.stopPropagation();
        if (!keys[event.key]) return;
        if (event.key !== "Tab") event.preventDefault();
        keys[event.key]();
      },
    }, ...items);
    beside.closest(".board").parentElement.append(this.element);
    const place = beside.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const left = Math.max(8, Math.min(place.left, document.documentElement.clientWidth - own.width - 8));
    const below = place.bottom + 6;
    const top = below + own.height > innerHeight ? Math.max(8, place.top - own.height - 6) : below;
    this.element.style.left = `${left + scrollX}px`;
    this.element.style.top = `${top + scrollY}px`;
    items[0].focus();
  }

  close() {
    this.element?.remove();
    this.element = null;
  }
}
