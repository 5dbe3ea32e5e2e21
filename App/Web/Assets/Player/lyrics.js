// Follows the lyrics on their page: marks the line that is sung, and jumps to the line that is clicked.

import { $ } from "./page.js";
import { audio, current, play, seek } from "./player.js";
import { songOfPage } from "./songs.js";

const jumping = $("#player-jumping");
let timer;

/** The index of the last line that begins at a time in milliseconds or before it; -1 before the first line. */
export function lineAt(lines, time) {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(lines[middle].dataset.time) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const screen = () => $(".lyrics-screen");
const isShown = () => screen() && screen().dataset.key === current()?.id;

/** Marks the current line, and does so again when the next one begins. */
export function followLyrics() {
  clearTimeout(timer);
  const lines = [...document.querySelectorAll(".lyrics [data-time]")];
  if (!lines.length) return;
  const time = Math.round(audio.currentTime * 1000);
  const index = isShown() ? lineAt(lines, time) : -1;
  const line = lines[index];
  if (line?.ariaCurrent !== "true") {
    for (const marked of document.querySelectorAll(".lyrics [aria-current]")) marked.ariaCurrent = null;
    if (line) {
      line.ariaCurrent = "true";
      line.scrollIntoView({ block: "center" });
    }
  }
  const next = isShown() && !audio.paused && lines[index + 1];
  if (next) timer = setTimeout(followLyrics, Number(next.dataset.time) - time + 5);
}

/** Makes each line a button while the switch is on. */
function drawJumping() {
  for (const line of document.querySelectorAll(".lyrics [data-time]")) {
    const text = line.textContent;
    line.textContent = text;
    if (jumping.ariaPressed !== "true") continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text || "♪";
    line.replaceChildren(button);
  }
}

function jump(event) {
  const line = event.target.closest(".lyrics [data-time]");
  if (!line || jumping.ariaPressed !== "true") return;
  const time = Number(line.dataset.time) / 1000;
  if (isShown()) seek(time);
  else play([songOfPage(screen())], 0, time);
}

export function connectLyrics() {
  for (const event of ["timeupdate", "seeked", "play", "pause"]) audio.addEventListener(event, followLyrics);
  document.addEventListener("click", jump);
  jumping.addEventListener("click", () => {
    jumping.ariaPressed = String(jumping.ariaPressed !== "true");
    drawJumping();
  });
}

/** Connects the lyrics of a page that was just drawn. */
export function setUpLyrics() {
  if (jumping.ariaPressed === "true") drawJumping();
  followLyrics();
}
