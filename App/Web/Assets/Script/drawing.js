// Draws the list of a page, as the server now has it.

import { attempt, part } from "./asking.js";
import { morph } from "./focus.js";
import { freshen } from "./freshness.js";
import { $, list } from "./page.js";
import { Rows } from "./rows.js";

export function begin() {
  Rows.current?.end();
  const element = $(".rows[data-size]", list);
  Rows.current = element ? new Rows(element, refresh) : undefined;
}

let drawing;
/** Draws the list of an address; what was asked for before that is not drawn any more. */
export async function draw(address, put) {
  drawing?.asking.abort();
  const mine = (drawing = { asking: new AbortController(), isStale: false });
  await attempt(async () => {
    const fresh = await part(address, { fragment: "list" }, mine.asking.signal);
    if (drawing !== mine) return;
    put(fresh);
    begin();
  });
  if (drawing !== mine) return;
  drawing = undefined;
  if (mine.isStale) await refresh();
}

/** Draws anew what the page shows. */
export async function refresh() {
  freshen();
  if ($(".not-shown", list)) return;
  if (drawing) drawing.isStale = true;
  else if (Rows.current?.total > 0) await Rows.current.refresh();
  else await draw(location.href, (fresh) => morph(list, fresh));
}
