// Follows the server's events.

import { showDownload } from "./downloads.js";
import { forgetSync, showSync } from "./freshness.js";
import { refresh } from "./list.js";
import { updateMarks } from "./marks.js";
import { delays, root, showMessage } from "./page.js";
import { yieldTo } from "./pages.js";
import { audio, listen } from "./player.js";
import { reportPlays } from "./plays.js";
import { updateProgram } from "./program.js";
import { attempt, send } from "./requests.js";
import { adoptQueue } from "./songs.js";
import { showSourceSync } from "./sources.js";
import { updateUndo } from "./undo.js";

let events, reconnecting, changed, isLost = false;

/**
 * Connects to the events. A hidden page disconnects unless it plays: browsers allow only a few connections to a server.
 */
export function follow() {
  clearTimeout(reconnecting);
  events?.close();
  if (document.hidden && audio.paused) return forgetSync();
  const source = (events = new EventSource(`${root}api/events`));
  events.addEventListener("open", () => {
    if (isLost) {
      showMessage("The server responds again.");
      forgetSync();
      refresh();
    }
    isLost = false;
    reportPlays();
  });
  events.addEventListener("error", async () => {
    const isFirst = !isLost;
    isLost = true;
    if (source.readyState === EventSource.CLOSED) {
      reconnecting = setTimeout(follow, delays.reconnect);
      if (isFirst) await showProblem(events.url);
    } else if (isFirst) showMessage("The server does not respond. Reconnecting…");
  });
  events.addEventListener("library", (event) => {
    const { version } = document.documentElement.dataset;
    document.documentElement.dataset.version = JSON.parse(event.data).version;
    if (document.documentElement.dataset.version === version) return;
    clearTimeout(changed);
    changed = setTimeout(() => {
      refresh();
      updateMarks();
      updateProgram();
      updateUndo();
    }, delays.changes);
  });
  events.addEventListener("sync", (event) => {
    const status = JSON.parse(event.data);
    showSync(status);
    showSourceSync(status);
  });
  events.addEventListener("failure", (event) => showMessage(JSON.parse(event.data).text));
  events.addEventListener("page", (event) => yieldTo(JSON.parse(event.data)));
  events.addEventListener("queue", adoptQueue);
  events.addEventListener("download", (event) => showDownload(JSON.parse(event.data)));
}

listen(["play"], () => events?.readyState === EventSource.CLOSED && follow());

/** Shows why the server rejected the subscription, which an EventSource does not report. */
async function showProblem(address) {
  const request = new AbortController();
  await attempt(() => send(address, { signal: request.signal }));
  request.abort();
}
