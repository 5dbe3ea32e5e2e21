// Requests to the server.

import { delays, showMessage } from "./page.js";

/**
 * The reason why a request failed: a lost connection, or a response with its `status` and the `field` that is wrong.
 *
 * `pause` is how long to wait before the next try, in milliseconds.
 */
class RequestError extends Error {
  constructor(message, { status, field, pause = delays.retry } = {}) {
    super(message);
    this.status = status;
    this.field = field;
    this.pause = pause;
  }

  /** Whether the same request may succeed later. */
  get isTemporary() {
    return this.status === undefined || this.status === 503;
  }
}

/** Waits for a network operation, and reports a lost connection. */
async function received(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new RequestError("The server does not respond. Start it with: fermata serve");
  }
}

/** Returns a successful response; throws a RequestError with the problem's detail otherwise. */
export async function send(address, options = {}) {
  const response = await received(fetch(address, options));
  if (response.ok) return response;
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  const problem = isProblem ? await response.json() : {};
  const message = problem.detail ?? `The server responded with status ${response.status}.`;
  throw new RequestError(message, { status: response.status, field: problem.field, pause: requestedPause(response) });
}

/** Sends a value as JSON, as `send` does. */
export function sendJSON(method, address, value, options) {
  const headers = { "Content-Type": "application/json" };
  return send(address, { ...options, method, headers, body: JSON.stringify(value) });
}

/** The pause that a response requests in seconds; undefined without one. */
function requestedPause(response) {
  const seconds = response.headers.get("Retry-After");
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds) * 1000, delays.longestRetry) : undefined;
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

/** Returns a row of the API; undefined, without a message, if the server does not send it. */
export async function readRow(address, signal) {
  const response = await fetch(address, { signal }).catch(() => undefined);
  return response?.ok ? response.json().catch(() => undefined) : undefined;
}

/** Returns the rows of a list of the API. */
export async function fetchRows(address, signal) {
  const response = await send(address, { signal });
  return (await received(response.json())).rows;
}

/** Runs requests. Shows the message of one that fails, and passes its error to `onFailure`. */
export async function attempt(body, onFailure) {
  try {
    return await body();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof RequestError)) throw error;
    showMessage(error.message);
    onFailure?.(error);
    return undefined;
  }
}
