// What the parts share: the page, how long things take, and what there is to say.

export const $ = (selector, root = document) => root.querySelector(selector);
export const list = $("#list");
export const wait = {
  typing: 150, message: 6000, reconnect: 2000, retry: 2000, outcome: 30000, aging: 60000, changes: 80, settling: 150,
  flying: 60,
};

let silence;
export function say(text) {
  $("#message").textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => ($("#message").textContent = ""), wait.message);
}

/** How many there are, told anew only where it is news. */
export function count(text) {
  if (text !== undefined && $("#count").textContent !== text) $("#count").textContent = text;
}
