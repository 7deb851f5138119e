// npm run record [FILE]: lets the tests of examples/refunds fail, and leaves their record as docs/record-of-refunds.html.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const [file = join(project, 'docs/record-of-refunds.html')] = process.argv.slice(2);
const { PORT: port = '3001' } = process.env;
const options = [
  '--freeze',
  '--clock',
  '2026-03-01T09:00:00Z',
  '--seed',
  '1',
  '--forward-to',
  `http://localhost:${port}/hook`,
];
// The record has what the tests print, and they print where they are.
const folder = mkdtempSync(join(tmpdir(), 'refunds-'));
try {
  cpSync(join(project, 'examples/refunds'), folder, { recursive: true });
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(project, 'bin/emulator.js'), 'exec', ...options, '--record', file, '--', 'node', '--test', 'shop.test.js'],
    { cwd: folder, env: { ...process.env, PORT: port }, encoding: 'utf8' },
  );
  if (status !== 1) throw new Error(`The tests should have failed, and ended with ${status}:\n${stderr}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${file}\n`);
