// What is asked of the server.

import { say } from "./page.js";

class Refusal extends Error {}

/** What comes over the network, which may break off at any moment. */
async function received(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("Fermata does not answer. Is it still running?");
  }
}

export async function ask(address, options = {}) {
  const answer = await received(fetch(address, options));
  if (answer.ok) return answer;
  const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
  const problem = isProblem ? await answer.json() : {};
  throw Object.assign(new Refusal(problem.detail ?? `The server answered ${answer.status}.`), { field: problem.field });
}

/** The elements of a part of a page: `list`, `rows`, or a row of its own. */
export async function part(address, parameters, signal) {
  const url = new URL(address, location.href);
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  const answer = await ask(url, { signal, headers: { Accept: "text/html, application/problem+json" } });
  const template = document.createElement("template");
  template.innerHTML = await received(answer.text());
  return template.content;
}

/** Runs what may be refused, and says why where it is. */
export async function attempt(body) {
  try {
    return await body();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    return undefined;
  }
}
