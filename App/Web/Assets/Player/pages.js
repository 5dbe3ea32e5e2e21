// Lets one page or program play the library's queue at a time: the one that began last, in whichever browser.

import { storeQueue } from "./library.js";
import { $, fill, memory, root, showMessage } from "./page.js";
import { audio, clear, listen, setRevision, state } from "./player.js";
import { commanding, observeProgram, status, updateProgram } from "./program.js";
import { readRow, sendJSON } from "./requests.js";

const bar = $("#player");
/** Identifies this page among those of the server. */
const self = { id: Math.random().toString(36).slice(2) + Date.now().toString(36), name: browserName() };
const stored = `fermata-page${memory}`;
/** The number that the server gave to the beginning of this page. Later ones have larger numbers. The tab stores it. */
let number = Number(sessionStorage.getItem(stored));
/** The last other page that has begun after this one. */
let other;

/** Whether this page was the last one that played. */
export let isPlayer = false;
/** The name of the page that plays instead of this one; undefined without one. */
export let successor;

/** Whether this tab was the last one that played, also if the page was loaded again since. */
export const ownsQueue = () => isPlayer || number > 0;

function setNumber(value) {
  number = value;
  sessionStorage.setItem(stored, value);
}

/** Other tabs of this browser pause at once, even if the server does not respond. */
const tabs = new BroadcastChannel(`fermata-player${memory}`);
tabs.onmessage = ({ data }) => yieldTo(data);

/** The names of browser and system: `Firefox on Linux`. */
function browserName() {
  const find = (names) => names.find((name) => navigator.userAgent.includes(name));
  const [browser, system] = [find(["Edg", "OPR", "Firefox", "Chrome", "Safari"]), find(["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"])];
  return [{ Edg: "Edge", OPR: "Opera" }[browser] ?? browser ?? "another browser", system].filter(Boolean).join(" on ");
}

/** Makes other pages and a program pause before this page plays. Returns whether another page had begun before. */
export async function begin() {
  [isPlayer, successor, other, number] = [true, undefined, undefined, Infinity];
  tabs.postMessage(self);
  const request = sendJSON("PUT", `${root}api/player/page`, self);
  const begun = await commanding(request.then((response) => response.json()).catch(() => undefined));
  setNumber(begun?.number ?? 0);
  // Another page may have begun meanwhile.
  if (other) yieldTo(other);
  return begun?.isOther ?? false;
}

/**
 * Whether another page or a program has begun after this tab has played last, such as while the tab was closed. `revision`
 * is that of the library's queue which the tab had.
 */
export async function isSuperseded(revision) {
  // The event of the other page may come first, and reset the number.
  const own = number;
  const [page, program] = await Promise.all([readRow(`${root}api/player/page`), readRow(`${root}api/player`)]);
  if (program?.state === "playing") return true;
  // A program that plays the queue of this tab was paused by it.
  if (program?.state === "paused" && revision && program.revision !== revision) return true;
  return own > 0 && page?.number > own;
}

/**
 * Pauses this page, stores its position and drops its queue, because another page has begun to play after it. From then
 * on, this one shows the library's queue, which is that of the other page. A queue that could not be stored stays, and
 * replaces the library's when it plays again.
 */
export function yieldTo(page) {
  if (page.id === self.id) return;
  other = page;
  if (!ownsQueue() || page.number <= number) return;
  successor = page.name;
  if (!audio.paused) showMessage(fill(bar.dataset.moved, successor));
  audio.pause();
  const { queue } = state;
  storeQueue().then((isStored) => {
    if (isPlayer || queue !== state.queue) return;
    if (isStored) dropQueue();
    else setRevision(undefined);
  });
  isPlayer = false;
  setNumber(0);
}

/** Pauses this page and drops its queue, because a program has begun to play after it and has the library's queue. */
function yieldToProgram() {
  if (status?.state !== "playing" || !ownsQueue()) return;
  if (!audio.paused) showMessage(bar.dataset[`${status.place}Place`]);
  audio.pause();
  isPlayer = false;
  dropQueue();
}

/** Forgets the queue of this tab. */
export function dropQueue() {
  setNumber(0);
  clear();
  updateProgram();
}

export function connectPages() {
  observeProgram(yieldToProgram);
  listen(["play"], () => (!isPlayer || (status && status.state !== "paused")) && begin());
}
