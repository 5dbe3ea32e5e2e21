// Elements, durations and messages that the modules share.

export const $ = (selector, root = document) => root.querySelector(selector);
/** The path of the first page: `/`, or `/fermata/` for a server below the path of another site. */
export const root = new URL("..", import.meta.url).pathname;
/** What precedes the name of everything that the browser remembers for this server and the account that has signed in. */
export const memory = root + (document.documentElement.dataset.account ?? "");
export let list = $("#list");
/** Finds the list of the page that replaced another. */
export const updateList = () => (list = $("#list"));
/** Durations in milliseconds. */
export const delays = {
  typing: 150, message: 6000, reconnect: 2000, retry: 2000, longestRetry: 30000, result: 30000, freshness: 60000, changes: 80,
  settling: 150, fastScroll: 60, handover: 1000,
};

let clearing;
/** Shows a message for a while, above an open drawer. */
export function showMessage(text, duration = delays.message) {
  raiseMessage();
  setMessage(text);
  clearTimeout(clearing);
  clearing = setTimeout(setMessage, duration, "");
}

/** Screen readers announce only changes of an element that is always rendered. */
function setMessage(text) {
  for (const id of ["message", "announcement"]) document.getElementById(id).textContent = text;
}

/** Places the element of messages above all others. */
export function raiseMessage() {
  const message = $("#message");
  if (message.matches(":popover-open")) message.hidePopover();
  message.showPopover();
}

/** A text with a title in place of `{title}`. */
export const fill = (text, title) => text.replace("{title}", () => title);

/** Shows the number of rows. Sets it only if it changes, because screen readers announce each change. */
export function count(text) {
  if (text !== undefined && $("#count").textContent !== text) $("#count").textContent = text;
}
