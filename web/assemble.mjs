// Makes the folder `dist/` of the page and the program, given the program: node assemble.mjs faro.wasm

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import { FRAME } from './page/sandbox.js';
import { run } from './page/wasi.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const DIST = here('dist/');
const PAGE = here('../crates/cli/page/');
const OWN = here('page/');

/** The files that only a server needs, or only the makers of this folder. */
const LEFT_OUT = ['server.js', 'kept.js'];

const digest = (bytes) => createHash('sha256').update(bytes).digest('base64');

/** The policy of the page: no inline script but that of the frame for typed code, which is known by its digest. */
const POLICY = ["default-src 'none'", `script-src 'self' 'wasm-unsafe-eval' 'sha256-${digest(FRAME)}'`, "style-src 'self'",
  "img-src 'self' blob: data:", "connect-src 'self'", "worker-src 'self' blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'"].join('; ');

/** The page of `faro explore`, with the other engine and what a header said there. */
function index() {
  const page = readFileSync(`${PAGE}index.html`, 'utf8');
  const replaced = [
    ['<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n<meta name="referrer" content="no-referrer">`],
    ['content="./server.js"', 'content="./program.js"'],
    ['<link rel="modulepreload" href="server.js">\n<link rel="modulepreload" href="kept.js">', ['program', 'sandbox'].map((name) => `<link rel="modulepreload" href="${name}.js">`).join('\n')],
    ['on this machine.', 'in this page.'],
    ['<link rel="stylesheet"', '<link rel="manifest" href="manifest.webmanifest">\n<link rel="stylesheet"'],
  ];
  return replaced.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`index.html has no ${from}`);
    return text.replace(from, to);
  }, page);
}

/** The answers of the first questions of a visit, so that a deck is there before the program is. */
function first(program) {
  const module = new WebAssembly.Module(program);
  return Object.fromEntries(readFileSync(here('first.txt'), 'utf8').trim().split('\n').map((question) => [question, answer(module, question)]));
}

function answer(module, question) {
  const [command, query] = question.split('?');
  const pieces = [];
  run(module, { args: ['faro', '--explore-page', command, query], write: (_, bytes) => pieces.push(bytes) });
  const [, status, text] = /^(\w+) \d+\n(.*)$/s.exec(Buffer.concat(pieces).toString());
  if (status !== 'ok') throw new Error(`${question}: ${text}`);
  return text;
}

/** The service worker, with the digest of every other file. */
function service(names) {
  const files = Object.fromEntries(names.map((name) => [name, digest(readFileSync(DIST + name))]));
  const list = JSON.stringify(files, null, 2);
  return readFileSync(`${OWN}service.js`, 'utf8').replace('{version}', digest(list).slice(0, 12)).replace('FILES = {}', `FILES = ${list}`);
}

const [, , from] = process.argv;
const program = readFileSync(from);
rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
for (const folder of [PAGE, OWN]) cpSync(folder, DIST, { recursive: true, filter: (path) => !LEFT_OUT.some((name) => path.endsWith(`/${name}`)) });
const write = (name, content) => writeFileSync(DIST + name, content);
write('faro.wasm', program);
write('index.html', index());
write('first.json', `${JSON.stringify(first(program))}\n`);
const names = readdirSync(DIST).filter((name) => name !== 'service.js').sort();
write('service.js', service(names));
const packed = [...names, 'service.js'].map((name) => brotliCompressSync(readFileSync(DIST + name)).length);
const size = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
console.log(`${DIST}: ${packed.length} files; by brotli ${size(packed.reduce((sum, one) => sum + one, 0))}, of which the program ${size(packed[names.indexOf('faro.wasm')])}`);
