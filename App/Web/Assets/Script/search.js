// Searches while a person types.

import { draw } from "./list.js";
import { replaceAddress } from "./navigation.js";
import { $, count, list, delays } from "./page.js";

let typing;
async function search(form) {
  if (!form.isConnected) return;
  const address = new URL(form.action);
  for (const [key, value] of new FormData(form)) if (value !== "") address.searchParams.set(key, value);
  // Updates the address at once, so that a reload or going back shows the search again.
  replaceAddress(address);
  await draw(address, (fresh) => {
    list.replaceChildren(fresh);
    count($(".page, .empty", list).dataset.count);
    scrollTo(0, 0);
  });
}

/** Searches after a pause in typing, if this page shows the results. */
export function searchAfterTyping(event) {
  const form = event.currentTarget;
  if (new URL(form.action).pathname !== location.pathname) return;
  clearTimeout(typing);
  typing = setTimeout(() => search(form), delays.typing);
}
