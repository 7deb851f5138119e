import { afterEach, test as base, beforeEach, expect, type TestAPI } from 'vitest';
import { auditMatchers } from './audit/matchers.ts';
import type { EventType } from './client/names.ts';
import { createClient } from './client.ts';
import { startEmulator } from './index.ts';
import { certificatesOf } from './programmatic/certificates.ts';
import { WaitTimeoutError } from './programmatic/errors.ts';
import { assertionMatchers, type EmulatorMatchers } from './programmatic/matchers.ts';
import type { Emulator, OwnWorkspace, StartOptions, WaitOptions, Workspace } from './programmatic/types.ts';

export { assertionMatchers, auditMatchers };

/** What a test gets: the emulator of its file, and its own new workspace. */
export interface EmulatorFixtures {
  emulator: Emulator;
  workspace: OwnWorkspace;
}

/**
 * A `test` with two fixtures: `emulator`, one per file, started by the first test that uses it, and `workspace`, a new
 * one for each test. Under `emulator exec` both are workspaces of its emulator, so that its log and audit cover the
 * tests. On start `expect` gets `toHaveRequested`, `toHaveEmitted`, `toHaveDelivered`, `toHaveBalance`,
 * `toHaveEmittedEvent`, `toHaveReceivedEvent` and `toHaveNoViolations`.
 */
export function emulatorTest(options: StartOptions = {}): TestAPI<EmulatorFixtures> {
  return base.extend<EmulatorFixtures>({
    emulator: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
      async ({}, use) => {
        expect.extend({ ...eventMatchers, ...assertionMatchers, ...auditMatchers });
        const emulator = await startEmulator({ attach: isUnderExec(), ...options });
        await use(emulator);
        await emulator.stop();
      },
      { scope: 'file' },
    ],
    workspace: async ({ emulator, task, onTestFinished }, use) => {
      const workspace = await emulator.workspaces.create();
      await workspace.mark(nameOf(task));
      // The result of a test is known only after it has finished, when this fixture is already done.
      onTestFinished(async () => {
        if (task.result?.state === 'fail') await workspace.mark(nameOf(task), { failed: true });
        await workspace.remove();
      });
      await use(workspace);
    },
  });
}

/**
 * Marks the log of the emulator beside the tests (`emulator exec`) with the name of each test, so that a report shows
 * which test made a call. For a set-up file; without an emulator it does nothing.
 * @param url default: `EMULATOR_URL`
 */
export function markTests(url = process.env.EMULATOR_URL): void {
  if (url === undefined) return;
  const { EMULATOR_WORKSPACE: workspace, EMULATOR_TOKEN: token, EMULATOR_CA: named } = process.env;
  const ca = named ? certificatesOf(named) : undefined;
  const { markers } = createClient({ url, workspace, token, ca });
  beforeEach(async ({ task }) => void (await markers.add(nameOf(task))));
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await markers.add(nameOf(task), true);
  });
}

/** Whether `emulator exec` runs the tests, rather than a shell that happens to know an emulator. */
const isUnderExec = (): boolean => process.env.EMULATOR_EXEC === '1';

interface Named {
  name: string;
  suite?: Named;
}

/** The name of a test, below the names of its suites. */
function nameOf({ name, suite }: Named): string {
  const full = suite === undefined || suite.name === '' ? name : `${nameOf(suite)} > ${name}`;
  return full.slice(0, longestMark);
}

const longestMark = 500;

interface Verdict {
  pass: boolean;
  message: () => string;
}

interface MatcherContext {
  isNot: boolean;
}

/** For `expect.extend`, in tests that start their own emulator. */
export const eventMatchers = {
  /** The emulator has emitted such an event, or does so in time; with `not`, it has not so far. */
  toHaveEmittedEvent<E extends EventType>(
    this: MatcherContext,
    workspace: Workspace,
    type: E,
    options: WaitOptions<E> = {},
  ) {
    return lookFor(workspace, type, options, this.isNot, 'emitted');
  },
  /** An endpoint has received such an event and answered 2xx, or does so in time. */
  toHaveReceivedEvent<E extends EventType>(
    this: MatcherContext,
    workspace: Workspace,
    type: E,
    options: WaitOptions<E> = {},
  ) {
    return lookFor(workspace, type, { ...options, delivered: true }, this.isNot, 'received');
  },
};

async function lookFor<E extends EventType>(
  workspace: Workspace,
  type: E,
  options: WaitOptions<E>,
  isNot: boolean,
  verb: string,
): Promise<Verdict> {
  try {
    const event = await workspace.events.waitFor(type, isNot ? { ...options, timeout: 0 } : options);
    return { pass: true, message: () => `${type} about ${event.subject} was ${verb}: ${event.id}` };
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
    return { pass: false, message: () => error.message };
  }
}

interface EventMatchers<R> {
  /** The emulator has emitted such an event, or does so in time; with `not`, it has not so far. */
  toHaveEmittedEvent<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<R>;
  /** An endpoint has received such an event and answered 2xx, or does so in time. */
  toHaveReceivedEvent<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<R>;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: it must be declared as vitest declares it
  interface Matchers<T = any> extends EventMatchers<T>, EmulatorMatchers<T> {}
}
