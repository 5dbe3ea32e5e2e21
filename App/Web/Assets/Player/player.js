// Plays a queue of songs, and remembers it in the tab.

import { fill, memory, root, showMessage } from "./page.js";
import { attempt, send } from "./requests.js";

/** Servers below different paths of a site share the storage. */
const stored = `fermata-player${memory}`;
/** After this many seconds, `previous` restarts the song. */
const restartAfter = 3;
export const repeats = ["off", "all", "one"];
/** The next song is loaded this many seconds before the current one ends. */
const loadedAhead = 30;
/** The element that plays, and the one in which the next song is loaded ahead. They change places between songs. */
export let audio = new Audio();
let spare = new Audio();
/** The address of the audio in `spare`. */
let prepared;
/** The heard part of the current song: `heard` in seconds, and whether it counts as a play. */
const nothingHeard = () => ({ heard: 0, isCounted: false });
export const state = { queue: [], index: -1, repeat: "off", stopsAfterSong: false, rest: undefined, revision: undefined, play: nothingHeard() };

const observers = [];
/** Calls a function after each change of the queue, of the song, and of whether it plays. */
export const observe = (observer) => observers.push(observer);
export const current = () => state.queue[state.index];

/** Calls a function for events of the element that plays. */
export function listen(names, handler) {
  for (const element of [audio, spare]) {
    for (const name of names) element.addEventListener(name, (event) => event.target === audio && handler(event));
  }
}

/** Sets the volume of this song and of all that follow, from 0 to 1. */
export function setVolume(volume) {
  for (const element of [audio, spare]) element.volume = volume;
}

function changed() {
  prepare();
  save();
  for (const observer of observers) observer();
}

/** Remembers which queue of the library that of the tab is; undefined for a new one, which replaces any. */
export function setRevision(revision) {
  state.revision = revision;
  save();
}

/**
 * Replaces the queue and plays one of its songs. `rest` is where the songs are that will be added, and `revision` that of
 * the library's queue that it is.
 */
export function play(queue, index, { time = 0, rest, revision } = {}) {
  Object.assign(state, { queue, rest, revision });
  // Browsers that play only after a click allow it for each element that was loaded by one.
  if (!prepared) spare.load();
  select(index, { time });
}

/** Adds songs to a queue, unless another one has replaced it. `rest` is where more of them are. */
export function extend(queue, songs, rest) {
  if (queue !== state.queue) return;
  queue.push(...songs);
  state.rest = rest;
  changed();
}

/** Adds songs to the end of the queue, or after the current one. Plays them if the queue is empty. */
export function add(songs, { isNext = false } = {}) {
  if (!current()) return play(songs, 0);
  state.queue.splice(isNext ? state.index + 1 : state.queue.length, 0, ...songs);
  changed();
}

/** Replaces the queue around the current song, which plays on at an index. */
export function surround(queue, index) {
  queue[index] = current();
  Object.assign(state, { queue, index });
  changed();
}

/** Replaces the queue by one without the current song. That at an index follows; for -1, the last one is paused. */
export function replace(queue, index) {
  if (!queue.length) return clear();
  state.queue = queue;
  if (index < 0) select(queue.length - 1, { isPlaying: false });
  else select(index, { isPlaying: !audio.paused });
}

/** Moves a song of the queue to the place of another one. The current song stays current. */
export function move(from, to) {
  if (from === to || !state.queue[from] || !state.queue[to]) return;
  const song = current();
  state.queue.splice(to, 0, ...state.queue.splice(from, 1));
  // The same song may occur several times, but each place has its own object.
  state.index = state.queue.indexOf(song);
  changed();
}

/** Stops when the current song ends, or cancels that. */
export function stopAfterSong() {
  state.stopsAfterSong = !state.stopsAfterSong;
  changed();
}

/** Makes a song of the queue the current one. */
export function select(index, { time = 0, isPlaying = true, play = nothingHeard() } = {}) {
  Object.assign(state, { index, play });
  if (time === 0 && prepared === current().audio && !spare.error) usePrepared();
  else audio.src = current().audio;
  if (time > 0) audio.currentTime = time;
  // Nothing is drawn before the song sounds.
  if (isPlaying) start();
  changed();
}

/** The song that follows at the end of the current one; undefined if none does. */
function following() {
  if (state.stopsAfterSong) return undefined;
  if (state.repeat === "one") return current();
  return state.queue[state.index + 1] ?? (state.repeat === "all" ? state.queue[0] : undefined);
}

/** Loads the next song when the current one is about to end, and unloads one that no longer follows. */
function prepare() {
  const address = following()?.audio;
  if (address === prepared) return;
  const isDue = address && audio.duration - audio.currentTime <= loadedAhead;
  prepared = isDue ? address : undefined;
  if (isDue) spare.src = address;
  else unload(spare);
}

/** Makes the element with the next song the one that plays. */
function usePrepared() {
  const former = audio;
  [audio, spare] = [spare, audio];
  prepared = undefined;
  former.pause();
  unload(former);
}

function unload(element) {
  if (!element.hasAttribute("src")) return;
  element.removeAttribute("src");
  element.load();
}

/** Plays the current song. Reloads it after an error. It waits if the browser refuses to play before a click. */
function start() {
  if (audio.error) return select(state.index, { time: audio.currentTime, play: state.play });
  if (audio.ended) state.play = nothingHeard();
  audio.play().catch(() => changed());
}
export const toggle = () => current() && (audio.paused ? start() : audio.pause());

/** Goes to the next song; to the first one after the last if the queue repeats. */
export function next() {
  if (state.index + 1 < state.queue.length) select(state.index + 1);
  else if (state.repeat === "all") select(0);
}

