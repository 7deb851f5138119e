import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from './errors.ts';
import { NotMergeable } from './journal-changes.ts';
import { mergeJournal } from './journal-merge.ts';

// The thread that `mergeInThread` starts.
mergeJournal(workerData).then(
  () => parentPort?.postMessage({ fault: null }),
  (error) =>
    parentPort?.postMessage({ fault: { reason: reasonOf(error), isMergeable: !(error instanceof NotMergeable) } }),
);
