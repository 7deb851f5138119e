import type { ChildProcess } from 'node:child_process';

/** The output of a command, which is passed on, and whose end is kept. */
export interface CommandOutput {
  /** How the command's streams are opened. */
  readonly stdio: ['inherit', 'inherit' | 'pipe', 'inherit' | 'pipe'];
  /** The end of the output until now; empty if the output goes to a terminal only. */
  readonly text: string;
  /** Begins to pass on the output of a process. */
  readFrom(child: ChildProcess): void;
}

/** The length of the kept end, in characters. */
const kept = 32_000;

/**
 * Passes on the output of a command, and keeps its end. A stream that is a terminal stays the command's own, so that
 * the output looks the same as without this program.
 * @param isWanted whether the end is kept
 */
export function passOutput(isWanted: boolean): CommandOutput {
  const streams = [process.stdout, process.stderr];
  const isRead = (at: number): boolean => isWanted && streams[at]!.isTTY !== true;
  let text = '';
  return {
    stdio: ['inherit', isRead(0) ? 'pipe' : 'inherit', isRead(1) ? 'pipe' : 'inherit'],
    get text() {
      return text;
    },
    readFrom(child) {
      for (const [at, stream] of [child.stdout, child.stderr].entries()) {
        if (stream === null) continue;
        stream.on('data', (piece: Buffer) => {
          text = (text + piece.toString('utf8')).slice(-kept);
        });
        stream.pipe(streams[at]!, { end: false });
      }
    },
  };
}
