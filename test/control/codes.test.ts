import { beforeAll, describe, expect, test } from 'vitest';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.stop();
});

const payoutOf = async (objects: readonly { id: string; object: string }[]) => {
  const { id } = objects.find(({ object }) => object === 'payout')!;
  return (await sandbox.api('GET', `/payouts/${id}`)).body.data as Record<string, unknown>;
};

describe('the code of a trigger', () => {
  test('is taken in any case, and shown as the tables spell it', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.returned', code: 'r03' });
    expect(await payoutOf(objects)).toMatchObject({ return_code: 'R03', return_reason: 'no account' });
  });

  test.each([
    ['payout.returned', { code: 'R99' }, "'R99' is not a valid code for a return by ach. Did you mean R0"],
    ['payout.failed', { code: 'R01' }, "'R01' is not a valid code for a failed payout by card. Did you mean M001"],
    ['payout.failed', { code: 'AC04', set: { rail: 'ach' } }, "'AC04' is not a valid code for a failed payout by ach."],
    [
      'payment.disputed',
      { code: 'R01' },
      "'R01' is not a valid code for a disputed charge by card. Did you mean M013?",
    ],
    [
      'payment.disputed',
      { code: 'M013', kind: 'ach_return' },
      "'M013' is not a valid code for a disputed charge by ach.",
    ],
    ['payment.failed', { code: 'R01', set: { rail: 'ach' } }, "'R01' is not a valid code for a failed charge by ach."],
    ['invoice.fail', { code: 'X' }, "'X' is not a valid code for a failed charge by card. There is M001, "],
    ['payout_request.fail', { code: 'NOAT' }, "'NOAT' is not a valid code for a failed payout by card."],
    ['subscription.miss', { code: 'insufficient' }, 'Did you mean insufficient_funds?'],
    ['dispute.created', { code: 'R01', kind: 'alert_rdr' }, 'A disputed charge has no code; omit code.'],
  ])('of %s is refused outside the tables of its rail: %j', async (name, request, says) => {
    const { status, body } = await refusalOf(sandbox.client.call('triggers.run', { name, ...request }));
    expect({ status, param: body.param }).toEqual({ status: 400, param: 'code' });
    expect(body.error).toContain(says);
  });

  test('is any of the tables of the rail', async () => {
    const set = { rail: 'rtp' };
    for (const code of ['noat', 'M002']) {
      const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.failed', code, set });
      expect(await payoutOf(objects)).toMatchObject({ rail: 'rtp', error_code: code.toUpperCase() });
    }
  });
});

describe('an option', () => {
  test.each([
    ['payout.returned', { kind: 'chargeback' }, 'payout.returned accepts amount, code or reason, not kind.'],
    ['payment.completed', { code: 'R01' }, 'payment.completed accepts amount, not code.'],
    ['payment.completed', { kind: 'chargeback' }, 'payment.completed accepts amount, not kind.'],
    ['payout.created', { code: 'M001' }, 'payout.created accepts amount, not code.'],
    ['three_ds.deny', { amount: 5 }, 'three_ds.deny accepts no options, not amount.'],
  ])('that %s does not take is refused: %j', async (name, request, says) => {
    const { status, body } = await refusalOf(sandbox.client.call('triggers.run', { name, ...request }));
    expect({ status, error: body.error }).toEqual({ status: 400, error: says });
  });

  test('that only the fresh object takes is refused for one that is there', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const call = sandbox.client.call('triggers.run', { name: 'payout.failed', id: objects[0]!.id, amount: 5 });
    expect(await refusalOf(call)).toMatchObject({
      status: 400,
      body: { error: 'payout.fail accepts code, not amount.' },
    });
  });
});

