// The star and the rating of the song that the player shows, in the player below every page.

import { refresh } from "./list.js";
import { $, root } from "./page.js";
import { observe } from "./player.js";
import { isWaiting, observeProgram, shown } from "./program.js";
import { attempt, readRow, send } from "./requests.js";

const star = $("#player-star");
const ratings = [...document.querySelectorAll("#player-rating button")];
const choice = $("#player-stars");
/** Marks the row of the current song in all lists, and the tile of its album. */
const sheet = new CSSStyleSheet();
let song, loading;
/** Undefined until they are loaded. */
let marks, album;
let isChanging = false;

function draw() {
  const { bookmarked = false, rating } = marks ?? {};
  for (const control of [star, choice, ...ratings]) control.disabled = !marks;
  star.ariaPressed = String(bookmarked);
  ratings.forEach((button, index) => {
    button.textContent = index < rating ? "★" : "☆";
    button.ariaPressed = String(index + 1 === rating);
  });
  choice.value = rating ?? 0;
  choice.previousElementSibling.textContent = rating ? `${rating}★` : "–★";
}

/** Marks what plays in the lists. */
function markRows() {
  if (isWaiting()) return sheet.replaceSync("");
  const keys = [song && `.cell[data-key="${CSS.escape(song)}"]`, album && `.tile[data-key="album-${CSS.escape(album)}"]`];
  const titles = keys.filter(Boolean).map((key) => `#list ${key} .title`);
  const rule = (title) => `${title} { color: var(--accent); } ${title}::before { content: "▶ " / ""; font-size: 11px; }`;
  sheet.replaceSync(titles.map(rule).join(" "));
}

/** Loads the marks of the current song. The buttons stay as they are if that fails. */
export async function updateMarks() {
  const id = shown()?.id;
  loading?.abort();
  if (!id || isChanging) return;
  const { signal } = (loading = new AbortController());
  const row = await readRow(`${root}api/music/${id}`, signal);
  if (!row || signal.aborted) return;
  marks = row;
  draw();
  await updateAlbum(id, row.album, signal);
}

/** Finds the album of the current song. */
async function updateAlbum(id, name, signal) {
  const row = name ? await readRow(`${root}api/music/${id}/album`, signal) : undefined;
  if (signal.aborted) return;
  album = row?.id;
  markRows();
}

function songChanged() {
  const id = shown()?.id;
  if (id === song) return markRows();
  song = id;
  marks = album = undefined;
  draw();
  markRows();
  updateMarks();
}

/** Changes a mark of the current song, and shows the result. Ignores a second click until then. */
async function change(method, path) {
  if (isChanging) return;
  isChanging = true;
  loading?.abort();
  const { id } = shown();
  await attempt(async () => {
    const row = await (await send(`${root}api/music/${id}/${path}`, { method })).json();
    if (id === shown()?.id) marks = row;
    draw();
  });
  isChanging = false;
  if (!marks) updateMarks();
  await refresh();
}

export function connectMarks() {
  document.adoptedStyleSheets.push(sheet);
  observe(songChanged);
  observeProgram(songChanged);
  star.addEventListener("click", () => change(marks.bookmarked ? "DELETE" : "PUT", "bookmark"));
  const rate = (stars) => (stars ? change("PUT", `rating?stars=${stars}`) : change("DELETE", "rating"));
  ratings.forEach((button, index) => button.addEventListener("click", () => rate(marks.rating === index + 1 ? 0 : index + 1)));
  choice.addEventListener("change", () => rate(Number(choice.value)));
}
