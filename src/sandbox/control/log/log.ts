import { bare } from '../../../core/kernel/declare/operation.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { invalidPart } from '../../../core/kernel/errors.ts';
import { sandboxOperation } from '../operation.ts';
import { LogPage } from '../wire.ts';

const usualLimit = 500;
const mostMessages = 5_000;

export const logOperations = [
  sandboxOperation('GET /log', {
    id: 'log.page',
    reach: 'workspace',
    summary: 'Read stream messages in order: the latest messages, or the messages before or since a number',
    query: T.Object({
      since: T.Optional(T.Integer({ minimum: 0 })),
      before: T.Optional(T.Integer()),
      limit: T.Optional(T.Integer({ minimum: 1, maximum: mostMessages })),
    }),
    answers: [200, bare(LogPage)],
    handle: ({ log }, { query: { since, before, limit = usualLimit }, workspace, mode, within }) => {
      if (since !== undefined && before !== undefined)
        throw invalidPart(
          'before',
          'since and before cannot be used together, because a page goes either forward or back. Send only one of them.',
        );
      return log.page({ workspace: workspace.id, mode, since, before, limit, withUnassigned: within === null });
    },
  }),
];
