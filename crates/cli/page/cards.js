// The deck as a list of cards. The cards of a shuffle move to their positions in an animation.

import { el, reducedMotion, widthOf } from './dom.js';
import { drawTiny } from './tiny.js';

const BIG = 104;
const HOLD = 250;

export class Cards {
  constructor({ pick, drop }) {
    this.list = el('ol', { role: 'list', 'aria-label': 'Deck', class: 'deck' });
    // The canvas shows the cards of a large deck, whose list items are empty. It shows the cards of any deck while a slider
    // moves.
    this.canvas = el('canvas', { class: 'drawn', 'aria-hidden': 'true' });
    this.root = el('div', { class: 'cards' }, this.canvas, this.list);
    this.items = [];
    this.drop = drop;
    this.list.addEventListener('click', (event) => {
      const item = event.target.closest('li');
      if (item && !this.dragged) pick(this.deck[this.items.indexOf(item)]);
    });
    this.list.addEventListener('pointerdown', (event) => this.press(event));
    this.list.addEventListener('touchmove', (event) => { if (this.dragged) event.preventDefault(); }, { passive: false });
  }

  /** Makes the list items of a deck, unless the list has them already. */
  build(faces, colors) {
    const key = faces.map((face) => face?.name).join() + colors[1];
    if (key === this.key) return;
    Object.assign(this, { key, faces, colors, deck: null, placed: [], drawn: null });
    this.isTiny = faces.length - 1 > BIG;
    this.items = faces.slice(1).map(this.isTiny ? plainPlace : place);
    this.list.replaceChildren(...this.items);
    this.list.classList.toggle('faces', Boolean(faces[1]?.sign));
    this.list.classList.toggle('tiny', this.isTiny);
  }

  /** Fits the list items into the available width. No item is wider than `most`. */
  fit(most) {
    const count = this.items.length;
    const width = widthOf(this.list, 700);
    if (width === this.width && count === this.count && most === this.most) return;
    Object.assign(this, { width, count, most });
    const narrow = Math.max(5, Math.floor((width + 5) / (width < 500 ? 46 : 43)));
    const row = count <= 8 && width >= 41 * count ? count : narrow;
    const columns = count > BIG ? Math.max(10, Math.floor(width / 30)) : Math.min(row, count > 65 ? 16 : 13, Math.max(count, 4));
    this.columns = columns;
    this.list.style.setProperty('--columns', columns);
    this.list.style.setProperty('--cell', `${Math.min(most, width / columns - (count > BIG ? 2 : 6))}px`);
    this.slots = null;
    this.drawn = null;
  }

  /** Shows a deck. If one shuffle of the previous deck makes it, the cards move for `duration` milliseconds. While a slider
   * moves (`isMoving`), the cards are drawn on the canvas. */
  show(deck, pins, { duration = 0, split = false, isMoving = false } = {}, most = 84) {
    this.fit(most);
    const before = this.deck;
    for (const motion of this.motions ?? []) motion.cancel();
    this.motions = [];
    Object.assign(this, { deck, pins });
    const picture = isMoving && !this.isTiny && this.picture();
    this.canvas.hidden = !this.isTiny && !picture;
    this.root.classList.toggle('scrubbed', Boolean(picture));
    if (picture) { picture.draw(this); return; }
    this.place();
    if (this.isTiny) drawTiny(this.canvas, this);
    if (before && duration > 0 && deck.length <= BIG && !reducedMotion()) this.travel(before, deck, duration, split);
  }

  /** Returns the object that draws the deck while a slider moves, or nothing until its file has been loaded. */
  picture() {
    this.coming ??= import('./drawn.js').then(({ Drawn }) => { this.Drawn = Drawn; }, () => {});
    return (this.drawn ??= this.Drawn && new this.Drawn(this));
  }

  /** Puts the cards of the deck into the list items. */
  place() {
    const { deck, placed } = this;
    deck.forEach((card, i) => { if (placed[i] !== card) this.put(this.items[i], card); });
    this.placed = deck;
    this.mark();
  }

  /** Shows the list again after a slider has stopped. */
  rest() { if (this.root.classList.contains('scrubbed')) this.show(this.deck, this.pins, {}, this.most); }

  put(item, card) {
    const { rank, sign, red, name } = this.faces[card];
    item.setAttribute('aria-label', name);
    if (this.isTiny) { item.firstChild.setAttribute('aria-label', name); return; }
    if (item.red !== red) item.classList.toggle('red', (item.red = red));
    const [corner, suit, word, mark] = item.firstChild.children;
    mark.style.background = this.colors[card];
    // A text is written only if it changes, because each write makes the browser lay out the card again.
    write(corner, rank);
    write(suit, sign);
    // The accessible name contains the visible text.
    write(word, sign ? `, ${name}` : '');
  }

