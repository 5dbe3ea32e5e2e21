// Downloads as they move.

import { refresh } from "./drawing.js";
import { $ } from "./page.js";

/** The row says how far it is; how a download ended is drawn by the server. */
export function showDownload({ id, text, state, fraction }) {
  for (const home of document.querySelectorAll(`[data-key="${CSS.escape(id)}"]`)) {
    const label = $(".download", home);
    if (label && state !== "downloaded") label.textContent = text;
    const bar = $("progress", home);
    if (bar && fraction !== null) bar.value = fraction;
    if (label) label.classList.toggle("problem", state === "failed");
    const isMoving = state === "downloading" || state === "waiting";
    if (!isMoving || (location.pathname === "/downloads" && !bar)) refresh();
  }
}
