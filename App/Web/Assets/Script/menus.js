// Opens the menu of a row, and moves through it by keyboard.

import { $, raiseMessage } from "./page.js";

/** Moves the focus within a menu, and returns whether it did. The queue has its own keys. */
export function moveInMenu(event) {
  const menu = event.target.closest?.(".menu:not(.queue), .rest:popover-open");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!menu || !step || event.target.matches("input, select")) return false;
  const items = [...menu.querySelectorAll("a, button")];
  items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
  event.preventDefault();
  return true;
}

export function focusOpenedMenu(event) {
  if (!event.target.matches(".menu, .rest") || event.newState !== "open") return;
  raiseMessage();
  // The queue focuses its current song.
  if (event.target.matches(".queue")) return;
  const first = $("a, button, input", event.target);
  first.focus();
  first.select?.();
}

/** Closes the menu with a page's actions once one of them is chosen, unless it opens a form. */
export function closeRest({ target }) {
  target.closest?.(".rest > button:not([popovertarget])")?.parentElement.hidePopover();
}
