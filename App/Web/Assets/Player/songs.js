// The songs that a page shows.

import { $, list, root, showMessage } from "./page.js";
import { add, extend, play, shuffled } from "./player.js";
import { attempt, fetchPart, send } from "./requests.js";
import { Rows } from "./rows.js";

/** The largest number of songs of a list in a queue. */
const queueLimit = 200;

/** A song as the player needs it, from a row of a list. It counts as played after `playedAfter` seconds. */
function songOfRow(row) {
  return {
    id: row.dataset.key,
    audio: row.dataset.audio,
    playedAfter: Number(row.dataset.playedAfter),
    title: $(".title", row).textContent,
    page: $(".title a", row).getAttribute("href"),
    artist: row.dataset.artist ?? $(".artist", row).textContent,
    artistPage: $(`.artist a[href*="/artists"]`, row)?.getAttribute("href") ?? undefined,
    artwork: row.dataset.artwork ?? $(".artwork", row).getAttribute("src"),
  };
}

/** The songs of the playable rows within an element. */
const songsOfRows = (element) => [...element.querySelectorAll(".cell[data-audio]")].map(songOfRow);

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
    artwork: `${root}api/music/${id}/artwork`,
  };
}

/** Plays the rows that the page shows and those after them, from one on, or the song that the page is about. */
export function handlePlay(event) {
  const button = event.target.closest("[data-part=play], [data-part=insert], [data-part=add], [data-list]");
  if (!button) return;
  if (button.dataset.list) return playList(button.dataset);
  const screen = button.closest(".detail-screen");
  const isPlay = button.dataset.part === "play";
  button.closest("[popover]")?.hidePopover();
  if (!isPlay) return addSongs([screen ? songOfPage(screen) : songOfRow(button.closest(".cell"))], button.dataset);
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

/** Adds songs to the queue, after the current one or at the end. */
function addSongs(songs, { part, done }) {
  add(songs, { isNext: part === "insert" });
  showMessage(done);
}

/** Plays, shuffles or adds the songs of another page, or continues with its current one. */
async function playList({ list: address, part, done, time }) {
  await attempt(async () => {
    const rows = await fetchPart(address, { fragment: "rows", limit: queueLimit });
    const songs = songsOfRows(rows);
    if (songs.length === 0) return;
    if (part === "insert" || part === "add") addSongs(songs, { part, done });
    else if (part === "continue") await continueQueue(rows, songs, Number(time));
    else play(part === "shuffle" ? shuffled(songs) : songs, 0);
  });
}

/** Plays the library's queue here, at its current song. A program that plays it pauses. */
async function continueQueue(rows, songs, time) {
  const player = await (await send(`${root}api/player`)).json();
  if (player.state !== "stopped") await send(`${root}api/player/pause`, { method: "POST" });
  const index = [...rows.querySelectorAll(".cell[data-audio]")].findIndex((row) => row.ariaCurrent === "true");
  play(songs, Math.max(0, index), index < 0 ? 0 : time);
}
