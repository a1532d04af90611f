// The calls of the system (WASI preview 1) that the program makes: arguments, standard input and output, a clock, random
// numbers. There are no files.

const [OK, BADF, NOENT, NOSYS] = [0, 8, 44, 52];
const CHARACTER_DEVICE = 2;
const ALL_RIGHTS = 0xffff_ffffn;
const MOST_RANDOM = 65536;

/** Thrown by the program's own end. */
class Exit extends Error {
  constructor(code) { super(`exit ${code}`); this.code = code; }
}

/** Runs a program to its end, and returns its exit code. `write` gets the number of a stream (1 or 2) and bytes. The error is
 * the engine's own if the program fails, for example if its memory is spent. */
export function run(module, { args, env = [], input = new Uint8Array(), write }) {
  const system = new System({ args, env, input, write });
  const known = system.calls();
  const imports = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, known[name] ?? (() => NOSYS)]));
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  system.memory = exports.memory;
  try {
    exports._start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

class System {
  constructor({ args, env, input, write }) {
    const encoder = new TextEncoder();
    const coded = (texts) => texts.map((text) => encoder.encode(`${text}\0`));
    Object.assign(this, { args: coded(args), env: coded(env), input, write, at: 0 });
  }

  // The memory may have grown, and the old view is then empty.
  get view() { return new DataView(this.memory.buffer); }

  get bytes() { return new Uint8Array(this.memory.buffer); }

  sizes(texts, count, size) {
    this.view.setUint32(count, texts.length, true);
    this.view.setUint32(size, texts.reduce((sum, text) => sum + text.length, 0), true);
    return OK;
  }

  copy(texts, pointers, to) {
    texts.forEach((text, i) => {
      this.view.setUint32(pointers + 4 * i, to, true);
      this.bytes.set(text, to);
      to += text.length;
    });
    return OK;
  }

  /** Calls `each` with the memory of every buffer of a list; returns the sum of what it used. */
  each(list, count, total, use) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      const [from, length] = [this.view.getUint32(list + 8 * i, true), this.view.getUint32(list + 8 * i + 4, true)];
      sum += use(this.bytes.subarray(from, from + length));
    }
    this.view.setUint32(total, sum, true);
    return OK;
  }

  read(into) {
    const piece = this.input.subarray(this.at, this.at + into.length);
    into.set(piece);
    this.at += piece.length;
    return piece.length;
  }

  random(to, length) {
    for (let done = 0; done < length; done += MOST_RANDOM) crypto.getRandomValues(this.bytes.subarray(to + done, to + Math.min(length, done + MOST_RANDOM)));
    return OK;
  }

  /** A description of a stream: `size` bytes, with its kind at `kind`. */
  describe(stream, to, size, kind) {
    if (stream > 2) return BADF;
    this.bytes.fill(0, to, to + size);
    this.view.setUint8(to + kind, CHARACTER_DEVICE);
    return OK;
  }

  /** The time in nanoseconds: since the Unix epoch for clock 0, else since some moment. */
  time(clock, to) {
    const milliseconds = performance.now() + (clock === 0 ? performance.timeOrigin : 0);
    this.view.setBigUint64(to, BigInt(Math.round(milliseconds * 1e6)), true);
    return OK;
  }

  calls() {
    return {
      args_sizes_get: (count, size) => this.sizes(this.args, count, size),
      args_get: (pointers, to) => this.copy(this.args, pointers, to),
      environ_sizes_get: (count, size) => this.sizes(this.env, count, size),
      environ_get: (pointers, to) => this.copy(this.env, pointers, to),
      clock_time_get: (clock, _precision, to) => this.time(clock, to),
      random_get: (to, length) => this.random(to, length),
      fd_read: (stream, list, count, total) => (stream === 0 ? this.each(list, count, total, (into) => this.read(into)) : BADF),
      fd_write: (stream, list, count, total) => {
        if (stream !== 1 && stream !== 2) return BADF;
        return this.each(list, count, total, (from) => { this.write(stream, from.slice()); return from.length; });
      },
      fd_fdstat_get: (stream, to) => {
        const known = this.describe(stream, to, 24, 0);
        if (known === OK) this.view.setBigUint64(to + 8, ALL_RIGHTS, true);
        return known;
      },
      fd_filestat_get: (stream, to) => this.describe(stream, to, 64, 16),
      fd_prestat_get: () => BADF,
      fd_prestat_dir_name: () => BADF,
      fd_close: () => OK,
      sched_yield: () => OK,
      path_open: () => NOENT,
      path_filestat_get: () => NOENT,
      proc_exit: (code) => { throw new Exit(code); },
    };
  }
}
