/** The time in milliseconds after which a program that is still running counts as successful. */
const failsWithin = 1_500;

/** The program that opens files and URLs on this system; null without a display. */
function openerOf({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): readonly [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Opens a file with the system's program. @returns whether a program opened the file */
export async function openFile(path: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const opener = openerOf(env);
  return opener !== null && runs([...opener, path]);
}

/**
 * Opens a URL in the browser from `BROWSER`, or in the system's browser.
 * @returns whether a browser opened the URL
 */
export async function openAddress(address: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (env.BROWSER && process.platform !== 'win32') return runs(['/bin/sh', '-c', `${env.BROWSER} "$1"`, 'sh', address]);
  // On Windows, text after an `&` would be a separate command.
  return openFile(process.platform === 'win32' ? address.replaceAll('&', '^&') : address, env);
}

/** The input of a program, in addition to its arguments. */
interface ProgramInput {
  /** The standard input; empty if absent. */
  readonly input?: string | Uint8Array;
  /** The environment; if absent, the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Starts a program that can outlive this process.
 * @returns whether the program exists and did not fail immediately
 */
export async function runs(
  [command = '', ...args]: readonly string[],
  { input, env }: ProgramInput = {},
): Promise<boolean> {
  const { startProgram } = await import('../../../core/system/spawn.ts');
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const program = startProgram(command, args, { stdio: [stdin, 'ignore', 'ignore'], input, env, detached: true });
  program.unref();
  const runsOn = new Promise<boolean>((resolve) => setTimeout(resolve, failsWithin, true).unref());
  return Promise.race([program.then(({ failed }) => !failed), runsOn]);
}
