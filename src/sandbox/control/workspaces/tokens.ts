import { list } from '../../../core/kernel/declare/operation.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { notFound } from '../../../core/kernel/errors.ts';
import { pageOf } from '../../../core/kernel/pagination.ts';
import { type ControlToken, controlTokens } from '../../../core/kernel/workspace.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { NewToken, pageFields, RemovalResult, TokenView } from '../wire.ts';

const viewOf = ({ tokens }: Uses<'tokens'>, record: ControlToken): TokenView => {
  const { id, workspace_id, name, created_at } = record;
  return { id, workspace: workspace_id, name, created_at, last_used_at: tokens.lastUse(record) };
};

/** Only the token of the whole emulator gives access to these operations, because they have no `reach`. */
export const tokenOperations = [
  sandboxOperation('GET /tokens', {
    id: 'control_tokens.list',
    summary: 'List the control tokens of all workspaces, newest first',
    query: T.Object(pageFields),
    answers: [200, list(TokenView)],
    handle: (sandbox: Uses<'engine' | 'tokens'>, { query }) => {
      const page = pageOf(sandbox.engine.state.root.of(controlTokens), query);
      return { data: page.data.map((each) => viewOf(sandbox, each)), has_more: page.has_more };
    },
  }),
  sandboxOperation('POST /tokens', {
    id: 'control_tokens.create',
    summary:
      'Create a token that gives access to one workspace in the control API; only this response includes the token',
    body: T.Object({ name: T.Optional(T.String({ minLength: 1, maxLength: 200 })) }),
    answers: [201, NewToken],
    example: { body: { name: 'team a' } },
    handle: (sandbox: Uses<'tokens'>, { body: { name = '' }, workspace, cause }) => {
      const { record, token } = sandbox.tokens.add(workspace, name, cause);
      return { ...viewOf(sandbox, record), token };
    },
  }),
  sandboxOperation('DELETE /tokens/{id}', {
    id: 'control_tokens.delete',
    summary: 'Remove a control token; later requests with the token are rejected',
    answers: [200, RemovalResult],
    handle: (sandbox: Uses<'tokens'>, { params: { id }, cause }) => {
      const record = sandbox.tokens.get(id);
      if (record === undefined) throw notFound('token', id);
      sandbox.tokens.remove(record, cause);
      return { id, deleted: true };
    },
  }),
];
