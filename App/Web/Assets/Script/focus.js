// Moves the focus, and preserves it while elements are replaced.

import { $, list } from "./page.js";

/** Runs a change, then moves the focus to the element that replaces the focused one. */
export function withFocusPreserved(change) {
  const focus = document.activeElement;
  const item = focus?.closest("[data-key]");
  change();
  if (!item || document.contains(focus)) return;
  const { key, index } = item.dataset;
  const [byKey, byIndex] = [`[data-key="${CSS.escape(key)}"]`, `[data-index="${index}"]`];
  const next = $(byKey + byIndex, list) ?? $(byKey, list) ?? $(byIndex, list);
  const name = (element) => element.dataset.part ?? element.getAttribute("href");
  const same = [...(next?.querySelectorAll("a, button, [data-part]") ?? [])].find((element) => name(element) === name(focus));
  const row = focus === item ? next : undefined;
  (row ?? same ?? $("a, button", next ?? list) ?? $("#main")).focus({ preventScroll: true });
}

/** Replaces the children of an element by those of another where they differ. */
export function morph(element, other) {
  withFocusPreserved(() => morphChildren(element, other));
}

/** The elements that stay when their children change, so that a row of tiles does not scroll back. */
const containers = ".page, section, .shelf, .grid, .chips";

function morphChildren(element, other) {
  const fresh = [...other.children];
  while (element.children.length > fresh.length) element.lastElementChild.remove();
  fresh.forEach((child, index) => {
    const previous = element.children[index];
    if (!previous) element.append(child);
    else if (previous.isEqualNode(child)) return;
    else if (!previous.matches(containers) || previous.className !== child.className) previous.replaceWith(child);
    else {
      Object.assign(previous.dataset, child.dataset);
      morphChildren(previous, child);
    }
  });
}

/** Moves the focus from row to row, or out of the list, as in feeds of WAI-ARIA. */
export function moveBetweenRows(event) {
  if (event.target.matches?.("input:not(.choice), select, textarea")) return false;
  const { index } = event.target.closest?.("[data-index]")?.dataset ?? {};
  const step = { PageDown: 1, PageUp: -1 }[event.key];
  const exit = event.ctrlKey && { Home: "h1", End: "footer button" }[event.key];
  const next = step ? $(`[data-index="${Number(index) + step}"]`, list) : exit && $(exit);
  if (index === undefined || !next) return false;
  event.preventDefault();
  next.focus();
  return true;
}
