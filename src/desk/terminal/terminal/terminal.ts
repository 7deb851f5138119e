import { writeSync } from 'node:fs';

/** Whether the environment looks like a build machine. Ink draws nothing there, so the dashboard does not open. */
export const isBuildMachine = (env: NodeJS.ProcessEnv): boolean =>
  [env.CI, env.CONTINUOUS_INTEGRATION].some((value) => value !== undefined && value !== '0' && value !== 'false');

/** The reason why the dashboard cannot open; null if it can open. */
export function whyNoDashboard(
  stdin: { isTTY?: boolean },
  stdout: { isTTY?: boolean },
  env: NodeJS.ProcessEnv,
): string | null {
  if (stdout.isTTY !== true || stdin.isTTY !== true) return 'stdin or stdout is not a terminal';
  if (isBuildMachine(env)) return 'CI is set';
  return env.TERM === 'dumb' ? 'TERM is dumb' : null;
}

/** Makes the terminal send pasted text between two marks. */
const [markPastes, leavePastes] = ['\u001b[?2004h', '\u001b[?2004l'];
const enter = `\u001b[?1049h${markPastes}\u001b[2J\u001b[H`;
const leave = `${leavePastes}\u001b[?25h\u001b[?1049l`;

/**
 * The alternate screen of the terminal. However the process ends, the normal screen and its old content are restored.
 */
export class AlternateScreen {
  readonly #stdout: NodeJS.WriteStream & { fd: number };
  #isOpen = false;
  readonly #onExit = (): void => this.close();
  readonly #onCrash = (): void => this.close();

  constructor(stdout: NodeJS.WriteStream & { fd: number }) {
    this.#stdout = stdout;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    process.on('exit', this.#onExit);
    // Restores the screen first, because the listener that prints the crash needs the normal screen.
    process.prependListener('uncaughtException', this.#onCrash);
    this.#stdout.write(enter);
  }

  /** Takes over the screen again after another process stopped and continued this process. */
  retake(): void {
    if (this.#isOpen) this.#stdout.write(enter);
  }

  /** Restores the terminal synchronously, because the process may be ending. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off('exit', this.#onExit);
    process.off('uncaughtException', this.#onCrash);
    giveScreenBack(this.#stdout.fd);
  }
}

/** Restores a terminal's screen, even if the process that drew on it has died. */
export function giveScreenBack(fd: number): void {
  try {
    writeSync(fd, leave);
  } catch {
    // The terminal is gone.
  }
}

/** Copies a text to the terminal's clipboard (OSC 52). This works through ssh and tmux if the terminal allows it. */
export function copyToClipboard(stdout: NodeJS.WriteStream, text: string, env: NodeJS.ProcessEnv): void {
  const sequence = `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
  stdout.write(sequence);
  if (env.TMUX !== undefined) stdout.write(`\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`);
}

/**
 * The pager of this system, as a shell command. On Windows, `more` reads text in the code page of the console. The
 * command switches the console to UTF-8, and then restores the code page that `chcp` printed at the end of a
 * sentence.
 */
export const ownPager = (): string =>
  process.platform === 'win32'
    ? `for /f "tokens=2 delims=:." %p in ('chcp') do @(chcp 65001 >nul & more & chcp %p >nul)`
    : 'less';

/**
 * Runs a program with exclusive use of the terminal, and waits until it ends.
 * @param command a shell command
 * @param variable the environment variable that named the program, such as `PAGER`
 * @param text the program's standard input; null to use the terminal
 * @param signal ends the program
 * @throws Error if the program cannot be started, or fails
 */
export async function lendTerminal(
  stdin: NodeJS.ReadStream,
  command: string,
  variable: string,
  text: string | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  // This module is loaded late, because `start` loads this file to check whether the dashboard can open.
  const { startProgram } = await import('../../../core/system/spawn.ts');
  // The program must receive the typed keys and the terminal's responses, so this process must stop reading. The
  // stream detects the removal of its last listener only after one turn of the event loop. Only then does a pause
  // stop the reading.
  await new Promise((resolve) => setImmediate(resolve));
  stdin.pause();
  // While the program runs, Ctrl-C is meant for it.
  const hearInterrupts = ignoreInterrupts();
  try {
    const ended = await startProgram(command, [], {
      shell: true,
      cancelSignal: signal,
      stdio: [text === null ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      input: text ?? undefined,
    });
    if (ended.failed && ended.signal === undefined) {
      throw new Error(`'${command}' failed with ${ended.exitCode ?? ended.code}; set ${variable} to another program.`);
    }
  } finally {
    hearInterrupts();
  }
}

/**
 * Ignores Ctrl-C, which is meant for another process on the same terminal, until the caller calls the returned
 * function.
 */
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
