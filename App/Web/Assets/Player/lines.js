// Follows lines with times while the song plays.

import { audio, listen } from "./player.js";

/** The index of the last time that is not after another one, in milliseconds; -1 before the first. */
export function lineAt(times, time) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Calls `mark` with the index of the line that is sung, whenever the position changes and when the next line begins.
 *
 * `read` returns the times of the lines in milliseconds. Returns a function for when the lines change.
 */
export function followLines(read, mark) {
  let timer;
  const follow = () => {
    clearTimeout(timer);
    const times = read();
    const time = Math.round(audio.currentTime * 1000);
    const index = lineAt(times, time);
    mark(index);
    const isMoving = !audio.paused && audio.readyState > HTMLMediaElement.HAVE_CURRENT_DATA;
    if (isMoving && index + 1 < times.length) timer = setTimeout(follow, times[index + 1] - time + 5);
  };
  listen(["timeupdate", "seeked", "play", "playing", "pause"], follow);
  return follow;
}
