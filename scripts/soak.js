// npm run soak -- [--kills 100] [--seed 2026]
// Kills an emulator under load again and again, as test/durability.test.ts does a few times, and prints what came of it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '2026' } },
});
const folder = mkdtempSync(join(tmpdir(), 'emulator-soak-'));
const SOAK_RESULT = join(folder, 'result.json');
try {
  const env = { ...process.env, SOAK_KILLS: values.kills, SOAK_SEED: values.seed, SOAK_RESULT };
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
  execFileSync(process.execPath, [vitest, 'run', 'test/durability.test.ts'], { env, stdio: ['ignore', 2, 2] });
  const { kills, stops, seed, acknowledged, retried, slowest } = JSON.parse(readFileSync(SOAK_RESULT, 'utf8'));
  const ends = `${kills} kills and ${stops} stops under load (seed ${seed})`;
  const writes = `${acknowledged} writes acknowledged, ${retried} repeated for want of an answer`;
  process.stdout.write(
    `${ends}: ${writes}; none lost, none done twice or by half, the books add up; slowest start ${Math.round(slowest)} ms.\n`,
  );
} catch (error) {
  process.exitCode = typeof error.status === 'number' ? error.status : 1;
  if (typeof error.status !== 'number') throw error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
