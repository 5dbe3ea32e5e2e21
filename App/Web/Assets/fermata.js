// Moves the pages: what is asked for as one types, scrolls or clicks comes as HTML that the server has drawn.
const $ = (selector, root = document) => root.querySelector(selector);
const list = $("#list");
const wait = { typing: 150, message: 6000, reconnect: 2000, retry: 2000, outcome: 30000, aging: 60000, changes: 80, settling: 150, flying: 60 };

document.documentElement.classList.add("scripted");

// What there is to say

let silence;
function say(text) {
  $("#message").textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => ($("#message").textContent = ""), wait.message);
}

/** How many there are, told anew only where it is news. */
function count(text) {
  if (text !== undefined && $("#count").textContent !== text) $("#count").textContent = text;
}

// What is asked of the server

class Refusal extends Error {}

async function ask(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("Fermata does not answer. Is it still running?");
  }
  if (answer.ok) return answer;
  const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
  const problem = isProblem ? await answer.json() : {};
  throw Object.assign(new Refusal(problem.detail ?? `The server answered ${answer.status}.`), { field: problem.field });
}

/** The elements of a part of a page: `list`, `rows`, or a row of its own. */
async function part(address, parameters, signal) {
  const url = new URL(address, location.href);
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  const answer = await ask(url, { signal, headers: { Accept: "text/html, application/problem+json" } });
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  return template.content;
}

/** Runs what may be refused, and says why where it is. */
async function attempt(body) {
  try {
    return await body();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    return undefined;
  }
}

// Elements change places, and the focus stays where it was

function keepingFocus(change) {
  const focus = document.activeElement;
  const home = focus?.closest("[data-key]");
  change();
  if (!home || document.contains(focus)) return;
  const { key, index } = home.dataset;
  const [ofKey, ofIndex] = [`[data-key="${CSS.escape(key)}"]`, `[data-index="${index}"]`];
  const next = $(ofKey + ofIndex, list) ?? $(ofKey, list) ?? $(ofIndex, list);
  const name = (element) => element.dataset.part ?? element.getAttribute("href");
  const same = [...(next?.querySelectorAll("a, button, [data-part]") ?? [])].find((element) => name(element) === name(focus));
  const row = focus === home ? next : undefined;
  (row ?? same ?? $("a, button", next ?? list) ?? $("#main")).focus({ preventScroll: true });
}

/** Makes the children of an element those of another, and leaves alone what is equal. */
function morph(element, other) {
  keepingFocus(() => {
    const fresh = [...other.children];
    while (element.children.length > fresh.length) element.lastElementChild.remove();
    fresh.forEach((child, index) => {
      const former = element.children[index];
      if (!former) element.append(child);
      else if (!former.isEqualNode(child)) former.replaceWith(child);
    });
  });
}

// A list of any length: only the pages of rows in sight are there

class Rows {
  static current;

  constructor(element) {
    this.element = element;
    this.size = Math.max(Number(element.dataset.size), Number(element.dataset.least));
    this.pages = new Map();
    this.tallest = Number(getComputedStyle(element).getPropertyValue("--tallest"));
    this.height = element.querySelector(".cell").getBoundingClientRect().height;
    const first = $(".page", element);
    this.address = location.href;
    this.measure(first);
    this.offset = Number(first.dataset.offset);
    element.classList.add("virtual");
    const isWhole = first.children.length === Math.min(this.size, this.total - this.offset);
    if (isWhole && this.offset % this.size === 0) this.pages.set(this.offset / this.size, { element: first });
    else first.remove();
    this.layOut();
    if (this.offset > 0) this.jump(this.offset);
    else this.resized();
  }

  /** How many rows there are, as a page of them tells. */
  measure(page) {
    this.total = Number(page.dataset.total);
    count(page.dataset.count);
  }

  /** What is taller than browsers can lay out is scrolled through in larger steps. */
  layOut() {
    this.whole = this.total * this.height;
    this.shown = Math.min(this.whole, this.tallest);
    this.element.style.height = `${this.shown}px`;
  }

  get start() { return this.element.getBoundingClientRect().top + scrollY; }
  get room() { return Math.max(0, this.shown - innerHeight); }
  get farthest() { return Math.max(0, this.whole - innerHeight); }
  get ratio() { return this.room > 0 ? this.farthest / this.room : 1; }
  get top() { return scrollY - this.start; }
  get isMapped() { return this.whole > this.shown; }

  scrolled() {
    const top = this.top;
    const step = top - this.lastTop;
    this.lastTop = top;
    const isStep = this.isMapped && Math.abs(step) <= 2 * innerHeight;
    this.position = isStep ? this.position + step : this.positionAt(top);
    if (isStep && (top <= 0 || top >= this.room)) this.settle();
    this.show(Math.abs(step) > innerHeight ? wait.flying : 0);
    clearTimeout(this.settling);
    if (this.isMapped) this.settling = setTimeout(() => this.top === this.lastTop && this.settle(), wait.settling);
  }

  /** Where the rows are scrolled to, by where the bar is; and the other way round. */
  positionAt(top) {
    if (top < 0) return top;
    return top > this.room ? this.farthest + top - this.room : top * this.ratio;
  }

