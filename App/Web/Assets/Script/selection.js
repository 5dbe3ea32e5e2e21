// Selects several rows of a list, and acts on them. The selection stays while rows are loaded, redrawn or searched.

import { choosePlaylist } from "./choice.js";
import { removeEntries } from "./entries.js";
import { storeQueue } from "./library.js";
import { refresh } from "./list.js";
import { $, list, root, showMessage } from "./page.js";
import { editAllPlayed } from "./queue.js";
import { attempt, fetchPart, send, sendJSON } from "./requests.js";
import { Rows } from "./rows.js";
import { songOfRow, songsOf, useSongs } from "./songs.js";
import { showChange } from "./undo.js";

/** The selected rows by their identity, in the order in which they were selected. */
const items = new Map();
/** The number of rows that one request loads. */
const pageSize = 500;
/** The index of the row that was selected last, from which Shift selects. */
let anchor;
/** Whether a click on a row selects it. */
let isSelecting = false;
const observer = new MutationObserver(draw);

const bar = () => $("#selection");
const selectable = "[data-index]:has(> .choice)";
const rowOf = (element) => element.closest?.(selectable);
const indexOf = (row) => Number(row.dataset.index);

/** The number of the entry of the queue that a row shows; undefined for a row of another list. */
const entryOf = (row) => $("[data-part=remove-entry]", row)?.dataset.address.split("/").at(-1);

/** Whether each row is selected by itself, because the list may repeat a song. */
const isEntry = (row) => $(".handle", row) || entryOf(row);

/** A song is selected in all of its rows, except in an own playlist and in the queue. */
function identity(row) {
  const { key, index } = row.dataset;
  return isEntry(row) ? `${index} ${key}` : key;
}

/** What the actions need, because the row may be gone by then. */
function item(row) {
  return {
    key: row.dataset.key,
    index: indexOf(row),
    entry: entryOf(row),
    song: row.dataset.audio ? songOfRow(row) : undefined,
    address: row.dataset.key.includes("-") ? $(".title a", row).getAttribute("href") : undefined,
  };
}

/** Selects a row, or ends that. Returns false if too many are selected. */
function select(row, isSelected = true) {
  if (!isSelected) return items.delete(identity(row));
  const { limit, limitText } = bar().dataset;
  if (items.size >= Number(limit) && !items.has(identity(row))) {
    showMessage(limitText);
    return false;
  }
  items.set(identity(row), item(row));
  return true;
}

function start() {
  isSelecting = true;
  draw();
}

function end() {
  if (bar()?.contains(document.activeElement)) $("[data-part=select]")?.focus();
  items.clear();
  [isSelecting, anchor] = [false, undefined];
  draw();
}

/**
 * Shows which rows are selected, and what can be done with them. In an own playlist and the queue, a place that another
 * song has taken is no longer selected.
 */
function draw() {
  const rows = [...list.querySelectorAll(selectable)];
  const entries = new Map(rows.filter(isEntry).map((row) => [indexOf(row), identity(row)]));
  for (const [id, { index }] of items) if (entries.has(index) && entries.get(index) !== id) items.delete(id);
  for (const row of rows) $(".choice", row).checked = items.has(identity(row));
  list.classList.toggle("selecting", isSelecting);
  if (!bar()) return;
  bar().hidden = !isSelecting;
  const text = bar().dataset.count.replace("{count}", items.size);
  if ($("[role=status]", bar()).textContent !== text) $("[role=status]", bar()).textContent = text;
  for (const button of bar().querySelectorAll(".buttons button")) button.disabled = !items.size;
  const { music, album } = body();
  if (!music && !album) $("[data-selection=bookmark]", bar()).disabled = true;
  const button = $("[data-part=select]");
  if (button) button.ariaPressed = String(isSelecting);
}

/** Selects the rows between two indexes. Loads those that the page does not show. */
async function selectRange(from, to) {
  const last = Math.max(from, to);
  for (let index = Math.min(from, to); index <= last; ) {
    const shown = $(`[data-index="${index}"]`, list);
    let rows = [shown].filter((row) => row?.matches(selectable));
    if (!shown && Rows.current) {
      const part = await fetchPart(Rows.current.address, { fragment: "rows", offset: index, limit: Math.min(pageSize, last - index + 1) });
      rows = [...part.querySelectorAll(selectable)];
    }
    if (!rows.every((row) => select(row))) return;
    index += Math.max(1, rows.length);
  }
}

