// Follows the lyrics on their page: marks the line that is sung, and jumps to the line that is clicked.

import { followLines } from "./lines.js";
import { $ } from "./page.js";
import { current, play, seek } from "./player.js";
import { songOfPage } from "./songs.js";

const jumping = $("#player-jumping");
const screen = () => $(".lyrics-screen");
const isShown = () => screen() && screen().dataset.key === current()?.id;
const timedLines = () => [...document.querySelectorAll(".lyrics [data-time]")];
const timesOfLines = () => (isShown() ? timedLines().map(({ dataset }) => Number(dataset.time)) : []);
const followLyrics = followLines(timesOfLines, mark);

function mark(index) {
  const line = timedLines()[index];
  if (line?.ariaCurrent === "true") return;
  for (const marked of document.querySelectorAll(".lyrics [aria-current]")) marked.ariaCurrent = null;
  if (!line) return;
  line.ariaCurrent = "true";
  line.scrollIntoView({ block: "center" });
}

/** Makes each line a button while the switch is on. */
function drawJumping() {
  for (const line of timedLines()) {
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
  else play([songOfPage(screen())], 0, { time });
}

export function connectLyrics() {
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
