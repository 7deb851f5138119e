import { Anything, Cents, Id, T, Text, Words } from '../engine/schema.ts';
import { defineControl } from './operation.ts';
import { listTriggers } from './trigger-catalogue.ts';
import { runTrigger } from './trigger-engine.ts';
import { TriggerRan, TriggerView } from './wire.ts';

const mostAtOnce = 1_000;

export const triggerOperations = [
  defineControl({
    id: 'triggers.list',
    method: 'GET',
    path: '/triggers',
    summary: 'List everything that can be triggered',
    success: 200,
    envelope: 'list',
    answer: TriggerView,
    handle: ({ engine }) => ({ data: listTriggers(engine.registry), has_more: false }),
  }),
  defineControl({
    id: 'triggers.run',
    method: 'POST',
    path: '/triggers/{name}',
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
    success: 200,
    envelope: 'data',
    answer: TriggerRan,
    example: { body: { code: 'R01' } },
    handle: (sandbox, { body, params, workspace, mode, cause }) =>
      runTrigger(sandbox, workspace, mode, params.name ?? '', body, cause.id),
  }),
];
