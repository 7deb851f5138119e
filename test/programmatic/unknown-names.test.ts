import { beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../src/index.ts';
import { assertionMatchers, eventMatchers } from '../../src/testing/vitest.ts';

// What JavaScript says: no compiler has looked at the names.
let emulator: Emulator;
// biome-ignore lint/suspicious/noExplicitAny: the names are wrong on purpose
const expectIt = (isNot: boolean): any => (isNot ? expect(emulator).not : expect(emulator));

beforeAll(async () => {
  expect.extend({ ...eventMatchers, ...assertionMatchers });
  emulator = await startEmulator({ freeze: true });
  return () => emulator.stop();
});

const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was not refused.');
};

describe('a matcher is refused at once what nothing is called', () => {
  it.each([
    ['toHaveRequested', ['POST /chargess'], "There is no operation 'POST /chargess'. Did you mean 'POST /charges'?"],
    ['toHaveRequested', ['charges.creat'], "There is no operation 'charges.creat'. Did you mean 'charges.create'?"],
    ['toHaveRequested', ['POST /payouts/po_1/cancell'], "There is no operation 'POST /payouts/po_1/cancell'."],
    ['toHaveRequested', ['POST /charges', { amuont: 1 }], "no field 'with.amuont'. Did you mean 'amount'?"],
    [
      'toHaveRequested',
      ['POST /charges', { service_wallet: { typ: 'a' } }],
      "'with.service_wallet.typ'. Did you mean 'type'?",
    ],
    ['toHaveRequested', ['GET /transactions', { amount: 1 }], "There is no field 'with.amount'."],
    [
      'toHaveRequested',
      ['POST /charges', {}, { statu: 1 }],
      "assertions.check has no field 'statu'. Did you mean 'status'?",
    ],
    [
      'toHaveRequested',
      ['POST /charges', {}, { id: 'txn_1' }],
      'requested accepts only with, status, times, within, not id.',
    ],
    ['toHaveEmitted', ['payout.payd'], "There is no event type 'payout.payd'. Did you mean 'payout.paid'?"],
    ['toHaveEmitted', ['payout.paid', { amuont: 1 }], "no field 'with.amuont'. Did you mean 'amount'?"],
    [
      'toHaveEmitted',
      ['payout.paid', {}, { status: 200 }],
      'emitted accepts only with, id, times, within, not status.',
    ],
    ['toHaveDelivered', ['payout.payd'], "There is no event type 'payout.payd'. Did you mean 'payout.paid'?"],
    ['toHaveDelivered', ['payout.paid', { amuont: 1 }], "no field 'with.amuont'. Did you mean 'amount'?"],
    ['toHaveBalance', [{ availabel: 1 }], "There is no field 'balance.availabel'. Did you mean 'available'?"],
    [
      'toHaveBalance',
      [{ available: 'much' }],
      'balance.available must be a whole number of cents, such as 1250; you sent "much".',
    ],
    ['toHaveEmittedEvent', ['payout.payd'], "There is no event type 'payout.payd'. Did you mean 'payout.paid'?"],
    ['toHaveEmittedEvent', ['payout.paid', { idd: 'po_1' }], "waitFor has no option 'idd'. Did you mean 'id'?"],
    ['toHaveReceivedEvent', ['payout.payd'], "There is no event type 'payout.payd'. Did you mean 'payout.paid'?"],
  ])('%s(%j)', async (matcher, given, says) => {
    expect(await messageOf(() => expectIt(false)[matcher](...given))).toContain(says);
    expect(await messageOf(() => expectIt(true)[matcher](...given))).toContain(says);
  });

  it('what has such a name is looked for, also by a path with an id, and in what may hold anything', async () => {
    await expect(emulator).not.toHaveRequested('POST /payout-links/plink_1/cancel');
    await expect(emulator).not.toHaveRequested('POST /charges', { metadata: { whatever: 'it is' } });
    await expect(emulator).not.toHaveBalance({ available: -1 });
  });
});

describe('every other call is refused it too, with the nearest', () => {
  it.each<[string, () => unknown, string]>([
    [
      'ledger',
      () => emulator.ledger({ account: 'availabel' as never }),
      "account must be available, reserved, held, pending or external, not 'availabel'",
    ],
    ['ledger', () => emulator.ledger({ acount: 'held' } as object), "ledger.list has no field 'acount'."],
    [
      'events.list',
      () => emulator.events.list({ typ: 'payout.paid' } as object),
      "events.list has no field 'typ'. Did you mean 'type'?",
    ],
    [
      'events.waitFor',
      () => emulator.events.waitFor('payout.paid', { statu: 200 } as object),
      "no option 'statu'. Did you mean 'status'?",
    ],
    [
      'requests.list',
      () => emulator.requests.list({ stauts: 200 } as object),
      "no field 'stauts'. Did you mean 'status'?",
    ],
    [
      'webhooks.deliveries',
      () => emulator.webhooks.deliveries({ evnt: 'x' } as object),
      "no field 'evnt'. Did you mean 'event'?",
    ],
    [
      'rules.add',
      () => emulator.rules.add({ when: { operatoin: 'x' } as object, then: { kind: 'fail' } }),
      "no field 'when.operatoin'. Did you mean 'operation'?",
    ],
    [
      'rules.add',
      () => emulator.rules.add({ when: { on: 'charges.creat' as never }, then: { kind: 'fail' } }),
      "Did you mean 'charges.create'?",
    ],
    [
      'faults.add',
      () => emulator.faults.add({ operation: 'charges.creat' as never, kind: 'latency' }),
      "Did you mean 'charges.create'?",
    ],
    ['faults.add', () => emulator.faults.add({ kind: 'latency' } as never), 'on is required.'],
    [
      'faults.add',
      () => emulator.faults.add({ on: 'charges.create', kind: 'latency', tmes: 1 } as never),
      "no field 'tmes'. Did you mean 'times'?",
    ],
    [
      'trigger',
      () => emulator.trigger('payout.paid', { amuont: 1 } as never),
      "no field 'amuont'. Did you mean 'amount'?",
    ],
    [
      'workspaces.create',
      () => emulator.workspaces.create({ fixtur: 'shop' } as object),
      "no field 'fixtur'. Did you mean 'fixture'?",
    ],
    [
      'clock.run',
      () => emulator.clock.run({ rat: 60 } as object),
      "clock.run has no option 'rat'. Did you mean 'rate'?",
    ],
    ['mark', () => emulator.mark('x', { faild: true } as object), "mark has no option 'faild'. Did you mean 'failed'?"],
    ['audit', () => emulator.audit({ onyl: [] } as object), "audit has no option 'onyl'. Did you mean 'only'?"],
  ])('%s', async (_call, work, says) => {
    expect(await messageOf(work)).toContain(says);
  });
});

describe('rules and faults', () => {
  it('are told of an operation in either word, and not in both', async () => {
    const rule = await emulator.rules.add({ when: { on: 'POST /charges' }, then: { kind: 'decline' } });
    expect(rule.when).toEqual({ operation: 'charges.create' });
    const fault = await emulator.faults.add({ operation: 'POST /charges', kind: 'latency', ms: 1 });
    expect(fault.on).toBe('charges.create');
    const both = { on: 'charges.create', operation: 'charges.create' } as never;
    expect(await messageOf(() => emulator.rules.add({ when: both, then: { kind: 'decline' } }))).toBe(
      'when.on and when.operation have the same meaning. Send only one of them.',
    );
    expect(await messageOf(() => emulator.faults.add({ ...(both as object), kind: 'latency' } as never))).toBe(
      'on and operation are aliases; send only one of them.',
    );
  });
});
