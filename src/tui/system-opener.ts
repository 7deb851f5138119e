/** How long an opener may fail in; one that runs on is taken to have opened what it was given. Milliseconds. */
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

async function runs([command = '', ...args]: readonly string[]): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const opener = spawn(command, args, { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('exit', (status) => resolve(status === 0));
    opener.unref();
    setTimeout(() => resolve(true), failsWithin).unref();
  });
}
