import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The documents take long and their files are short: begun first, they do not go on alone when all others are done. */
class DocumentsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDocument = ({ moduleId }: TestSpecification) => moduleId.includes('/test/docs/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isDocument), ...sorted.filter((file) => !isDocument(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // What is waited for comes soon; only a test that fails waits longer, so that a busy machine makes none of them fail.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Many wait for timers, browsers and child processes: three keep two processors busy.
    maxWorkers: 3,
    // The sources hold no state of their modules, so that files need not load them anew.
    isolate: false,
    sequence: { sequencer: DocumentsFirst },
    globalSetup: ['test/support/global-setup.ts'],
  },
});
