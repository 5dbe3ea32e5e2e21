// Measures how long a song is heard, and reports it to the history once it counts as a play.

import { memory, root } from "./page.js";
import { audio, current, listen, state } from "./player.js";
import { attempt, sendJSON } from "./requests.js";

/** A larger step of the position, in seconds, is a seek; as `PlayedTime` of the player in the terminal. */
const largestStep = 2;
/** The statuses after which the same play may be stored later. */
const temporary = [401, 408, 429];
const stored = `fermata-plays${memory}`;
/** The plays that the server has not stored yet; the tab remembers them. */
const plays = JSON.parse(sessionStorage.getItem(stored) ?? "[]");
let position = 0;
let isReporting = false;

function measurePlay() {
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
  save();
  reportPlays();
}

const save = () => sessionStorage.setItem(stored, JSON.stringify(plays));

/** Sends the plays to the server in order. Stops at the first one that may be stored later. */
export async function reportPlays() {
  if (isReporting) return;
  isReporting = true;
  try {
    while (plays.length && (await sendPlay(plays[0]))) {
      plays.shift();
      save();
    }
  } finally {
    isReporting = false;
  }
}

/** Sends a play. Shows the message of a failure, and returns whether the play need not be sent again. */
async function sendPlay(play) {
  let failure;
  await attempt(() => sendJSON("POST", `${root}api/history`, play, { keepalive: true }), (error) => (failure = error));
  return !failure || (failure.status >= 400 && failure.status < 500 && !temporary.includes(failure.status));
}

export function connectPlays() {
  listen(["timeupdate"], measurePlay);
  listen(["seeking"], () => (position = audio.currentTime));
  listen(["playing"], reportPlays);
  reportPlays();
}
