// Stores the queue that the page plays in the library, so that every program continues it.

import { root } from "./page.js";
import { audio, current, isPlayer, observe, state } from "./player.js";

/** The pause after the last change, and the longest time between two positions, in milliseconds. */
const [settling, interval] = [1000, 30000];
let timer, last;

/** The queue as the library stores it. A program that plays the queue keeps its own, and rejects it. */
function body() {
  const music = state.queue.map(({ id }) => id).join(" ");
  const [position, elapsed] = [String(state.index + 1), String(Math.floor(audio.currentTime))];
  return JSON.stringify({ music, position, elapsed, repeat: state.repeat });
}

/** A tab that only shows its queue does not replace that of another one or of a program. */
async function store() {
  clearTimeout(timer);
  const queue = current() && isPlayer ? body() : undefined;
  if (!queue || queue === last) return;
  last = queue;
  const headers = { "Content-Type": "application/json" };
  // The tab has its own copy: the next change tries again.
  await fetch(`${root}api/player/queue`, { method: "PUT", headers, body: queue, keepalive: true }).catch(() => undefined);
}

function storeLater() {
  clearTimeout(timer);
  timer = setTimeout(store, settling);
}

export function connectLibraryQueue() {
  observe(storeLater);
  setInterval(() => !audio.paused && store(), interval);
  addEventListener("pagehide", store);
}
