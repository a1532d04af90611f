// Answers one question after another by the program, and posts how far each is, and its answer.

import { run } from './wasi.js';

onmessage = ({ data: { module, command, query, body } }) => {
  const answer = new Answer();
  const input = typeof body === 'object' ? body : new TextEncoder().encode(body ?? '');
  try {
    run(module, { args: ['faro', '--explore-page', command, query], input, write: (stream, bytes) => { if (stream === 1) answer.add(bytes); } });
    postMessage({ done: answer.status, text: answer.text });
  } catch (error) {
    postMessage({ died: String(error) });
  }
};

/** What the program writes: lines `progress DONE STEPS`, then `ok LENGTH` or `error LENGTH`, and then the answer. */
class Answer {
  constructor() { Object.assign(this, { status: '', line: '', text: '', decoder: new TextDecoder() }); }

  add(bytes) {
    if (this.status) this.text += this.decoder.decode(bytes, { stream: true });
    else this.read(bytes);
  }

  read(bytes) {
    const end = bytes.indexOf(10);
    if (end < 0) { this.line += this.decoder.decode(bytes); return; }
    const [status, ...numbers] = (this.line + this.decoder.decode(bytes.subarray(0, end))).split(' ');
    this.line = '';
    if (status === 'progress') postMessage({ progress: numbers.map(Number) });
    else this.status = status;
    if (end + 1 < bytes.length) this.add(bytes.subarray(end + 1));
  }
}
