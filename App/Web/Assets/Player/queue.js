// Draws the queue of the player, in which songs move by dragging or by keyboard.

import { $, fill, root, showMessage } from "./page.js";
import { isPlayer } from "./pages.js";
import { current, move, observe, remove, select, state } from "./player.js";
import { attempt, send } from "./requests.js";

const panel = $("#player-queue");
const rows = $("ol", panel);
const form = $("form", panel);
/** The row that is dragged; the queue is not drawn meanwhile. */
let dragged;
/** The song to which the queue was scrolled. */
let shown;
/** How near to an edge a dragged row scrolls the queue, and by how much, in pixels. */
const [edge, scrollStep] = [48, 14];

/** Draws the queue. The focus stays at its button; the queue scrolls only if another song has become current. */
function draw() {
  if (dragged) return;
  if (!panel.matches(":popover-open")) return (shown = undefined);
  const { activeElement } = document;
  const focused = [...rows.children].findIndex((row) => row.contains(activeElement));
  const name = ["handle", "remove"].find((name) => activeElement.classList.contains(name));
  rows.replaceChildren(...state.queue.map(row));
  const next = focused >= 0 && (rows.children[focused] ?? rows.lastElementChild);
  if (next) (name ? $(`.${name}`, next) : $("button", next)).focus({ preventScroll: true });
  if (shown === current()) return;
  shown = current();
  $("[aria-current]", rows)?.scrollIntoView({ block: "nearest" });
}

function row(song, index) {
  const item = document.createElement("li");
  const choice = button([song.title, song.artist].filter(Boolean).join(" – "));
  choice.dir = "auto";
  if (song.lang) choice.lang = song.lang;
  if (index === state.index) choice.ariaCurrent = "true";
  choice.addEventListener("click", () => select(index));
  choice.addEventListener("keydown", (event) => focusByKey(event, index));
  const handle = button("≡", "handle", rows.dataset.move, song);
  handle.addEventListener("keydown", (event) => moveByKey(event, index));
  handle.addEventListener("pointerdown", (event) => drag(event, item, index));
  const removal = button("×", "remove", rows.dataset.remove, song);
  removal.addEventListener("click", () => remove(index));
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

/** Moves the focus from title to title by the arrow keys. */
function focusByKey(event, index) {
  const row = rows.children[index + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? NaN)];
  if (!row) return;
  event.preventDefault();
  event.stopPropagation();
  $("button", row).focus();
}

/** Moves a song by the arrow keys while its handle has the focus, and removes it by Delete. */
function moveByKey(event, index) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step && event.key !== "Delete") return;
  event.preventDefault();
  event.stopPropagation();
  if (!step) return remove(index);
  const to = index + step;
  if (!state.queue[to]) return;
  const [song, count] = [state.queue[index], state.queue.length];
  move(index, to);
  $(".handle", rows.children[to]).focus();
  showMessage(fill(rows.dataset.moved.replace("{place}", to + 1).replace("{count}", count), song.title));
}

/** Moves a row with the pointer until it is released. */
function drag(event, item, from) {
  if (!event.isPrimary || event.button !== 0) return;
  const handle = event.currentTarget;
  event.preventDefault();
  dragged = item;
  item.classList.add("dragged");
  handle.setPointerCapture(event.pointerId);
  const end = (to) => {
    if (!dragged) return;
    dragged = undefined;
    if (to === from) draw();
    else move(from, to);
  };
  handle.onpointermove = ({ clientY }) => {
    const { top, bottom } = panel.getBoundingClientRect();
    panel.scrollTop += clientY > bottom - edge ? scrollStep : clientY < top + edge ? -scrollStep : 0;
    const over = [...rows.children].find((row) => row !== item && isWithin(row, clientY));
    if (!over) return;
    const isBelow = [...rows.children].indexOf(over) > [...rows.children].indexOf(item);
    over[isBelow ? "after" : "before"](item);
    handle.setPointerCapture(event.pointerId);
  };
  handle.onpointercancel = () => end(from);
  handle.onlostpointercapture = handle.onpointerup = ({ type, buttons }) => {
    // Moving the row in the document releases the pointer as well.
    if (type === "lostpointercapture" && buttons) return;
    end([...rows.children].indexOf(item));
  };
}

function isWithin(row, y) {
  const { top, bottom } = row.getBoundingClientRect();
  return y >= top && y < bottom;
}

/** Moves or removes the song of a row of the library's queue, if this tab plays that queue. Returns whether it did. */
export function editPlayed(part, { dataset: { key, index } }) {
  const edit = { "move-up": () => move(place, place - 1), "move-down": () => move(place, place + 1), "remove-entry": () => remove(place) }[part];
  const place = Number(index);
  if (!edit || !isPlayer || state.queue[place]?.id !== key) return false;
  edit();
  return true;
}

/** Saves the queue as a playlist of the library. */
async function save(event) {
  event.preventDefault();
  const { name } = form.elements;
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ name: name.value, music: state.queue.map(({ id }) => id).join(" ") });
  await attempt(async () => {
    await send(`${root}api/playlists`, { method: "POST", headers, body });
    showMessage(fill(form.dataset.done, name.value));
    form.reset();
  });
}

export function connectQueue() {
  observe(draw);
  panel.addEventListener("toggle", draw);
  form.addEventListener("submit", save);
}