/** Toggles a row; with Shift, selects the rows up to it. */
async function toggle(row, isSelected, isRange) {
  const index = indexOf(row);
  const first = isRange && isSelected ? (anchor ?? index) : index;
  anchor = index;
  start();
  if (first === index) select(row, isSelected);
  else await attempt(() => selectRange(first, index));
  draw();
}

/** Handles clicks on rows before links and buttons do. */
export function handleSelectionClick(event) {
  const { target, shiftKey } = event;
  const button = target.closest("[data-part=select], [data-selection]");
  if (button) return button.dataset.selection ? act(button.dataset.selection) : isSelecting ? end() : start();
  const row = rowOf(target);
  const box = target.closest(".choice");
  if (!row || (!box && (!isSelecting || target.closest("button, .menu")))) return;
  if (!box) event.preventDefault();
  toggle(row, box ? box.checked : !items.has(identity(row)), shiftKey);
}

const actionKeys = { A: "add", I: "insert", y: "collect", b: "bookmark", Delete: "remove" };

/** Selects by keyboard, and returns whether it did. */
export function handleSelectionKey(event) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey || target.matches?.("input:not(.choice), textarea, select")) return false;
  if (key === "Escape" && isSelecting && !$(":popover-open:not(#message)")) {
    end();
    return true;
  }
  const row = rowOf(target);
  if (!row || target.closest("[popover]")) return false;
  const step = shiftKey && { ArrowDown: 1, ArrowUp: -1 }[key];
  const action = items.size && actionKeys[key];
  if (key === "x") toggle(row, !items.has(identity(row)));
  else if (step) extend(row, step);
  else if (action && $(`[data-selection="${action}"]:enabled`, bar())) act(action);
  else return false;
  event.preventDefault();
  return true;
}

/** Moves the focus to the next row and selects both; back from a selected one, the row that is left is not. */
function extend(row, step) {
  const next = $(`[data-index="${indexOf(row) + step}"]`, list);
  if (!next?.matches(selectable)) return;
  const isBack = items.has(identity(row)) && items.has(identity(next));
  select(row, !isBack);
  next.focus();
  toggle(next, true);
}

/** The selection as the body of a request of the API. */
function body() {
  const keys = [...items.values()].map(({ key }) => key);
  const ids = (prefix) => keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)).join(" ") || undefined;
  const music = keys.filter((key) => !key.includes("-")).join(" ") || undefined;
  return { music, album: ids("album-"), playlist: ids("playlist-") };
}

/** The playable songs of the selection. */
async function songs(signal) {
  const found = [];
  for (const { song, address } of items.values()) {
    if (song) found.push(song);
    else if (address) found.push(...(await songsOf(address, signal)));
  }
  return found;
}

const queuePath = `${root}api/player/queue`;

/** Removes the selected songs from the queue, or moves them so that they play next. */
async function editQueue(part) {
  const entries = [...items.values()];
  const numbers = entries.map(({ entry }) => entry).join(" ");
  if (editAllPlayed(part, entries)) await storeQueue();
  else if (part === "remove") await send(`${queuePath}?entries=${encodeURIComponent(numbers)}`, { method: "DELETE" });
  else await sendJSON("PATCH", queuePath, { entries: numbers, place: "next" });
  await refresh();
  const done = part === "remove" ? "removed" : "playsnext";
  showChange(bar().dataset[done]);
  return true;
}

const isQueue = () => [...items.values()].some(({ entry }) => entry);

const actions = {
  play: async () => useSongs({ part: "play" }, songs),
  insert: async () => (isQueue() ? editQueue("insert") : useSongs({ part: "insert", done: bar().dataset.playsnext }, songs, body())),
  add: async () => useSongs({ part: "add", done: bar().dataset.added }, songs, body()),
  collect: async () => {
    await choosePlaylist(body(), end);
    return false;
  },
  bookmark: async () => {
    const { music, album } = body();
    const response = await sendJSON("PUT", `${root}api/bookmarks`, { music, album });
    showChange((await response.json()).text);
    return true;
  },
  remove: async () => isQueue() ? editQueue("remove") : removeEntries([...items.values()].map(({ index, key }) => ({ index, music: key }))),
};

/** Performs an action of the bar, one at a time. It ends the selection if it succeeds. */
async function act(name) {
  if (name === "end") return end();
  const element = bar();
  if (element.ariaBusy === "true") return;
  element.ariaBusy = "true";
  await attempt(async () => (await actions[name]()) && end());
  element.ariaBusy = null;
}

/** Ends the selection of the page before. */
export function connectSelection() {
  observer.disconnect();
  observer.observe(list, { childList: true, subtree: true });
  end();
}
