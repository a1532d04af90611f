// The archive that npm would publish, installed into a fresh folder and used from there.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ready = existsSync(`${PACKAGE}made/faro.wasm`) && spawnSync('npm', ['--version']).status === 0;

test('the archive', { skip: ready ? false : 'need npm and the package' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'faro-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const run = (command, args, cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  run('npm', ['pack', '--silent', '--pack-destination', folder], PACKAGE);
  const [archive] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  run('npm', ['install', '--offline', '--silent', '--no-audit', '--no-fund', `./${archive}`]);
  writeFileSync(join(folder, 'game.js'), `import { order } from 'faro-shuffle';\nconsole.log(await order(52, 'in'));\n`);
  assert.equal(run(process.execPath, ['game.js']), '52\n');
  assert.match(run('npx', ['--no-install', 'faro-shuffle', 'order', '52', 'out']), /^8\n/);
});
