// Draws the list of a page in its current state on the server.

import { morph } from "./focus.js";
import { updateFreshness } from "./freshness.js";
import { setUpLyrics } from "./lyrics.js";
import { $, count, list } from "./page.js";
import { attempt, fetchPart } from "./requests.js";
import { Rows } from "./rows.js";

/** Sets up scrolling for the list that the page contains, or the marks of its lyrics. */
export function setUp() {
  Rows.current?.end();
  const element = $(".rows[data-size]", list);
  Rows.current = element ? new Rows(element, refresh) : undefined;
  setUpLyrics();
}

let drawing;
/** Whether the page is about to be replaced by another. */
let isLeaving = false;

/** Fetches the list of an address and passes it to `put`; cancels the drawing before it. */
export async function draw(address, put) {
  drawing?.request.abort();
  const current = (drawing = { request: new AbortController(), isStale: false });
  let isCurrent;
  try {
    await attempt(async () => {
      const fresh = await fetchPart(address, { fragment: "list" }, current.request.signal);
      if (drawing !== current) return;
      put(fresh);
      setUp();
    });
  } finally {
    isCurrent = drawing === current;
    if (isCurrent) drawing = undefined;
  }
  if (isCurrent && current.isStale) await refresh();
}

/** From now on, no change loads the content of the page again, because another replaces it: its subject may be removed. */
export function leave() {
  isLeaving = true;
  drawing?.request.abort();
  drawing = undefined;
}

/** Ends that, because the page stays or is shown again. Loads the changes since. */
export function stay() {
  if (!isLeaving) return;
  isLeaving = false;
  refresh();
}

/** Ends that for the page that has just replaced another. */
export function arrive() {
  isLeaving = false;
}

function redraw(fresh) {
  morph(list, fresh);
  count($("[data-count]", list)?.dataset.count);
}

/** Whether rows belong to the current address. After a typed search fails, they still show the earlier one. */
function matchesAddress({ address }) {
  const { pathname, search } = new URL(address);
  return pathname !== location.pathname || search === location.search;
}

/** Reloads the content of the page. */
export async function refresh() {
  updateFreshness();
  if (isLeaving || $(".not-shown", list)) return;
  if (drawing) drawing.isStale = true;
  else if (Rows.current?.total > 0 && matchesAddress(Rows.current)) await Rows.current.refresh();
  else await draw(location.href, redraw);
}
