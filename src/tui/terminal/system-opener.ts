/** How long a program may fail in; one that runs on is taken to have done what it was given. Milliseconds. */
const failsWithin = 1_500;

/** What opens files and addresses here; null where nobody would see it. */
function openerOf({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): readonly [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Opens a file with the program that the system has for it. @returns whether there is one */
export async function openFile(path: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const opener = openerOf(env);
  return opener !== null && runs([...opener, path]);
}

/** Opens an address in the browser: that of `BROWSER`, else the system's. @returns whether there is one */
export async function openAddress(address: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (env.BROWSER && process.platform !== 'win32') return runs(['/bin/sh', '-c', `${env.BROWSER} "$1"`, 'sh', address]);
  // What stands behind an `&` would be a command of its own there.
  return openFile(process.platform === 'win32' ? address.replaceAll('&', '^&') : address, env);
}

/** What a program gets beside its arguments. */
interface Given {
  /** What it reads from its standard input; absent: nothing. */
  readonly text?: string;
  /** Absent: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program that may live on by itself. @returns whether there is one, and it did not fail at once */
export async function runs([command = '', ...args]: readonly string[], { text, env }: Given = {}): Promise<boolean> {
  const { startProgram } = await import('../../spawn.ts');
  const stdin = text === undefined ? 'ignore' : 'pipe';
  const program = startProgram(command, args, { stdio: [stdin, 'ignore', 'ignore'], input: text, env, detached: true });
  program.unref();
  const runsOn = new Promise<boolean>((resolve) => setTimeout(resolve, failsWithin, true).unref());
  return Promise.race([program.then(({ failed }) => !failed), runsOn]);
}
