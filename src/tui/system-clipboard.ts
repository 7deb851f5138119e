/** How long a program may fail in; one that runs on holds what it was given. Milliseconds. */
const failsWithin = 1_500;

/** The programs that put their input on the system's clipboard here; none where there is no screen. */
function programsOf({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): readonly [string, ...string[]][] {
  if (process.platform === 'darwin') return [['pbcopy']];
  if (process.platform === 'win32') return [['clip']];
  return [
    ...(WAYLAND_DISPLAY ? ([['wl-copy']] as [string][]) : []),
    ...(DISPLAY
      ? ([
          ['xclip', '-selection', 'clipboard'],
          ['xsel', '--clipboard', '--input'],
        ] as [string, ...string[]][])
      : []),
  ];
}

/** Puts a text on the system's clipboard. @returns whether a program took it */
export async function copyWithProgram(text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const program of programsOf(env)) if (await takes(program, text, env)) return true;
  return false;
}

async function takes([command, ...args]: readonly [string, ...string[]], text: string, env: NodeJS.ProcessEnv) {
  const { spawn } = await import('node:child_process');
  return new Promise<boolean>((resolve) => {
    const program = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], env, detached: true });
    program.once('error', () => resolve(false));
    program.once('exit', (status) => resolve(status === 0));
    program.stdin.once('error', () => {});
    program.stdin.end(text);
    program.unref();
    setTimeout(() => resolve(true), failsWithin).unref();
  });
}
