// A to-do is added: what is refused is said at its field, and nothing typed is lost.

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
      const { title, messages = [] } = await answer.json();
      say([`Added “${title}”.`, ...messages].join(" "));
      form.reset();
      await refresh();
    } catch (error) {
      const field = form.elements[error.field];
      field?.setAttribute("aria-invalid", "true");
      field?.focus();
      throw error;
    }
  });
}