export function previous() {
  if (audio.currentTime > restartAfter || state.index <= 0) restart();
  else select(state.index - 1);
}

/** Plays the current song once more. */
function restart() {
  state.play = nothingHeard();
  seek(0);
}

export function seek(time) {
  if (current()) audio.currentTime = Math.max(0, Math.min(time, audio.duration || time));
}

/** Removes a song. The next one follows the current one; after the last one, the one before it is paused. */
export function remove(index) {
  const isCurrent = index === state.index;
  state.queue.splice(index, 1);
  if (index < state.index) state.index -= 1;
  if (!isCurrent) changed();
  else if (state.index < state.queue.length) select(state.index, { isPlaying: !audio.paused });
  else if (state.queue.length) select(state.queue.length - 1, { isPlaying: false });
  else clear();
}

/** Removes the songs at some places. */
export function removeAll(places) {
  for (const place of [...places].sort((one, other) => other - one)) remove(place);
}

/** Moves the songs at some places, in the order of these, so that they follow the current one, which stays. */
export function playNext(places) {
  const song = current();
  const moved = places.map((place) => state.queue[place]).filter((other) => other !== song);
  const others = state.queue.filter((other) => !moved.includes(other));
  others.splice(others.indexOf(song) + 1, 0, ...moved);
  state.queue.splice(0, state.queue.length, ...others);
  state.index = state.queue.indexOf(song);
  changed();
}

export function clear() {
  Object.assign(state, { queue: [], index: -1, rest: undefined, revision: undefined });
  unload(audio);
  sessionStorage.removeItem(stored);
  changed();
}

/** Returns songs in a random order. */
export function shuffled(songs) {
  const [rest, result] = [[...songs], []];
  while (rest.length > 0) result.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
  return result;
}

/** Shuffles the songs after the current one. */
export function shuffle() {
  state.queue.push(...shuffled(state.queue.splice(state.index + 1)));
  changed();
}

export function repeat() {
  state.repeat = repeats[(repeats.indexOf(state.repeat) + 1) % repeats.length];
  changed();
}

/** Stops at the start of the next song, or of this one after the last. */
function stop() {
  state.stopsAfterSong = false;
  select(Math.min(state.index + 1, state.queue.length - 1), { isPlaying: false });
}

/** Stores the queue. Without a song, the stored queue stays, because it may not be restored yet. */
export function save() {
  if (!current()) return;
  const position = { time: audio.currentTime, isPlaying: !audio.paused };
  try {
    sessionStorage.setItem(stored, JSON.stringify({ ...state, ...position }));
  } catch {
    // A queue that is too long for the tab's storage is not resumed.
    sessionStorage.removeItem(stored);
  }
}

/** How many songs of a queue are looked up before it is resumed. */
const checked = 200;
/** Whether the queue of the tab may still be resumed. */
export let isResuming = true;

/**
 * Resumes the queue that the tab played before it loaded this page, unless `isSuperseded` returns true and the library
 * has had the queue. Returns whether it was not superseded.
 */
export async function resume(isSuperseded) {
  const { queue, revision } = JSON.parse(sessionStorage.getItem(stored) ?? "{}");
  const isOutdated = queue !== undefined && (await isSuperseded(revision));
  if (!isOutdated || !revision) await resumeQueue(!isOutdated);
  isResuming = false;
  changed();
  return !isOutdated || !revision;
}

/**
 * Resumes the queue without songs that the library lacks or hides. Of a long queue, only the next songs are looked up;
 * others are skipped when they cannot be played.
 */
async function resumeQueue(mayPlay) {
  const { queue = [], index, time, isPlaying, play, ...settings } = JSON.parse(sessionStorage.getItem(stored) ?? "{}");
  const isFound = ({ id }) => fetch(`${root}api/music/${id}`).then(({ status }) => status !== 404, () => true);
  const isNear = (position) => queue.length <= checked || (position >= index && position < index + checked);
  const isKept = await Promise.all(queue.map((song, position) => !isNear(position) || isFound(song)));
  const kept = queue.filter((_, position) => isKept[position]);
  if (current()) return;
  if (!kept.length) return sessionStorage.removeItem(stored);
  const next = kept.indexOf(queue.slice(index).find((song) => kept.includes(song)) ?? kept[0]);
  Object.assign(state, settings, { queue: kept });
  select(next, { ...(kept[next] === queue[index] && { time, play }), isPlaying: isPlaying && mayPlay });
}

/** The number of songs in a row that could not be played. */
let failures = 0;

/** Shows why a song cannot be played, and goes to the next one, unless the server does not respond. */
async function skip() {
  const song = current();
  if (!song || !audio.error) return;
  const wasPlaying = !audio.paused;
  const probe = () => send(song.audio, { headers: { Range: "bytes=0-0" } });
  let failure;
  const isServed = await attempt(probe, (error) => (failure = error));
  if (isServed) showMessage(fill(document.getElementById("player").dataset.failed, song.title));
  if (song !== current() || !audio.error) return;
  audio.pause();
  if (!wasPlaying || (failure && failure.status === undefined)) return;
  failures += 1;
  if (failures < state.queue.length) next();
}

listen(["error"], skip);
listen(["ended"], () => {
  if (state.stopsAfterSong) return stop();
  if (state.repeat === "one") select(state.index);
  else next();
});
listen(["playing"], () => (failures = 0));
listen(["play", "pause", "loadedmetadata"], changed);
listen(["timeupdate"], prepare);
addEventListener("pagehide", save);
