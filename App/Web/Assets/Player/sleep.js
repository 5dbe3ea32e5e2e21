// Stops after a time, or when the current song ends.

import { $, root } from "./page.js";
import { audio, observe, state, stopAfterSong } from "./player.js";

const choice = $("#player-sleep");
const stopping = $("[data-player=stop-after]");
/** The tab remembers when the timer ends. */
const stored = `fermata-sleep${root}`;
let timer;

/** Starts the timer that the choice names, in minutes; an empty one ends it. */
function setTimer() {
  start(choice.value ? { minutes: choice.value, end: Date.now() + Number(choice.value) * 60000 } : undefined);
}

function start(sleep) {
  clearTimeout(timer);
  choice.value = sleep?.minutes ?? "";
  if (!sleep) return sessionStorage.removeItem(stored);
  sessionStorage.setItem(stored, JSON.stringify(sleep));
  timer = setTimeout(end, Math.max(0, sleep.end - Date.now()));
}

function end() {
  audio.pause();
  start();
}

export function connectSleep() {
  const sleep = JSON.parse(sessionStorage.getItem(stored) ?? "null");
  start(sleep?.end > Date.now() ? sleep : undefined);
  choice.addEventListener("change", setTimer);
  stopping.addEventListener("click", stopAfterSong);
  observe(() => (stopping.ariaPressed = String(state.stopsAfterSong)));
}
