// The choice of one of the library's own playlists, to which songs are added.

import { $, memory, root } from "./page.js";
import { attempt, fetchRows, sendJSON } from "./requests.js";
import { showChange } from "./undo.js";

const panel = $("#playlist-choice");
const [rows, form] = [$("ul", panel), $("form", panel)];
/** The playlist that was used last, which is the first of the choice. */
const stored = `fermata-playlist${memory}`;
/** The most playlists that are listed; the API has a window of so many. */
const limit = 500;
/** The songs as requests of the API name them, and what follows once they are added. */
let songs, done;

/** Lets a person choose a playlist, and adds songs to it. */
export async function choosePlaylist(body, onAdded = () => {}) {
  [songs, done] = [body, onAdded];
  await attempt(async () => {
    const playlists = await fetchRows(`${root}api/playlists?editable=true&limit=${limit}`);
    const last = playlists.findIndex(({ id }) => id === localStorage.getItem(stored));
    if (last > 0) playlists.unshift(...playlists.splice(last, 1));
    rows.replaceChildren(...playlists.map(item));
    form.reset();
    panel.showPopover();
  });
}

function item({ id, name }) {
  const button = document.createElement("button");
  button.type = "button";
  button.dir = "auto";
  button.textContent = name;
  button.addEventListener("click", () => add(`playlists/${id}/music`, songs));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/** Adds the songs, once after a double click. After a failure, the choice stays open. */
async function add(path, body) {
  if (panel.ariaBusy === "true") return;
  panel.ariaBusy = "true";
  await attempt(async () => {
    const response = await sendJSON("POST", `${root}api/${path}`, body);
    const { id, text } = await response.json();
    localStorage.setItem(stored, id);
    panel.hidePopover();
    showChange(text);
    done();
  }).finally(() => (panel.ariaBusy = null));
}

function create(event) {
  event.preventDefault();
  add("playlists", { name: form.elements.name.value, ...songs });
}

/** Typed characters are for the name, also while a playlist has the focus. */
function typeName({ key, target, ctrlKey, metaKey, altKey }) {
  if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey || target === form.elements.name) return;
  form.elements.name.focus();
}

/** Opens the choice for the songs of a button. */
export function handleChoiceButton(event) {
  const button = event.target.closest("[data-part=collect]");
  if (!button) return;
  button.closest("[popover]")?.hidePopover();
  const { music, album, artist, playlist } = button.dataset;
  choosePlaylist({ music, album, artist, playlist });
}

form.addEventListener("submit", create);
panel.addEventListener("keydown", typeName);
