// Follows a pressed mouse, finger or pen.

/**
 * Calls `moved` with each movement of the pointer that an event has pressed, and `ended` once: with true if it is
 * released, false if Escape or the browser cancels that.
 */
export function followPointer({ pointerId }, moved, ended) {
  const following = new AbortController();
  const { signal } = following;
  const end = (isReleased) => {
    following.abort();
    ended(isReleased);
  };
  // The document receives the end of a capture even if the element was removed.
  const on = (name, handler) =>
    document.addEventListener(name, (event) => event.pointerId === pointerId && handler(event), { signal });
  on("pointermove", moved);
  on("pointerup", () => end(true));
  on("pointercancel", () => end(false));
  on("lostpointercapture", () => end(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end(false);
  }, { capture: true, signal });
}
