// The star and the rating of the song that the player shows, in the player below every page.

import { refresh } from "./list.js";
import { $, root } from "./page.js";
import { observe } from "./player.js";
import { observeProgram, shown } from "./program.js";
import { attempt, send } from "./requests.js";

const star = $("#player-star");
const ratings = [...document.querySelectorAll("#player-rating button")];
/** Marks the row of the current song in all lists. */
const sheet = new CSSStyleSheet();
let song, loading;
/** Undefined until they are loaded. */
let marks;
let isChanging = false;

function draw() {
  const { bookmarked = false, rating = 0 } = marks ?? {};
  for (const button of [star, ...ratings]) button.disabled = !marks;
  star.ariaPressed = String(bookmarked);
  ratings.forEach((button, index) => {
    button.textContent = index < rating ? "★" : "☆";
    button.ariaPressed = String(index + 1 === rating);
  });
}

/** Loads the marks of the current song. The buttons stay as they are if that fails. */
export async function updateMarks() {
  const id = shown()?.id;
  loading?.abort();
  if (!id || isChanging) return;
  const { signal } = (loading = new AbortController());
  const response = await fetch(`${root}api/music/${id}`, { signal }).catch(() => undefined);
  const row = response?.ok && (await response.json().catch(() => undefined));
  if (!row || signal.aborted) return;
  marks = row;
  draw();
}

function songChanged() {
  const id = shown()?.id;
  if (id === song) return;
  song = id;
  marks = undefined;
  draw();
  const title = `#list .cell[data-key="${CSS.escape(id ?? "")}"] .title`;
  sheet.replaceSync(id ? `${title} { color: var(--accent); } ${title}::before { content: "▶ " / ""; font-size: 11px; }` : "");
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
  ratings.forEach((button, index) => {
    const stars = index + 1;
    button.addEventListener("click", () => (marks.rating === stars ? change("DELETE", "rating") : change("PUT", `rating?stars=${stars}`)));
  });
}
