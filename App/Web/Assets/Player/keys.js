// Controls the player by keys, unless a field or a button has the focus.

import { elapsed, perform, seekTo } from "./bar.js";
import { visit } from "./navigation.js";
import { root } from "./page.js";
import { isWaiting, shown } from "./program.js";

/** How far the arrow keys seek, in seconds. */
const step = 5;
const actions = {
  " ": () => perform("toggle"),
  n: () => perform("next"),
  p: () => perform("previous"),
  ArrowLeft: () => seekTo(elapsed() - step),
  ArrowRight: () => seekTo(elapsed() + step),
  l: () => visit(`${root}music/${shown().id}/lyrics`),
};

/** Performs a key, and returns whether it did. */
export function handlePlayerKey(event) {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  // Without a queue of its own, a page scrolls by the space bar.
  if (isWaiting() || !shown()?.id || !actions[key] || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (target.closest?.("input, textarea, select, button, summary, [popover], [contenteditable]")) return false;
  if (key === " " && target.closest?.("a")) return false;
  event.preventDefault();
  actions[key]();
  return true;
}
