import { wakeAfter } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';
import type { ServiceError } from '../engine/errors.ts';

/** How a call is answered once what it did is kept, or the disk has refused it. */
export interface Answering {
  readonly writes: boolean;
  /** How long the answer is held back, in real milliseconds. */
  readonly delay: number;
  readonly send: () => void;
  /** What it read may have been undone with the refused writes of its turn; then it is refused itself, as 404. */
  readonly readAgain: () => void;
  readonly refuse: (refusal: ServiceError) => void;
}

/** Answers a call when everything done so far is kept; a read is done again where writes of its turn were refused. */
export function answerWhenKept(engine: Engine, { writes, delay, send, readAgain, refuse }: Answering): void {
  engine.whenKept((refusal) => {
    if (refusal !== null && writes) refuse(refusal);
    else if (refusal !== null) readAgain();
    else if (delay > 0) wakeAfter(delay, send);
    else send();
  });
}
