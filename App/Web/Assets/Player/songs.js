// The songs that a page shows.

import { isPending } from "./library.js";
import { $, delays, list, root, showMessage } from "./page.js";
import { begin, ownsQueue, successor } from "./pages.js";
import { add, current, extend, play, replace, setRevision, shuffled, state, surround } from "./player.js";
import { isRemote, isWaiting } from "./program.js";
import { attempt, fetchPart, send, sendJSON } from "./requests.js";
import { Rows } from "./rows.js";
import { showChange } from "./undo.js";

/** The largest number of songs of a list of any length in a queue; albums and other collections have all of theirs. */
const queueLimit = 200;
/** The number of rows that one request loads. */
const pageSize = 500;
/** The request for the songs that are about to replace the queue. */
let loading;

/** A song as the player needs it, from a row of a list. It counts as played after `playedAfter` seconds. */
export function songOfRow(row) {
  return {
    id: row.dataset.key,
    audio: row.dataset.audio,
    playedAfter: Number(row.dataset.playedAfter),
    title: $(".title", row).textContent,
    page: $(".title a", row).getAttribute("href"),
    artist: row.dataset.artist ?? $(".artist", row).textContent,
    artistPage: $(`.artist a[href*="/artists"]`, row)?.getAttribute("href") ?? undefined,
    artwork: row.dataset.artwork ?? $(".artwork", row).getAttribute("src"),
    lang: $(".title", row).lang || undefined,
    artistLang: (!row.dataset.artist && $(".artist", row).lang) || undefined,
  };
}

/** The songs of the playable rows within an element. */
export const songsOfRows = (element) => [...element.querySelectorAll(".cell[data-audio]")].map(songOfRow);

/** The song that the page is about. */
export function songOfPage(element) {
  const id = element.dataset.key;
  return {
    id,
    audio: `${root}api/music/${id}/audio`,
    playedAfter: Number(element.dataset.playedAfter),
    title: $("#title").textContent,
    page: `${root}music/${id}`,
    artist: $("#count").textContent,
    artwork: `${root}api/music/${id}/artwork?size=96`,
    lang: $("#title").lang || undefined,
  };
}

/**
 * Plays the rows that the page shows and those after them, from one on, or the song that the page is about; or adds
 * songs to the queue.
 */
export function handleQueueButton(event) {
  const button = event.target.closest("[data-part=play], [data-part=insert], [data-part=add], [data-part=continue], [data-list]");
  if (!button) return;
  if (button.dataset.part === "continue") return continueHere();
  if (button.dataset.list) return playList(button.dataset);
  const screen = button.closest(".detail-screen");
  const isPlay = button.dataset.part === "play";
  button.closest("[popover]")?.hidePopover();
  if (!isPlay) {
    const song = screen ? songOfPage(screen) : songOfRow(button.closest(".cell"));
    return attempt(() => addSongs([song], button.dataset));
  }
  loading?.abort();
  if (screen) return play([songOfPage(screen)], 0);
  const rows = [...list.querySelectorAll(".cell[data-audio]")];
  const first = button.closest(".cell") ?? rows[0];
  if (!first) return;
  const queue = rows.map(songOfRow);
  play(queue, rows.indexOf(first));
  if (Rows.current) addFollowing(queue);
}

/** Adds the songs of the list that follow the rows of the page, which has only some rows of a long list. */
async function addFollowing(queue) {
  const offset = Number([...list.querySelectorAll(".cell")].at(-1).dataset.index) + 1;
  const limit = queueLimit - queue.length;
  if (offset >= Rows.current.total || limit <= 0) return;
  await attempt(async () => {
    const rows = await fetchPart(Rows.current.address, { fragment: "rows", offset, limit });
    extend(queue, songsOfRows(rows));
  });
}

/** Whether the library's queue, which is not that of this tab, gets what is added. */
const playsElsewhere = () => isRemote() || isWaiting() || successor;

/** Adds songs after the current one or at the end: to the queue of the program or page that plays, or of this tab. */
async function addSongs(songs, { part, done }) {
  if (playsElsewhere()) return addElsewhere({ music: songs.map(({ id }) => id).join(" ") }, { part, done });
  add(songs, { isNext: part === "insert" });
  showMessage(done);
}

/** Adds what the body of a request names to the queue that plays elsewhere. */
async function addElsewhere(body, { part, done }) {
  await sendJSON("POST", `${root}api/player/queue`, { ...body, place: part === "insert" ? "next" : "end" });
  showChange(done);
}

/** Plays the library's queue here, from its current song on. */
export const continueHere = () => attempt(() => continueQueue(startLoading()));

/** Plays, shuffles or adds the songs of another page. */
async function playList({ list: address, part, done, sample }) {
  await attempt(async () => {
    await useSongs({ part, done }, async (signal) => {
      if (sample === undefined) return songsOf(address, signal);
      // A typed search replaces the list, but not the button above it.
      const shown = $("[data-shuffled]", list)?.dataset.shuffled ?? address;
      return songsOfRows(await fetchPart(shown, { fragment: "rows", limit: queueLimit }, signal));
    });
  });
}

