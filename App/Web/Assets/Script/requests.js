// Requests to the server.

import { say } from "./page.js";

class RequestError extends Error {}

/** Waits for a network operation, and reports a lost connection. */
async function received(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new RequestError("Fermata does not answer. Is it still running?");
  }
}

/** Returns a successful response; throws a RequestError with the problem's detail otherwise. */
export async function send(address, options = {}) {
  const response = await received(fetch(address, options));
  if (response.ok) return response;
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  const problem = isProblem ? await response.json() : {};
  const message = problem.detail ?? `The server responded with status ${response.status}.`;
  throw Object.assign(new RequestError(message), { field: problem.field });
}

/** Returns the elements of a part of a page: `list`, `rows` or a single row. */
export async function fetchPart(address, parameters, signal) {
  const url = new URL(address, location.href);
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  const response = await send(url, { signal, headers: { Accept: "text/html, application/problem+json" } });
  const template = document.createElement("template");
  template.innerHTML = await received(response.text());
  return template.content;
}

/** Runs requests, and shows the message of one that fails. */
export async function attempt(body) {
  try {
    return await body();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof RequestError)) throw error;
    say(error.message);
    return undefined;
  }
}
