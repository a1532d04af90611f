// Generated calls: the package answers, byte for byte, what the program of this machine prints, and refuses what it refuses.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { question, random, words } from '../../crates/cli/tests/explorer/questions.mjs';

const CALLS = 300;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = process.env.FARO ?? here('../../target/debug/faro');
const skip = [PROGRAM, here('../made/faro.wasm')].every(existsSync) ? false : 'need the program and the package';
const faro = skip ? {} : await import('../index.js');

test(`${CALLS} generated calls`, { skip }, async (t) => {
  const next = random(31);
  let fine = 0;
  for (let i = 0; i < CALLS; i += 1) {
    const call = words(question(next));
    const native = spawnSync(PROGRAM, [...call, '--format', 'json', '--quiet'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const said = ['', '', ''];
    const decoder = new TextDecoder();
    const status = await faro.runProgram([...call, '--format', 'json', '--quiet'], { write: (stream, bytes) => { said[stream] += decoder.decode(bytes, { stream: true }); } });
    assert.deepEqual([status, said[1], said[2]], [native.status, native.stdout, native.stderr], call.join(' '));
    if (status === 2) await assert.rejects(faro.ask(call), { name: 'FaroError', message: native.stderr.replace(/^error: /, '').trimEnd() });
    else if (!/\d{16}/.test(native.stdout)) assert.deepEqual(await faro.ask(call), JSON.parse(native.stdout), call.join(' '));
    if (status !== 2) fine += 1;
  }
  t.diagnostic(`${fine} were answered, the others refused`);
  assert.ok(fine > CALLS / 2);
});
