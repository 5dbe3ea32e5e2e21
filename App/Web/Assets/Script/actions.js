// Buttons do what they say without leaving the page.

import { ask, attempt, part } from "./asking.js";
import { refresh } from "./drawing.js";
import { keepingFocus } from "./focus.js";

async function act(button) {
  const { method, address, then } = button.dataset;
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const cell = button.closest(".cell");
  button.closest("[popover]")?.hidePopover();
  await attempt(async () => {
    await ask(address, { method });
    if (then) location.assign(then);
    else if (cell?.dataset.row) await redraw(cell);
    else await refresh();
  });
  button.ariaBusy = null;
}

/** Draws one row anew, as the server now has it. */
async function redraw(cell) {
  const { key, index, row } = cell.dataset;
  const fresh = await part(`/music/${key}/row`, { kind: row, index, total: cell.ariaSetSize });
  if (document.contains(cell)) keepingFocus(() => cell.replaceWith(fresh));
}

export function clicked(event) {
  const button = event.target.closest("button[data-method]");
  if (button) act(button);
}
