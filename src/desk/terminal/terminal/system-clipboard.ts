import { runs } from './system-opener.ts';

/** The programs that copy to this system's clipboard; an empty list without a display. */
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

/**
 * A text in the encoding that the programs read. `clip` reads UTF-16 only with a byte order mark, and otherwise uses
 * the code page of the console.
 */
const inputOf = (text: string): string | Uint8Array =>
  process.platform === 'win32' ? Buffer.from(`\ufeff${text}`, 'utf16le') : text;

/** Copies a text to the system's clipboard. @returns whether a program copied the text */
export async function copyWithProgram(text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const program of programsOf(env)) if (await runs(program, { input: inputOf(text), env })) return true;
  return false;
}
