import { toIso } from '../../../core/base/instants.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import type { Mark } from '../../requests/marks.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { MarkView } from '../wire.ts';
import { markView } from './request-views.ts';

/** Adds a mark to the log of a workspace, at its emulated time. */
export function addMark(
  { engine, marks }: Uses<'engine' | 'marks'>,
  workspaceId: string,
  mark: Pick<Mark, 'kind' | 'text'> & Partial<Pick<Mark, 'failed' | 'to' | 'restores'>>,
): Mark | null {
  const workspace = engine.workspace(workspaceId);
  if (workspace === undefined) return null;
  const at = toIso(engine.clock(workspace).now());
  const { kind, text, failed = false, to = null, restores } = mark;
  const added: Mark = {
    ...{ at, workspace_id: workspaceId, kind, text, failed, to },
    ...(restores === undefined ? {} : { restores }),
  };
  marks.add(added);
  return added;
}

const most = 100;

export const markerOperations = [
  sandboxOperation('GET /markers', {
    id: 'markers.list',
    reach: 'workspace',
    summary: `List the latest ${most} marks (markers, clock moves, restores and resets), newest first`,
    answers: [200, list(MarkView)],
    handle: ({ marks }, { workspace }) => {
      const found = marks.list(workspace.id);
      return { data: found.slice(0, most).map(markView), has_more: found.length > most };
    },
  }),
  sandboxOperation('POST /markers', {
    id: 'markers.add',
    reach: 'workspace',
    summary: 'Start a section of the log, such as a test; `failed` reports that the previous section failed',
    body: T.Object({
      text: T.String({ minLength: 1, maxLength: 500 }),
      failed: T.Optional(T.Boolean()),
    }),
    answers: [201, MarkView],
    example: { body: { text: 'pays by card' } },
    handle: (sandbox: Uses<'engine' | 'marks'>, { body, workspace }) =>
      markView(addMark(sandbox, workspace.id, { kind: 'marker', ...body })!),
  }),
];
