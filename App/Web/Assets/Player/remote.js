// Controls the program that plays the library's queue, and shows its status.

import { clock } from "./bar.js";
import { refresh } from "./list.js";
import { $ } from "./page.js";
import { attempt, send } from "./requests.js";

/** The time between two looks at the program, in milliseconds. */
const interval = 700;
/** The number of changes that the program has not confirmed yet, and of all since the page was opened. */
let [changes, begun] = [0, 0];
let isAsking = false;

/** Shows the program's position, volume and state. Another song needs the page drawn again. */
async function update() {
  const controls = $(".remote");
  if (!controls || document.hidden || changes || isAsking) return;
  isAsking = true;
  const before = begun;
  const response = await fetch(controls.dataset.status).catch(() => undefined);
  const status = response?.ok && (await response.json().catch(() => undefined));
  isAsking = false;
  // A status of before a change is outdated.
  if (status && before === begun && document.contains(controls)) show(status, controls);
}

function show(status, controls) {
  const card = controls.closest("[data-song]");
  if (status.state === "stopped" || status.id !== card.dataset.song) return refresh();
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
async function change({ target }) {
  if (!target.matches(".remote input")) return;
  changes += 1;
  begun += 1;
  await attempt(() => send(`${target.dataset.address}?${target.name}=${Math.round(target.value)}`, { method: "PUT" }));
  changes -= 1;
  update();
}

export function connectRemote() {
  setInterval(update, interval);
  document.addEventListener("change", change);
}
