import { list } from '../engine/operation.ts';
import { Anything, Cents, Id, T, Text, Words } from '../engine/schema.ts';
import { sandboxOperation } from './operation.ts';
import { listTriggers } from './trigger-catalogue.ts';
import { runTrigger } from './trigger-engine.ts';
import { TriggerRan, TriggerView } from './wire.ts';

const mostAtOnce = 1_000;

export const triggerOperations = [
  sandboxOperation('GET /triggers', {
    id: 'triggers.list',
    summary: 'List everything that can be triggered',
    answers: [200, list(TriggerView)],
    handle: ({ engine }) => ({ data: listTriggers(engine.registry), has_more: false }),
  }),
  sandboxOperation('POST /triggers/{name}', {
    id: 'triggers.run',
    summary: 'Bring about an event or a named transition',
    body: T.Object({
      id: T.Optional(Id()),
      amount: T.Optional(Cents()),
      code: T.Optional(Words(100)),
      kind: T.Optional(Words(100)),
      reason: T.Optional(Text()),
      set: T.Optional(Anything()),
      count: T.Optional(T.Integer({ minimum: 1, maximum: mostAtOnce })),
    }),
    answers: [200, TriggerRan],
    example: { body: { code: 'R01' } },
    handle: (sandbox, { body, params, workspace, mode, cause }) =>
      runTrigger(sandbox, workspace, mode, params.name, body, cause.id),
  }),
];
