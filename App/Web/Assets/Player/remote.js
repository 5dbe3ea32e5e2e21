// Keeps the song on the home page in step with the program that plays.

import { clock } from "./bar.js";
import { refresh } from "./list.js";
import { $ } from "./page.js";
import { command, observeProgram, status } from "./program.js";

/** Shows the program's position, volume and state. Another song needs the page drawn again. */
function draw() {
  const controls = $(".remote");
  if (!controls) return;
  const card = controls.closest("[data-song]");
  if (!status || status.id !== card.dataset.song) return refresh();
  const [seconds, percent] = controls.querySelectorAll("input");
  seconds.max = status.duration ?? 0;
  seconds.disabled = !status.duration;
  const isMoved = (input) => input.matches(":active");
  if (!isMoved(seconds)) seconds.value = status.elapsed;
  seconds.setAttribute("aria-valuetext", clock(status.elapsed));
  if (!isMoved(percent)) percent.value = status.volume;
  const text = [clock(status.elapsed), status.duration && clock(status.duration)].filter(Boolean).join(" / ");
  $(".time", card).textContent = text;
  const title = status.state === "paused" ? controls.dataset.play : controls.dataset.pause;
  if ($("[data-part=toggle]", card).textContent !== title) $("[data-part=toggle]", card).textContent = title;
}

/** Sends the value of a slider. */
function change({ target }) {
  if (target.matches(".remote input")) command("PUT", `${target.dataset.command}?${target.name}=${Math.round(target.value)}`);
}

export function connectRemote() {
  observeProgram(draw);
  document.addEventListener("change", change);
}
