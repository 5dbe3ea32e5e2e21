// Shows what a change did, and undoes the last change.

import { refresh } from "./list.js";
import { $, delays, root, showMessage } from "./page.js";
import { attempt, send } from "./requests.js";

const stored = `fermata-message${root}`;
/** How much longer such a message is shown, so that the button can be reached by keyboard. */
const patience = 2.5;
/** Whether the server undoes a change. */
let isUndoing = false;

/** Shows what a change did, with a button that undoes it. */
export function showChange(text) {
  showMessage(text, patience * delays.message);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = $("#message").dataset.undo;
  button.addEventListener("click", undo);
  $("#message").append(" ", button);
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

/** Undoes the last change. A double click undoes only one. */
async function undo() {
  if (isUndoing) return;
  isUndoing = true;
  const request = attempt(async () => (await send(`${root}api/undo`, { method: "POST" })).json());
  const change = await request.finally(() => (isUndoing = false));
  if (!change) return;
  showMessage(change.text);
  await refresh();
}

/** Undoes the last change by a key, and returns whether it did. A key that is held undoes only one. */
export function handleUndoKey({ key, target, repeat, ctrlKey, metaKey, altKey }) {
  if (key !== "u" || repeat || ctrlKey || metaKey || altKey || target.closest?.("input, textarea, select, [popover]")) return false;
  undo();
  return true;
}
