// Adds a song to the queue when a finger swipes its row: to the right to play it next, to the left at the end.

import { $, list, showMessage } from "./page.js";
import { followPointer } from "./pointer.js";

/** From where on a row follows the finger, where it acts, and how far it moves: pixels. */
const [slop, threshold, furthest] = [10, 72, 120];
const stored = "fermata-swipe-hint";

/** Moves a row with the finger. If the finger moves up or down, the page scrolls, and the browser cancels this. */
export function swipeRow(event) {
  const row = event.target.closest?.("#list .cell:has(> .row-buttons)");
  if (!row || event.pointerType !== "touch" || !event.isPrimary || list.classList.contains("selecting")) return;
  if (event.target.closest(".handle, [popover]")) return;
  const start = event.clientX;
  let button;
  followPointer(event, ({ clientX }) => {
    const distance = Math.abs(clientX - start) < slop ? 0 : Math.max(-furthest, Math.min(furthest, clientX - start));
    button = distance ? $(`.row-buttons [data-part=${distance > 0 ? "insert" : "add"}]`, row) : undefined;
    row.style.translate = `${distance}px`;
    row.dataset.swipe = button?.title ?? "";
    const isFarEnough = Math.abs(distance) >= threshold;
    row.classList.toggle("swiped", isFarEnough);
    if (!isFarEnough) button = undefined;
  }, (isReleased) => {
    row.style.translate = "";
    delete row.dataset.swipe;
    row.classList.remove("swiped");
    if (isReleased) button?.click();
  });
}

/** Says once per browser that rows can be swiped, where a finger can. */
export function showSwipeHint() {
  if (!matchMedia("(pointer: coarse)").matches || localStorage.getItem(stored) || !$(".row-buttons", list)) return;
  localStorage.setItem(stored, "shown");
  showMessage($("#player").dataset.swipeHint);
}
