// Draws the player below every page, and performs its buttons: on the song of this tab, or on the program that plays.

import { $, fill, root } from "./page.js";
import { ownsQueue, successor } from "./pages.js";
import { audio, clear, current, listen, next, observe, previous, repeat, seek, setVolume, shuffle, state, toggle } from "./player.js";
import { command, isRemote, isWaiting, observeProgram, shown, status, stored, updateProgram } from "./program.js";
import { attempt, send } from "./requests.js";
import { stopTexts } from "./sleep.js";
import { continueHere } from "./songs.js";
import { showChange } from "./undo.js";

const bar = $("#player");
const buttons = Object.fromEntries([...bar.querySelectorAll("[data-player]")].map((button) => [button.dataset.player, button]));
const here = $("#player-here");
const position = $("#player-position");
const volume = $("#player-volume");
const storedVolume = `fermata-volume${root}`;
const actions = { previous, toggle, next, repeat, shuffle, clear: clearQueue };
const commands = ["previous", "toggle", "next"];
let isSeeking = false;

/** Seconds as text: 3:40, or 1:02:03. */
export function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const padded = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

/** Clears the queue of this tab, and that of the library if this tab plays it. */
async function clearQueue() {
  const isStored = ownsQueue();
  clear();
  if (!isStored) return;
  await attempt(async () => {
    await send(`${root}api/player/queue`, { method: "DELETE" });
    showChange(buttons.clear.dataset.done);
  });
  await updateProgram();
}

/** Performs the action of a button. */
export function perform(name) {
  if (isWaiting()) return name === "toggle" && continueHere();
  if (!isRemote()) actions[name]?.();
  else if (commands.includes(name)) command("POST", name);
}

/** The position in the song that the player shows, in seconds. */
export const elapsed = () => reported()?.elapsed ?? audio.currentTime;

/** The status of the song as the server reports it; undefined for a song of this tab. */
const reported = () => (isRemote() ? status : isWaiting() ? stored : undefined);

/** Moves to a position in the song that the player shows, in seconds. */
export function seekTo(seconds) {
  if (isRemote()) command("PUT", `position?seconds=${Math.max(0, Math.round(seconds))}`);
  else seek(seconds);
}

function draw() {
  const song = shown();
  bar.hidden = !song;
  bar.classList.toggle("elsewhere", isRemote() || isWaiting());
  document.documentElement.classList.toggle("plays-here", !isRemote() && ownsQueue() && current() !== undefined);
  if (!song) return;
  const { title, page, artist, artistPage, artwork, id, lang = "", artistLang = "" } = song;
  const isSameSong = bar.dataset.key === String(id);
  if (!isSameSong) $("#player-artwork").src = artwork;
  bar.dataset.key = id;
  $("#player-title").textContent = title;
  $("#player-title").href = page;
  $("#player-title").lang = lang;
  $("#player-artist").textContent = artist;
  $("#player-artist").lang = artistLang;
  if (artistPage) $("#player-artist").href = artistPage;
  else $("#player-artist").removeAttribute("href");
  if (id) $("#player-lyrics").href = `${root}music/${id}/lyrics`;
  const isPaused = isRemote() ? status.state === "paused" : audio.paused;
  setButton(buttons.toggle, isPaused ? "play" : "pause", buttons.toggle.dataset[isPaused ? "play" : "pause"]);
  buttons.repeat.ariaPressed = String(state.repeat !== "off");
  setButton(buttons.repeat, state.repeat === "one" ? "repeat-one" : "repeat", buttons.repeat.dataset[state.repeat]);
  buttons.previous.disabled = isWaiting();
  buttons.next.disabled = isWaiting() || (!isRemote() && state.index + 1 >= state.queue.length && state.repeat !== "all");
  if (isRemote() && !volume.matches(":active")) volume.value = status.volume;
  if (!isRemote()) volume.value = localStorage.getItem(storedVolume) ?? "100";
  drawPosition({ isSameSong });
}

function setButton(button, icon, label) {
  $("use", button).setAttribute("href", `#icon-${icon}`);
  button.ariaLabel = button.title = label;
}

function drawPosition({ isSameSong = true } = {}) {
  const total = (reported() ?? (Number.isFinite(audio.duration) ? audio : {})).duration || 0;
  $("#player-total").textContent = total ? clock(total) : "";
  position.disabled = !total || isWaiting();
  // Until the length is known, the slider still shows the position, which cannot exceed its end.
  position.max = total || Math.max(elapsed(), isSameSong ? position.max : 0);
  if (!isSeeking) position.value = elapsed();
  const text = clock(isSeeking ? Number(position.value) : elapsed());
  $("#player-elapsed").textContent = text;
  position.setAttribute("aria-valuetext", total ? `${text} / ${clock(total)}` : text);
  drawNote();
}

/** Shows where the music plays if not in this tab, and when it will stop. */
function drawNote() {
  const place = isRemote() ? bar.dataset[`${status.place}Place`] : successor && fill(bar.dataset.successor, successor);
  const text = [place, ...stopTexts()].filter(Boolean).join(" · ");
  if ($("#player-note").textContent !== text) $("#player-note").textContent = text;
  if (!isRemote() && document.activeElement === here) buttons.toggle.focus({ preventScroll: true });
  here.hidden = !isRemote();
}

/** Shows or hides the controls that do not fit a narrow window. */
function showMore() {
  const isOpen = bar.classList.toggle("open");
  buttons.more.ariaExpanded = String(isOpen);
}

/** Connects the bar with the player. */
export function connectBar() {
  observe(draw);
  observeProgram(draw);
  volume.value = localStorage.getItem(storedVolume) ?? "100";
  setVolume(Number(volume.value) / 100);
  volume.addEventListener("input", () => {
    if (isRemote()) return;
    setVolume(Number(volume.value) / 100);
    localStorage.setItem(storedVolume, volume.value);
  });
  volume.addEventListener("change", () => isRemote() && command("PUT", `volume?percent=${volume.value}`));
  buttons.more.addEventListener("click", showMore);
  listen(["timeupdate", "seeked", "durationchange"], () => drawPosition());
  for (const [name, button] of Object.entries(buttons)) button.addEventListener("click", () => perform(name));
  position.addEventListener("input", () => {
    isSeeking = true;
    drawPosition();
  });
  position.addEventListener("change", () => {
    isSeeking = false;
    seekTo(Number(position.value));
  });
  // The page ends above the player, however high it is.
  new ResizeObserver(() => document.documentElement.style.setProperty("--player", `${bar.offsetHeight}px`)).observe(bar);
}
