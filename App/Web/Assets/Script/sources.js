// Shows the progress of syncs on the pages of sources.

import { refresh } from "./list.js";
import { $, root } from "./page.js";

/** The source that was read at the last event. */
let previous;

/** Updates the row of the source that is read, and reloads the list when another source is read or the sync ends. */
export function showSourceSync({ source, detail, isRunning }) {
  if (!location.pathname.startsWith(`${root}sources`)) return;
  const state = source && $(`[data-key="${CSS.escape(`source-${source}`)}"] [data-part="state"]`);
  if (state) {
    state.textContent = detail;
    state.classList.remove("problem");
  }
  if (!isRunning || source !== previous) refresh();
  previous = source;
}
