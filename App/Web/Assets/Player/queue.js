// Draws the queue of the player, in which songs move by dragging or by keyboard. Of a long queue, only the rows in view
// are in the document.

import { storeQueue } from "./library.js";
import { $, fill, root, showMessage } from "./page.js";
import { isPlayer } from "./pages.js";
import { current, move, observe, playNext, remove, removeAll, select, state } from "./player.js";
import { attempt, sendJSON } from "./requests.js";
import { showChange } from "./undo.js";

const panel = $("#player-queue");
const rows = $("ol", panel);
const form = $("form", panel);
/** The element of each song of the queue that was in view. */
let elements = new Map();
/** The height of a row in pixels, and the index of the first row in the document. */
let [height, first] = [0, 0];
/** The places of the song that is dragged; undefined without one. */
let dragged;
/** The song to which the queue was scrolled. */
let shown;
/** How many rows are drawn above and below those in view. */
const margin = 10;
/** How near to an edge a dragged row scrolls the queue, and by how much, in pixels. */
const [edge, scrollStep] = [48, 14];

const isOpen = () => panel.matches(":popover-open");

/** Draws the queue. The focus stays at its button; the queue scrolls only if another song has become current. */
function draw() {
  if (!isOpen()) return (shown = undefined);
  drawRows();
  if (shown === current()) return;
  const isFirst = shown === undefined;
  shown = current();
  showCurrent(isFirst);
}

/** Scrolls to the current song with the one before it, unless it is in view. */
function showCurrent(isForced) {
  if (isForced || !isInView(state.index)) panel.scrollTop = Math.max(0, (state.index - 1) * height);
  drawRows();
}

/** Whether a row is in view, between the head and the form of the queue. */
function isInView(index) {
  const top = index * height - panel.scrollTop;
  return top >= 0 && rows.offsetTop + top + height <= panel.clientHeight - form.offsetHeight;
}

/** The songs in the order on the screen, where the dragged one already has its new place. */
function songs() {
  if (!dragged) return state.queue;
  const order = [...state.queue];
  order.splice(dragged.to, 0, ...order.splice(dragged.from, 1));
  return order;
}

function drawRows() {
  const order = songs();
  if (!order.length) return rows.replaceChildren();
  const focus = document.activeElement;
  const focused = [...rows.children].findIndex((row) => row.contains(focus));
  const place = focused + first;
  if (!height) height = measure(order[0]);
  const visible = (pixels) => Math.floor((pixels - rows.offsetTop) / height);
  first = Math.max(0, Math.min(visible(panel.scrollTop) - margin, order.length - 1));
  const shownSongs = order.slice(first, visible(panel.scrollTop + panel.clientHeight) + margin + 1);
  elements = new Map(shownSongs.map((song) => [song, elements.get(song) ?? row(song)]));
  [...elements.values()].forEach((element, index) => {
    if (rows.children[index] !== element) rows.insertBefore(element, rows.children[index] ?? null);
    update(element, first + index, order);
  });
  while (rows.children.length > elements.size) rows.lastElementChild.remove();
  rows.style.paddingTop = `${first * height}px`;
  rows.style.paddingBottom = `${Math.max(0, order.length - first - elements.size) * height}px`;
  if (focused >= 0) keepFocus(focus, place);
}

/** Focuses an element again that was moved, or one of the same kind in the row that took its place. */
function keepFocus(focus, place) {
  if (document.activeElement === focus) return;
  const name = ["handle", "remove"].find((name) => focus.classList.contains(name));
  const next = rows.contains(focus) ? focus : $(name ? `.${name}` : "button", rows.children[place - first] ?? rows.lastElementChild ?? panel);
  next?.focus({ preventScroll: true });
}

/** The height of a row. */
function measure(song) {
  const element = row(song);
  rows.append(element);
  const { offsetHeight } = element;
  element.remove();
  return offsetHeight;
}

/** Shows the place of a row, and whether its song is the current one. */
function update(element, index, order) {
  element.ariaPosInSet = index + 1;
  element.ariaSetSize = order.length;
  element.classList.toggle("dragged", dragged?.to === index);
  const isCurrent = order[index] === current();
  const choice = element.firstElementChild;
  if (isCurrent !== (choice.ariaCurrent === "true")) choice.ariaCurrent = isCurrent ? "true" : null;
}

function row(song) {
  const item = document.createElement("li");
  const index = () => state.queue.indexOf(song);
  const choice = button([song.title, song.artist].filter(Boolean).join(" – "));
  choice.dir = "auto";
  if (song.lang) choice.lang = song.lang;
  choice.addEventListener("click", () => select(index()));
  choice.addEventListener("keydown", (event) => focusByKey(event, index()));
  const handle = button("≡", "handle", rows.dataset.move, song);
  handle.addEventListener("keydown", (event) => moveByKey(event, index()));
  handle.addEventListener("pointerdown", (event) => drag(event, index()));
  const removal = button("×", "remove", rows.dataset.remove, song);
  removal.addEventListener("click", () => removeSong(index()));
  item.append(choice, handle, removal);
  return item;
}

