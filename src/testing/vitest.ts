import { afterEach, test as base, beforeEach, expect, type TestAPI } from 'vitest';
import { auditMatchers } from '../audit/matchers.ts';
import type { EventType } from '../client/names.ts';
import { createClient } from '../client/node-client.ts';
import { certificatesOf } from './certificates.ts';
import { startEmulator } from './emulators.ts';
import { WaitTimeoutError } from './errors.ts';
import { assertionMatchers, type EmulatorMatchers } from './matchers.ts';
import { recordSentence, TestRecords } from './test-record.ts';
import type { Emulator, OwnWorkspace, StartOptions, WaitOptions, Workspace } from './types.ts';

export { assertionMatchers, auditMatchers };

/** The fixtures of a test: the emulator of its file, and a new workspace for the test. */
export interface EmulatorFixtures {
  emulator: Emulator;
  workspace: OwnWorkspace;
}

export interface EmulatorTestOptions extends StartOptions {
  /**
   * Where to write the record if a test with a `workspace` fails: a folder, or a file that ends with `.html`; `false`
   * for no record. Default: `node_modules/.cache/payments-emulator`.
   */
  readonly record?: string | false;
}

/**
 * A `test` with two fixtures. There is one `emulator` per file, which the first test that uses it starts, and a new
 * `workspace` for each test. Under `emulator exec`, both are workspaces of that command's emulator, so that its log
 * and audit cover the tests. The error of a failed test names the record of its emulator, and the command that
 * resumes just before the test. At the start, `expect` gets the matchers `toHaveRequested`, `toHaveEmitted`,
 * `toHaveDelivered`, `toHaveBalance`, `toHaveEmittedEvent`, `toHaveReceivedEvent` and `toHaveNoViolations`.
 */
export function emulatorTest({ record, ...options }: EmulatorTestOptions = {}): TestAPI<EmulatorFixtures> {
  const records = record === false ? null : new TestRecords(record);
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
      const name = markOf(task);
      await workspace.mark(name);
      // The result of a test is known only after the test has finished, when this fixture has already ended.
      onTestFinished(async () => {
        if (hasFailed(task)) {
          await workspace.mark(name, { failed: true });
          if (records !== null) {
            tell(task, recordAround(emulator.url, name) ?? (await records.leave(emulator, name, task.file.filepath)));
          }
        }
        await workspace.remove();
      });
      await use(workspace);
    },
  });
}

/**
 * Marks the log of the emulator that runs beside the tests (`emulator exec`) with the name of each test, and adds
 * another mark if the test failed. Reports and records then show which test made a call, and which test failed first.
 * Use this function in a setup file; without an emulator, it does nothing.
 * @param url default: `EMULATOR_URL`
 */
export function markTests(url = process.env.EMULATOR_URL): void {
  if (url === undefined) return;
  const { EMULATOR_WORKSPACE: workspace, EMULATOR_TOKEN: token, EMULATOR_CA: named } = process.env;
  const ca = named ? certificatesOf(named) : undefined;
  const client = createClient({ url, workspace, token, ca });
  beforeEach(async ({ task }) => void (await client.call('markers.add', { text: markOf(task) })));
  afterEach(async ({ task }) => {
    if (!hasFailed(task)) return;
    const mark = markOf(task);
    await client.call('markers.add', { text: mark, failed: true });
    tell(task, recordAround(url, mark));
  });
}

/** Whether `emulator exec` runs the tests. A shell without it can also have variables that name an emulator. */
const isUnderExec = (): boolean => process.env.EMULATOR_EXEC === '1';

interface Named {
  name: string;
  suite?: Named;
}

interface Task extends Named {
  /** Whether the test is expected to fail. */
  fails?: boolean;
  result?: {
    state: string;
    retryCount?: number;
    repeatCount?: number;
    errors?: { message: string; stack?: string }[];
  };
}

/** The name of a test, preceded by the names of its suites. */
const nameOf = ({ name, suite }: Named): string =>
  suite === undefined || suite.name === '' ? name : `${nameOf(suite)} > ${name}`;

/** The mark of a test in the log. Each attempt to run the test has its own text, at which a record can be resumed. */
function markOf(task: Task): string {
  const { repeatCount = 0, retryCount = 0 } = task.result ?? {};
  const repeat = repeatCount === 0 ? '' : ` (repeat ${repeatCount})`;
  const retry = retryCount === 0 ? '' : ` (retry ${retryCount})`;
  return `${nameOf(task).slice(0, longestName)}${repeat}${retry}`;
}

/** A mark has at most 500 characters. */
const longestName = 450;

const hasFailed = ({ fails = false, result }: Task): boolean => result?.state === (fails ? 'pass' : 'fail');

/**
 * The sentence for the error of a test whose emulator belongs to an `emulator exec` that writes a record; null for
 * any other test.
 */
function recordAround(url: string, mark: string): string | null {
  const { EMULATOR_RECORD_FILE: file, EMULATOR_URL: around } = process.env;
  return isUnderExec() && file && around && new URL(around).origin === new URL(url).origin
    ? recordSentence(file, mark)
    : null;
}

/**
 * Adds a sentence to the error of a failed test, both to the message and to the stack, because some reporters show
 * only the stack.
 */
function tell({ result }: Task, what: string | null): void {
  const error = result?.errors?.at(-1);
  if (error === undefined || what === null || error.message.endsWith(what)) return;
  const message = `${error.message}\n\n${what}`;
  error.stack = error.stack?.replace(error.message, () => message);
  error.message = message;
}

interface Verdict {
  pass: boolean;
  message: () => string;
}

interface MatcherContext {
  isNot: boolean;
}

/** For `expect.extend`, in tests that start their own emulator. */
export const eventMatchers = {
  /**
   * The emulator has emitted such an event, or emits it in time. With `not`, it has not emitted such an event so far.
   */
  toHaveEmittedEvent<E extends EventType>(
    this: MatcherContext,
    workspace: Workspace,
    type: E,
    options: WaitOptions<E> = {},
  ) {
    return lookFor(workspace, type, options, { isNot: this.isNot, verb: 'emitted' });
  },
  /** An endpoint has received such an event and responded with 2xx, or does so in time. */
  toHaveReceivedEvent<E extends EventType>(
    this: MatcherContext,
    workspace: Workspace,
    type: E,
    options: WaitOptions<E> = {},
  ) {
    return lookFor(workspace, type, { ...options, delivered: true }, { isNot: this.isNot, verb: 'received' });
  },
};

async function lookFor<E extends EventType>(
  workspace: Workspace,
  type: E,
  options: WaitOptions<E>,
  { isNot, verb }: { readonly isNot: boolean; readonly verb: string },
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
  /**
   * The emulator has emitted such an event, or emits it in time. With `not`, it has not emitted such an event so far.
   */
  toHaveEmittedEvent<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<R>;
  /** An endpoint has received such an event and responded with 2xx, or does so in time. */
  toHaveReceivedEvent<E extends EventType>(type: E, options?: WaitOptions<E>): Promise<R>;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: it must be declared as vitest declares it
  interface Matchers<T = any> extends EventMatchers<T>, EmulatorMatchers<T> {}
}
