import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, in this order. */
const longest = [
  'test/docs/',
  'test/declarations.test.ts',
  'test/tui/dashboard.test.ts',
  'test/audit/knowing.test.ts',
  'test/audit/whole-record.test.ts',
  'test/browser/docs.test.ts',
  'test/audit/trial.test.ts',
];

/** Begun first, a file that takes long does not go on alone when all others are done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((path) => moduleId.includes(`/${path}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/**
 * The tests that `npm run test:quick` leaves out: browsers, trials, documents, packaging, terminals, started programs,
 * data folders, and real time-outs.
 */
export const slowTests = [
  'test/audit/',
  'test/browser/',
  'test/cli/',
  'test/docs/',
  'test/files/',
  'test/programmatic/',
  'test/tui/',
  'test/bench.test.ts',
  'test/container.test.ts',
  'test/control/large-snapshots.test.ts',
  'test/declarations.test.ts',
  'test/determinism.test.ts',
  'test/durability.test.ts',
  'test/gift-card.test.ts',
  'test/http/protocol.test.ts',
  'test/interface-lint.test.ts',
  'test/many-stored.test.ts',
  'test/packed.test.ts',
  'test/portable.test.ts',
  'test/record/agents.test.ts',
  'test/record/example.test.ts',
  'test/record/exec.test.ts',
  'test/record/report.test.ts',
  'test/record/schema.test.ts',
  'test/sdk-types.test.ts',
  'test/webhooks/deliveries.test.ts',
  'test/workflows.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: mode === 'quick' ? slowTests.map((path) => (path.endsWith('/') ? `${path}**` : path)) : [],
    // Conditions are usually met soon. Only a failing test waits longer, so that a busy machine fails none.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Trials and terminals race with the machine. A failed test runs a second time; if it then passes, "retry x1"
    // beside its name says that it must still be repaired.
    retry: mode === 'quick' ? 0 : 1,
    pool: 'forks',
    // Most tests wait for timers, browsers and child processes: three workers keep two processors busy.
    maxWorkers: 3,
    // The sources keep no state in their modules, so test files can share them.
    isolate: false,
    // What a test makes is soon garbage: with more room for it, collecting it takes half as long.
    execArgv: ['--max-semi-space-size=64'],
    // Compiled sources are kept for the next run, under the hash of their text.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/global-setup.ts'],
  },
}));
