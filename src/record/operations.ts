import { RawAnswer, type SandboxOperation, sandboxOperation } from '../control/operation.ts';
import { T } from '../kernel/declare/schema.ts';
import { refuse, storageUnavailable } from '../kernel/errors.ts';
import { usualRecordLimit } from './limits.ts';
import type { Tape } from './tape.ts';

/** @param tapeOf gives what happened; null before the emulator has begun */
export const recordingOperations = (tapeOf: () => Tape | null): readonly SandboxOperation[] => [
  sandboxOperation('POST /record', {
    id: 'record.save',
    summary: 'Write what happened as a record: one page that shows the run, and that an emulator can begin from',
    body: T.Object({
      /** How many bytes it may have. */
      limit: T.Optional(T.Integer({ minimum: 1_000_000, maximum: 1_000_000_000 })),
    }),
    answers: [200, T.Object({})],
    example: { body: {} },
    handle: async (sandbox, { body: { limit = usualRecordLimit } }) => {
      const tape = tapeOf();
      if (tape === null) throw refuse(storageUnavailable, 'The emulator is about to begin. Try again.');
      const { writeRecord } = await import('./write.ts');
      const { page } = await writeRecord(sandbox, tape, { limit, run: null });
      return new RawAnswer('text/html; charset=utf-8', page);
    },
  }),
];
