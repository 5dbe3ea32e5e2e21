// Stores the queue that the page plays in the library, so that every program continues it.

import { root } from "./page.js";
import { isPlayer } from "./pages.js";
import { audio, current, observe, state } from "./player.js";

/** The pause after the last change, and the longest time between two positions, in milliseconds. */
const [settling, interval] = [1000, 30000];
let timer, last;

/** Whether a change of the queue will be stored. */
export const isPending = () => isPlayer && timer !== undefined;

/** The largest body that a request may have after its page was left, in bytes. */
const largestLateBody = 60000;

/** The queue as the library stores it. While a program plays music of the library, the server rejects it. */
function body() {
  const music = state.queue.map(({ id }) => id).join(" ");
  const [position, elapsed] = [String(state.index + 1), String(Math.floor(audio.currentTime))];
  return JSON.stringify({ music, position, elapsed, repeat: state.repeat });
}

/**
 * A tab that only shows its queue does not replace that of another one or of a program, and one that has not loaded all
 * of the library's queue does not shorten it. The tab has its own copy: after a failure, the next change tries again.
 */
export async function storeQueue() {
  clearTimeout(timer);
  timer = undefined;
  const queue = current() && isPlayer && !state.rest ? body() : undefined;
  if (!queue || queue === last) return;
  last = queue;
  const headers = { "Content-Type": "application/json" };
  const options = { method: "PUT", headers, body: queue, keepalive: queue.length < largestLateBody };
  const response = await fetch(`${root}api/player/queue`, options).catch(() => undefined);
  if (!response?.ok && last === queue) last = undefined;
}

function storeLater() {
  clearTimeout(timer);
  timer = setTimeout(storeQueue, settling);
}

export function connectLibraryQueue() {
  observe(storeLater);
  setInterval(() => !audio.paused && storeQueue(), interval);
  addEventListener("pagehide", storeQueue);
}
