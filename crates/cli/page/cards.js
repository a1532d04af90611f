// The deck as cards: a list in the order of the deck, whose cards part and weave.

import { el, reducedMotion, widthOf } from './dom.js';
import { drawTiny } from './tiny.js';

const BIG = 104;
const HOLD = 250;

export class Cards {
  constructor({ pick, drop }) {
    this.list = el('ol', { role: 'list', 'aria-label': 'Deck', class: 'deck' });
    // The cards of a large deck are drawn here, and their places in the list are empty; others while a slider moves.
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

  /** Makes the places of a deck that was not there before. */
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

  /** Fits the places into the width that there is; none is wider than `most`. */
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

  /** Shows a deck; if it came by one shuffle, the cards travel there in the given time. While a slider moves, they are drawn. */
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

  /** What draws the deck while a slider moves, when its file has come. */
  picture() {
    this.coming ??= import('./drawn.js').then(({ Drawn }) => { this.Drawn = Drawn; }, () => {});
    return (this.drawn ??= this.Drawn && new this.Drawn(this));
  }

  /** Puts the cards of the deck into their places in the list. */
  place() {
    const { deck, placed } = this;
    deck.forEach((card, i) => { if (placed[i] !== card) this.put(this.items[i], card); });
    this.placed = deck;
    this.mark();
  }

  /** Shows the list again after a slider moved. */
  rest() { if (this.root.classList.contains('scrubbed')) this.show(this.deck, this.pins, {}, this.most); }

  put(item, card) {
    const { rank, sign, red, name } = this.faces[card];
    item.setAttribute('aria-label', name);
    if (this.isTiny) { item.firstChild.setAttribute('aria-label', name); return; }
    if (item.red !== red) item.classList.toggle('red', (item.red = red));
    const [corner, suit, word, mark] = item.firstChild.children;
    mark.style.background = this.colors[card];
    // Only what changes is written: each writing makes the browser lay the card out.
    write(corner, rank);
    write(suit, sign);
    // The name has the text that is seen.
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

  /** Moves the focus along the deck. */
  walk(by) {
    const cards = this.items;
    const at = cards.findIndex((item) => item.contains(document.activeElement));
    const next = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
    for (const item of cards) item.firstChild.tabIndex = item === next ? 0 : -1;
    next?.firstChild.focus();
    return true;
  }

  /** A card is dragged by a mouse at once, and by a finger after a moment: before that a finger scrolls. */
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

  /** Marks the place under the pointer. */
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

/** Writes the text of an element that has nothing else. */
function write(element, text) {
  const { firstChild } = element;
  if (!firstChild) { if (text) element.textContent = text; } else if (firstChild.data !== text) firstChild.data = text;
}
