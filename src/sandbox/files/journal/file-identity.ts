import { statSync } from 'node:fs';
import { stopwatch } from '../../../core/base/time.ts';

/**
 * How long `isSameLately` relies on the last look at the path, in real milliseconds. Meanwhile, a folder that was moved
 * away still gets the writes.
 */
const looksEvery = 200;

/**
 * Identifies the file at a path; undefined if there is none. On Windows, some versions of Node report different
 * devices for the same file at different times.
 */
function identityAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && (process.platform === 'win32' ? `${found.ino}` : `${found.dev}/${found.ino}`);
}

/** Notices when a path no longer leads to the file that it led to. */
export class FileIdentity {
  readonly #path: string;
  #identity: string | undefined;
  /** The stopwatch reading at the last look at the path. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
  }

  /** Accepts the file that is at the path now. */
  accept(): void {
    this.#identity = identityAt(this.#path);
  }

  /** Whether the path leads to the accepted file. */
  get isSame(): boolean {
    return identityAt(this.#path) === this.#identity;
  }

  /** The same, but looks at most a few times a second: a look takes longer than the rest of a small write. */
  get isSameLately(): boolean {
    const now = stopwatch();
    if (now - this.#lookedAt < looksEvery) return true;
    if (!this.isSame) return false;
    this.#lookedAt = now;
    return true;
  }
}
