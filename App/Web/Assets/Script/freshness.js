// How fresh all is, as time passes; how a reading of the sources ended stands for a while.

import { $, wait } from "./page.js";

let outcome;

/** Asks anew. */
export async function freshen() {
  if (outcome || document.hidden) return;
  const answer = await fetch("/freshness").catch(() => undefined);
  const text = answer?.ok && (await answer.text());
  if (text && !outcome) $("#freshness").textContent = text;
}

/** Tells how a reading of the sources goes on, or has ended. */
export function showReading({ text, isRunning }) {
  $("#freshness").textContent = text;
  clearTimeout(outcome);
  outcome = isRunning || setTimeout(() => {
    outcome = undefined;
    freshen();
  }, wait.outcome);
}

/** Lets go of a reading whose server was lost. */
export function forgetReading() {
  outcome = undefined;
}
