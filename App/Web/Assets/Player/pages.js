// Lets one page of the library play at a time, in whichever browser: the one that began last.

import { storeQueue } from "./library.js";
import { $, fill, root, showMessage } from "./page.js";
import { audio, clear, listen, setRevision, state } from "./player.js";
import { status, updateProgram } from "./program.js";
import { sendJSON } from "./requests.js";

const bar = $("#player");
/** Identifies this page among those of the server. */
const self = { id: Math.random().toString(36).slice(2) + Date.now().toString(36), name: browserName() };
const stored = `fermata-page${root}`;
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
const tabs = new BroadcastChannel(`fermata-player${root}`);
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
  const begun = await request.then((response) => response.json()).catch(() => undefined);
  setNumber(begun?.number ?? 0);
  // Another page may have begun meanwhile.
  if (other) yieldTo(other);
  return begun?.isOther ?? false;
}

/** Whether another page has begun after this tab has played last, such as while the tab was closed. */
export async function isSuperseded() {
  if (!number) return false;
  const response = await fetch(`${root}api/player/page`).catch(() => undefined);
  const latest = response?.ok && (await response.json().catch(() => undefined));
  return latest ? latest.number > number : false;
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

/** Forgets the queue of this tab. */
export function dropQueue() {
  setNumber(0);
  clear();
  updateProgram();
}

export function connectPages() {
  listen(["play"], () => (!isPlayer || (status && status.state !== "paused")) && begin());
}
