// Completes the text in the search field: an editable combobox with a list, as in WAI-ARIA 1.2.

import { $, delays } from "./page.js";
import { attempt, fetchRows } from "./requests.js";

let field, box, rows = [], active = -1, typing, request;

/** Replaces the browser's list of keys, which works without scripts, by a list of suggestions. */
export function completeSearch() {
  field = $("#text");
  [rows, active] = [[], -1];
  if (!field.dataset.suggestions) return;
  box = document.createElement("ul");
  box.className = box.id = "suggestions";
  box.role = "listbox";
  box.ariaLabel = "Suggestions";
  box.hidden = true;
  field.after(box);
  field.removeAttribute("list");
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", box.id], ["aria-expanded", "false"]]) field.setAttribute(name, value);
  field.addEventListener("input", suggestAfterTyping);
  field.addEventListener("keydown", handleKey);
  field.addEventListener("blur", close);
  // A click would move the focus, and the list would close before it.
  box.addEventListener("mousedown", (event) => event.preventDefault());
  box.addEventListener("click", (event) => accept(rows[[...box.children].indexOf(event.target.closest("li"))]));
}

const scalars = (text) => [...text].length;
const beforeCursor = () => field.value.slice(0, field.selectionStart);

/** At the start of a term, suggestions appear only on request: they would cover the results. */
function suggestAfterTyping() {
  clearTimeout(typing);
  if (/\S$/.test(beforeCursor())) typing = setTimeout(suggest, delays.typing);
  else close();
}

async function suggest() {
  request?.abort();
  const current = (request = new AbortController());
  const address = new URL(field.dataset.suggestions, location.href);
  address.searchParams.set("text", field.value);
  address.searchParams.set("cursor", scalars(beforeCursor()));
  await attempt(async () => {
    const suggestions = await fetchRows(address, current.signal);
    if (request === current && document.activeElement === field) show(suggestions);
  });
}

function show(suggestions) {
  rows = suggestions;
  box.replaceChildren(...rows.map((row, index) => {
    const item = document.createElement("li");
    item.id = `suggestion-${index}`;
    item.role = "option";
    item.dir = "auto";
    item.textContent = row.label;
    return item;
  }));
  box.hidden = rows.length === 0;
  field.ariaExpanded = String(!box.hidden);
  select(-1);
}

/** Marks a suggestion; -1 marks none. */
function select(index) {
  active = index;
  [...box.children].forEach((item, position) => (item.ariaSelected = String(position === active)));
  if (active < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", box.children[active].id);
  box.children[active].scrollIntoView({ block: "nearest" });
}

function close() {
  clearTimeout(typing);
  request?.abort();
  show([]);
}

function accept(row) {
  if (!row) return;
  field.value = row.text;
  const cursor = [...row.text].slice(0, row.cursor).join("").length;
  field.setSelectionRange(cursor, cursor);
  close();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function handleKey(event) {
  // An input method, as for Hangul, handles its own keys.
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (box.hidden) {
    if (event.key !== "ArrowDown") return;
    suggest();
  } else if (step) {
    select(((active + 1 + step + rows.length + 1) % (rows.length + 1)) - 1);
  } else if (event.key === "Enter" && active >= 0) {
    accept(rows[active]);
  } else if (event.key === "Escape") {
    close();
  } else {
    return;
  }
  event.preventDefault();
}
