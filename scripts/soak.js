// npm run soak -- [--kills 100] [--seed 2026] [--stored 300000]
// Kills an emulator under load again and again, as test/release/durability.test.ts does a few times, and prints results. Then
// stores a great many charges in another, as test/release/many-stored.test.ts does with some thousand.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '2026' },
    stored: { type: 'string', default: '300000' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'emulator-soak-'));
const SOAK_RESULT = join(folder, 'result.json');
try {
  const { kills: SOAK_KILLS, seed: SOAK_SEED, stored: SOAK_STORED } = values;
  const env = { ...process.env, SOAK_KILLS, SOAK_SEED, SOAK_STORED, SOAK_RESULT };
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
  const run = (test) => execFileSync(process.execPath, [vitest, 'run', test], { env, stdio: ['ignore', 2, 2] });
  run('test/release/durability.test.ts');
  const { kills, stops, seed, acknowledged, retried, slowest } = JSON.parse(readFileSync(SOAK_RESULT, 'utf8'));
  const ends = `${kills} kills and ${stops} stops under load (seed ${seed})`;
  const writes = `${acknowledged} writes acknowledged, ${retried} repeated for want of an answer`;
  process.stdout.write(
    `${ends}: ${writes}; none lost, none done twice or by half, the books add up; slowest start ${Math.round(slowest)} ms.\n`,
  );
  run('test/release/many-stored.test.ts');
  process.stdout.write(`${Number(values.stored).toLocaleString('en-US')} charges stored, started again and served.\n`);
} catch (error) {
  process.exitCode = typeof error.status === 'number' ? error.status : 1;
  if (typeof error.status !== 'number') throw error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