  mark() {
    this.deck.forEach((card, i) => {
      const pin = this.pins.find((one) => one.card === card);
      if (this.items[i].pin === pin?.color) return;
      this.items[i].pin = pin?.color;
      this.items[i].firstChild.setAttribute('aria-pressed', String(Boolean(pin)));
      this.items[i].style.setProperty('--pin', pin?.color ?? 'transparent');
      this.items[i].classList.toggle('pinned', Boolean(pin));
    });
  }

  travel(before, deck, duration, split) {
    this.slots ??= this.items.map((item) => [item.offsetLeft, item.offsetTop]);
    const from = new Map(before.map((card, i) => [card, i]));
    const half = Math.ceil(deck.length / 2);
    this.motions = deck.map((card, to) => {
      const at = from.get(card);
      const [dx, dy] = [this.slots[at][0] - this.slots[to][0], this.slots[at][1] - this.slots[to][1]];
      const side = at < half ? -1 : 1;
      const parted = split ? `translate(${dx + side * 5}px, ${dy + side * 11}px)` : `translate(${dx}px, ${dy - 6}px)`;
      const start = 0.26 + 0.34 * (to / deck.length);
      return this.items[to].animate([
        { transform: `translate(${dx}px, ${dy}px)`, zIndex: side + 2, easing: 'cubic-bezier(.3,0,.2,1)' },
        { transform: parted, offset: 0.24, zIndex: side + 2 },
        { transform: parted, offset: start, zIndex: side + 2, easing: 'cubic-bezier(.45,.05,.2,1)' },
        { transform: 'none', offset: start + 0.4, zIndex: 3 },
        { transform: 'none', zIndex: 1 },
      ], { duration });
    });
  }

  /** Moves the keyboard focus along the deck by `by` cards. */
  walk(by) {
    const cards = this.items;
    const at = cards.findIndex((item) => item.contains(document.activeElement));
    const next = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
    for (const item of cards) item.firstChild.tabIndex = item === next ? 0 : -1;
    next?.firstChild.focus();
    return true;
  }

  /** Starts to drag a card. A mouse drags at once, a finger after a short time, because before that the finger may scroll. */
  press(event) {
    const item = event.target.closest('li');
    this.dragged = false;
    if (!item || event.button !== 0) return;
    const touch = event.pointerType === 'touch';
    const [x, y] = [event.clientX, event.clientY];
    const stop = new AbortController();
    const { signal } = stop;
    const end = () => { clearTimeout(hold); stop.abort(); item.classList.remove('dragged'); item.style.transform = ''; this.over?.classList.remove('over'); };
    const lift = () => { this.dragged = true; item.classList.add('dragged'); };
    const hold = touch ? setTimeout(lift, HOLD) : 0;
    addEventListener('pointermove', (move) => {
      const [dx, dy] = [move.clientX - x, move.clientY - y];
      const far = Math.hypot(dx, dy) >= 8;
      if (!this.dragged && touch && far) end();
      if (!this.dragged && (touch || !far)) return;
      if (!this.dragged) lift();
      item.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
      this.mind(move);
    }, { signal });
    addEventListener('pointerup', (up) => {
      const target = this.dragged ? this.mind(up) : null;
      end();
      if (target && target !== item) this.drop(this.items.indexOf(item) + 1, this.items.indexOf(target) + 1);
      setTimeout(() => { this.dragged = false; }, 0);
    }, { signal });
    addEventListener('pointercancel', end, { signal });
  }

  /** Marks the list item under the pointer. */
  mind(event) {
    const target = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest('.deck li')).find((one) => one && !one.classList.contains('dragged'));
    if (this.over !== target) {
      this.over?.classList.remove('over');
      target?.classList.add('over');
      this.over = target;
    }
    return target;
  }
}

const plainPlace = (_, i) => el('li', { role: 'listitem' }, el('button', { type: 'button', 'aria-pressed': 'false', tabindex: i === 0 ? '0' : '-1' }));

function place(...at) {
  const item = plainPlace(...at);
  item.firstChild.append(el('span', { class: 'rank' }), el('span', { class: 'suit' }), el('span', { class: 'hidden' }), el('i', { class: 'mark', 'aria-hidden': 'true' }));
  return item;
}

/** Sets the text of an element that contains nothing but text. */
function write(element, text) {
  const { firstChild } = element;
  if (!firstChild) { if (text) element.textContent = text; } else if (firstChild.data !== text) firstChild.data = text;
}