function button(text, name, label, song) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  if (name) element.className = name;
  if (label) element.ariaLabel = fill(label, song.title);
  return element;
}

/** Focuses a button of a row, which comes into view. */
function focusRow(index, selector) {
  if (!isInView(index)) panel.scrollTop = Math.max(0, (index - 1) * height);
  drawRows();
  $(selector, rows.children[index - first]).focus({ preventScroll: true });
}

/** Moves the focus from title to title by the arrow keys. */
function focusByKey(event, index) {
  const next = index + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? NaN);
  if (!state.queue[next]) return;
  event.preventDefault();
  event.stopPropagation();
  focusRow(next, "button");
}

/** Moves a song by the arrow keys while its handle has the focus, and removes it by Delete. */
function moveByKey(event, index) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step && event.key !== "Delete") return;
  event.preventDefault();
  event.stopPropagation();
  if (!step) return removeSong(index);
  const to = index + step;
  if (!state.queue[to]) return;
  moveSong(index, to);
  focusRow(to, ".handle");
}

/** Moves a song, and says so. */
function moveSong(from, to) {
  const [{ title }, count] = [state.queue[from], state.queue.length];
  move(from, to);
  showEdit(fill(rows.dataset.moved.replace("{place}", to + 1).replace("{count}", count), title));
}

/** Removes a song, and says so. */
function removeSong(index) {
  const { title } = state.queue[index];
  remove(index);
  showEdit(fill(rows.dataset.removed, title));
}

/** Says what was changed, and offers to undo it if the library stores the queue of this tab. */
async function showEdit(text) {
  showMessage(text);
  if (!(await storeQueue()) || $("#message").textContent !== text) return;
  await showChange(text);
  // A click outside of the queue has closed it.
  $("#message button")?.addEventListener("click", () => isOpen() || panel.showPopover());
}

/** Moves a row with the pointer until it is released. The list has the pointer, because rows come and go. */
function drag(event, from) {
  if (!event.isPrimary || event.button !== 0) return;
  event.preventDefault();
  dragged = { from, to: from };
  rows.setPointerCapture(event.pointerId);
  drawRows();
  const end = (isMoved) => {
    if (!dragged) return;
    const { from, to } = dragged;
    dragged = rows.onpointermove = rows.onpointerup = rows.onpointercancel = rows.onlostpointercapture = undefined;
    if (isMoved && to !== from) moveSong(from, to);
    else drawRows();
  };
  rows.onpointermove = ({ clientY }) => {
    const { top, bottom } = panel.getBoundingClientRect();
    panel.scrollTop += clientY > bottom - edge ? scrollStep : clientY < top + edge ? -scrollStep : 0;
    const place = Math.floor((clientY - rows.getBoundingClientRect().top) / height);
    dragged.to = Math.max(0, Math.min(place, state.queue.length - 1));
    drawRows();
  };
  rows.onpointerup = () => end(true);
  rows.onpointercancel = rows.onlostpointercapture = () => end(false);
}

/** Moves or removes the song of a row of the library's queue, if this tab plays that queue. Returns whether it did. */
export function editPlayed(part, { dataset: { key, index } }) {
  const place = Number(index);
  const edit = { "play-next": () => playNext([place]), "move-up": () => move(place, place - 1), "move-down": () => move(place, place + 1), "remove-entry": () => remove(place) }[part];
  if (!edit || !isPlayer || state.queue[place]?.id !== key) return false;
  edit();
  return true;
}

/**
 * Removes the songs of several rows of the library's queue, or moves them so that they play next, if this tab plays that
 * queue. Returns whether it did.
 */
export function editAllPlayed(part, entries) {
  if (!isPlayer || entries.some(({ index, key }) => state.queue[index]?.id !== key)) return false;
  const places = entries.map(({ index }) => index);
  if (part === "remove") removeAll(places);
  else playNext(places);
  return true;
}

/** Saves the queue as a playlist of the library. */
async function save(event) {
  event.preventDefault();
  const { name } = form.elements;
  const music = state.queue.map(({ id }) => id).join(" ");
  await attempt(async () => {
    await sendJSON("POST", `${root}api/playlists`, { name: name.value, music });
    showMessage(fill(form.dataset.done, name.value));
    form.reset();
  });
}

export function connectQueue() {
  observe(draw);
  panel.addEventListener("toggle", () => {
    draw();
    if (isOpen()) $("[aria-current]", rows)?.focus({ preventScroll: true });
  });
  panel.addEventListener("scroll", () => isOpen() && drawRows(), { passive: true });
  addEventListener("resize", () => {
    height = 0;
    if (isOpen()) drawRows();
  });
  form.addEventListener("submit", save);
}
