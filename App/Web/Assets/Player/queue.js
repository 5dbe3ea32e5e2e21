// Draws the queue of the player.

import { $ } from "./page.js";
import { observe, remove, select, state } from "./player.js";

const panel = $("#player-queue");
const rows = $("ol", panel);

function draw() {
  if (!panel.matches(":popover-open")) return;
  const focused = [...rows.children].findIndex((row) => row.contains(document.activeElement));
  rows.replaceChildren(...state.queue.map(row));
  if (focused >= 0) $("button", rows.children[focused] ?? rows.lastElementChild ?? panel)?.focus();
  $("[aria-current]", rows)?.scrollIntoView({ block: "nearest" });
}

function row(song, index) {
  const item = document.createElement("li");
  const choice = document.createElement("button");
  choice.type = "button";
  choice.dir = "auto";
  choice.textContent = [song.title, song.artist].filter(Boolean).join(" – ");
  if (index === state.index) choice.ariaCurrent = "true";
  choice.addEventListener("click", () => select(index));
  const removal = document.createElement("button");
  removal.type = "button";
  removal.className = "remove";
  removal.textContent = "×";
  removal.ariaLabel = rows.dataset.remove.replace("{title}", song.title);
  removal.addEventListener("click", () => remove(index));
  item.append(choice, removal);
  return item;
}

export function connectQueue() {
  observe(draw);
  panel.addEventListener("toggle", draw);
}
