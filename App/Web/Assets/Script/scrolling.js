// The scroll position of a list.

import { delays } from "./page.js";

/** A list that scrolls with the page; beyond the height that browsers can lay out, positions are scaled. */
export class Scrolling {
  constructor(element) {
    this.element = element;
    this.tallest = Number(getComputedStyle(element).getPropertyValue("--tallest"));
    this.height = element.querySelector(".cell").getBoundingClientRect().height;
  }

  /** Sets the height of the list, limited to what browsers can lay out. */
  layOut() {
    this.fullHeight = this.total * this.height;
    this.shownHeight = Math.min(this.fullHeight, this.tallest);
    this.element.style.height = `${this.shownHeight}px`;
  }

  get start() { return this.element.getBoundingClientRect().top + scrollY; }
  get room() { return Math.max(0, this.shownHeight - innerHeight); }
  get farthest() { return Math.max(0, this.fullHeight - innerHeight); }
  get ratio() { return this.room > 0 ? this.farthest / this.room : 1; }
  get top() { return scrollY - this.start; }
  get isScaled() { return this.fullHeight > this.shownHeight; }

  scrolled() {
    const top = this.top;
    const step = top - this.lastTop;
    this.lastTop = top;
    const isStep = this.isScaled && Math.abs(step) <= 2 * innerHeight;
    this.position = isStep ? this.position + step : this.positionAt(top);
    if (isStep && (top <= 0 || top >= this.room)) this.alignPage();
    this.show(Math.abs(step) > innerHeight ? delays.fastScroll : 0);
    clearTimeout(this.settling);
    if (this.isScaled) this.settling = setTimeout(() => this.top === this.lastTop && this.alignPage(), delays.settling);
  }

  /** The position in the rows of a position of the page. */
  positionAt(top) {
    if (top < 0) return top;
    return top > this.room ? this.farthest + top - this.room : top * this.ratio;
  }

  /** The position of the page of a position in the rows. */
  topAt(position) {
    if (position < 0) return position;
    return position > this.farthest ? this.room + position - this.farthest : position / this.ratio;
  }

  /** Scrolls the page to the position of the rows, without moving them. */
  alignPage() {
    scrollTo({ top: this.start + this.topAt(this.position), behavior: "instant" });
    this.lastTop = this.top;
    this.placePages();
  }

  resized() {
    if (this.isScaled && this.position > 0) this.alignPage();
    this.lastTop = this.top;
    this.position = this.isScaled && this.position > 0 ? this.position : this.positionAt(this.lastTop);
    this.show();
  }

  jump(row) {
    this.position = Math.max(0, Math.min(row * this.height, this.farthest));
    this.alignPage();
    this.show();
  }

  handleKey(event) {
    if (event.target.matches("input, textarea") || event.altKey || event.metaKey) return;
    const row = { Home: 0, End: this.total }[event.key];
    if (row === undefined || !this.isScaled) return;
    event.preventDefault();
    this.jump(row);
    if (row === 0) scrollTo({ top: 0, behavior: "instant" });
  }
}
