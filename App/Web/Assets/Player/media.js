// Shows the song to the system, and performs the media keys.

import { audio, current, listen, next, observe, previous, seek, toggle } from "./player.js";

const session = navigator.mediaSession;
/** The size of the picture, in pixels. */
const largestSize = 640;
const handlers = {
  play: () => audio.paused && toggle(),
  pause: () => audio.pause(),
  nexttrack: next,
  previoustrack: previous,
  seekto: ({ seekTime }) => seek(seekTime),
  seekforward: ({ seekOffset = 10 }) => seek(audio.currentTime + seekOffset),
  seekbackward: ({ seekOffset = 10 }) => seek(audio.currentTime - seekOffset),
};

function draw() {
  const song = current();
  if (!song) {
    session.metadata = null;
    session.playbackState = "none";
    return;
  }
  const { title, artist, artwork } = song;
  const picture = new URL(artwork, location.href);
  if (picture.searchParams.has("size")) picture.searchParams.set("size", largestSize);
  session.metadata = new MediaMetadata({ title, artist, artwork: [{ src: picture.href }] });
  session.playbackState = audio.paused ? "paused" : "playing";
}

function drawPosition() {
  const { duration, currentTime, playbackRate } = audio;
  if (Number.isFinite(duration)) session.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
}

export function connectMedia() {
  if (!session) return;
  observe(draw);
  listen(["seeked", "loadedmetadata", "play"], drawPosition);
  for (const [action, handler] of Object.entries(handlers)) session.setActionHandler(action, handler);
}
