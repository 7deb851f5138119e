import { list } from '../../../core/kernel/declare/operation.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { TriggerInput, TriggerResult, TriggerView } from '../wire.ts';
import { checkMost, refusalOfMore } from '../workspaces/load-limits.ts';
import { listTriggers } from './trigger-catalogue.ts';
import { runTrigger } from './trigger-engine.ts';

/** How many objects one call with the token of a workspace can create. They are one unit of work, without a pause. */
const mostWithToken = 50;

export const triggerOperations = [
  sandboxOperation('GET /triggers', {
    id: 'triggers.list',
    reach: 'workspace',
    summary: 'List everything that can be triggered',
    answers: [200, list(TriggerView)],
    handle: ({ engine }) => ({ data: listTriggers(engine.registry), has_more: false }),
  }),
  sandboxOperation('POST /triggers/{name}', {
    id: 'triggers.run',
    reach: 'workspace',
    summary: 'Trigger an event or a named transition',
    body: TriggerInput,
    answers: [200, TriggerResult],
    example: { body: { code: 'R01' } },
    handle: (sandbox: Uses<'engine'>, { body, params, workspace, mode, cause, within }) => {
      checkMost('count', body.count, mostWithToken, within);
      const refusal = refusalOfMore(sandbox.engine, within);
      if (refusal !== null) throw refusal;
      return runTrigger(sandbox, { workspace, mode, cause }, params.name, body);
    },
  }),
];
