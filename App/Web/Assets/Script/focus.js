// Elements change places, and the focus stays where it was.

import { $, list } from "./page.js";

export function keepingFocus(change) {
  const focus = document.activeElement;
  const home = focus?.closest("[data-key]");
  change();
  if (!home || document.contains(focus)) return;
  const { key, index } = home.dataset;
  const [ofKey, ofIndex] = [`[data-key="${CSS.escape(key)}"]`, `[data-index="${index}"]`];
  const next = $(ofKey + ofIndex, list) ?? $(ofKey, list) ?? $(ofIndex, list);
  const name = (element) => element.dataset.part ?? element.getAttribute("href");
  const same = [...(next?.querySelectorAll("a, button, [data-part]") ?? [])].find((element) => name(element) === name(focus));
  const row = focus === home ? next : undefined;
  (row ?? same ?? $("a, button", next ?? list) ?? $("#main")).focus({ preventScroll: true });
}

/** Makes the children of an element those of another, and leaves alone what is equal. */
export function morph(element, other) {
  keepingFocus(() => {
    const fresh = [...other.children];
    while (element.children.length > fresh.length) element.lastElementChild.remove();
    fresh.forEach((child, index) => {
      const former = element.children[index];
      if (!former) element.append(child);
      else if (!former.isEqualNode(child)) former.replaceWith(child);
    });
  });
}

/** Moves the focus from row to row, or out of the list, as the feeds of WAI-ARIA do. */
export function turned(event) {
  const { index } = event.target.closest?.(".cell")?.dataset ?? {};
  const step = { PageDown: 1, PageUp: -1 }[event.key];
  const way = event.ctrlKey && { Home: "h1", End: "footer button" }[event.key];
  const next = step ? $(`.cell[data-index="${Number(index) + step}"]`, list) : way && $(way);
  if (index === undefined || !next) return false;
  event.preventDefault();
  next.focus();
  return true;
}
