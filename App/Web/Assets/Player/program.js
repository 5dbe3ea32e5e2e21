// Follows and controls the program that plays the library's queue.

import { root } from "./page.js";
import { audio, current, isResuming } from "./player.js";
import { attempt, readRow, send } from "./requests.js";

/** The time between two looks at a program that plays, in milliseconds. */
const interval = 700;
/** The status of the program, as the API has it; undefined while none runs. */
export let status;
/** The status of the library's queue while no program has it; undefined without a song to continue. */
export let stored;
/** The number of commands that the program has not confirmed yet, and of all since the page was opened. */
let [commands, begun] = [0, 0];
let [isAsking, isOutdated] = [false, false];

const observers = [];
/** Calls a function after each look at the program. */
export const observeProgram = (observer) => observers.push(observer);

/** Whether the player shows the program, because this tab does not play. */
export const isRemote = () => status !== undefined && audio.paused && (status.state !== "paused" || !current());

/** Whether the player shows the song at which the library's queue continues, because neither program nor tab has one. */
export const isWaiting = () => !isRemote() && !current() && !isResuming && stored !== undefined;

/** The song that the player shows: that of the program, of this tab or of the library's queue; undefined without one. */
export const shown = () => (isRemote() ? songOf(status) : (current() ?? (isWaiting() ? songOf(stored) : undefined)));

function songOf({ id, title, artist }) {
  return {
    id, title, artist,
    page: id ? `${root}music/${id}` : `${root}queue`,
    artistPage: artist ? `${root}artists?name=${encodeURIComponent(artist)}` : undefined,
    artwork: id ? `${root}api/music/${id}/artwork?size=96` : `${root}assets/placeholder.svg`,
  };
}

function setStatus(row) {
  const isStopped = row.state === "stopped";
  status = isStopped ? undefined : row;
  stored = isStopped && row.id ? row : undefined;
  for (const observer of observers) observer();
}

/** Looks at the program, unless the page is hidden and does not play. A failure changes nothing. */
export async function updateProgram() {
  if (document.hidden && audio.paused) return;
  isOutdated = isAsking || commands > 0;
  if (isOutdated) return;
  isAsking = true;
  const before = begun;
  const row = await readRow(`${root}api/player`);
  isAsking = false;
  // A status of before a command is outdated.
  if (row && before === begun) setStatus(row);
  if (isOutdated) updateProgram();
}

/** Waits for a request that may change what the program does. A look from before its end is outdated. */
export async function commanding(request) {
  commands += 1;
  begun += 1;
  try {
    return await request;
  } finally {
    commands -= 1;
    if (isOutdated) setTimeout(updateProgram);
  }
}

/** Sends a command to the program, such as `PUT` and `position?seconds=83`, and shows the result. */
export async function command(method, path) {
  const row = await commanding(attempt(async () => (await send(`${root}api/player/${path}`, { method })).json()));
  if (row && !commands) setStatus(row);
}

export function connectProgram() {
  setInterval(() => status && updateProgram(), interval);
  updateProgram();
}
