import { OneOf, T, Words } from '../../core/kernel/declare/schema.ts';
import { errorOf, storageUnavailable } from '../../core/kernel/errors.ts';
import { RawAnswer, type SandboxOperation, sandboxOperation } from '../../sandbox/control/operation.ts';
import { WorkspaceView } from '../../sandbox/control/wire.ts';
import { largestRecord, usualRecordLimit } from '../read/limits.ts';
import type { RunRecorder } from '../write/run-recorder.ts';

/** @param tapeOf gives the tape of the run; null before the emulator has started */
export const recordingOperations = (tapeOf: () => RunRecorder | null): readonly SandboxOperation[] => [
  sandboxOperation('POST /record', {
    id: 'record.save',
    summary: 'Write what happened as a record: one page that shows the run, and that an emulator can begin from',
    body: T.Object({
      /** How many bytes the record may have. */
      limit: T.Optional(T.Integer({ minimum: 1_000_000, maximum: largestRecord })),
    }),
    answers: [200, T.Object({})],
    example: { body: {} },
    handle: async (sandbox, { body: { limit = usualRecordLimit } }) => {
      const tape = tapeOf();
      if (tape === null) throw errorOf(storageUnavailable, 'The emulator is about to begin. Try again.');
      const { writeRecord } = await import('../write/write.ts');
      const { page } = await writeRecord(sandbox, tape, { limit, run: null });
      return new RawAnswer('text/html; charset=utf-8', page);
    },
  }),
  sandboxOperation('POST /record/start', {
    id: 'record.start',
    summary:
      'Put the emulator back to a place of a record: every workspace is what it was there, and what is now is gone',
    body: T.Object({
      /** The page of the record, as its file has it. */
      page: T.String({ minLength: 1 }),
      /**
       * The place to resume at: `start`, the text of a mark (just before it), the id of a request, an event or a
       * delivery (just after it), or an instant; default: the end of the run.
       */
      at: T.Optional(Words()),
      /** `keep`: webhooks go to the addresses of the recorded run; default: these endpoints are switched off. */
      webhooks: T.Optional(OneOf(['keep'])),
    }),
    largestBody: largestRecord,
    answers: [
      200,
      T.Object({
        workspaces: T.Array(WorkspaceView),
        /** The addresses of the endpoints that are switched off. */
        switched_off: T.Array(T.String()),
      }),
    ],
    example: { body: { page: '<!doctype html>…', at: 'refunds twice' } },
    handle: async (sandbox, { body: { page, at, webhooks }, cause }) => {
      const { goBack } = await import('../resume/resume.ts');
      return goBack(sandbox, page, { at, webhooks }, cause);
    },
  }),
];
