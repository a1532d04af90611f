// The deck as cards: a list in the order of the deck, whose cards part and weave.

import { el, reducedMotion } from './dom.js';

const BIG = 104;

export class Cards {
  constructor({ pick, drop }) {
    this.list = el('ol', { role: 'list', 'aria-label': 'Deck', class: 'deck' });
    this.items = [];
    this.deck = null;
    this.pick = pick;
    this.drop = drop;
    this.list.addEventListener('click', (event) => {
      const item = event.target.closest('li');
      if (item && !this.dragged) pick(Number(item.dataset.card));
    });
    this.list.addEventListener('pointerdown', (event) => this.press(event));
  }

  /** Makes the cards of a deck that was not there before. */
  build(faces, colors) {
    const key = faces.map((face) => face?.name).join() + colors[1];
    if (key === this.key) return;
    this.key = key;
    this.deck = null;
    this.items = faces.map((face, card) => face && item(face, card, colors[card]));
    this.list.classList.toggle('faces', Boolean(faces[1]?.sign));
    this.list.classList.toggle('tiny', faces.length - 1 > BIG);
  }

  columns() {
    const count = this.items.length - 1;
    const width = this.list.clientWidth || 700;
    if (count > BIG) return Math.max(10, Math.floor(width / 30));
    const narrow = Math.max(5, Math.floor((width + 5) / (width < 500 ? 46 : 52)));
    const wide = count > 65 ? 16 : 13;
    return Math.min(narrow, wide, Math.max(count, 4));
  }

  /** Shows a deck; if it came by one shuffle, the cards travel there in the given time. */
  show(deck, { duration = 0, split = false } = {}) {
    this.list.style.setProperty('--columns', this.columns());
    const before = this.deck;
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null;
    for (const item of this.items) for (const motion of item?.getAnimations?.() ?? []) motion.cancel();
    if (!before || before.some((card, i) => card !== deck[i])) {
      this.list.replaceChildren(...deck.map((card) => this.items[card]));
      deck.forEach((card, i) => { this.items[card].firstChild.tabIndex = i === 0 ? 0 : -1; });
      focused?.focus({ preventScroll: true });
    }
    this.deck = deck;
    if (before && duration > 0 && before.length === deck.length && deck.length <= BIG && !reducedMotion()) this.travel(before, deck, duration, split);
  }

  mark(pins) {
    this.items.forEach((item, card) => {
      if (!item) return;
      const pin = pins.find((one) => one.card === card);
      item.firstChild.setAttribute('aria-pressed', String(Boolean(pin)));
      item.style.setProperty('--pin', pin?.color ?? 'transparent');
      item.classList.toggle('pinned', Boolean(pin));
    });
  }

  travel(before, deck, duration, split) {
    const slots = deck.map((card) => [this.items[card].offsetLeft, this.items[card].offsetTop]);
    const from = new Map(before.map((card, i) => [card, i]));
    const half = Math.ceil(deck.length / 2);
    deck.forEach((card, to) => {
      const at = from.get(card);
      const [dx, dy] = [slots[at][0] - slots[to][0], slots[at][1] - slots[to][1]];
      const side = at < half ? -1 : 1;
      const parted = split ? `translate(${dx + side * 5}px, ${dy + side * 11}px)` : `translate(${dx}px, ${dy - 6}px)`;
      const start = 0.26 + 0.34 * (to / deck.length);
      this.items[card].animate([
        { transform: `translate(${dx}px, ${dy}px)`, zIndex: side + 2, easing: 'cubic-bezier(.3,0,.2,1)' },
        { transform: parted, offset: 0.24, zIndex: side + 2 },
        { transform: parted, offset: start, zIndex: side + 2, easing: 'cubic-bezier(.45,.05,.2,1)' },
        { transform: 'none', offset: Math.min(1, start + 0.4), zIndex: 3 },
        { transform: 'none', zIndex: 1 },
      ], { duration });
    });
  }

  /** Moves the focus along the deck. */
  walk(by) {
    const cards = [...this.list.children];
    const at = cards.findIndex((item) => item.contains(document.activeElement));
    const next = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
    for (const item of cards) item.firstChild.tabIndex = item === next ? 0 : -1;
    next?.firstChild.focus();
    return true;
  }

  press(event) {
    const item = event.target.closest('li');
    this.dragged = false;
    if (!item || event.pointerType === 'touch' || event.button !== 0) return;
    const [x, y] = [event.clientX, event.clientY];
    const stop = new AbortController();
    const { signal } = stop;
    const end = () => { stop.abort(); item.classList.remove('dragged'); item.style.transform = ''; this.over?.classList.remove('over'); };
    addEventListener('pointermove', (move) => {
      const [dx, dy] = [move.clientX - x, move.clientY - y];
      if (!this.dragged && Math.hypot(dx, dy) < 8) return;
      this.dragged = true;
      item.classList.add('dragged');
      item.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
      this.mind(move);
    }, { signal });
    addEventListener('pointerup', (up) => {
      const target = this.dragged ? this.mind(up) : null;
      end();
      if (target && target !== item) this.drop([...this.list.children].indexOf(item) + 1, [...this.list.children].indexOf(target) + 1);
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

function item(face, card, color) {
  const made = el('li', { role: 'listitem', 'aria-label': face.name, 'data-card': card, class: face.red ? 'red' : null },
    el('button', { type: 'button', 'aria-label': face.name, 'aria-pressed': 'false', tabindex: '-1' },
      el('span', { class: 'rank' }, face.rank), face.sign && el('span', { class: 'suit' }, face.sign)));
  made.style.setProperty('--color', color);
  return made;
}
