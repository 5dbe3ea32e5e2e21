// Adds a to-do. Marks the field that the server rejects, and clears the form only after success.

import { refresh } from "./drawing.js";
import { say } from "./page.js";
import { attempt, send } from "./requests.js";

export function submitted(event) {
  event.preventDefault();
  const form = event.currentTarget;
  for (const field of form.elements) field.removeAttribute("aria-invalid");
  attempt(async () => {
    const body = JSON.stringify(Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== "")));
    try {
      const headers = { "Content-Type": "application/json" };
      const response = await send(form.dataset.address, { method: "POST", headers, body });
      const { title, messages, lacksCoordinate } = await response.json();
      say([...(response.status === 201 ? [`Added “${title}”.`] : []), ...messages].join(" "));
      if (lacksCoordinate) markInvalid(form.elements.address);
      else form.reset();
      await refresh();
    } catch (error) {
      markInvalid(form.elements[error.field]);
      throw error;
    }
  });
}

function markInvalid(field) {
  field?.setAttribute("aria-invalid", "true");
  field?.focus();
}
