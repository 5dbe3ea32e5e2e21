// Shows the line that is sung in the player below every page, and the next one.

import { followLines } from "./lines.js";
import { $, root } from "./page.js";
import { current, observe } from "./player.js";
import { isRemote, observeProgram } from "./program.js";

const element = $("#player-line");
let lines = [];
let song, loading;

const follow = followLines(
  () => lines.map(({ time }) => time),
  (index) => [lines[index], index < 0 ? undefined : lines[index + 1]].forEach(draw),
);

function draw(line, position) {
  const text = line && (line.text || "♪");
  if (element.children[position].textContent !== (text ?? "")) element.children[position].textContent = text ?? "";
}

function show(timed) {
  lines = timed;
  element.hidden = !lines.length;
  follow();
}

/** Loads the lines of a new song. The bar shows no line if that fails: the page of the lyrics shows the error. */
async function load() {
  const id = isRemote() ? undefined : current()?.id;
  if (id === song) return;
  song = id;
  loading?.abort();
  show([]);
  if (!id) return;
  const { signal } = (loading = new AbortController());
  const response = await fetch(`${root}api/music/${id}/lyrics`, { signal }).catch(() => undefined);
  // The next change of the player tries again.
  if (!signal.aborted && !response?.ok && response?.status !== 404) song = undefined;
  const { lines: found } = response?.ok ? await response.json().catch(() => ({ lines: [] })) : { lines: [] };
  if (!signal.aborted) show(found.filter(({ time }) => time !== null));
}

export function connectLine() {
  observe(load);
  observeProgram(load);
}
