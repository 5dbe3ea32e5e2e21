// Shows the progress of downloads.

import { refresh } from "./list.js";
import { $, root } from "./page.js";

/** Updates the rows of a download, and reloads the list when the download ends. */
export function showDownload({ id, text, state, fraction }) {
  for (const row of document.querySelectorAll(`[data-key="${CSS.escape(id)}"]`)) {
    const label = $(".download", row);
    if (label && state !== "downloaded") label.textContent = text;
    const bar = $("progress", row);
    if (bar && fraction !== null) bar.value = fraction;
    if (label) label.classList.toggle("problem", state === "failed");
    const isRunning = state === "downloading" || state === "waiting";
    if (!isRunning || (location.pathname === `${root}downloads` && !bar)) refresh();
  }
}
