// A film of one shuffle as hands do it, recorded by the browser itself as WebM.

import { token } from './dom.js';
import { draw, planOf } from './interlace.js';

const SIZE = { width: 960, height: 540 };
const FRAMES = 30;
/** How long the shuffle and the still deck after it take, in milliseconds. */
const [LASTS, STAYS] = [4000, 700];
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

const type = () => (typeof MediaRecorder === 'function' ? TYPES.find((one) => MediaRecorder.isTypeSupported(one)) : undefined);

/** Whether the browser can film this shuffle, from one deck to another by one cut and one interlacing. */
export const canFilm = (shuffle) => Boolean(shuffle && type() && planOf(...shuffle.decks));

/** Films a shuffle. `filmed` gets the share that is done. */
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

/** Draws a moment on the colour of the page, which a film has no transparency for. */
function paint(context, plan, colors, t) {
  draw(context, SIZE, plan, colors, t);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = token('--bg');
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  context.globalCompositeOperation = 'source-over';
}
