// Follows a pressed mouse, finger or pen.

import { list } from "./page.js";

/**
 * Calls `moved` with each movement of the pointer that an event has pressed, and `ended` once: with true if it is
 * released, false if Escape or the browser cancels that, or another page is shown. The pressed element may be removed.
 */
export function followPointer({ pointerId }, moved, ended) {
  const following = new AbortController();
  const { signal } = following;
  const pressedList = list;
  const end = (isReleased) => {
    following.abort();
    ended(isReleased);
  };
  const on = (name, handler) => document.addEventListener(name, (event) => {
    if (event.pointerId !== pointerId) return;
    if (pressedList === list) handler(event);
    else end(false);
  }, { signal });
  on("pointermove", moved);
  on("pointerup", () => end(true));
  on("pointercancel", () => end(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end(false);
  }, { capture: true, signal });
}
