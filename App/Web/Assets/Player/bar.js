// Draws the player below every page, and performs its buttons.

import { $, root } from "./page.js";
import { audio, clear, current, listen, next, observe, previous, repeat, seek, setVolume, shuffle, state, toggle } from "./player.js";

const bar = $("#player");
const buttons = Object.fromEntries([...bar.querySelectorAll("[data-player]")].map((button) => [button.dataset.player, button]));
const position = $("#player-position");
const volume = $("#player-volume");
const storedVolume = `fermata-volume${root}`;
const actions = { previous, toggle, next, repeat, shuffle, clear };
let isSeeking = false;

/** Seconds as text: 3:40, or 1:02:03. */
export function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const padded = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

function draw() {
  const song = current();
  bar.hidden = !song;
  if (!song) return;
  const { title, page, artist, artistPage, artwork, id, lang = "", artistLang = "" } = song;
  if (bar.dataset.key !== id) $("#player-artwork").src = artwork;
  bar.dataset.key = id;
  $("#player-title").textContent = title;
  $("#player-title").href = page;
  $("#player-title").lang = lang;
  $("#player-artist").textContent = artist;
  $("#player-artist").lang = artistLang;
  if (artistPage) $("#player-artist").href = artistPage;
  else $("#player-artist").removeAttribute("href");
  $("#player-lyrics").href = `${root}music/${id}/lyrics`;
  const name = audio.paused ? "play" : "pause";
  $("use", buttons.toggle).setAttribute("href", `#icon-${name}`);
  buttons.toggle.ariaLabel = buttons.toggle.dataset[name];
  buttons.repeat.ariaPressed = String(state.repeat !== "off");
  buttons.repeat.textContent = buttons.repeat.dataset[state.repeat];
  buttons.next.disabled = state.index + 1 >= state.queue.length && state.repeat !== "all";
  drawPosition();
}

function drawPosition() {
  const total = Number.isFinite(audio.duration) ? audio.duration : 0;
  $("#player-total").textContent = total ? clock(total) : "";
  position.disabled = !total;
  position.max = total;
  if (!isSeeking) position.value = audio.currentTime;
  const elapsed = clock(isSeeking ? Number(position.value) : audio.currentTime);
  $("#player-elapsed").textContent = elapsed;
  position.setAttribute("aria-valuetext", total ? `${elapsed} / ${clock(total)}` : elapsed);
}

/** Shows or hides the controls that do not fit a narrow window. */
function showMore() {
  const isOpen = bar.classList.toggle("open");
  buttons.more.ariaExpanded = String(isOpen);
}

/** Connects the bar with the player. */
export function connectBar() {
  observe(draw);
  volume.value = localStorage.getItem(storedVolume) ?? "100";
  setVolume(Number(volume.value) / 100);
  volume.addEventListener("input", () => {
    setVolume(Number(volume.value) / 100);
    localStorage.setItem(storedVolume, volume.value);
  });
  buttons.more.addEventListener("click", showMore);
  listen(["timeupdate", "seeked", "durationchange"], drawPosition);
  for (const [name, button] of Object.entries(buttons)) {
    if (actions[name]) button.addEventListener("click", actions[name]);
  }
  position.addEventListener("input", () => {
    isSeeking = true;
    drawPosition();
  });
  position.addEventListener("change", () => {
    isSeeking = false;
    seek(Number(position.value));
  });
}
