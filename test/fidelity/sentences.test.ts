import { describe, expect, it, test } from 'vitest';
import { sentenceOf } from '../../src/emulator/fidelity/report/sentences.ts';
import { headline, summaryLines, weightOfFinding } from '../../src/emulator/fidelity/report/summary.ts';
import type { ComparisonFinding } from '../../src/sandbox/control/wire.ts';

const finding = (fields: Partial<ComparisonFinding>): ComparisonFinding => ({
  ...{ kind: 'behaviour', operation: 'charges.create', object: 'transaction', place: 'data.fee', difference: 'value' },
  ...{ service: 100, emulator: 25, refusal: null, says: '', seen: 1, of: 2, consequences: 0, row: null },
  ...{ first: { capture: 'walk.har', entry: 1 }, adoptable: false, answers: null },
  ...fields,
});
const call = { object: 'charges.create', place: 'status' };
const event = { operation: 'event payout.failed', object: 'event payout.failed' };

describe('a finding as a sentence', () => {
  test.each<[string, Partial<ComparisonFinding>, string]>([
    ['a value', {}, 'the service has 100, the emulator 25'],
    [
      'a status of an object',
      { place: 'data.status', service: 'void', emulator: 'voided' },
      'the service has "void", the emulator "voided"',
    ],
    [
      'a field of the service',
      { difference: 'service_only', service: null, emulator: null },
      'only the service has this field: null',
    ],
    [
      'a field of the emulator',
      { difference: 'emulator_only', service: null, emulator: 3 },
      'only the emulator has this field: 3',
    ],
    [
      'a header',
      { place: 'header request-id', object: 'header', difference: 'emulator_only', emulator: 'req_1' },
      'only the emulator has this header: "req_1"',
    ],
    [
      'a name',
      { difference: 'name', service: 'processing_fee', emulator: 'fee' },
      'the service calls this field "processing_fee", the emulator "fee"',
    ],
    [
      'a prefix',
      { place: 'data.id', object: 'payment_method', difference: 'id_prefix', service: 'card_', emulator: 'pm_' },
      'payment method ids of the service start with "card_", those of the emulator with "pm_"',
    ],
    [
      'ids without a prefix',
      { place: 'data.id', difference: 'id_prefix', service: '8f14e45f-ceea', emulator: 'cus_' },
      'ids of the service have no prefix ("8f14e45f-ceea"), those of the emulator have "cus_"',
    ],
    [
      'a call that only the emulator accepts',
      { ...call, service: 400, emulator: 201, refusal: 'expired_card: The card has expired.' },
      'the service rejects it with 400 (expired_card: The card has expired.); the emulator accepts it with 201',
    ],
    [
      'a call that only the service accepts',
      { ...call, service: 201, emulator: 409, refusal: 'request_in_progress: Retry later.' },
      'the service accepts it with 201; the emulator rejects it with 409 (request_in_progress: Retry later.)',
    ],
    [
      'another status',
      { ...call, service: 200, emulator: 201 },
      'the service responds with 200, the emulator with 201',
    ],
    ['a length', { place: 'length', service: 1, emulator: 3 }, 'the service lists 1 item, the emulator 3'],
    [
      'an order',
      { place: 'order', service: 'a, b', emulator: 'b, a' },
      'the service has the order "a, b", the emulator "b, a"',
    ],
    [
      'a time',
      {
        ...{ ...event, place: 'created', difference: 'time' },
        ...{ service: '3 s after payouts.create', emulator: '1 s after payouts.create' },
      },
      'the service sends payout.failed 3 s after payouts.create, the emulator 1 s',
    ],
    [
      'an event of the service',
      { ...event, place: 'events', difference: 'service_only', service: 'payout.failed', emulator: null },
      'only the service sends payout.failed',
    ],
    [
      'an event under another name',
      { ...event, place: 'events', service: 'payout.rejected', emulator: 'payout.failed' },
      'the service sends payout.rejected where the emulator sends payout.failed',
    ],
    [
      'what the emulator ignores',
      { ignored: { by: 'emulator', field: 'fee_payer' } },
      'the service has 100, the emulator 25; the request sends fee_payer, which the emulator ignores',
    ],
  ])('%s', (_name, fields, sentence) => {
    expect(sentenceOf(finding(fields))).toBe(sentence);
  });
});

describe('the summary of a report', () => {
  const findings = [
    finding({ operation: 'balance.get', object: 'balance', place: 'data.available' }),
    finding({ ...call, service: 400 }),
    finding({ place: 'data.status' }),
    finding({ place: 'data.amount' }),
    finding({ ...event, place: 'events' }),
    finding({ object: 'error', place: 'error.code' }),
  ];

  it('counts the findings about each object, the gravest first', () => {
    expect(headline(findings, 117)).toBe('6 findings, 2 of them about money, in 117 compared entries.');
    expect(summaryLines(findings)).toEqual([
      '  balance      1  1 money',
      '  transaction  2  1 money, 1 state',
      '  charge       1  1 error',
      '  errors       1  1 error',
      '  webhooks     1  1 webhook',
    ]);
  });

  it('takes a field without a value as a matter of form', () => {
    const empty = { object: 'charges.create', place: 'error', service: null, emulator: null } as const;
    expect(weightOfFinding(finding({ ...empty, difference: 'service_only' }))).toBe('form');
    expect(weightOfFinding(finding({ ...empty, service: 'declined' }))).toBe('refusal');
  });

  it('knows the status of a response from the status of an object', () => {
    expect(weightOfFinding(finding({ ...call, service: 400, emulator: 201 }))).toBe('refusal');
    expect(weightOfFinding(finding({ ...call, service: 200, emulator: 201 }))).toBe('form');
    expect(weightOfFinding(finding({ place: 'data.status' }))).toBe('state');
  });
});
