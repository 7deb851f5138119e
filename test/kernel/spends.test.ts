import { describe, expect, it } from 'vitest';
import type { TObject } from '../../src/core/base/typebox.ts';
import { bare, buyerOperation, operation } from '../../src/core/kernel/declare/operation.ts';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { T } from '../../src/core/kernel/declare/schema.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { withSpends } from '../../src/core/kernel/declare/spends.ts';
import { spend } from '../../src/payments/resources/common/spending.ts';
import { insufficientStock } from '../../src/payments/resources/product/actions.ts';

const lampRefusals = [insufficientStock];
const lamp = (name: string, fields: TObject) =>
  slice(name, {
    spends: [spend(name, { asks: { merchant: { fields, refuses: lampRefusals } }, check: () => null })],
  });
const oil = T.Object({ oil: T.Optional(T.String()) });
const own = T.Object({ amount: T.Integer(), wick: T.Optional(T.Integer()) });

const lighting = (id: string, spends: boolean) =>
  operation('POST /lights', {
    id,
    summary: 'Light a lamp',
    access: 'secret',
    spends,
    body: own,
    answers: [201, T.Object({})],
    example: { body: { amount: 1 } },
    handle: () => ({}),
  });
const light = lighting('lights.create', true);
const dim = lighting('lights.dim', false);
const glow = buyerOperation('POST /glow', {
  id: 'lights.glow',
  summary: 'Light a lamp of somebody else',
  spends: true,
  body: own,
  answers: [200, bare(T.Object({}))],
  owner: () => null,
  handle: () => ({}),
});

describe('what charges spend', () => {
  const [, lights] = withSpends([
    lamp('lamp', T.Object({ oil: T.Optional(T.String()), wick: T.Optional(T.String()) })),
    slice('light', {
      operations: [light, dim, glow],
      fixtures: [{ section: 'lights', as: light }],
    }),
  ]);
  const bodyOf = (at: number) => lights!.operations[at]!.body!;

  it('adds its fields and refusals to the operations of its surface that charge, wherever they are named', () => {
    expect(Object.keys(bodyOf(0).properties)).toEqual(['amount', 'wick', 'oil']);
    expect(bodyOf(0).required).toEqual(['amount']);
    expect(lights!.operations[0]!.refuses).toEqual(lampRefusals);
    expect(lights!.fixtures[0]!.as).toBe(lights!.operations[0]);
    expect(Object.keys(bodyOf(1).properties)).toEqual(['amount', 'wick']);
    expect(Object.keys(bodyOf(2).properties)).toEqual(['amount', 'wick']);
  });

  it('leaves a field as it is that the operation names itself', () => {
    expect(bodyOf(0).properties.wick).toBe(own.properties.wick);
  });

  it.each([
    [
      'two entries of one name',
      [lamp('lamp', T.Object({})), lamp('lamp', T.Object({}))],
      /two spendable items have the name lamp/,
    ],
    [
      'a field that two ask for',
      [lamp('lamp', oil), lamp('lantern', oil)],
      /two spendable items declare the merchant field oil/,
    ],
    ['a field that must be given', [lamp('lamp', T.Object({ oil: T.String() }))], /the field oil .* must be optional/],
  ] as const)('does not start with %s', (_what, slices, says) => {
    expect(() => new Registry(slices)).toThrow(says);
  });
});
