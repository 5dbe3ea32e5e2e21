// The star and the rating of the current song, in the player below every page.

import { refresh } from "./list.js";
import { $, root } from "./page.js";
import { current, observe } from "./player.js";
import { attempt, send } from "./requests.js";

const star = $("#player-star");
const ratings = [...document.querySelectorAll("#player-rating button")];
/** Marks the row of the current song in all lists. */
const sheet = new CSSStyleSheet();
let song;
let marks = {};

function draw() {
  const { bookmarked = false, rating = 0 } = marks;
  star.ariaPressed = String(bookmarked);
  ratings.forEach((button, index) => {
    button.textContent = index < rating ? "★" : "☆";
    button.ariaPressed = String(index + 1 === rating);
  });
}

/** Loads the marks of the current song. The buttons stay as they are if that fails. */
export async function updateMarks() {
  const id = current()?.id;
  if (!id) return;
  const response = await fetch(`${root}api/music/${id}`).catch(() => undefined);
  const row = response?.ok && (await response.json().catch(() => undefined));
  if (!row || id !== current()?.id) return;
  marks = row;
  draw();
}

function songChanged() {
  const id = current()?.id;
  if (id === song) return;
  song = id;
  marks = {};
  draw();
  sheet.replaceSync(id ? `#list .cell[data-key="${CSS.escape(id)}"] .title { color: var(--accent); }` : "");
  updateMarks();
}

/** Changes a mark of the current song, and shows the result. */
async function change(method, path) {
  await attempt(async () => {
    const id = current().id;
    const row = await (await send(`${root}api/music/${id}/${path}`, { method })).json();
    if (id === current()?.id) marks = row;
    draw();
    await refresh();
  });
}

export function connectMarks() {
  document.adoptedStyleSheets.push(sheet);
  observe(songChanged);
  star.addEventListener("click", () => change(marks.bookmarked ? "DELETE" : "PUT", "bookmark"));
  ratings.forEach((button, index) => {
    const stars = index + 1;
    button.addEventListener("click", () => (marks.rating === stars ? change("DELETE", "rating") : change("PUT", `rating?stars=${stars}`)));
  });
}
