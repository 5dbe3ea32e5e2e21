// The pages' entry point: connects the events of the page to the functions that handle them.

import { clicked } from "./actions.js";
import { submitted } from "./adding.js";
import { refresh, setUp } from "./drawing.js";
import { follow } from "./events.js";
import { turned } from "./focus.js";
import { updateFreshness } from "./freshness.js";
import { opened, stepped } from "./menus.js";
import { $, wait } from "./page.js";
import { Rows } from "./rows.js";
import { typed } from "./search.js";

document.documentElement.classList.add("scripted");

$(".search").addEventListener("input", typed);
$(".to-do-form")?.addEventListener("submit", submitted);
document.addEventListener("click", clicked);
document.addEventListener("keydown", (event) => stepped(event) || turned(event) || Rows.current?.pressed(event));
document.addEventListener("toggle", opened, true);
document.addEventListener("visibilitychange", () => {
  follow();
  if (!document.hidden) refresh();
});
addEventListener("scroll", () => Rows.current?.scrolled(), { passive: true });
addEventListener("resize", () => Rows.current?.resized());
setInterval(updateFreshness, wait.freshness);
setUp();
follow();
