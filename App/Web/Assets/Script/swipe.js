// Adds a song to the queue when a finger swipes its row: to the right to play it next, to the left at the end.

import { $, list, showMessage } from "./page.js";
import { followPointer } from "./pointer.js";

/** From where on a row follows the finger, where it acts, and how far it moves: pixels. */
const [slop, threshold, furthest] = [10, 72, 120];
const stored = "fermata-swipe-hint";

/**
 * Moves a row with the finger. If the finger moves up or down, the page scrolls, and the browser cancels this. If the
 * list is loaded again meanwhile, the row that replaced this one follows.
 */
export function swipeRow(event) {
  const pressed = event.target.closest?.("#list .cell:has(> .row-buttons)");
  if (!pressed || event.pointerType !== "touch" || !event.isPrimary || list.classList.contains("selecting")) return;
  if (event.target.closest(".handle, [popover]")) return;
  const { key, index } = pressed.dataset;
  const row = () => $(`.cell[data-key="${CSS.escape(key)}"][data-index="${index}"]`, list);
  const button = () => {
    const current = row();
    return current && distance ? $(`.row-buttons [data-part=${distance > 0 ? "insert" : "add"}]`, current) : undefined;
  };
  const isFarEnough = () => Math.abs(distance) >= threshold;
  const start = event.clientX;
  let distance = 0;
  followPointer(event, ({ clientX }) => {
    distance = Math.abs(clientX - start) < slop ? 0 : Math.max(-furthest, Math.min(furthest, clientX - start));
    const current = row();
    if (!current) return;
    current.style.translate = `${distance}px`;
    current.dataset.swipe = button()?.title ?? "";
    current.classList.toggle("swiped", isFarEnough());
  }, (isReleased) => {
    const current = row();
    if (!current) return;
    current.style.translate = "";
    delete current.dataset.swipe;
    current.classList.remove("swiped");
    if (isReleased && isFarEnough()) button()?.click();
  });
}

/** Says once per browser that rows can be swiped, where a finger can. */
export function showSwipeHint() {
  if (!matchMedia("(pointer: coarse)").matches || localStorage.getItem(stored) || !$(".row-buttons", list)) return;
  localStorage.setItem(stored, "shown");
  showMessage($("#player").dataset.swipeHint);
}
