#!/usr/bin/env node
// The program on the command line: npx faro-shuffle order 52 out

import { readFileSync, writeSync } from 'node:fs';
import { runProgram } from './index.js';

const READS_INPUT = ['audit', 'hands', 'inspect', 'prove'];

/** Writes all bytes; a reader that is gone needs none. */
function write(stream, bytes) {
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(stream, bytes, done);
    } catch (error) {
      if (error.code === 'EPIPE') process.exit(0);
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

const args = process.argv.slice(2);
const reads = READS_INPUT.includes(args[0]) || args.includes('-');
const input = reads && !process.stdin.isTTY ? readFileSync(0) : new Uint8Array();
process.exitCode = await runProgram(args, { input, write });
