// Shows a shuffle on the table: an animation, or its steps as pictures if the user prefers no motion.

import { el, reducedMotion } from './dom.js';
import { draw, planOf } from './interlace.js';

/** Minimum duration in milliseconds of a shuffle that is shown as an animation. */
const LEAST = 900;

const STEPS = [[0.14, 'cut'], [0.27, 'corners'], [0.56, 'interlace'], [1, 'square up']];
const SMALL = { width: 240, height: 150 };

export class Hands {
  /** The animation covers the element `felt`. */
  constructor(felt) {
    this.felt = felt;
    this.canvas = el('canvas', { class: 'hands', 'aria-hidden': 'true', hidden: true });
    this.steps = el('ol', { class: 'steps-seen', 'aria-label': 'Steps of the shuffle', hidden: true },
      STEPS.map(([, name]) => el('li', {}, el('canvas', { 'aria-hidden': 'true' }), name)));
  }

  /** Shows how the deck `before` becomes `after` by one shuffle. Returns whether it can be shown. */
  show(before, after, colors, duration) {
    this.stop();
    const plan = duration > 0 ? planOf(before, after) : null;
    if (reducedMotion()) return this.still(plan, colors);
    this.steps.hidden = true;
    if (!plan || duration < LEAST) return false;
    this.play(plan, colors, duration);
    return true;
  }

  play(plan, colors, duration) {
    const { canvas, felt } = this;
    const size = { width: felt.clientWidth, height: felt.clientHeight };
    const context = contextOf(canvas, size);
    canvas.hidden = false;
    felt.classList.add('busy');
    const began = performance.now();
    const next = (time) => {
      const t = Math.max(0, time - began) / duration;
      if (t >= 1) { this.stop(); return; }
      draw(context, size, plan, colors, t);
      this.frame = requestAnimationFrame(next);
    };
    draw(context, size, plan, colors, 0);
    this.frame = requestAnimationFrame(next);
  }

  /** Shows the steps of the shuffle as pictures, until another deck is shown. */
  still(plan, colors) {
    this.steps.hidden = !plan;
    if (plan) STEPS.forEach(([t], i) => draw(contextOf(this.steps.children[i].firstChild, SMALL), SMALL, plan, colors, t));
    return false;
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.canvas.hidden = true;
    this.felt.classList.remove('busy');
  }
}

/** Returns the drawing context of a canvas with the given size, one pixel for each CSS pixel. */
function contextOf(canvas, { width, height }) {
  if (canvas.width !== Math.round(width)) canvas.width = Math.round(width);
  if (canvas.height !== Math.round(height)) canvas.height = Math.round(height);
  const context = canvas.getContext('2d');
  context.setTransform(1, 0, 0, 1, 0, 0);
  return context;
}
