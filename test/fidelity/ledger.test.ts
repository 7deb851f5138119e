import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import { assumptionsOf } from '../../src/emulator/fidelity/compare/assumptions.ts';
import { Bindings } from '../../src/emulator/fidelity/compare/bindings.ts';
import { compareAnswers } from '../../src/emulator/fidelity/compare/differences/answers.ts';
import type { Observations, Reading } from '../../src/emulator/fidelity/compare/observations.ts';
import type { Pair } from '../../src/emulator/fidelity/compare/pairs.ts';
import { vocabularyOf } from '../../src/emulator/fidelity/compare/situation/vocabulary.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { capturedDay, compareEdited, type Edit } from './edits.ts';

const registry = declarations();
const stateIn = (readings: readonly Reading[], id: string) =>
  assumptionsOf(registry, readings).find((each) => each.id === id)?.state;

/** The readings of one call, as two sides answer it. */
function readingsOf(
  id: string,
  sides: { body?: object; query?: string; service: Answer; emulator: Answer },
): Reading[] {
  const operation = (['merchant', 'client'] as const)
    .flatMap((surface): readonly AnyOperation[] => registry.operationsOf(surface))
    .find((each) => each.id === id)!;
  const side = ([status, data]: Answer) => ({ status, headers: {}, body: data === undefined ? {} : { data } });
  const call: Pair['call'] = {
    ...{
      ...({ kind: 'call' } as const),
      capture: 'a.har',
      entry: 1,
      startedAt: 0,
      method: operation.method,
      path: '/',
      headers: {},
    },
    ...{ body: sides.body, query: new URLSearchParams(sides.query), answerHeaders: {}, answer: undefined },
    url: new URL('http://localhost/'),
    status: sides.service[0],
  };
  const names = { inPath: [], named: [], lost: null, reseeded: undefined, now: 0 };
  const pair: Pair = { call, operation, service: side(sides.service), emulator: side(sides.emulator), ...names };
  const found: Observations = { differences: [], readings: [] };
  const context = {
    bindings: new Bindings(vocabularyOf(registry)),
    sent: new Set<string>(),
    earlier: new Set<string>(),
  };
  compareAnswers(pair, registry, context, found);
  return found.readings;
}
type Answer = readonly [status: number, data?: unknown];

describe('a value confirms an assumption', () => {
  const reading = (assumption: string, service: unknown, emulator = service, agrees = true): Reading => ({
    ...{ counted: '', seenIn: {} as Reading['seenIn'], assumption, service, emulator, agrees },
  });

  it.each([
    ['a word', 'transaction.decline_code', '05', 'confirmed'],
    ['zero', 'balance.held', 0, 'confirmed'],
    ['false', 'subscription.cancel_at_period_end', false, 'confirmed'],
    ['null', 'transaction.decline_code', null, 'untouched'],
    ['an empty text', 'customer.company', '', 'untouched'],
    ['an absent field', 'customer.company', undefined, 'untouched'],
    ['an empty list', 'product.recurring', [], 'untouched'],
    ['an object of nulls', 'product.recurring', { interval: null }, 'untouched'],
    ['livemode', 'payout_link.livemode', false, 'untouched'],
    ['a date', 'subscription.current_period_end', '2026-05-04T00:00:00.000Z', 'untouched'],
  ])('%s', (_name, assumption, value, state) => {
    expect(stateIn([reading(assumption, value)], assumption)).toBe(state);
  });

  it('which stays refuted once it is refuted', () => {
    const refuted = reading('customer.company', 'A', 'B', false);
    expect(stateIn([refuted, reading('customer.company', 'A')], 'customer.company')).toBe('refuted');
  });
});

describe('a field of a request', () => {
  const recurring = { interval: 'month', interval_count: 1 };
  const sent = { name: 'Club', recurring: { interval: 'month' } };
  it.each([
    ['is confirmed by the value that was sent', { recurring }, { recurring }, 'confirmed'],
    ['is confirmed by its value under another name', { billing: recurring }, { recurring }, 'confirmed'],
    ['is refuted where the service ignores it', { recurring: null }, { recurring }, 'refuted'],
    ['is unknown where the emulator does not show it', { recurring }, {}, 'untouched'],
  ])('%s', (_name, service, emulator, state) => {
    const readings = readingsOf('products.create', { body: sent, service: [201, service], emulator: [201, emulator] });
    expect(stateIn(readings, 'request products.create recurring')).toBe(state);
  });
});

describe('an operation', () => {
  it.each([
    [200, 'confirmed'],
    [405, 'refuted'],
    [501, 'refuted'],
    [404, 'untouched'],
    [400, 'untouched'],
  ])('that the service answers with %i is %s', (status, state) => {
    const readings = readingsOf('claims.get', { service: [status, {}], emulator: [200, {}] });
    expect(stateIn(readings, 'operation claims.get')).toBe(state);
  });
});

describe('a capture of the emulator itself', () => {
  let day: Awaited<ReturnType<typeof capturedDay>>;
  beforeAll(async () => {
    day = await capturedDay();
  }, 60_000);
  const statesAfter = (edit: Edit) => new Map(compareEdited(day, edit).assumptions.map(({ id, state }) => [id, state]));

  it('refutes nothing, and confirms what it shows', () => {
    const states = statesAfter(() => undefined);
    expect([...states].filter(([, state]) => state === 'refuted')).toEqual([]);
    const ids = ['transaction.status=voided', 'request products.create recurring', 'code invalid_state'];
    expect(ids.map((id) => states.get(id))).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect([...states].filter(([id, state]) => state === 'confirmed' && /livemode|_at$|_date$/.test(id))).toEqual([]);
  });

  it('refutes a field that its service ignores', () => {
    const states = statesAfter((calls) => {
      for (const { answer } of calls) if (answer?.data?.object === 'customer') answer.data.company = null;
    });
    expect(states.get('request customers.create company')).toBe('refuted');
  });

  it('does not confirm what is in none of its answers', () => {
    const states = statesAfter((calls) => {
      for (const { answer } of calls) if (answer?.data?.object === 'product') answer.data.recurring = null;
    });
    expect(states.get('request products.create recurring')).toBe('refuted');
  });
});
