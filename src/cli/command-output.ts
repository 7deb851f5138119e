import type { ChildProcess } from 'node:child_process';

/** The output of a command. The output is passed on, and its end is kept. */
export interface CommandOutput {
  /** How the command's streams are opened. */
  readonly stdio: ['inherit', 'inherit' | 'pipe', 'inherit' | 'pipe'];
  /** The end of the output so far; empty if the output goes only to a terminal. */
  readonly text: string;
  /** Starts to pass on the output of a process. */
  readFrom(child: ChildProcess): void;
}

/** How many characters at the end of the output are kept. */
const kept = 32_000;

/**
 * Passes on the output of a command, and keeps its end. If a stream is a terminal, the command uses it directly, so
 * that the output looks the same as without this program.
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
