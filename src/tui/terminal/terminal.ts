import { writeSync } from 'node:fs';

/** Ink draws nothing where it takes the environment for a build machine's; so do we. */
export const isBuildMachine = (env: NodeJS.ProcessEnv): boolean =>
  [env.CI, env.CONTINUOUS_INTEGRATION].some((value) => value !== undefined && value !== '0' && value !== 'false');

/** Why there can be no dashboard; null where there can. */
export function whyNoDashboard(
  stdin: { isTTY?: boolean },
  stdout: { isTTY?: boolean },
  env: NodeJS.ProcessEnv,
): string | null {
  if (stdout.isTTY !== true || stdin.isTTY !== true) return 'there is no terminal';
  if (isBuildMachine(env)) return 'CI is set';
  return env.TERM === 'dumb' ? 'TERM is dumb' : null;
}

/** A pasted text comes between two marks from then on. */
const [markPastes, leavePastes] = ['\u001b[?2004h', '\u001b[?2004l'];
/** Clicks and the wheel come among the keys from then on, each as a sequence of its own (SGR). */
const [reportMouse, leaveMouse] = ['\u001b[?1000h\u001b[?1006h', '\u001b[?1006l\u001b[?1000l'];
const enter = `\u001b[?1049h${markPastes}\u001b[2J\u001b[H`;
const leave = `${leavePastes}\u001b[?25h\u001b[?1049l`;

/**
 * The alternate screen of a terminal, which the dashboard is drawn on: what stood on the ordinary one stands there
 * again afterwards, whichever way the process ends.
 */
export class AlternateScreen {
  readonly #stdout: NodeJS.WriteStream & { fd: number };
  readonly #enter: string;
  readonly #leave: string;
  #isOpen = false;
  readonly #onExit = (): void => this.close();
  readonly #onCrash = (): void => this.close();

  /** @param hasMouse whether the terminal is to report the mouse while it is open */
  constructor(stdout: NodeJS.WriteStream & { fd: number }, hasMouse: boolean) {
    this.#stdout = stdout;
    this.#enter = hasMouse ? `${enter}${reportMouse}` : enter;
    this.#leave = hasMouse ? `${leaveMouse}${leave}` : leave;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    process.on('exit', this.#onExit);
    // The report of a crash must stand on the ordinary screen, so that this listener comes before the one that prints it.
    process.prependListener('uncaughtException', this.#onCrash);
    this.#stdout.write(this.#enter);
  }

  /** Takes it again from whoever had the terminal while the process was stopped from outside. */
  retake(): void {
    if (this.#isOpen) this.#stdout.write(this.#enter);
  }

  /** Gives the terminal back synchronously: the process may be ending. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off('exit', this.#onExit);
    process.off('uncaughtException', this.#onCrash);
    giveScreenBack(this.#stdout.fd, this.#leave);
  }
}

/** Gives the screen of a terminal back; its process may have died of a sudden. */
export function giveScreenBack(fd: number, commands = `${leaveMouse}${leave}`): void {
  try {
    writeSync(fd, commands);
  } catch {
    // The terminal has gone.
  }
}

/** Puts a text on the clipboard of a terminal, also through ssh and tmux, where it allows that (OSC 52). */
export function copyToClipboard(stdout: NodeJS.WriteStream, text: string, env: NodeJS.ProcessEnv): void {
  const sequence = `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
  stdout.write(sequence);
  if (env.TMUX !== undefined) stdout.write(`\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`);
}

/**
 * Runs a program that gets the terminal as it is, and waits until it has ended.
 * @param command for the shell
 * @param variable names the program in the environment: `PAGER`
 * @param text what it reads from its standard input; null: that is the terminal
 * @param signal ends it
 * @throws Error where it cannot be started, or fails
 */
export async function lendTerminal(
  stdin: NodeJS.ReadStream,
  command: string,
  variable: string,
  text: string | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Loaded here, because `start` loads this file to ask whether it opens the dashboard.
  const { startProgram } = await import('../../spawn.ts');
  // What is typed is the program's, and what the terminal answers it. The stream stops reading only where it knows that
  // nobody listens any more, which it learns after the listener has gone.
  await new Promise((resolve) => setImmediate(resolve));
  stdin.pause();
  // Ctrl-C is the program's while it runs.
  const hearInterrupts = ignoreInterrupts();
  try {
    const ended = await startProgram(command, [], {
      shell: true,
      cancelSignal: signal,
      stdio: [text === null ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      input: text ?? undefined,
    });
    if (ended.failed && ended.signal === undefined) {
      throw new Error(`'${command}' ended with ${ended.exitCode ?? ended.code}; set ${variable}.`);
    }
  } finally {
    hearInterrupts();
  }
}

/** Has this process hear no Ctrl-C that is meant for another one on its terminal, until the returned function is called. */
export function ignoreInterrupts(): () => void {
  const listeners = process.listeners('SIGINT');
  const ignore = (): void => {};
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', ignore);
  return () => {
    process.off('SIGINT', ignore);
    for (const listener of listeners) process.on('SIGINT', listener as NodeJS.SignalsListener);
  };
}
