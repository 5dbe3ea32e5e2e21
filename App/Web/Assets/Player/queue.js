// Draws the queue of the player, in which songs move by dragging or by keyboard.

import { $, root, showMessage } from "./page.js";
import { move, observe, remove, select, state } from "./player.js";
import { attempt, send } from "./requests.js";

const panel = $("#player-queue");
const rows = $("ol", panel);
const form = $("form", panel);
/** The row that is dragged; the queue is not drawn meanwhile. */
let dragged;

function draw() {
  if (!panel.matches(":popover-open") || dragged) return;
  const focused = [...rows.children].findIndex((row) => row.contains(document.activeElement));
  rows.replaceChildren(...state.queue.map(row));
  if (focused >= 0) $("button", rows.children[focused] ?? rows.lastElementChild ?? panel)?.focus();
  $("[aria-current]", rows)?.scrollIntoView({ block: "nearest" });
}

function row(song, index) {
  const item = document.createElement("li");
  const choice = button([song.title, song.artist].filter(Boolean).join(" – "));
  choice.dir = "auto";
  if (index === state.index) choice.ariaCurrent = "true";
  choice.addEventListener("click", () => select(index));
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
  if (label) element.ariaLabel = label.replace("{title}", song.title);
  return element;
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
  move(index, to);
  $(".handle", rows.children[to]).focus();
}

/** Moves a row with the pointer until it is released. */
function drag(event, item, from) {
  const handle = event.currentTarget;
  event.preventDefault();
  dragged = item;
  item.classList.add("dragged");
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = ({ clientY }) => {
    const over = [...rows.children].find((row) => row !== item && isWithin(row, clientY));
    if (!over) return;
    const isBelow = [...rows.children].indexOf(over) > [...rows.children].indexOf(item);
    over[isBelow ? "after" : "before"](item);
    handle.setPointerCapture(event.pointerId);
  };
  handle.onlostpointercapture = handle.onpointerup = (end) => {
    // Moving the row in the document releases the pointer as well.
    if (end.type === "lostpointercapture" && end.buttons) return;
    if (!dragged) return;
    dragged = undefined;
    move(from, [...rows.children].indexOf(item));
    draw();
  };
}

function isWithin(row, y) {
  const { top, bottom } = row.getBoundingClientRect();
  return y >= top && y < bottom;
}

/** Saves the queue as a playlist of the library. */
async function save(event) {
  event.preventDefault();
  const { name } = form.elements;
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ name: name.value, music: state.queue.map(({ id }) => id).join(" ") });
  await attempt(async () => {
    await send(`${root}api/playlists`, { method: "POST", headers, body });
    showMessage(form.dataset.done.replace("{title}", name.value));
    form.reset();
  });
}

export function connectQueue() {
  observe(draw);
  panel.addEventListener("toggle", draw);
  form.addEventListener("submit", save);
}
