// Adds up how much of a song is heard, and reports it to the history once that counts as a play.

import { audio, current, state } from "./player.js";
import { attempt, send } from "./requests.js";

/** A larger step of the position, in seconds, is not heard. */
const largestStep = 2;
/** The statuses of a play that the server will never store. */
const rejections = [404, 422];
/** The plays that the server has not stored yet. */
const plays = [];
let position = 0;
let isReporting = false;

function hear() {
  const step = audio.currentTime - position;
  position = audio.currentTime;
  const song = current();
  if (!song || audio.seeking || step <= 0 || step > largestStep) return;
  const { play } = state;
  play.started ??= new Date(Date.now() - step * 1000).toISOString();
  play.heard += step;
  if (play.isCounted || !(play.heard >= song.playedAfter)) return;
  play.isCounted = true;
  plays.push({ music: song.id, started: play.started });
  reportPlays();
}

/** Sends the plays to the server. What it cannot store now is sent again with the next song, or when it responds again. */
export async function reportPlays() {
  if (isReporting) return;
  isReporting = true;
  try {
    while (plays.length && (await isSettled(plays[0]))) plays.shift();
  } finally {
    isReporting = false;
  }
}

/** Sends a play. Shows the message of a failure, and returns whether the play need not be sent again. */
async function isSettled(play) {
  const headers = { "Content-Type": "application/json" };
  const options = { method: "POST", headers, body: JSON.stringify(play), keepalive: true };
  let failure;
  await attempt(() => send("/api/history", options), (error) => (failure = error));
  return !failure || rejections.includes(failure.status);
}

export function connectPlays() {
  audio.addEventListener("timeupdate", hear);
  audio.addEventListener("seeking", () => (position = audio.currentTime));
  audio.addEventListener("playing", reportPlays);
}
