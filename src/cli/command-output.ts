import type { ChildProcess } from 'node:child_process';

/** What a command prints, as it is passed on, and the last of it. */
export interface Printed {
  /** How its streams are opened. */
  readonly stdio: ['inherit', 'inherit' | 'pipe', 'inherit' | 'pipe'];
  /** The last of what it printed until now; empty where a terminal has it alone. */
  readonly text: string;
  /** Begins to pass on what the command prints. */
  readFrom(child: ChildProcess): void;
}

/** How many characters of it are kept. */
const kept = 32_000;

/**
 * Passes on what a command prints, and keeps the last of it. A stream that is a terminal stays the command's own, so that
 * it looks as it does without.
 * @param isWanted whether anything is kept
 */
export function printedOf(isWanted: boolean): Printed {
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
