import { afterEach, test as base, beforeEach, expect, type TestAPI } from 'vitest';
import { auditMatchers, type NoViolationsOptions } from './audit/matchers.ts';
import type {
  BalanceParts,
  DeliveredOptions,
  EmittedOptions,
  EventParts,
  EventType,
  RequestedOptions,
  RequestNamed,
  RequestParts,
} from './client/names.ts';
import { createClient } from './client.ts';
import { startEmulator } from './index.ts';
import { certificatesOf } from './programmatic/certificates.ts';
import { WaitTimeoutError } from './programmatic/errors.ts';
import { assertionMatchers } from './programmatic/matchers.ts';
import type { Emulator, OwnWorkspace, StartOptions, WaitOptions, Workspace } from './programmatic/types.ts';

export { assertionMatchers, auditMatchers };

/** What a test gets: the emulator of its file, and a fresh workspace of its own. */
export interface EmulatorFixtures {
  emulator: Emulator;
  workspace: OwnWorkspace;
}

/**
 * A `test` whose tests get `emulator`, one a file and started when the first test asks for it, and `workspace`, a fresh
 * one each. Under `emulator exec` both are workspaces of its emulator, so that its log and audit are of the tests. `expect` learns `toHaveRequested`, `toHaveEmitted`, `toHaveDelivered`, `toHaveBalance`, `toHaveEmittedEvent`,
 * `toHaveReceivedEvent` and `toHaveNoViolations` when it starts.
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
      // How a test ended is known once it has finished, which is after the fixture is done.
      onTestFinished(async () => {
        if (task.result?.state === 'fail') await workspace.mark(nameOf(task), { failed: true });
        await workspace.remove();
      });
      await use(workspace);
    },
  });
}

/**
 * Marks the log of an emulator that runs beside the tests (`emulator exec`) with the name of each test, so that a report
 * shows whose calls it is about. For a set-up file; it does nothing where there is no emulator.
 * @param url default: what `EMULATOR_URL` says
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

/** Whether `emulator exec` runs around the tests, and not one that somebody told the shell of. */
const isUnderExec = (): boolean => process.env.EMULATOR_EXEC === '1';

interface Named {
  name: string;
  suite?: Named;
}

/** The name of a test below those of its suites. */
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

/** For `expect.extend`, where tests start their emulator themselves. */
export const eventMatchers = {
  /** The emulator has emitted such an event, or does before the time is over; with `not`, it has not until now. */
  toHaveEmittedEvent<E extends EventType>(
    this: MatcherContext,
    workspace: Workspace,
    type: E,
    options: WaitOptions<E> = {},
  ) {
    return lookFor(workspace, type, options, this.isNot, 'emitted');
  },
  /** Such an event has reached an endpoint, which answered 2xx, or does before the time is over. */
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
  /** The emulator has emitted such an event, or does before the time is over; with `not`, it has not until now. */
  toHaveEmittedEvent<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<R>;
  /** Such an event has reached an endpoint, which answered 2xx, or does before the time is over. */
  toHaveReceivedEvent<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<R>;
}

interface AssertionMatchers<R> {
  /** Applications asked this, `POST /charges` or `charges.create`, with these fields among those of its body. */
  toHaveRequested<const N extends string>(
    operation: RequestNamed<N>,
    body?: RequestParts<N>,
    options?: RequestedOptions,
  ): Promise<R>;
  /** Events of this type were emitted, with these fields among their data. */
  toHaveEmitted<E extends EventType>(type: E, data?: EventParts<E>, options?: EmittedOptions): Promise<R>;
  /** Such events reached an endpoint, which answered 2xx, or `status`. */
  toHaveDelivered<E extends EventType>(type: E, data?: EventParts<E>, options?: DeliveredOptions): Promise<R>;
  /** The balance has these parts, in cents: `{ available: 4200 }`. */
  toHaveBalance(balance: BalanceParts): Promise<R>;
}

interface AuditMatchers<R> {
  /** Of what `audit()` gives: it found no violation that nobody accepted, of level `error` or as `failOn` says. */
  toHaveNoViolations(options?: NoViolationsOptions): R;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: it must be declared as vitest declares it
  interface Matchers<T = any> extends EventMatchers<T>, AssertionMatchers<T>, AuditMatchers<T> {}
}
