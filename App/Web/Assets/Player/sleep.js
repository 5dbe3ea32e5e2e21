// Stops after a time, or when the current song ends: this tab, or the program that plays.

import { $, fill, memory } from "./page.js";
import { audio, current, isResuming, observe, state, stopAfterSong } from "./player.js";
import { command, isRemote, observeProgram, status } from "./program.js";

const choice = $("#player-sleep");
const stopping = $("[data-player=stop-after]");
/** The tab remembers when the timer ends. */
const stored = `fermata-sleep${memory}`;
/** The value of the choice for the timer of a program, whose minutes were chosen elsewhere. */
const running = "running";
/** The value of the choice for the end of the song. */
const song = "song";
/** The chosen minutes of this tab's timer, and when it ends; undefined without one. */
let sleep;
let timer;

const stopsAfterSong = () => (isRemote() ? status.stopsAfterSong : state.stopsAfterSong);
const minutesLeft = () => Math.ceil(isRemote() ? status.sleep / 60 : sleep ? (sleep.end - Date.now()) / 60000 : 0);

/** When the music will stop, as texts. */
export function stopTexts() {
  const minutes = minutesLeft();
  return [...(stopsAfterSong() ? [stopping.dataset.text] : []), ...(minutes > 0 ? [fill(choice.dataset.text, minutes)] : [])];
}

/** Starts the timer that the choice names, in minutes or as the end of the song; an empty one ends both. */
function setTimer() {
  const isSong = choice.value === song;
  if (isSong !== stopsAfterSong() && (isSong || !choice.value)) toggleStop();
  if (isSong) return;
  const minutes = choice.value;
  if (isRemote()) command(minutes ? "PUT" : "DELETE", minutes ? `sleep?minutes=${minutes}` : "sleep");
  else start(minutes ? { minutes, end: Date.now() + Number(minutes) * 60000 } : undefined);
}

function start(next) {
  clearTimeout(timer);
  sleep = next;
  if (sleep) sessionStorage.setItem(stored, JSON.stringify(sleep));
  else sessionStorage.removeItem(stored);
  if (sleep) timer = setTimeout(end, Math.max(0, sleep.end - Date.now()));
  draw();
}

function end() {
  audio.pause();
  start();
}

function toggleStop() {
  if (isRemote()) command(status.stopsAfterSong ? "DELETE" : "PUT", "stop-after");
  else stopAfterSong();
}

function draw() {
  stopping.ariaPressed = String(stopsAfterSong());
  if (document.activeElement !== choice) choice.value = minutesLeft() <= 0 ? (stopsAfterSong() ? song : "") : isRemote() ? running : sleep.minutes;
}

export function connectSleep() {
  const former = JSON.parse(sessionStorage.getItem(stored) ?? "null");
  start(former?.end > Date.now() ? former : undefined);
  choice.addEventListener("change", setTimer);
  stopping.addEventListener("click", toggleStop);
  // Without a song, this tab has nothing to stop: another page or program plays the queue, or it was cleared.
  observe(() => (sleep && !current() && !isResuming ? start() : draw()));
  observeProgram(draw);
}
