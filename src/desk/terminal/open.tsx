import { type Instance, render } from 'ink';
import type { Acceptance } from '../../audit/acceptance.ts';
import type { Client } from '../../client/node-client.ts';
import { Desk } from '../model/desk.ts';
import type { Judge } from '../model/lists/findings.ts';
import { reasonOf } from '../model/moves/outcomes.ts';
import type { Pace } from '../model/pace.ts';
import type { Scope } from '../model/scope.ts';
import { Session } from '../model/session.ts';
import { App } from './app.tsx';
import type { TerminalHost } from './host.ts';
import { pressKey } from './keys/controller.ts';
import { keyOf } from './keys/keys.ts';
import { EditorFiles } from './terminal/editor-files.ts';
import { openAddress } from './terminal/system-opener.ts';
import { AlternateScreen, copyToClipboard, lendTerminal, ownPager } from './terminal/terminal.ts';
import { backgroundOf, isAscii } from './terminal/theme.ts';
import { UiState } from './ui-state.ts';

export interface DashboardOptions {
  /** Creates a client of the emulator for a data set. */
  connect: (scope: Scope) => Client;
  scope?: Scope;
  /** Accepted findings of the audit, with reasons. */
  accept?: readonly Acceptance[];
  /** Whether leaving the dashboard stops the emulator. If so, the dashboard asks for confirmation first. */
  ownsEmulator: boolean;
  color: boolean;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream & { fd: number };
  /**
   * Environment variables for the terminal and its background, the pager (`PAGER`; default `less`, on Windows `more`), the
   * editor (`VISUAL` or `EDITOR`) and the browser (`BROWSER`; default: the system's browser).
   */
  env: NodeJS.ProcessEnv;
  /** Closes the dashboard. */
  signal?: AbortSignal;
  /** Called with a function that shows a warning on the screen. */
  onOpen?: (warn: (text: string) => void) => void;
  /** Overrides that let tests run faster. */
  pace?: Partial<Pace>;
  /** Awaited before another program takes over the terminal, and after that program has ended. */
  lending?: (isLent: boolean) => Promise<void>;
}

/** How the dashboard was closed: by `q`, by Ctrl-C, or by its signal. */
export type DashboardExit = 'quit' | 'interrupt' | 'told';

/**
 * Shows the dashboard until the user leaves it, and then restores the terminal.
 * @throws the error that caused the dashboard to fail, after the terminal is restored
 */
export async function openDashboard(options: DashboardOptions): Promise<DashboardExit> {
  const {
    connect,
    scope,
    accept = [],
    ownsEmulator,
    color,
    stdin,
    stdout,
    env,
    signal,
    onOpen,
    pace,
    lending,
  } = options;
  const pager = env.PAGER || ownPager();
  const editor = env.VISUAL || env.EDITOR || '';
  const files = new EditorFiles();
  const screen = new AlternateScreen(stdout);
  // The module with the rules is loaded only for the first audit.
  const judge: Judge = async (client) => (await import('../../audit/judge.ts')).judge(client, accept);
  const session = new Session({ connect, scope, judge, pace });
  let ink: Instance | null = null;
  let leaveWith: (how: DashboardExit) => void = () => {};
  let failWith: (error: unknown) => void = () => {};
  const left = new Promise<DashboardExit>((resolve, reject) => {
    leaveWith = resolve;
    failWith = reject;
  });

  const host: TerminalHost = {
    name: 'dashboard',
    isWindows: process.platform === 'win32',
    ways: {
      trigger: 'press t',
      fault: 'Press i',
      endpoint: 'Press E to add one',
      resend: 'press w to send it',
      clock: 'to choose another time, press c',
      otherKinds: 'Use ← and → to see the other kinds',
      keyOf,
    },
    ownsEmulator,
    copy: async (text) => {
      const { copyWithProgram } = await import('./terminal/system-clipboard.ts');
      if (await copyWithProgram(text, env)) return 'was copied to the clipboard';
      copyToClipboard(stdout, text, env);
      // Terminals do not respond to this sequence, and tmux and some terminals ignore it.
      return 'was sent to the terminal, which can block clipboard access; press o to open the row in the pager';
    },
    page: (text) => lend(pager, 'PAGER', text),
    edit: async (name, text) => {
      if (editor === '') desk.say('Set VISUAL or EDITOR to your editor, such as EDITOR=vi.', 'wait');
      else await lend(`${editor} "${files.write(name, text)}"`, 'VISUAL or EDITOR', null);
    },
    browse: (address) => openAddress(address, env),
    suspend: () => {
      if (process.platform === 'win32') return;
      unmount();
      // Stops the whole job, including npx. The timer fires when the shell continues the job.
      process.kill(0, 'SIGTSTP');
      setTimeout(mount, 50);
    },
    leave: (how) => leaveWith(how),
  };
  const desk = new Desk(session, host);
  const ui = new UiState(desk, host, pressKey);
  ui.background = backgroundOf(env);

  const mount = (): void => {
    screen.open();
    ink = render(<App ui={ui} color={color} term={env.TERM ?? ''} inAscii={isAscii(env)} />, {
      stdin,
      stdout,
      exitOnCtrlC: false,
      patchConsole: false,
    });
    // The promise rejects if a component throws, and resolves on unmount.
    ink.waitUntilExit().catch(failWith);
  };
  const unmount = (): void => {
    ink?.unmount();
    ink = null;
    screen.close();
  };

  const lend = async (command: string, variable: string, text: string | null): Promise<void> => {
    unmount();
    await lending?.(true);
    try {
      await lendTerminal(stdin, command, variable, text, signal);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
    await lending?.(false);
    if (signal?.aborted !== true) mount();
  };

  // A terminal that does not report its size has 0 rows. Ink would then clear it at every drawing.
  if (stdout.rows === 0) Object.assign(stdout, { columns: 80, rows: 24 });
  const told = (): void => leaveWith('told');
  // Another process stopped and continued this process. In the meantime, the shell controlled the terminal, and left
  // it in the shell's mode.
  const continued = (): void => {
    if (ink === null) return;
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    screen.retake();
    ui.repaint();
    session.redraw('key');
  };
  process.on('SIGCONT', continued);
  signal?.addEventListener('abort', told);
  try {
    mount();
    session.open();
    onOpen?.((text) => desk.notices.warn(text));
    return await left;
  } finally {
    process.off('SIGCONT', continued);
    signal?.removeEventListener('abort', told);
    session.close();
    ui.close();
    unmount();
    files.remove();
  }
}
