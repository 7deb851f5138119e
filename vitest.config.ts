import { configDefaults, defineConfig } from 'vitest/config';

const browser = 'test/browser/**';
const release = 'test/release/**';

/** The three tiers of tests: each is a script of `package.json`, and `npm test` is `main` with lint and types. */
export default defineConfig({
  test: {
    // Conditions are usually met soon. Only a failing test waits longer, so that a busy machine fails none.
    testTimeout: 90_000,
    // Some begin with a build of the program, which is slow on a busy machine.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Most tests wait for timers, browsers and child processes: three workers keep two processors busy.
    maxWorkers: 3,
    // The sources keep no state in their modules, so test files can share them.
    isolate: false,
    // What a test makes is soon garbage: with more room for it, collecting it takes half as long.
    execArgv: ['--max-semi-space-size=64'],
    // Compiled sources are kept for the next run, under the hash of their text.
    experimental: { fsModuleCache: true },
    // A snapshot that is missing fails too: `-u` writes it.
    update: 'none',
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, browser, release],
        },
      },
      { extends: true, test: { name: 'browser', include: [`${browser}/*.test.ts`] } },
      // A package that is installed, or an audit of a whole application, is one test of many processes.
      {
        extends: true,
        test: { name: 'release', include: [`${release}/*.test.ts`], testTimeout: 240_000 },
      },
    ],
  },
});