  topAt(position) {
    if (position < 0) return position;
    return position > this.farthest ? this.room + position - this.farthest : position / this.ratio;
  }

  /** Brings the bar to where the rows are, without moving them. */
  settle() {
    scrollTo({ top: this.start + this.topAt(this.position), behavior: "instant" });
    this.lastTop = this.top;
    this.place();
  }

  resized() {
    if (this.isMapped && this.position > 0) this.settle();
    this.lastTop = this.top;
    this.position = this.isMapped && this.position > 0 ? this.position : this.positionAt(this.lastTop);
    this.show();
  }

  jump(row) {
    this.position = Math.max(0, Math.min(row * this.height, this.farthest));
    this.settle();
    this.show();
  }

  get wanted() {
    const page = this.size * this.height;
    const first = Math.floor((this.position - innerHeight) / page);
    const last = Math.floor((this.position + 2 * innerHeight) / page);
    const count = Math.ceil(this.total / this.size);
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return new Set(all.filter((index) => index >= 0 && index < count));
  }

  /** Rows that are flown over are not asked for: those of a page come after a pause, if it is still wanted then. */
  show(pause = 0) {
    const wanted = this.wanted;
    for (const [index, page] of this.pages) {
      if (wanted.has(index) || page.element?.contains(document.activeElement)) continue;
      page.loading?.abort();
      page.element?.remove();
      this.pages.delete(index);
    }
    for (const index of wanted) {
      if (this.pages.has(index)) continue;
      this.pages.set(index, {});
      setTimeout((page) => this.pages.get(index) === page && this.load(index), pause, this.pages.get(index));
    }
    this.place();
  }

  place() {
    for (const [index, page] of this.pages) {
      if (!page.element) continue;
      page.element.style.top = `${this.top - this.position + index * this.size * this.height}px`;
    }
  }

  /** Loads a page of rows; what has changed meanwhile is loaded after that, and what fails after a pause, if wanted. */
  async load(index) {
    const page = this.pages.get(index);
    const isWanted = () => this.pages.get(index) === page;
    page.isStale = page.loading !== undefined;
    if (page.isStale) return;
    page.loading = new AbortController();
    this.element.ariaBusy = "true";
    let isDone = false;
    try {
      isDone = await attempt(async () => {
        const parameters = { fragment: "rows", offset: index * this.size, limit: this.size };
        const fresh = (await part(this.address, parameters, page.loading.signal)).firstElementChild;
        if (isWanted()) this.take(fresh, page, index);
        return true;
      });
    } finally {
      page.loading = undefined;
      if (!isDone) setTimeout(() => isWanted() && this.load(index), wait.retry);
      else if (page.isStale && isWanted()) this.load(index);
      if (![...this.pages.values()].some((page) => page.loading)) this.element.ariaBusy = "false";
    }
  }

  take(fresh, page, index) {
    const total = this.total;
    this.measure(fresh);
    if (page.element) morph(page.element, fresh);
    else {
      page.element = fresh;
      const later = [...this.pages.keys()].filter((other) => other > index && this.pages.get(other).element);
      this.element.insertBefore(fresh, this.pages.get(Math.min(...later))?.element ?? null);
    }
    if (total !== this.total) this.layOut();
    if (this.total === 0) refresh();
    this.place();
  }

  refresh() {
    return Promise.all([...this.pages.keys()].map((index) => this.load(index)));
  }

  end() {
    clearTimeout(this.settling);
    for (const page of this.pages.values()) page.loading?.abort();
    this.pages.clear();
  }

  pressed(event) {
    if (event.target.matches("input, textarea") || event.altKey || event.metaKey) return;
    const row = { Home: 0, End: this.total }[event.key];
    if (row === undefined || !this.isMapped) return;
    event.preventDefault();
    this.jump(row);
    if (row === 0) scrollTo({ top: 0, behavior: "instant" });
  }
}

function begin() {
  Rows.current?.end();
  const element = $(".rows[data-size]", list);
  Rows.current = element ? new Rows(element) : undefined;
}

let drawing;
/** Draws the list of an address; what was asked for before that is not drawn any more. */
async function draw(address, put) {
  drawing?.asking.abort();
  const mine = (drawing = { asking: new AbortController(), isStale: false });
  await attempt(async () => {
    const fresh = await part(address, { fragment: "list" }, mine.asking.signal);
    if (drawing !== mine) return;
    put(fresh);
    begin();
  });
  if (drawing !== mine) return;
  drawing = undefined;
  if (mine.isStale) await refresh();
}

/** Draws anew what the page shows. */
async function refresh() {
  freshen();
  if ($(".not-shown", list)) return;
  if (drawing) drawing.isStale = true;
  else if (Rows.current?.total > 0) await Rows.current.refresh();
  else await draw(location.href, (fresh) => morph(list, fresh));
}

// Search as one types

