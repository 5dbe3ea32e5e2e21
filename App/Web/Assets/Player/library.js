// Stores the queue that the page plays in the library, so that every program continues it.

import { root, showMessage } from "./page.js";
import { ownsQueue } from "./pages.js";
import { audio, current, observe, setRevision, state } from "./player.js";
import { readRow } from "./requests.js";
import { adoptQueue } from "./songs.js";

/** The pause after the last change, and the longest time between two positions, in milliseconds. */
const [settling, interval] = [1000, 10000];
let timer, last;
/** The requests that store the queue, one after the other: each replaces the queue that the one before has stored. */
let storing = Promise.resolve(false);

/** Whether a change of the queue will be stored. */
export const isPending = () => ownsQueue() && timer !== undefined;

/** The largest body that a request may have after its page was left, in bytes. */
const largestLateBody = 60000;

/** The queue as the library stores it. While a program plays music of the library, the server rejects it. */
function content() {
  const music = state.queue.map(({ id }) => id).join(" ");
  const [position, elapsed] = [String(state.index + 1), String(Math.floor(audio.currentTime))];
  return { music, position, elapsed, repeat: state.repeat };
}

/**
 * Returns whether the library has the queue of the tab.
 *
 * A tab that only shows its queue does not replace that of another one or of a program, and one that has not loaded all
 * of the library's queue does not shorten it. The tab has its own copy: after a failure, the next change tries again.
 */
export function storeQueue() {
  clearTimeout(timer);
  timer = undefined;
  const queue = current() && ownsQueue() && !state.rest ? content() : undefined;
  const text = JSON.stringify(queue);
  if (!queue) return Promise.resolve(false);
  if (text === last) return storing;
  last = text;
  const sent = state.queue;
  // A queue that has replaced this one meanwhile must not be replaced by it.
  storing = storing.catch(() => false).then(() => sent === state.queue && send(queue));
  return storing;
}

/** Replaces the library's queue, but not one that another page or program has changed since this one saw it. */
async function send(queue) {
  const sent = state.queue;
  const body = JSON.stringify({ ...queue, revision: state.revision });
  const headers = { "Content-Type": "application/json" };
  const options = { method: "PUT", headers, body, keepalive: body.length < largestLateBody };
  const response = await fetch(`${root}api/player/queue`, options).catch(() => undefined);
  if (!response?.ok) last = undefined;
  if (response?.status === 409) {
    const { field, detail } = await response.json().catch(() => ({}));
    // While a program plays, the queue is rejected as well, but it is not another one.
    if (field === "revision") {
      showMessage(detail);
      await adoptQueue();
    }
  }
  if (!response?.ok) return false;
  const { revision } = await response.json().catch(() => ({}));
  if (sent === state.queue) setRevision(revision);
  return true;
}

/** Shows the library's queue if it was changed while this page could not follow it. */
export async function updateQueue() {
  if (!state.revision) return;
  if (isPending()) await storeQueue();
  const row = await readRow(`${root}api/player`);
  if (row && state.revision && row.revision !== state.revision && !isPending()) await adoptQueue();
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
