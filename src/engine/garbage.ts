import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Collects garbage now. V8 does it when something is allocated, so that a process with nothing to do keeps what it had.
 * Measured after 100,000 charges were packed: 25 ms, and 220 MB of memory where it was 600.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
