// Shows the age of the library, or the progress and result of a sync.

import { $, delays } from "./page.js";

/** The timer after which the result of a sync disappears; true while a sync runs. */
let syncTimer;

/** Loads the age of the library, unless a sync is shown. */
export async function updateFreshness() {
  if (syncTimer || document.hidden) return;
  const response = await fetch("/freshness").catch(() => undefined);
  const text = response?.ok && (await response.text());
  if (text && !syncTimer) $("#freshness").textContent = text;
}

/** Shows the progress of a sync, or its result for a while. */
export function showSync({ text, isRunning }) {
  $("#freshness").textContent = text;
  clearTimeout(syncTimer);
  syncTimer = isRunning || setTimeout(() => {
    syncTimer = undefined;
    updateFreshness();
  }, delays.result);
}

/** Forgets a sync whose server was lost. */
export function forgetSync() {
  syncTimer = undefined;
}
