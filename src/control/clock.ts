import { OneOf, T, Text } from '../engine/schema.ts';
import { clockDetails, moveClock, settleAll } from './moves.ts';
import { defineControl } from './operation.ts';
import { ClockMoved, ClockView, Settled } from './wire.ts';

export const clockOperations = [
  defineControl({
    id: 'clock.get',
    method: 'GET',
    path: '/clock',
    summary: 'Read the emulated clock and what it will do next',
    success: 200,
    envelope: 'data',
    answer: ClockView,
    handle: (sandbox, { workspace }) => clockDetails(sandbox, workspace),
  }),
  defineControl({
    id: 'clock.move',
    method: 'POST',
    path: '/clock',
    summary: 'Advance, set, freeze or run the emulated clock',
    body: T.Object({
      advance: T.Optional(Text(100)),
      set: T.Optional(Text(40)),
      mode: T.Optional(OneOf(['running', 'frozen'])),
    }),
    success: 200,
    envelope: 'data',
    answer: ClockMoved,
    example: { body: { advance: '3d' } },
    handle: (sandbox, { body, workspace, cause }) => moveClock(sandbox, workspace, body, cause),
  }),
  defineControl({
    id: 'settle',
    method: 'POST',
    path: '/settle',
    summary: 'Run what is due or waits for a settlement, and wait for the deliveries',
    success: 200,
    envelope: 'data',
    answer: Settled,
    handle: (sandbox, { workspace, mode }) => settleAll(sandbox, workspace, mode),
  }),
];
