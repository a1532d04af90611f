// Runs a program compiled for wasm32-wasip1, by the calls of the page's own system: node run.mjs PROGRAM.wasm ARGUMENTS

import { readFileSync, writeSync } from 'node:fs';
import { run } from './page/wasi.js';

const [, , path, ...args] = process.argv;
const env = Object.entries(process.env).filter(([name]) => name.startsWith('FARO_')).map(([name, value]) => `${name}=${value}`);
const module = new WebAssembly.Module(readFileSync(path));
process.exitCode = run(module, { args: [path, ...args], env, write: (stream, bytes) => writeSync(stream, bytes) });
