// Connects the player with the page.

import { connectBar } from "./bar.js";
import { connectLibraryQueue, updateQueue } from "./library.js";
import { connectLine } from "./line.js";
import { connectLyrics } from "./lyrics.js";
import { connectMarks } from "./marks.js";
import { connectMedia } from "./media.js";
import { connectPages, dropQueue, isSuperseded } from "./pages.js";
import { resume } from "./player.js";
import { connectPlays } from "./plays.js";
import { connectProgram } from "./program.js";
import { connectQueue } from "./queue.js";
import { connectRemote } from "./remote.js";
import { connectSleep } from "./sleep.js";
import { handleQueueButton, loadRest } from "./songs.js";

export function connectPlayer() {
  connectBar();
  connectQueue();
  connectMedia();
  connectMarks();
  connectSleep();
  connectLibraryQueue();
  connectLyrics();
  connectLine();
  connectPages();
  connectPlays();
  connectRemote();
  connectProgram();
  document.addEventListener("click", handleQueueButton);
  resume(isSuperseded).then((isResumed) => isResumed || dropQueue()).then(() => loadRest()).then(updateQueue);
}
