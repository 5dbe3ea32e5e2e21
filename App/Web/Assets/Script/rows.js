// A list of any length, of which only the visible pages of rows are loaded.

import { morph } from "./focus.js";
import { $, count } from "./page.js";
import { attempt, fetchPart } from "./requests.js";
import { Scrolling } from "./scrolling.js";

/** The largest number of attempts to count the rows while the failure is temporary. */
const countAttempts = 5;

/** The rows of a list that continues below them. Calls `onEmpty` when no rows are left. */
export class Rows extends Scrolling {
  static current;

  constructor(element, onEmpty) {
    super(element);
    this.onEmpty = onEmpty;
    this.size = Math.max(Number(element.dataset.size), Number(element.dataset.least));
    this.pages = new Map();
    const first = $(".page", element);
    this.address = location.href;
    this.measure(first);
    this.offset = Number(first.dataset.offset);
    element.classList.add("virtual");
    const isComplete = first.children.length === Math.min(this.size, this.total - this.offset);
    if (isComplete && this.offset % this.size === 0) this.pages.set(this.offset / this.size, { element: first });
    else first.remove();
    this.layOut();
    if (this.offset > 0) this.jump(this.offset);
    else this.resized();
  }

  /** Reads the number of rows from a page of rows. Counts them if the server has not: until then, one more is known. */
  measure(page) {
    const { total, offset, count: text } = page.dataset;
    if (total) {
      this.total = Number(total);
      this.isCounted = true;
      count(text);
    } else {
      this.total = Math.max(this.total ?? 0, Number(offset) + page.children.length + 1);
      if (!this.isCounted) this.countRows(text);
    }
    for (const cell of page.children) cell.ariaSetSize = this.isCounted ? this.total : -1;
  }

  /** Requests the number of rows, which may take longer than the rows; shows `text` until then. */
  async countRows(text, attempts = countAttempts) {
    if (this.counting) return;
    const counting = (this.counting = new AbortController());
    if (this.isCounted === undefined) count(text);
    let failure;
    await attempt(async () => {
      const parameters = { fragment: "rows", offset: 0, limit: 1, total: true };
      const page = (await fetchPart(this.address, parameters, counting.signal)).firstElementChild;
      if (this.counting !== counting) return;
      this.measure(page);
      for (const cell of this.element.querySelectorAll(".cell")) cell.ariaSetSize = this.total;
      this.fit();
    }, (error) => (failure = error));
    const countAgain = (remaining) => {
      if (this.counting !== counting) return;
      this.counting = undefined;
      if (remaining > 0) this.countRows(text, remaining);
    };
    if (failure?.isTemporary) setTimeout(countAgain, failure.pause, attempts - 1);
    else countAgain(0);
  }

  /** Lays the list out for another number of rows. */
  fit() {
    if (this.total === 0) return this.onEmpty();
    this.layOut();
    this.show();
  }

  /** The indexes of the pages within and around the window. */
  get visiblePages() {
    const page = this.size * this.height;
    const first = Math.floor((this.position - innerHeight) / page);
    const last = Math.floor((this.position + 2 * innerHeight) / page);
    const count = Math.ceil(this.total / this.size);
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return new Set(all.filter((index) => index >= 0 && index < count));
  }

  /** Loads the visible pages after a pause, so that pages that only scroll past are not loaded. */
  show(pause = 0) {
    const visible = this.visiblePages;
    for (const [index, page] of this.pages) {
      if (visible.has(index) || page.element?.contains(document.activeElement)) continue;
      page.loading?.abort();
      page.element?.remove();
      this.pages.delete(index);
    }
    for (const index of visible) {
      if (this.pages.has(index)) continue;
      this.pages.set(index, {});
      setTimeout((page) => this.pages.get(index) === page && this.load(index), pause, this.pages.get(index));
    }
    this.placePages();
  }

  placePages() {
    for (const [index, page] of this.pages) {
      if (!page.element) continue;
      page.element.style.top = `${this.top - this.position + index * this.size * this.height}px`;
    }
  }

  /** Loads a page of rows. Loads it again if it changes meanwhile, and after a pause if the failure is temporary. */
  load(index) {
    const page = this.pages.get(index);
    page.isStale = page.loading !== undefined;
    if (!page.isStale) page.loaded = this.loadOnce(page, index);
    return page.loaded;
  }

  async loadOnce(page, index) {
    const isVisible = () => this.pages.get(index) === page;
    page.loading = new AbortController();
    this.element.ariaBusy = "true";
    let failure;
    try {
      await attempt(async () => {
        const parameters = { fragment: "rows", offset: index * this.size, limit: this.size };
        const fresh = (await fetchPart(this.address, parameters, page.loading.signal)).firstElementChild;
        if (isVisible()) this.insert(fresh, page, index);
      }, (error) => (failure = error));
    } finally {
      page.loading = undefined;
      if (failure?.isTemporary) setTimeout(() => isVisible() && this.load(index), failure.pause);
      else if (page.isStale && isVisible()) await this.load(index);
      if (![...this.pages.values()].some((page) => page.loading)) this.element.ariaBusy = "false";
    }
  }

  insert(fresh, page, index) {
    const total = this.total;
    this.measure(fresh);
    if (page.element) morph(page.element, fresh);
    else {
      page.element = fresh;
      const later = [...this.pages.keys()].filter((other) => other > index && this.pages.get(other).element);
      this.element.insertBefore(fresh, this.pages.get(Math.min(...later))?.element ?? null);
    }
    if (total !== this.total) this.layOut();
    if (this.total === 0) this.onEmpty();
    this.placePages();
  }

  /** Loads the visible pages again, and counts the rows again: the number on the page stays until then. */
  refresh() {
    this.counting?.abort();
    this.counting = undefined;
    if (this.isCounted) this.isCounted = false;
    return Promise.all([...this.pages.keys()].map((index) => this.load(index)));
  }

  end() {
    clearTimeout(this.settling);
    this.counting?.abort();
    this.counting = undefined;
    for (const page of this.pages.values()) page.loading?.abort();
    this.pages.clear();
  }
}
