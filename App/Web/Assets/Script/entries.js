// Moves and removes the songs of an own playlist, by dragging, by keyboard or by the menu of a row.

import { refresh } from "./list.js";
import { $, fill, list } from "./page.js";
import { followPointer } from "./pointer.js";
import { attempt, sendJSON } from "./requests.js";
import { Rows } from "./rows.js";
import { showChange } from "./undo.js";

/** How near to an edge of the window a dragged row scrolls the page, by how much, and how often: pixels, milliseconds. */
const [edge, scrollStep, scrollPause] = [120, 12, 16];
let changes = Promise.resolve();

/** Performs changes one after the other: each is about the rows that the one before it has left. */
const inOrder = (change) => (changes = changes.then(change, change));

/** The button of a row that moves it. */
const handleOf = (index) => $(`[data-index="${index}"] .handle`, list);

function entryOf(element) {
  const row = element.closest(".cell");
  return { row, index: Number(row.dataset.index), music: row.dataset.key, title: $(".title", row).textContent.trim() };
}

/** Changes the playlist, and loads its rows again. If another program has changed it, a message says so. */
async function change(body, text) {
  const { songs } = $("[data-songs]").dataset;
  const result = await attempt(async () => (await sendJSON("PATCH", songs, body)).json());
  await refresh();
  if (result) showChange(text ?? result.text);
  return result !== undefined;
}

async function move({ index, music, title }, to) {
  if (to < 0 || to >= Rows.current.total || to === index) return false;
  const place = { "{place}": to + 1, "{count}": Rows.current.total };
  const text = Object.entries(place).reduce((text, [key, value]) => text.replace(key, value), $("[data-songs]").dataset.moved);
  return change({ move: String(index + 1), to: String(to + 1), music }, fill(text, title));
}

/** Removes songs at positions from 0 on, and returns whether that succeeded. */
export function removeEntries(entries) {
  const remove = entries.map(({ index }) => index + 1).join(" ");
  const music = entries.map(({ music }) => music).join(" ");
  return inOrder(() => change({ remove, music }));
}

/** Moves or removes the row of the focused handle by a key, and returns whether it is such a key. */
export function handleEntryKey(event) {
  const handle = event.target.closest?.("#list .handle");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!handle || (!step && event.key !== "Delete")) return false;
  event.preventDefault();
  if (!step) removeRow(handle, ".handle");
  else inOrder(() => moveFocused(step));
  return true;
}

/** Moves the row whose handle has the focus, which stays there. */
async function moveFocused(step) {
  const handle = document.activeElement.closest("#list .handle");
  if (!handle) return;
  const entry = entryOf(handle);
  if (await move(entry, entry.index + step)) handleOf(entry.index + step)?.focus();
}

/** Removes a row. The focus moves to the next one. */
async function removeRow(element, part) {
  const entry = entryOf(element);
  await removeEntries([entry]);
  ($(`[data-index="${entry.index}"] ${part}`, list) ?? [...list.querySelectorAll(part)].at(-1) ?? $("#main")).focus();
}

/** Performs an item of a row's menu. */
export function handleEntryButton(event) {
  const button = event.target.closest("[data-entry]");
  if (!button) return;
  const entry = entryOf(button);
  button.closest("[popover]").hidePopover();
  if (button.dataset.entry === "remove") return removeRow(entry.row, ".more");
  const to = entry.index + (button.dataset.entry === "up" ? -1 : 1);
  inOrder(async () => (await move(entry, to)) && $(`[data-index="${to}"] .more`, list)?.focus());
}

/**
 * Moves a row with the pointer; a line shows where it is put when it is released. Escape cancels that. The list has the
 * pointer, because rows come and go.
 */
export function dragEntry(event) {
  const handle = event.target.closest("#list .handle");
  if (!handle || !event.isPrimary || event.button !== 0) return;
  event.preventDefault();
  const entry = entryOf(handle);
  let [to, y] = [entry.index, event.clientY];
  const line = document.createElement("div");
  line.className = "drop";
  list.setPointerCapture(event.pointerId);
  const mark = (index) => {
    for (const row of list.querySelectorAll(".cell")) row.classList.toggle("dragged", Number(row.dataset.index) === index);
  };
  mark(entry.index);
  const show = () => {
    mark(entry.index);
    const over = rowAt(y);
    if (!over) return;
    to = Number(over.dataset.index);
    const { top, bottom } = over.getBoundingClientRect();
    line.style.top = `${(to > entry.index ? bottom : top) - $(".rows", list).getBoundingClientRect().top - 1}px`;
    if (to === entry.index) line.remove();
    else $(".rows", list).append(line);
  };
  const scrolling = setInterval(() => {
    const step = y > innerHeight - edge ? scrollStep : y < edge ? -scrollStep : 0;
    if (!step || to === entry.index) return;
    scrollBy({ top: step, behavior: "instant" });
    show();
  }, scrollPause);
  followPointer(event, ({ clientY }) => {
    y = clientY;
    show();
  }, (isReleased) => {
    clearInterval(scrolling);
    line.remove();
    mark();
    if (isReleased && to !== entry.index) inOrder(() => move(entry, to));
  });
}

/** The row at a height of the window; the first or last one beyond them. */
function rowAt(y) {
  const rows = [...list.querySelectorAll(".cell")];
  return rows.find((row) => y < row.getBoundingClientRect().bottom) ?? rows.at(-1);
}
