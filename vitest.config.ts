import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Many wait for timers, browsers and child processes: three keep two processors busy.
    maxWorkers: 3,
    // The sources hold no state of their modules, so that files need not load them anew.
    isolate: false,
    globalSetup: ['test/support/global-setup.ts'],
  },
});
