// Makes `made/`: the program, the calls of its system, and the recorder of the page's typed code as a module.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const DIST = here('../web/dist/');
if (!existsSync(`${DIST}faro.wasm`)) {
  console.error('js: not made: make the page first (just web)');
  process.exit(3);
}
mkdirSync(here('made'), { recursive: true });
for (const name of ['faro.wasm', 'wasi.js']) copyFileSync(DIST + name, here(`made/${name}`));
const recorder = readFileSync(`${DIST}shuffle.sandbox.js`, 'utf8');
writeFileSync(here('made/recorder.js'), `export default function recorder(self, postMessage, onmessage) {\n${recorder}\nreturn record;\n}\n`);