describe('a rule', () => {
  const refused = async (rule: Record<string, unknown>) =>
    (await refusalOf(sandbox.client.call('rules.create', rule as never))).body;

  test('shows its operation by name, its code as the tables spell it, and lengths of time in milliseconds', async () => {
    const rule = await sandbox.client.call('rules.create', {
      when: { operation: 'post /api/v1/charges', rail: 'ach' },
      then: { kind: 'return', code: 'r07', after: 'PT10S' },
    });
    expect(rule).toMatchObject({
      when: { operation: 'charges.create' },
      then: { kind: 'return', code: 'R07', after: 10_000 },
    });
    await sandbox.client.call('rules.delete', { id: rule.id });
  });

  test.each([
    [{ when: { operation: 'payouts.create' }, then: { kind: 'fail', code: 'D019' } }, 'then.code'],
    [{ when: { operation: 'payouts.create', rail: 'ach' }, then: { kind: 'fail', code: 'AC04' } }, 'then.code'],
    [{ when: { operation: 'charges.create' }, then: { kind: 'decline', code: 'M003' } }, 'then.code'],
    [{ then: { kind: 'return', code: 'R99' } }, 'then.code'],
    [{ then: { kind: 'latency', ms: 5, code: 'R01' } }, 'then.code'],
    [{ then: { kind: 'decline', ms: 5 } }, 'then.ms'],
    [{ then: { kind: 'fail', after: '1s' } }, 'then.after'],
    [{ then: { kind: 'dispute', after: 'soon' } }, 'then.after'],
    [{ when: { operation: 'charge.create' }, then: { kind: 'decline' } }, 'when.operation'],
    [{ when: { operation: 'POST /charge' }, then: { kind: 'decline' } }, 'when.operation'],
  ])('is refused that could have no effect: %j', async (rule, param) => {
    expect(await refused(rule)).toMatchObject({ param });
  });

  test('says what was probably meant', async () => {
    const error = async (operation: string) =>
      (await refused({ when: { operation }, then: { kind: 'decline' } })).error;
    expect(await error('charge.create')).toContain("Did you mean 'charges.create'?");
    expect(await error('POST /charge')).toContain("Did you mean 'POST /charges'?");
  });

  test('takes what its kind has a use for', async () => {
    const error = async (then: object) => (await refused({ then })).error;
    expect(await error({ kind: 'late', code: 'R01' })).toBe('A rule of kind late accepts after, not code.');
    expect(await error({ kind: 'decline', ms: 5 })).toBe('A rule of kind decline accepts code, not ms.');
  });

  test('of any rail gives no object a code of another', async () => {
    const rule = await sandbox.client.call('rules.create', { then: { kind: 'fail', code: 'AC04' } });
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created', amount: 808 });
    await sandbox.client.call('clock.move', { advance: '10s' });
    await sandbox.client.call('rules.delete', { id: rule.id });
    expect(await payoutOf(objects)).toMatchObject({ status: 'failed', error_code: 'M003' });
  });
});

describe('a fault', () => {
  test('is named by its operation or by its method and path, and shown by name', async () => {
    for (const on of ['charges.create', 'POST /charges', 'post /api/v1/charges']) {
      const fault = await sandbox.client.call('faults.create', { on, kind: 'latency', ms: '2s' });
      expect(fault).toMatchObject({ on: 'charges.create', ms: 2_000 });
      await sandbox.client.call('faults.delete', { id: fault.id });
    }
    const pay = await sandbox.client.call('faults.create', {
      on: 'POST /api/checkout/{slug}/pay',
      kind: 'unavailable',
      after: '1m',
    });
    expect(pay).toMatchObject({ on: 'checkout.pay', after: 60_000 });
    await sandbox.client.call('faults.delete', { id: pay.id });
  });

  test.each([
    [{ on: 'charges.creat', kind: 'latency' }, 'on', "Did you mean 'charges.create'?"],
    [{ on: 'delivry', kind: 'drop' }, 'on', "Did you mean 'delivery'?"],
    [
      { on: 'charges.create', kind: 'latency', ms: 'long' },
      'ms',
      "ms 'long' is not a valid duration; use a format such as 90s, 15m, 36h",
    ],
    [{ on: 'charges.create', kind: 'latency', ms: '2h' }, 'ms', 'at most 60000 milliseconds'],
  ])('is refused: %j', async (fault, param, says) => {
    const { body } = await refusalOf(sandbox.client.call('faults.create', fault as never));
    expect(body).toMatchObject({ param, error: expect.stringContaining(says) });
  });
});

test('the codes are listed by move and rail', async () => {
  const { data } = await sandbox.client.call('outcomes.codes');
  const of = (move: string, rail: string) =>
    data.filter(({ moves, rails }) => moves.includes(move) && rails.includes(rail)).flatMap(({ codes }) => codes);
  expect(of('payout.return', 'ach')).toContainEqual({ code: 'R03', about: 'no account' });
  expect(of('payout.return', 'card')).toEqual([]);
  expect(of('transaction.fail', 'ach').map(({ code }) => code)).toEqual(['M021', 'D019', 'D021']);
  expect(of('transaction.dispute', 'card').map(({ code }) => code)).toEqual(['M013']);
  expect(data.find(({ moves }) => moves.includes('payout.fail'))?.rules).toEqual(['decline', 'fail']);
});
