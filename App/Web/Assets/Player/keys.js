// Controls the player by keys, unless a field or a button has the focus.

import { visit } from "./navigation.js";
import { root } from "./page.js";
import { audio, current, next, previous, seek, toggle } from "./player.js";

/** How far the arrow keys seek, in seconds. */
const step = 5;
const actions = {
  " ": toggle,
  n: next,
  p: previous,
  ArrowLeft: () => seek(audio.currentTime - step),
  ArrowRight: () => seek(audio.currentTime + step),
  l: () => visit(`${root}music/${current().id}/lyrics`),
};

/** Performs a key, and returns whether it did. */
export function handlePlayerKey(event) {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (!current() || !actions[key] || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (target.closest?.("input, textarea, select, button, summary, [popover], [contenteditable]")) return false;
  if (key === " " && target.closest?.("a")) return false;
  event.preventDefault();
  actions[key]();
  return true;
}
