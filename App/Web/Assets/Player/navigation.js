// Follows links without leaving the page, so that the song plays on. Without a song, links work as usual.

import { arrive, leave } from "./list.js";
import { $, root, updateList } from "./page.js";
import { current } from "./player.js";

const excludedPaths = [`${root}api/`, `${root}assets/`];
let shown = location.pathname + location.search;
let visiting, connect;

/** Replaces the address of the shown page. */
export function replaceAddress(address) {
  history.replaceState(null, "", address);
  shown = location.pathname + location.search;
}

/** Opens an address of this server: in this page while the player has a song, else as a new page. */
export async function visit(address, { isRecorded = true, scroll = 0 } = {}) {
  const url = new URL(address, location.href);
  if (isRecorded && !current()) return location.assign(url);
  visiting?.abort();
  const { signal } = (visiting = new AbortController());
  const page = await load(url, signal).catch(() => undefined);
  if (signal.aborted) return;
  if (!page) return isRecorded ? location.assign(url) : location.reload();
  if (isRecorded) {
    history.replaceState({ scroll: scrollY }, "");
    history.pushState(null, "", url);
  }
  show(page);
  if (url.hash) $(url.hash)?.scrollIntoView();
  else scrollTo({ top: scroll, behavior: "instant" });
  $("#main").focus({ preventScroll: true });
}

/** Returns a page of the server; undefined for anything else, such as the login. */
async function load(url, signal) {
  const response = await fetch(url, { signal, headers: { Accept: "text/html" } });
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return undefined;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.getElementById("player") ? page : undefined;
}

/** Replaces the parts that differ between pages. */
function show(page) {
  leave();
  shown = location.pathname + location.search;
  const { version } = page.documentElement.dataset;
  if (version) document.documentElement.dataset.version = version;
  document.title = page.title;
  for (const selector of ["header.site", "#main", "footer.site"]) $(selector).replaceWith($(selector, page));
  updateList();
  arrive();
  connect();
}

function followLink(event) {
  const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const link = event.target.closest("a[href]");
  if (!link || !current() || defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return;
  const isHere = link.pathname + link.search === location.pathname + location.search;
  const isExcluded =
    link.origin !== location.origin || excludedPaths.some((path) => link.pathname.startsWith(path));
  if (link.target || isExcluded || (isHere && link.hash)) return;
  event.preventDefault();
  visit(link.href);
}

function submitSearch(event) {
  const form = event.target.closest("form.search");
  if (!form || !current()) return;
  event.preventDefault();
  const address = new URL(form.action);
  for (const [key, value] of new FormData(form)) if (value !== "") address.searchParams.set(key, value);
  visit(address);
}

/** `connectPage` connects the elements of a page that was just drawn. */
export function connectNavigation(connectPage) {
  connect = connectPage;
  document.addEventListener("click", followLink);
  document.addEventListener("submit", submitSearch);
  addEventListener("popstate", ({ state }) => {
    if (shown !== location.pathname + location.search) visit(location.href, { isRecorded: false, scroll: state?.scroll });
  });
}
