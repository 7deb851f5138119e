import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Acceptance } from '../../src/audit/acceptance.ts';
import { type Client, createClient } from '../../src/client/node-client.ts';
import type { Pace } from '../../src/desk/model/pace.ts';
import type { Scope } from '../../src/desk/model/scope.ts';
import { openDashboard } from '../../src/desk/terminal/open.tsx';
import { temporaryFolder } from '../cli/emulator.ts';
import { hurried } from '../desk/pace.ts';
import { Wire } from '../desk/wire.ts';
import { Demo } from '../support/demo.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { withoutSockets } from '../support/without-sockets.ts';
import { hasRule, type Sought } from './emulated-screen.ts';
import { FakeTerminal } from './fake-terminal.ts';

const keyBytes: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\u001b',
  up: '\u001b[A',
  'shift+up': '\u001b[1;2A',
  'shift+down': '\u001b[1;2B',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  tab: '\t',
  'shift+tab': '\u001b[Z',
  backspace: '\u007f',
  pagedown: '\u001b[6~',
  end: '\u001b[F',
  home: '\u001b[H',
  'ctrl+d': '\u0004',
  'ctrl+r': '\u0012',
  'ctrl+t': '\u0014',
  'ctrl+x': '\u0018',
  'ctrl+u': '\u0015',
};

export interface Dashboard {
  /** How it was left. */
  left: string[];
  /** The screen as it is, without styles. */
  screen: () => string;
  /** Every byte that was written. */
  written: () => string;
  /** What was copied to the clipboard. */
  copied: () => string[];
  /** What went to the pager. */
  paged: () => Promise<string>;
  /** Presses keys by their names, one after another. */
  press: (...keys: string[]) => Promise<void>;
  paste: (text: string) => Promise<void>;
  /** Types a text. */
  type: (text: string) => Promise<void>;
  /** Waits until something is on the screen. */
  until: (sought: Sought) => Promise<string>;
  resize: (columns: number, rows: number) => Promise<void>;
  close: () => Promise<void>;
}

interface DashboardOptions {
  columns?: number;
  rows?: number;
  ownsEmulator?: boolean;
  /** Further variables of its environment. */
  env?: NodeJS.ProcessEnv;
  /** Makes its clients; default: over HTTP. */
  connect?: (scope: Scope) => Client;
  scope?: Scope;
  /** Findings that the configuration file accepts. */
  accept?: readonly Acceptance[];
  pace?: Partial<Pace>;
}

/** A dashboard of one test, with the workspace that it shows. */
export type Shown = Dashboard & {
  readonly demo: Demo;
  readonly client: Client;
  readonly wire: Wire;
  /** What the receiver got of the test's workspace. */
  readonly hooked: () => ReceivedRequest[];
  readonly receiver: Receiver;
  /** Another dashboard of the same workspace. */
  readonly another: (options?: DashboardOptions) => Dashboard;
};

/**
 * One emulator in this process for the tests of a file, and for each of them a workspace and its dashboard on a terminal
 * in this process.
 * @returns what is filled in before each test
 */
export function terminalOfEachTest({
  receiver: isHooked = false,
  ...options
}: DashboardOptions & { receiver?: boolean } = {}): Shown {
  const shown = {} as Shown;
  const open: Dashboard[] = [];
  let sandbox: TestSandbox;
  let receiver: Receiver | null = null;
  beforeAll(async () => {
    sandbox = await createTestSandbox();
    if (isHooked) receiver = await startReceiver();
  });
  beforeEach(async () => {
    const demo = await Demo.create(withoutSockets(sandbox));
    const path = `/${demo.workspace}`;
    receiver?.answer({});
    if (receiver !== null) await demo.control('post', '/webhook-endpoints', { url: `${receiver.url}${path}` });
    const wire = new Wire(sandbox);
    const scope = { workspace: demo.workspace, mode: 'test' } as const;
    const connect = (other: Scope) => createClient({ url: sandbox.url, ...other, transport: wire });
    const another = (further: DashboardOptions = {}) => {
      const dashboard = attach(sandbox.url, { ...options, ...further, connect, scope });
      open.push(dashboard);
      return dashboard;
    };
    const hooked = () => receiver!.requests.filter((request) => request.path === path);
    Object.assign(shown, another(), { demo, wire, another, hooked, receiver, client: connect(scope) });
    await shown.until(`${demo.workspace} · test`);
  });
  afterEach(() => Promise.all(open.splice(0).map((dashboard) => dashboard.close())));
  afterAll(async () => {
    await sandbox.stop();
    await receiver?.close();
  });
  return shown;
}

/** The dashboard of the emulator at an address, on a terminal in this process. */
export function attach(url: string, options: DashboardOptions = {}): Dashboard {
  const { columns = 100, rows = 30, ownsEmulator = false, env = {}, accept, scope, pace = hurried } = options;
  const { connect = (other: Scope) => createClient({ url, ...other }) } = options;
  const terminal = new FakeTerminal(columns, rows);
  const folder = temporaryFolder();
  const pagedFile = join(folder.path, 'paged');
  const told = new AbortController();
  const left: string[] = [];
  const { screen } = terminal;
  const ended = openDashboard({
    connect,
    scope,
    ownsEmulator,
    accept,
    pace,
    color: true,
    stdin: terminal.stdin,
    stdout: terminal.stdout,
    env: { TERM: 'xterm', COLORFGBG: '15;0', PAGER: `cat > '${pagedFile}'`, BROWSER: 'false', ...env },
    signal: told.signal,
  }).then((how) => void left.push(how));
  const until = (sought: Sought) => screen.until(sought);
  const send = async (bytes: string): Promise<void> => {
    terminal.type(bytes);
    // An Esc alone is told from the beginning of a sequence in the turn after the one that reads it.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    await screen.settled();
  };
  return {
    left,
    screen: () => screen.text(),
    written: () => screen.written,
    copied: () =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what goes to the clipboard is between two of them
      [...screen.written.matchAll(/\u001b\]52;c;([^\u0007]*)\u0007/g)].map(([, text]) =>
        Buffer.from(text!, 'base64').toString(),
      ),
    paged: async () => {
      await expect.poll(() => existsSync(pagedFile) && readFileSync(pagedFile, 'utf8').endsWith('}')).toBe(true);
      return readFileSync(pagedFile, 'utf8');
    },
    until,
    press: async (...keys) => {
      for (const key of keys) {
        // A question takes Enter once it has stood for a moment, and says so then.
        if (key === 'enter') await until((now) => !/^─ \S/m.test(now) || /^.* Enter \w/m.test(now));
        await send(keyBytes[key] ?? key);
      }
    },
    paste: (text) => send(`\u001b[200~${text}\u001b[201~`),
    type: (text) => send(text),
    resize: async (newColumns, newRows) => {
      const before = screen.written.length;
      terminal.resize(newColumns, newRows);
      const isWhole = (now: string) => newRows < 4 || newColumns < 3 || hasRule(now, newColumns);
      await until((now) => screen.written.slice(before).includes('\u001b[2J') && isWhole(now));
    },
    close: async () => {
      told.abort();
      await ended;
      folder.remove();
    },
  };
}
