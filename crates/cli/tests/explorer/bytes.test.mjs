// The program of the folder, run by the page's own calls of the system, answers what the program of this machine prints,
// byte for byte: generated questions, all examples of `faro list`, decks to audit, and what is refused.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { run } from '../../../../web/page/wasi.js';
import { FOLDER } from './folder.mjs';
import { question, random, words } from './questions.mjs';
import { PROGRAM, faro, isFolder, skip } from './support.mjs';

const GENERATED = 300;
const SEED = 30;

describe('bytes', { skip: skip || (isFolder ? false : 'of the folder') }, () => {
  let module;
  before(() => { module = new WebAssembly.Module(readFileSync(`${FOLDER}/faro.wasm`)); });

  /** What the page gets: `ok` or `error`, and a text. */
  function inPage(command, options, body = '') {
    const pieces = [];
    const query = new URLSearchParams(options).toString();
    run(module, { args: ['faro', '--explore-page', command, query], input: Buffer.from(body), write: (stream, bytes) => { if (stream === 1) pieces.push(bytes); } });
    const [, status, length, text] = /^(?:progress \d+ \d+\n)*(ok|error) (\d+)\n([^]*)$/.exec(Buffer.concat(pieces).toString());
    assert.equal(Buffer.byteLength(text), Number(length));
    return [status, text];
  }

  /** What the program prints here. */
  function inTerminal(command, options, body = '') {
    const { stdout, stderr, status } = spawnSync(PROGRAM, [...words([command, options]), '--format=json'], { encoding: 'utf8', input: body, maxBuffer: 1 << 28 });
    return status === 2 ? ['error', `${JSON.stringify({ error: stderr.replace(/^error: /, '').trimEnd() })}\n`] : ['ok', stdout];
  }

  function same(command, options, body) {
    const [[status, text], [expected, printed]] = [inPage(command, options, body), inTerminal(command, options, body)];
    const at = [...text].findIndex((letter, i) => letter !== printed[i]);
    const around = (one) => one.slice(Math.max(0, at - 40), at + 40);
    assert.ok(status === expected && text === printed, `${command} ${JSON.stringify(options)}: ${status} …${around(text)}…, not ${expected} …${around(printed)}…`);
    return status;
  }

  test(`${GENERATED} generated questions`, (t) => {
    const next = random(SEED);
    let fine = 0;
    for (let i = 0; i < GENERATED; i += 1) {
      const [command, options] = question(next);
      if (same(command, options) === 'ok') fine += 1;
    }
    t.diagnostic(`${fine} were answered, the others refused`);
    assert.ok(fine > GENERATED / 2);
  });

  test('every example of faro list', () => {
    const words = ['moves', 'shuffles'].flatMap((what) => faro('list', what)).flatMap(({ examples, name }) => examples ?? [name]);
    assert.ok(words.length > 30, String(words.length));
    for (const shuffle of words) for (const cards of ['8', '52']) same('deck', { cards, shuffle, samples: '3', seed: '7' });
    for (const shuffle of words) same('mix', { cards: '5', shuffle, riffles: '1..=2', seed: '7' });
  });

  test('audits and proofs of what a page sends', () => {
    const next = random(1);
    const deck = (cards, choose) => { const all = Array.from({ length: cards }, (_, i) => i + 1); all.forEach((_, i) => { const j = choose(i, cards); [all[i], all[j]] = [all[j], all[i]]; }); return all.join(' '); };
    const fair = Array.from({ length: 3000 }, () => deck(10, (i, cards) => i + Math.floor(next() * (cards - i)))).join('\n');
    const naive = Array.from({ length: 3000 }, () => deck(10, (_, cards) => Math.floor(next() * cards))).join('\n');
    for (const decks of [fair, naive, '1 2 3\n1 2', 'x', '']) for (const options of [{ seed: '1' }, { seed: '1', cards: '10' }]) same('audit', options, decks);
    assert.match(inPage('audit', { seed: '1' }, naive)[1], /"verdict":"unfair"/);
    same('prove', { recorded: '', cards: '2' }, '0 0:1:2 | 1 2\n0 1:1:2 | 2 1\n');
    same('prove', { recorded: '', cards: '2' }, '0 0:1:2 | 1 2\n');
  });

  test('what names a file or runs a program is not asked', () => {
    for (const [command, options] of [['audit', { exec: 'ls' }], ['deck', { cards: '4', svg: 'x.svg' }], ['man', {}], ['order', { cards: '52', output: 'x' }], ['deck', { cards: '52', start: '/etc/passwd' }]]) {
      assert.equal(inPage(command, options)[0], 'error', command);
    }
  });
});
