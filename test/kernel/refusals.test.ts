import { afterAll, describe, expect, it } from 'vitest';
import { operation } from '../../src/core/kernel/declare/operation.ts';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { T } from '../../src/core/kernel/declare/schema.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { declaredRefusals, type Refusal, refusal } from '../../src/core/kernel/errors.ts';

// What these tests declare is not there for those that follow in the same process.
const before = declaredRefusals().length;
afterAll(() => void (declaredRefusals() as Refusal[]).splice(before));

const lampTaken = refusal(409, 'lamp_taken');

/** A slice whose one operation lists refusals. */
const refusing = (...refuses: Refusal[]) =>
  slice('lamp', {
    operations: [
      operation('GET /lamps', {
        id: 'lamps.list',
        summary: 'List lamps',
        access: 'read',
        answers: [200, T.Object({})],
        refuses,
        handle: () => ({}),
      }),
    ],
  });

describe('the refusals of slices', () => {
  it('are of the type that their status stands for, and of the emulator alone, unless they say something else', () => {
    const told = (...[status, code, further]: Parameters<typeof refusal>) => {
      const { type, origin } = refusal(status, code, further);
      return [type, origin];
    };
    expect(told(400, 'lamp_dark')).toEqual(['invalid_request_error', 'assumed']);
    expect(told(402, 'lamp_unpaid')).toEqual(['card_error', 'assumed']);
    expect(told(409, 'lamp_taken')).toEqual(['idempotency_error', 'assumed']);
    expect(told(415, 'lamp_odd')).toEqual(['invalid_request_error', 'assumed']);
    expect(told(503, null)).toEqual(['api_error', 'assumed']);
    expect(told(400, 'lamp_unpaid', { type: 'card_error', origin: 'client' })).toEqual(['card_error', 'client']);
  });

  it('are collected, each once, beside those of the server', () => {
    const dark = refusal(400, 'lamp_dark');
    const promised = refusal(404, 'lamp_gone', { origin: 'specified' });
    const registry = new Registry([refusing(lampTaken, dark, lampTaken)], { refusals: [promised, dark] });
    expect(registry.refusals).toEqual([promised, dark, lampTaken]);
    expect(registry.codesOf('assumed')).toEqual(['lamp_dark', 'lamp_taken']);
    expect(registry.codesOf('specified')).toEqual(['lamp_gone']);
  });

  it('are listed by an operation, or the declarations do not load', () => {
    const declared = { jobs: [], refusals: [lampTaken] };
    expect(new Registry([refusing(lampTaken)], { declared }).refusals).toEqual([lampTaken]);
    expect(() => new Registry([refusing()], { declared })).toThrow(
      "no operation lists the refusal 409 lamp_taken: add it to 'refuses' in every operation that throws it.",
    );
  });

  it('do not contradict each other', () => {
    const other = (further: Parameters<typeof refusal>[2]) =>
      new Registry([refusing(lampTaken, refusal(409, 'lamp_taken', further))]);
    expect(other({}).codesOf('assumed')).toEqual(['lamp_taken']);
    expect(() => other({ type: 'card_error' })).toThrow(
      'the refusal 409 lamp_taken is declared with the types idempotency_error and card_error.',
    );
    expect(() => other({ origin: 'specified' })).toThrow(
      'the code lamp_taken is declared both as specified and as assumed.',
    );
    expect(() => new Registry([refusing(lampTaken, refusal(404, 'lamp_taken'))])).not.toThrow();
  });
});
