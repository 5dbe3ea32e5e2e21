// What happens elsewhere, as the server tells it.

import { ask, attempt } from "./asking.js";
import { showDownload } from "./downloads.js";
import { refresh } from "./drawing.js";
import { forgetReading, showReading } from "./freshness.js";
import { say, wait } from "./page.js";

let events, reconnecting, changed, isLost = false;

/** A page out of sight holds no connection: a browser has only a few for each server. */
export function follow() {
  clearTimeout(reconnecting);
  events?.close();
  if (document.hidden) return;
  const source = (events = new EventSource("/api/events"));
  events.addEventListener("open", () => {
    if (isLost) {
      say("Fermata is back.");
      forgetReading();
      refresh();
    }
    isLost = false;
  });
  events.addEventListener("error", async () => {
    const isFirst = !isLost;
    isLost = true;
    if (source.readyState === EventSource.CLOSED) {
      reconnecting = setTimeout(follow, wait.reconnect);
      if (isFirst) await tellRefusal(events.url);
    } else if (isFirst) say("Fermata does not answer. Trying again…");
  });
  events.addEventListener("library", (event) => {
    const { version } = document.documentElement.dataset;
    document.documentElement.dataset.version = JSON.parse(event.data).version;
    if (document.documentElement.dataset.version === version) return;
    clearTimeout(changed);
    changed = setTimeout(refresh, wait.changes);
  });
  events.addEventListener("sync", (event) => showReading(JSON.parse(event.data)));
  events.addEventListener("failure", (event) => say(JSON.parse(event.data).text));
  events.addEventListener("download", (event) => showDownload(JSON.parse(event.data)));
}

/** Says why there are no events, which their stream does not tell. */
async function tellRefusal(address) {
  const asking = new AbortController();
  await attempt(() => ask(address, { signal: asking.signal }));
  asking.abort();
}
