// Performs the actions of buttons without leaving the page.

import { withFocusPreserved } from "./focus.js";
import { leave, refresh, stay } from "./list.js";
import { storeQueue } from "./library.js";
import { visit } from "./navigation.js";
import { root } from "./page.js";
import { editPlayed } from "./queue.js";
import { attempt, fetchPart, send } from "./requests.js";
import { showChangeLater } from "./undo.js";

async function act(button) {
  const { method, address, then, body, done } = button.dataset;
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const cell = button.closest(".cell");
  button.closest("[popover]")?.hidePopover();
  if (then) leave();
  let isDone = false;
  try {
    await attempt(async () => {
      if (cell && editPlayed(button.dataset.part, cell)) await storeQueue();
      else await send(address, body ? { method, body, headers: { "Content-Type": "application/json" } } : { method });
      isDone = true;
      if (done) showChangeLater(done);
      if (then) visit(then);
      else if (cell?.dataset.row) await redraw(cell);
      else await refresh();
    });
  } finally {
    button.ariaBusy = null;
    if (then && !isDone) stay();
  }
}

/** Replaces a row by its current state on the server. */
async function redraw(cell) {
  const { key, index, row } = cell.dataset;
  const total = cell.ariaSetSize > 0 ? { total: cell.ariaSetSize } : {};
  const fresh = await fetchPart(`${root}music/${key}/row`, { kind: row, index, ...total });
  if (document.contains(cell)) withFocusPreserved(() => cell.replaceWith(fresh));
}

export function handleClick(event) {
  const button = event.target.closest("button[data-method]");
  if (button) act(button);
}
