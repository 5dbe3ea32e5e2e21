// Adds or changes a to-do, a source, an account or a playlist. Marks the field that the server rejects, and clears the form only after it added one.
// A to-do that was added without a coordinate stays in the form, which changes it if it is submitted with the same title.

import { refresh } from "./list.js";
import { visit } from "./navigation.js";
import { $, showMessage } from "./page.js";
import { attempt, sendJSON } from "./requests.js";
import { showChangeLater } from "./undo.js";

export function submitted(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const { then } = form.dataset;
  if (form.elements.title?.value !== form.dataset.addedTitle) delete form.dataset.added;
  const { added } = form.dataset;
  const { method, address } = added ? { method: "PATCH", address: added } : form.dataset;
  for (const field of form.elements) field.removeAttribute("aria-invalid");
  attempt(async () => {
    const named = [...form.elements].filter((field) => field.name);
    const changed = named.filter((field) => added || parts(field).some(isChanged));
    const panel = form.closest("[popover]");
    if (panel && method === "PATCH" && !changed.length) return panel.hidePopover();
    const values = Object.fromEntries(changed.map((field) => [field.name, text(field)]));
    try {
      const response = await sendJSON(method, address, values);
      const { id, name, title = name, number, text: done, messages = [], lacksCoordinate } = await response.json();
      if (done) showChangeLater(done);
      if (then) return visit(then.replace("{id}", id));
      const verb = method === "PATCH" ? "Saved" : response.status === 201 ? "Added" : undefined;
      showMessage([...(verb ? [`${verb} “${title}”.`] : []), ...messages].join(" "));
      if (lacksCoordinate) markInvalid(form.elements.address);
      if (form.dataset.method === "PATCH") setDefaults(form, title);
      else if (lacksCoordinate) remember(form, number);
      else clear(form);
      await refresh();
    } catch (error) {
      if (added && error.status === 404) delete form.dataset.added;
      markInvalid(form.elements[error.field]);
      throw error;
    }
  });
}

/** A field, and the one for the time of its date. */
function parts(field) {
  return [field, $(`[data-time-of="${field.name}"]`, field.form)].filter(Boolean);
}

/** Whether a person has changed an input or a choice. */
const isChanged = ({ value, defaultValue, options }) => (options ? ![...options].some((option) => option.selected && option.defaultSelected) : value !== defaultValue);

/** The value of a field: of a date and its time, such as `2026-12-24 19:30`. */
function text(field) {
  return parts(field).map(({ value }) => value).filter(Boolean).join(" ");
}

/** Lets the form change the to-do that it has added. */
function remember(form, number) {
  form.dataset.added = `${form.dataset.address}/${number}`;
  form.dataset.addedTitle = form.elements.title.value;
}

/** Empties the form for the next to-do or source. */
function clear(form) {
  delete form.dataset.added;
  form.reset();
}

/** Makes the saved values those that the next changes are compared with. A saved password leaves the page. */
function setDefaults(form, title) {
  for (const field of form.elements) {
    if (field.type === "password") field.value = "";
    if (field.name || field.dataset.timeOf) field.defaultValue = field.value;
    for (const option of field.options ?? []) option.defaultSelected = option.selected;
  }
  $("#title").textContent = title;
}

function markInvalid(field) {
  field?.setAttribute("aria-invalid", "true");
  field?.focus();
}
