import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { TestBrowser, VisitOptions, Visitor } from '../support/browser.ts';
import { visitInTest } from '../support/pages.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** What a test acts on. */
export interface Stage {
  readonly browser: TestBrowser;
  /** One for all tests of the file. */
  readonly sandbox: TestSandbox;
  /** A person of the test's own. */
  readonly visitor: Visitor;
  /** Another one, with options of their own, until the test is over. */
  visit(options?: VisitOptions): Promise<Visitor>;
}

/**
 * Tests in a browser: an emulator for all of them, a visitor for each, and a fault of a visitor's page is a fault of the
 * test. Skipped where there is no browser.
 */
export function describeInBrowser(browser: TestBrowser | null, name: string, tell: (stage: Stage) => void): void {
  describe.skipIf(browser === null)(name, () => {
    const visit = (options?: VisitOptions) => visitInTest(browser, options);
    const stage = { browser: browser as TestBrowser, visit } as { -readonly [K in keyof Stage]: Stage[K] };
    beforeAll(async () => {
      stage.sandbox = await createTestSandbox();
    });
    beforeEach(async () => {
      stage.visitor = await stage.browser.borrow();
    });
    afterEach(async ({ task }) => {
      const faults = [...stage.visitor.faults];
      await stage.browser.giveBack(stage.visitor, task.result?.state === 'fail');
      expect(faults).toEqual([]);
    });
    afterAll(async () => {
      await stage.sandbox.stop();
      await stage.browser.close();
    });
    tell(stage);
  });
}