let typing;
async function search(form) {
  const address = new URL(form.action);
  for (const [key, value] of new FormData(form)) if (value !== "") address.searchParams.set(key, value);
  await draw(address, (fresh) => {
    history.replaceState(null, "", address);
    list.replaceChildren(fresh);
    count($(".page, .empty", list).dataset.count);
    scrollTo(0, 0);
  });
}

$(".search").addEventListener("input", (event) => {
  const form = event.currentTarget;
  if (new URL(form.action).pathname !== location.pathname) return;
  clearTimeout(typing);
  typing = setTimeout(() => search(form), wait.typing);
});

// Buttons

async function act(button) {
  const { method, address, then } = button.dataset;
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const cell = button.closest(".cell");
  button.closest("[popover]")?.hidePopover();
  await attempt(async () => {
    await ask(address, { method });
    if (then) location.assign(then);
    else if (cell?.dataset.row) await redraw(cell);
    else await refresh();
  });
  button.ariaBusy = null;
}

/** Draws one row anew, as the server now has it. */
async function redraw(cell) {
  const { key, index, row } = cell.dataset;
  const fresh = await part(`/music/${key}/row`, { kind: row, index, total: cell.ariaSetSize });
  if (document.contains(cell)) keepingFocus(() => cell.replaceWith(fresh));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-method]");
  if (button) act(button);
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.(".menu");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!menu || !step) return turned(event) || Rows.current?.pressed(event);
  const items = [...menu.querySelectorAll("a, button")];
  items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
  event.preventDefault();
});

/** Moves the focus from row to row, or out of the list, as the feeds of WAI-ARIA do. */
function turned(event) {
  const { index } = event.target.closest?.(".cell")?.dataset ?? {};
  const step = { PageDown: 1, PageUp: -1 }[event.key];
  const way = event.ctrlKey && { Home: "h1", End: "footer button" }[event.key];
  const next = step ? $(`.cell[data-index="${Number(index) + step}"]`, list) : way && $(way);
  if (index === undefined || !next) return false;
  event.preventDefault();
  next.focus();
  return true;
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches(".menu") && event.newState === "open") $("a, button", event.target).focus();
}, true);

$("#add")?.addEventListener("submit", (event) => {
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
});

// What happens elsewhere

let events, reconnecting, changed, outcome, isLost = false;

/** A page out of sight holds no connection: a browser has only a few for each server. */
function follow() {
  clearTimeout(reconnecting);
  events?.close();
  if (document.hidden) return;
  const source = (events = new EventSource("/api/events"));
  events.addEventListener("open", () => {
    if (isLost) {
      say("Fermata is back.");
      outcome = undefined;
      refresh();
    }
    isLost = false;
  });
  events.addEventListener("error", async () => {
    const isFirst = !isLost;
    isLost = true;
    if (source.readyState === EventSource.CLOSED) {
      reconnecting = setTimeout(follow, wait.reconnect);
      if (isFirst) await tellRefusal(events.url);
    } else if (isFirst) say("Fermata does not answer. Trying again…");
  });
  events.addEventListener("library", (event) => {
    const { version } = document.documentElement.dataset;
    document.documentElement.dataset.version = JSON.parse(event.data).version;
    if (document.documentElement.dataset.version === version) return;
    clearTimeout(changed);
    changed = setTimeout(refresh, wait.changes);
  });
  events.addEventListener("sync", (event) => {
    const { text, isRunning } = JSON.parse(event.data);
    $("#freshness").textContent = text;
    clearTimeout(outcome);
    outcome = isRunning || setTimeout(() => {
      outcome = undefined;
      freshen();
    }, wait.outcome);
  });
  events.addEventListener("failure", (event) => say(JSON.parse(event.data).text));
  events.addEventListener("download", (event) => showDownload(JSON.parse(event.data)));
}

/** Says why there are no events, which their stream does not tell. */
async function tellRefusal(address) {
  const asking = new AbortController();
  await attempt(() => ask(address, { signal: asking.signal }));
  asking.abort();
}

document.addEventListener("visibilitychange", () => {
  follow();
  if (!document.hidden) refresh();
});

/** How fresh all is, as time passes; how a reading of the sources ended stands for a while. */
async function freshen() {
  if (outcome || document.hidden) return;
  const answer = await fetch("/freshness").catch(() => undefined);
  const text = answer?.ok && (await answer.text());
  if (text && !outcome) $("#freshness").textContent = text;
}
setInterval(freshen, wait.aging);

/** The row says how far it is; how a download ended is drawn by the server. */
function showDownload({ id, text, state, fraction }) {
  for (const home of document.querySelectorAll(`[data-key="${CSS.escape(id)}"]`)) {
    const label = $(".download", home);
    if (label && state !== "downloaded") label.textContent = text;
    const bar = $("progress", home);
    if (bar && fraction !== null) bar.value = fraction;
    if (label) label.classList.toggle("problem", state === "failed");
    const isMoving = state === "downloading" || state === "waiting";
    if (!isMoving || (location.pathname === "/downloads" && !bar)) refresh();
  }
}

addEventListener("scroll", () => Rows.current?.scrolled(), { passive: true });
addEventListener("resize", () => Rows.current?.resized());
begin();
follow();
