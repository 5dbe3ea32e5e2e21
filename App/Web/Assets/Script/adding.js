// A to-do is added: what is refused or not found is said at its field, and nothing typed is lost.

import { ask, attempt } from "./asking.js";
import { refresh } from "./drawing.js";
import { say } from "./page.js";

export function submitted(event) {
  event.preventDefault();
  const form = event.currentTarget;
  for (const field of form.elements) field.removeAttribute("aria-invalid");
  attempt(async () => {
    const body = JSON.stringify(Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== "")));
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await ask(form.dataset.address, { method: "POST", headers, body });
      const { title, messages, lacksCoordinate } = await answer.json();
      say([...(answer.status === 201 ? [`Added “${title}”.`] : []), ...messages].join(" "));
      if (lacksCoordinate) complain(form.elements.address);
      else form.reset();
      await refresh();
    } catch (error) {
      complain(form.elements[error.field]);
      throw error;
    }
  });
}

function complain(field) {
  field?.setAttribute("aria-invalid", "true");
  field?.focus();
}
