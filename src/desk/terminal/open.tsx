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
export const openDashboard = (options: DashboardOptions): Promise<DashboardExit> => new Dashboard(options).show();

/** How to do in a terminal what a sentence of the desk suggests. */
const ways: TerminalHost['ways'] = {
  trigger: 'press t',
  fault: 'Press i',
  endpoint: 'Press E to add one',
  resend: 'press w to send it',
  clock: 'to choose another time, press c',
  otherKinds: 'Use ← and → to see the other kinds',
  keyOf,
};

class Dashboard {
  readonly #options: DashboardOptions;
  readonly #files = new EditorFiles();
  readonly #screen: AlternateScreen;
  readonly #session: Session;
  readonly #desk: Desk;
  readonly #ui: UiState;
  readonly #left: Promise<DashboardExit>;
  #leaveWith: (how: DashboardExit) => void = () => {};
  #failWith: (error: unknown) => void = () => {};
  #ink: Instance | null = null;

  constructor(options: DashboardOptions) {
    const { connect, scope, accept = [], pace, stdout, env } = options;
    this.#options = options;
    this.#screen = new AlternateScreen(stdout);
    // The module with the rules is loaded only for the first audit.
    const judge: Judge = async (client) => (await import('../../audit/judge.ts')).judge(client, accept);
    this.#session = new Session({ connect, scope, judge, pace });
    this.#left = new Promise<DashboardExit>((resolve, reject) => {
      this.#leaveWith = resolve;
      this.#failWith = reject;
    });
    const host = this.#host();
    this.#desk = new Desk(this.#session, host);
    this.#ui = new UiState(this.#desk, host, pressKey);
    this.#ui.background = backgroundOf(env);
  }

  async show(): Promise<DashboardExit> {
    const { stdout, signal, onOpen } = this.#options;
    // A terminal that does not report its size has 0 rows. Ink would then clear it at every drawing.
    if (stdout.rows === 0) Object.assign(stdout, { columns: 80, rows: 24 });
    const leave = (): void => this.#leaveWith('told');
    const continued = (): void => this.#retake();
    process.on('SIGCONT', continued);
    signal?.addEventListener('abort', leave);
    try {
      this.#mount();
      this.#session.open();
      onOpen?.((text) => this.#desk.notices.warn(text));
      return await this.#left;
    } finally {
      process.off('SIGCONT', continued);
      signal?.removeEventListener('abort', leave);
      this.#session.close();
      this.#ui.close();
      this.#unmount();
      this.#files.remove();
    }
  }

  #host(): TerminalHost {
    const { ownsEmulator, env, stdout } = this.#options;
    return {
      name: 'dashboard',
      isWindows: process.platform === 'win32',
      ways,
      ownsEmulator,
      copy: async (text) => {
        const { copyWithProgram } = await import('./terminal/system-clipboard.ts');
        if (await copyWithProgram(text, env)) return 'was copied to the clipboard';
        copyToClipboard(stdout, text, env);
        // Terminals do not respond to this sequence, and tmux and some terminals ignore it.
        return 'was sent to the terminal, which can block clipboard access; press o to open the row in the pager';
      },
      page: (text) => this.#lend(env.PAGER || ownPager(), 'PAGER', text),
      edit: async (name, text) => {
        const editor = env.VISUAL || env.EDITOR || '';
        if (editor === '') this.#desk.say('Set VISUAL or EDITOR to your editor, such as EDITOR=vi.', 'wait');
        else await this.#lend(`${editor} "${this.#files.write(name, text)}"`, 'VISUAL or EDITOR', null);
      },
      browse: (address) => openAddress(address, env),
      suspend: () => {
        if (process.platform === 'win32') return;
        this.#unmount();
        // Stops the whole job, including npx. The timer fires when the shell continues the job.
        process.kill(0, 'SIGTSTP');
        setTimeout(() => this.#mount(), 50);
      },
      leave: (how) => this.#leaveWith(how),
    };
  }

  #mount(): void {
    const { color, env, stdin, stdout } = this.#options;
    this.#screen.open();
    this.#ink = render(<App ui={this.#ui} color={color} term={env.TERM ?? ''} inAscii={isAscii(env)} />, {
      stdin,
      stdout,
      exitOnCtrlC: false,
      patchConsole: false,
    });
    // The promise rejects if a component throws, and resolves on unmount.
    this.#ink.waitUntilExit().catch(this.#failWith);
  }

  #unmount(): void {
    this.#ink?.unmount();
    this.#ink = null;
    this.#screen.close();
  }

  async #lend(command: string, variable: string, text: string | null): Promise<void> {
    const { stdin, signal, lending } = this.#options;
    this.#unmount();
    await lending?.(true);
    try {
      await lendTerminal(stdin, command, variable, text, signal);
    } catch (error) {
      this.#desk.say(reasonOf(error), 'bad');
    }
    await lending?.(false);
    if (signal?.aborted !== true) this.#mount();
  }

  /**
   * Another process stopped and continued this process. In the meantime, the shell controlled the terminal, and left it
   * in the shell's mode.
   */
  #retake(): void {
    const { stdin } = this.#options;
    if (this.#ink === null) return;
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    this.#screen.retake();
    this.#ui.repaint();
    this.#session.redraw('key');
  }
}
