import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MergeOptions, NotMergeable } from './journal-changes.ts';
import { mergeJournal } from './journal-merge.ts';

/** Beside the bundle of the program; there is none where the sources run as they are. */
const script = join(import.meta.dirname, 'merge-worker.js');

/**
 * Makes a new `db.json` in a thread of its own, so that who is answered meanwhile waits for nothing of it.
 * @param signal gives it up
 * @throws NotMergeable; or what the system says
 */
export async function mergeInThread(options: MergeOptions, signal: AbortSignal): Promise<void> {
  if (!existsSync(script)) return mergeJournal(options);
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(script, { workerData: options });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('message', ({ fault }: { fault: { reason: string; isMergeable: boolean } | null }) => {
        if (fault === null) resolve();
        else reject(fault.isMergeable ? new Error(fault.reason) : new NotMergeable(fault.reason));
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('there was no time for it')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
