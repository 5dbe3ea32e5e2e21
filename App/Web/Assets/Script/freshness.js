// Shows the age of the library, or the progress and result of a sync.

import { $, delays, root } from "./page.js";

let isSyncShown = false;
/** The timer after which the result of a sync disappears. */
let clearing;

/** Loads the age of the library, unless a sync is shown. */
export async function updateFreshness() {
  if (isSyncShown || document.hidden) return;
  const response = await fetch(`${root}freshness`).catch(() => undefined);
  const text = response?.ok && (await response.text());
  if (text && !isSyncShown) $("#freshness").textContent = text;
}

/** Shows the progress of a sync, or its result for a while. */
export function showSync({ text, isRunning }) {
  $("#freshness").textContent = text;
  forgetSync();
  isSyncShown = true;
  if (isRunning) return;
  clearing = setTimeout(() => {
    forgetSync();
    updateFreshness();
  }, delays.result);
}

/** Forgets a sync whose events the page no longer receives. */
export function forgetSync() {
  clearTimeout(clearing);
  isSyncShown = false;
}
