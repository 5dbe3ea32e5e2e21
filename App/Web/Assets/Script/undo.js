// Shows what a change did, and undoes the last change.

import { refresh } from "./list.js";
import { visit } from "./navigation.js";
import { $, delays, memory, root, showMessage } from "./page.js";
import { attempt, readRow, send } from "./requests.js";

const stored = `fermata-message${memory}`;
/** How much longer such a message is shown, so that the button can be reached by keyboard. */
const patience = 2.5;
/** Whether the server undoes a change. */
let isUndoing = false;

/** Shows what the last change did, with a button that undoes it. */
export async function showChange(text) {
  showMessage(text, patience * delays.message);
  const change = await lastChange();
  if (change == null || $("#message").textContent !== text) return;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.change = change;
  button.textContent = $("#message").dataset.undo;
  button.addEventListener("click", () => undo(change));
  $("#message").append(" ", button);
}

/** The number of the last change that can be undone; null if there is none, undefined if it is not known. */
async function lastChange() {
  const row = await readRow(`${root}api/undo`);
  return row ? row.change : undefined;
}

/** Takes the button out of a message once its change is no longer the last one. */
export async function updateUndo() {
  const button = $("#message button");
  if (!button) return;
  const change = await lastChange();
  if (change !== undefined && String(change) !== button.dataset.change) button.remove();
}

/** Shows what a change did on the page that is opened next. */
export function showChangeLater(text) {
  sessionStorage.setItem(stored, text);
}

/** Shows the message of the page before. */
export function showEarlierChange() {
  const text = sessionStorage.getItem(stored);
  sessionStorage.removeItem(stored);
  if (text) showChange(text);
}

/** Undoes the last change, only if it has a number if one is given. A double click undoes only one. */
async function undo(number) {
  if (isUndoing) return;
  isUndoing = true;
  const address = `${root}api/undo${number === undefined ? "" : `?change=${number}`}`;
  const request = attempt(async () => (await send(address, { method: "POST" })).json());
  const change = await request.finally(() => (isUndoing = false));
  if (!change) return;
  showMessage(change.text);
  // The name of a playlist is also the title of its page.
  if (change.action === "renamePlaylist") await visit(location.href, { isRecorded: false, scroll: scrollY });
  else await refresh();
}

/** Undoes the last change by a key, and returns whether it did. A key that is held undoes only one. */
export function handleUndoKey({ key, target, repeat, ctrlKey, metaKey, altKey }) {
  if (key !== "u" || repeat || ctrlKey || metaKey || altKey || target.closest?.("input, textarea, select, :popover-open")) return false;
  undo();
  return true;
}
