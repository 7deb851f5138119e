import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from './errors.ts';
import { NotMergeable } from './journal-changes.ts';
import { mergeJournal } from './journal-merge.ts';

// The thread that `mergeInThread` starts.

// Who is answered goes before, where there is one processor for both. Elsewhere this would be said of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

mergeJournal(workerData).then(
  () => parentPort?.postMessage({ fault: null }),
  (error) =>
    parentPort?.postMessage({ fault: { reason: reasonOf(error), isMergeable: !(error instanceof NotMergeable) } }),
);