/** All songs of an album, an artist or a playlist. */
export async function songsOf(address, signal) {
  const songs = [];
  for (let rest = { address, offset: 0 }; rest; ) {
    const page = await loadPage(rest, signal);
    rest = page.rest;
    songs.push(...[...page.rows].filter((row) => row.dataset.audio).map(songOfRow));
  }
  return songs;
}

/** Cancels the request for songs that were about to replace the queue. Returns the signal of the next one. */
function startLoading() {
  loading?.abort();
  loading = new AbortController();
  return loading.signal;
}

/**
 * Plays, shuffles or adds the songs that `load` returns. Returns whether there are any. A queue that plays elsewhere gets
 * those that `body` names, if it is present.
 */
export async function useSongs({ part, done }, load, body) {
  const isAddition = part === "insert" || part === "add";
  if (isAddition && body && playsElsewhere()) {
    await addElsewhere(body, { part, done });
    return true;
  }
  const songs = await load(isAddition ? undefined : startLoading());
  if (isAddition && songs.length) await addSongs(songs, { part, done });
  else playSongs(part === "shuffle" ? shuffled(songs) : songs);
  return songs.length > 0;
}

function playSongs(songs) {
  if (songs.length) play(songs, 0);
  else showMessage($("#player").dataset.unplayable);
}

/**
 * Plays the library's queue here, from its current song or the first playable one after it. A program or page that plays
 * it pauses. The song plays as soon as it is found, and the rest of the queue is added meanwhile.
 */
async function continueQueue(signal) {
  const address = `${root}queue`;
  const player = await begunPlayer(signal);
  const queue = [];
  let hasCurrent = false;
  for (let rest = { address, offset: 0 }; rest; ) {
    const page = await loadPage(rest, signal);
    rest = page.rest;
    let [index, time] = [-1, 0];
    for (const row of page.rows) {
      const isCurrent = row.ariaCurrent === "true";
      hasCurrent ||= isCurrent;
      if (!row.dataset.audio) continue;
      if (hasCurrent && index < 0) [index, time] = [queue.length, isCurrent ? player.elapsed : 0];
      queue.push(songOfRow(row));
    }
    if (index < 0) continue;
    state.repeat = player.repeat;
    play(queue, index, { time, rest, revision: player.revision });
    return loadRest(signal);
  }
  playSongs(queue);
}

/** The rows of a list from an offset on, and where more of them are; undefined after the last ones. */
async function loadPage({ address, offset }, signal) {
  const part = await fetchPart(address, { fragment: "rows", offset, limit: pageSize }, signal);
  const next = offset + pageSize;
  const rest = next < Number(part.firstElementChild.dataset.total) ? { address, offset: next } : undefined;
  return { rows: part.querySelectorAll(".cell"), rest };
}

/** Loads the songs that the queue still lacks, also after the page was loaded again. */
export async function loadRest(signal) {
  const { queue } = state;
  let failure;
  await attempt(async () => {
    while (state.rest && queue === state.queue) {
      const { rows, rest } = await loadPage(state.rest, signal);
      extend(queue, [...rows].filter((row) => row.dataset.audio).map(songOfRow), rest);
    }
  }, (error) => (failure = error));
  if (failure?.isTemporary) setTimeout(loadRest, failure.pause);
}

/**
 * Shows the library's queue, which another page has changed, if it is that of this page. The current song plays on; if it
 * was removed, the library's current one plays.
 */
export async function adoptQueue() {
  if (!ownsQueue() || !current() || state.rest) return;
  const { queue } = state;
  await attempt(async () => {
    // The revision is read first: if the queue changes meanwhile, that of the tab is outdated and not stored.
    const { revision } = await (await send(`${root}api/player`)).json();
    const all = [];
    for (let rest = { address: `${root}queue`, offset: 0 }; rest; ) {
      const page = await loadPage(rest);
      rest = page.rest;
      all.push(...[...page.rows].filter((row) => row.dataset.audio));
    }
    // Another queue may have been played meanwhile.
    if (queue !== state.queue || !current()) return;
    const isPlaying = (row) => row?.dataset.key === current()?.id;
    const next = all.findIndex((row) => row.ariaCurrent === "true");
    const index = isPlaying(all[next]) ? next : all.findIndex(isPlaying);
    if (index >= 0) surround(all.map(songOfRow), index);
    // The library may not have the song yet, or have the queue of a program.
    else if (!isPending() && !isRemote()) replace(all.map(songOfRow), next);
    else return;
    if (current()) setRevision(revision);
  });
}

/**
 * The status of the queue that this page is about to play. Another page that plays it pauses and stores its position,
 * which this one waits for.
 */
async function begunPlayer(signal) {
  const status = async () => (await send(`${root}api/player`, { signal })).json();
  const before = await status();
  const end = (await begin()) ? Date.now() + delays.handover : 0;
  while (true) {
    const player = await status();
    if (player.id !== before.id || player.elapsed !== before.elapsed || Date.now() >= end) return player;
    await new Promise((resolve) => setTimeout(resolve, delays.changes));
  }
}
