// Records a film of one shuffle done by hand, in WebM format by the browser's own recorder.

import { token } from './dom.js';
import { draw, planOf } from './interlace.js';

const SIZE = { width: 960, height: 540 };
const FRAMES = 30;
/** Durations of the shuffle and of the still deck after it, in milliseconds. */
const [LASTS, STAYS] = [4000, 700];
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

const type = () => (typeof MediaRecorder === 'function' ? TYPES.find((one) => MediaRecorder.isTypeSupported(one)) : undefined);

/** Returns whether the browser can film this shuffle. The shuffle must be one cut and one interlacing. */
export const canFilm = (shuffle) => Boolean(shuffle && type() && planOf(...shuffle.decks));

/** Records a film of a shuffle. `filmed` is called with the share that is recorded. */
export async function film({ decks, colors }, filmed) {
  const plan = planOf(...decks);
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d', { alpha: false });
  paint(context, plan, colors, 0);
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: type() });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((done, failed) => { recorder.onstop = done; recorder.onerror = ({ error }) => failed(error); });
  recorder.start();
  await run((time) => {
    paint(context, plan, colors, Math.min(1, time / LASTS));
    filmed(Math.min(1, time / (LASTS + STAYS)));
  });
  recorder.stop();
  await ended;
  return new Blob(parts, { type: 'video/webm' });
}

/** Calls `each` with the time of every frame until the film ends. */
const run = (each) => new Promise((done) => {
  const began = performance.now();
  const next = (now) => {
    const time = Math.max(0, now - began);
    each(time);
    if (time < LASTS + STAYS) requestAnimationFrame(next);
    else done();
  };
  requestAnimationFrame(next);
});

/** Draws the film at the time `t`, on the background colour of the page because a film has no transparency. */
function paint(context, plan, colors, t) {
  draw(context, SIZE, plan, colors, t);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = token('--bg');
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  context.globalCompositeOperation = 'source-over';
}
