import { OneOf, T, Words } from '../../core/kernel/declare/schema.ts';
import { RawAnswer, type SandboxOperation, sandboxOperation } from '../../sandbox/control/operation.ts';
import type { Uses } from '../../sandbox/control/sandbox.ts';
import { WorkspaceView } from '../../sandbox/control/wire.ts';
import { largestRecord, usualRecordLimit } from '../read/limits.ts';
import type { RunRecorder } from '../write/run-recorder.ts';

/** The operations that save the run and resume a saved one. @param recorder the recorder of the run */
export const recordingOperations = (recorder: RunRecorder): readonly SandboxOperation[] => [
  sandboxOperation('POST /record', {
    id: 'record.save',
    summary: 'Save the run as an HTML page that you can open and resume',
    body: T.Object({
      /** The maximum size of the record, in bytes. */
      limit: T.Optional(T.Integer({ minimum: 1_000_000, maximum: largestRecord })),
    }),
    answers: [200, T.Object({})],
    example: { body: {} },
    handle: async (
      sandbox: Uses<'defaultWorkspace' | 'engine' | 'options' | 'overrides' | 'profile' | 'url' | 'version'>,
      { body: { limit = usualRecordLimit } },
    ) => {
      const { writeRecord } = await import('../write/write.ts');
      const { page } = await writeRecord(sandbox, recorder, { limit, run: null });
      return new RawAnswer('text/html; charset=utf-8', page);
    },
  }),
  sandboxOperation('POST /record/start', {
    id: 'record.start',
    summary: 'Resume a run from a place in its record; this deletes the current state of all workspaces',
    body: T.Object({
      /** The HTML page of the record, which is the content of its file. */
      page: T.String({ minLength: 1 }),
      /**
       * The place to resume from: `start`, the text of a mark (just before it), the id of a request, an event or a
       * delivery (just after it), or an instant. By default, the end of the run.
       */
      at: T.Optional(Words()),
      /** With `keep`, webhooks go to the URLs of the recorded run. By default, these endpoints are disabled. */
      webhooks: T.Optional(OneOf(['keep'])),
    }),
    largestBody: largestRecord,
    answers: [
      200,
      T.Object({
        workspaces: T.Array(WorkspaceView),
        /** The URLs of the endpoints that were disabled. */
        switched_off: T.Array(T.String()),
      }),
    ],
    example: { body: { page: '<!doctype html>…', at: 'refunds twice' } },
    handle: async (
      sandbox: Uses<
        'defaultWorkspace' | 'engine' | 'limits' | 'marks' | 'pastRuns' | 'requests' | 'scheduler' | 'uses' | 'webhooks'
      >,
      { body: { page, at, webhooks }, cause },
    ) => {
      const { goBack } = await import('../resume/resume.ts');
      return goBack(sandbox, page, { at, webhooks }, cause);
    },
  }),
];
