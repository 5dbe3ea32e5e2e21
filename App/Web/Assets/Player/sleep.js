// Stops after a time, or when the current song ends.

import { $ } from "./page.js";
import { audio, observe, state, stopAfterSong } from "./player.js";

const choice = $("#player-sleep");
const stopping = $("[data-player=stop-after]");
let timer;

/** Starts the timer that the choice names, in minutes; an empty one ends it. */
function setTimer() {
  clearTimeout(timer);
  if (choice.value) timer = setTimeout(end, Number(choice.value) * 60000);
}

function end() {
  audio.pause();
  choice.value = "";
}

export function connectSleep() {
  choice.addEventListener("change", setTimer);
  stopping.addEventListener("click", stopAfterSong);
  observe(() => (stopping.ariaPressed = String(state.stopsAfterSong)));
}
