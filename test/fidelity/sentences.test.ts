import { describe, expect, it, test } from 'vitest';
import { sentenceOf } from '../../src/emulator/fidelity/report/sentences.ts';
import { headline, summaryLines, weightOfFinding } from '../../src/emulator/fidelity/report/summary.ts';
import type { ComparisonFinding } from '../../src/sandbox/control/wire.ts';

const finding = (fields: Partial<ComparisonFinding>): ComparisonFinding => ({
  ...{ kind: 'behaviour', operation: 'charges.create', object: 'transaction', place: 'data.fee', difference: 'value' },
  ...{ service: 100, emulator: 25, refusal: null, says: '', seen: 1, of: 2, consequences: 0, row: null },
  ...{ first: { capture: 'walk.har', entry: 1 }, adoptable: false, answers: null },
  ...{ values: { service: 1, emulator: 1 }, specification: '', adoption: '', todo: '' },
  ...fields,
});
const call = { object: 'charges.create', place: 'status' };
const event = { operation: 'event payout.failed', object: 'event payout.failed' };

describe('a finding as a sentence', () => {
  test.each<[string, Partial<ComparisonFinding>, string]>([
    ['a value', {}, 'the service has 100; the emulator has 25'],
    [
      'a status of an object',
      { place: 'data.status', service: 'void', emulator: 'voided' },
      'the service has "void"; the emulator has "voided"',
    ],
    [
      'a field of the service',
      { difference: 'service_only', service: null, emulator: null },
      'the service has null; the emulator does not have it',
    ],
    [
      'a field of the emulator',
      { difference: 'emulator_only', service: null, emulator: 3 },
      'the service does not have it; the emulator has 3',
    ],
    [
      'a header',
      { place: 'header request-id', object: 'header', difference: 'emulator_only', emulator: 'req_1' },
      'the service does not have it; the emulator has "req_1"',
    ],
    [
      'a name',
      { difference: 'name', service: 'processing_fee', emulator: 'fee' },
      'the service has "processing_fee" in place of "fee", with the same value; the emulator has "fee"',
    ],
    [
      'a prefix',
      { place: 'data.id', object: 'payment_method', difference: 'id_prefix', service: 'card_', emulator: 'pm_' },
      'the service starts payment method ids with "card_"; the emulator starts payment method ids with "pm_"',
    ],
    [
      'ids without a prefix',
      { place: 'data.id', difference: 'id_prefix', service: '8f14e45f-ceea', emulator: 'cus_' },
      'the service has transaction ids without a prefix, such as "8f14e45f-ceea"; the emulator starts transaction ids with "cus_"',
    ],
    [
      'a call that only the emulator accepts',
      {
        ...call,
        service: 400,
        emulator: 201,
        refusal: { service: 'expired_card: The card has expired.', emulator: null },
      },
      'the service rejects the request with 400 (expired_card: The card has expired.); the emulator accepts the request with 201',
    ],
    [
      'a call that only the service accepts',
      {
        ...call,
        service: 201,
        emulator: 409,
        refusal: { service: null, emulator: 'request_in_progress: Retry later.' },
      },
      'the service accepts the request with 201; the emulator rejects the request with 409 (request_in_progress: Retry later.)',
    ],
    [
      'a call that both reject',
      { ...call, service: 409, emulator: 400, refusal: { service: 'too_late: Too late.', emulator: 'late: Late.' } },
      'the service rejects the request with 409 (too_late: Too late.); the emulator rejects the request with 400 (late: Late.)',
    ],
    [
      'another status',
      { ...call, service: 200, emulator: 201 },
      'the service responds with 200; the emulator responds with 201',
    ],
    ['a length', { place: 'length', service: 1, emulator: 3 }, 'the service lists 1 item; the emulator lists 3 items'],
    [
      'an order',
      { place: 'order', service: 'a, b', emulator: 'b, a' },
      'the service has the order a, b; the emulator has the order b, a',
    ],
    [
      'a time',
      {
        ...{ ...event, place: 'created', difference: 'time' },
        ...{ service: '3 s after the request POST /payouts', emulator: '1 s after the request POST /payouts' },
      },
      'the service sets created to 3 s after the request POST /payouts; the emulator sets created to 1 s after the request POST /payouts',
    ],
    [
      'an event of the service',
      { ...event, place: 'events', difference: 'service_only', service: 'payout.failed', emulator: null },
      'the service sends payout.failed; the emulator does not send it',
    ],
    [
      'an event under another name',
      { ...event, place: 'events', service: 'payout.rejected', emulator: 'payout.failed' },
      'the service sends payout.rejected; the emulator sends payout.failed',
    ],
    [
      'values that vary',
      { values: { service: 4, emulator: 1 }, service: 3_200 },
      'the service has a value such as 3200 (4 different values); the emulator has 25',
    ],
    ['another type', { service: '100' }, 'the service has a text: "100"; the emulator has a number: 25'],
    [
      'a page that ends early',
      { place: 'has_more', service: true, emulator: false, items: 10 },
      'the service has true after 10 items, perhaps because older objects follow; the emulator has false after 10 items',
    ],
    [
      'a number for several amounts',
      { values: { service: 1, emulator: 1, amounts: 3 } },
      'the service has 100 for 3 different amounts; the emulator has 25 for 3 different amounts',
    ],
    [
      'what the emulator ignores',
      { ignored: { by: 'emulator', field: 'fee_payer' } },
      'the service has 100; the emulator has 25; it ignores fee_payer in the request',
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
    expect(weightOfFinding(finding({ ...empty, service: 'declined' }))).toBe('error');
  });

  it('takes a flag as a matter of state', () => {
    const existing = { object: 'customers.create', place: 'existing', service: true, emulator: false } as const;
    expect(weightOfFinding(finding(existing))).toBe('state');
  });

  it('knows the status of a response from the status of an object', () => {
    expect(weightOfFinding(finding({ ...call, service: 400, emulator: 201 }))).toBe('error');
    expect(weightOfFinding(finding({ ...call, service: 200, emulator: 201 }))).toBe('form');
    expect(weightOfFinding(finding({ place: 'data.status' }))).toBe('state');
  });
});
