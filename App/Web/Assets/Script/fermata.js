// The pages' entry point: connects the events of the page to the functions that handle them.

import { handleClick } from "./actions.js";
import { handleChoiceButton } from "./choice.js";
import { connectPlayer } from "./connect.js";
import { dragEntry, handleEntryButton, handleEntryKey } from "./entries.js";
import { follow } from "./events.js";
import { moveBetweenRows } from "./focus.js";
import { submitted } from "./forms.js";
import { updateFreshness } from "./freshness.js";
import { handlePlayerKey } from "./keys.js";
import { updateQueue } from "./library.js";
import { refresh, setUp, stay } from "./list.js";
import { closeRest, focusOpenedMenu, moveInMenu } from "./menus.js";
import { connectNavigation } from "./navigation.js";
import { $, delays } from "./page.js";
import { updateProgram } from "./program.js";
import { Rows } from "./rows.js";
import { searchAfterTyping } from "./search.js";
import { connectSelection, handleSelectionClick, handleSelectionKey } from "./selection.js";
import { completeSearch } from "./suggestions.js";
import { showSwipeHint, swipeRow } from "./swipe.js";
import { handleUndoKey, showEarlierChange } from "./undo.js";

document.documentElement.classList.add("scripted");

document.addEventListener("click", handleSelectionClick, true);
for (const handle of [handleClick, handleChoiceButton, handleEntryButton, closeRest]) document.addEventListener("click", handle);
for (const handle of [dragEntry, swipeRow]) document.addEventListener("pointerdown", handle);
const keyHandlers = [moveInMenu, handleEntryKey, handleSelectionKey, moveBetweenRows, handlePlayerKey, handleUndoKey];
document.addEventListener("keydown", (event) => keyHandlers.some((handle) => handle(event)) || Rows.current?.handleKey(event));
document.addEventListener("toggle", focusOpenedMenu, true);
document.addEventListener("visibilitychange", () => {
  follow();
  if (document.hidden) return;
  refresh();
  updateProgram();
  updateQueue();
});
// The browser may show a page again that was left.
addEventListener("pageshow", stay);
addEventListener("scroll", () => Rows.current?.scrolled(), { passive: true });
addEventListener("resize", () => Rows.current?.resized());
setInterval(updateFreshness, delays.freshness);
connectPage();
connectNavigation(connectPage);
connectPlayer();
follow();

/** Connects the elements of a page that was just drawn. */
function connectPage() {
  $(".search").addEventListener("input", searchAfterTyping);
  for (const form of document.querySelectorAll("form[data-address]")) form.addEventListener("submit", submitted);
  completeSearch();
  setUp();
  connectSelection();
  showSwipeHint();
  showEarlierChange();
}
