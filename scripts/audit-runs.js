// Performs the runs on which the tests of the audit's rules are judged, and keeps them in test/audit/runs/.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const names = process.argv.slice(2);
const named = names.length === 0 ? ['test/audit/'] : names.map((name) => `test/audit/${name}.test.ts`);
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'main', '--testTimeout=300000', ...named], {
  stdio: 'inherit',
  env: { ...process.env, AUDIT_RUNS: 'keep' },
});
process.exitCode = status ?? 1;
