// Where a list is scrolled to.

import { wait } from "./page.js";

/** A list that is scrolled through by the bar, in larger steps where it is taller than browsers can lay out. */
export class Scrolling {
  constructor(element) {
    this.element = element;
    this.tallest = Number(getComputedStyle(element).getPropertyValue("--tallest"));
    this.height = element.querySelector(".cell").getBoundingClientRect().height;
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

  pressed(event) {
    if (event.target.matches("input, textarea") || event.altKey || event.metaKey) return;
    const row = { Home: 0, End: this.total }[event.key];
    if (row === undefined || !this.isMapped) return;
    event.preventDefault();
    this.jump(row);
    if (row === 0) scrollTo({ top: 0, behavior: "instant" });
  }
}
