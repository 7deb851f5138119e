import { runs } from './system-opener.ts';

/** The programs that put their input on the system's clipboard here; none where there is no screen. */
function programsOf({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): readonly (readonly string[])[] {
  if (process.platform === 'darwin') return [['pbcopy']];
  if (process.platform === 'win32') return [['clip']];
  const ofWayland = [['wl-copy']];
  const ofX = [
    ['xclip', '-selection', 'clipboard'],
    ['xsel', '--clipboard', '--input'],
  ];
  return [...(WAYLAND_DISPLAY ? ofWayland : []), ...(DISPLAY ? ofX : [])];
}

/** Puts a text on the system's clipboard. @returns whether a program took it */
export async function copyWithProgram(text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const program of programsOf(env)) if (await runs(program, { text, env })) return true;
  return false;
}
