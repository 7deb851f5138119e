import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettingsPatch } from '../../src/payments/platform/settings.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import type { UpcomingJob } from '../../src/sandbox/control/wire.ts';
import { command } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { Demo, eachTest, type Refusal, routing } from '../support/demo.ts';
import { fixtureFiles } from '../support/fixture-files.ts';
import { pageOf } from '../support/record-page.ts';
import { createTestSandbox } from '../support/sandbox.ts';

let demo: Demo;
eachTest(async (fresh) => {
  demo = fresh;
  await demo.configure({ calendar: 'us-banking' });
});
beforeAll(ensureBuilt, 120_000);
const files = fixtureFiles();
afterAll(() => files.remove());

const dayMs = 86_400_000;
const bank_account = { routing_number: routing.instant, account_number: '000123456789' };

const setTo = (instant: string) => demo.control('post', '/clock', { set: instant });
const next = async (): Promise<UpcomingJob> => {
  const { data } = await demo.control<{ data: { upcoming: UpcomingJob[] } }>('get', '/clock');
  return data.upcoming[0]!;
};

/** A bank debit of a fresh customer. */
async function debit(headers: Record<string, string> = {}, of = demo): Promise<string> {
  const customer = await of.saveCustomer();
  await of.saveBank(customer);
  const body = { amount: 4200, customer_id: customer.id, rail: 'ach' };
  const answer = await of.api.post<{ data: { id: string } }>('/charges', body, headers);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

/** A bank debit made at an instant, and its settlement as the clock announces it. */
async function debitAt(instant: string): Promise<UpcomingJob> {
  await setTo(instant);
  await debit();
  return next();
}

describe('a bank debit by the calendar us-banking', () => {
  it.each([
    // Four seconds after a debit was accepted, it is on its way.
    [
      'by the first cut-off',
      '2026-03-03T15:29:56Z',
      '2026-03-03T18:00:00.000Z',
      'Tuesday 3 March, 13:00 in New York: the entry arrived by 10:30',
    ],
    [
      'after it',
      '2026-03-03T15:29:57Z',
      '2026-03-03T22:00:00.000Z',
      'Tuesday 3 March, 17:00 in New York: the entry arrived by 14:45',
    ],
    [
      'before the last cut-off',
      '2026-03-03T20:00:00Z',
      '2026-03-03T23:00:00.000Z',
      'Tuesday 3 March, 18:00 in New York: the entry arrived by 16:45',
    ],
    [
      'late on an evening that is tomorrow in UTC',
      '2026-03-04T03:00:00Z',
      '2026-03-04T18:00:00.000Z',
      'Wednesday 4 March, 13:00 in New York: the cut-off on Tuesday was 16:45',
    ],
    [
      'by the last cut-off before clocks go forward',
      '2026-03-06T21:44:56Z',
      '2026-03-06T23:00:00.000Z',
      'Friday 6 March, 18:00 in New York: the entry arrived by 16:45',
    ],
    [
      'after it',
      '2026-03-06T21:44:57Z',
      '2026-03-09T17:00:00.000Z',
      'Monday 9 March, 13:00 in New York: the cut-off on Friday was 16:45; banks are closed on Saturday and Sunday',
    ],
    [
      'by the last cut-off in summer',
      '2026-03-09T20:44:56Z',
      '2026-03-09T22:00:00.000Z',
      'Monday 9 March, 18:00 in New York: the entry arrived by 16:45',
    ],
    [
      'after it',
      '2026-03-09T20:44:57Z',
      '2026-03-10T17:00:00.000Z',
      'Tuesday 10 March, 13:00 in New York: the cut-off on Monday was 16:45',
    ],
    [
      'before clocks go back',
      '2026-10-30T20:46:00Z',
      '2026-11-02T18:00:00.000Z',
      'Monday 2 November, 13:00 in New York: the cut-off on Friday was 16:45; banks are closed on Saturday and Sunday',
    ],
    [
      'after they went back',
      '2026-11-06T20:46:00Z',
      '2026-11-06T23:00:00.000Z',
      'Friday 6 November, 18:00 in New York: the entry arrived by 16:45',
    ],
    [
      'before a Monday that is a holiday',
      '2026-05-23T12:00:00Z',
      '2026-05-26T17:00:00.000Z',
      'Tuesday 26 May, 13:00 in New York: Monday 25 May is Memorial Day; banks are closed on Saturday and Sunday',
    ],
    [
      'on a holiday within a week',
      '2026-11-11T15:00:00Z',
      '2026-11-12T18:00:00.000Z',
      'Thursday 12 November, 13:00 in New York: Wednesday 11 November is Veterans Day',
    ],
    [
      'on the eve of Thanksgiving',
      '2026-11-25T22:00:00Z',
      '2026-11-27T18:00:00.000Z',
      'Friday 27 November, 13:00 in New York: the cut-off on Wednesday was 16:45; Thursday 26 November is Thanksgiving Day',
    ],
    [
      'on the eve of a holiday on a Saturday',
      '2026-07-03T14:00:00Z',
      '2026-07-03T17:00:00.000Z',
      'Friday 3 July, 13:00 in New York: the entry arrived by 10:30',
    ],
    [
      'on the holiday on a Saturday',
      '2026-07-04T14:00:00Z',
      '2026-07-06T17:00:00.000Z',
      'Monday 6 July, 13:00 in New York: banks are closed on Saturday and Sunday',
    ],
    [
      'on a holiday on a Sunday',
      '2027-07-04T14:00:00Z',
      '2027-07-06T17:00:00.000Z',
      'Tuesday 6 July, 13:00 in New York: Monday 5 July is the day after Independence Day, which falls on a Sunday; banks are closed on Saturday and Sunday',
    ],
    [
      'on the last evening of a year',
      '2026-12-31T22:00:00Z',
      '2027-01-04T18:00:00.000Z',
      "Monday 4 January, 13:00 in New York: the cut-off on Thursday was 16:45; Friday 1 January is New Year's Day; banks are closed on Saturday and Sunday",
    ],
  ])('that is made %s, settles with the next window, and the clock says why', async (_when, made, due_at, why) => {
    expect(await debitAt(made)).toMatchObject({ kind: 'transaction.settle', due_at, why });
  });

  it.each([
    [
      '1d',
      '2026-04-29T15:00:00Z',
      '2026-04-30T12:30:00.000Z',
      'Thursday 30 April, 08:30 in New York: 1 banking day after Wednesday',
    ],
    [
      '3d',
      '2026-04-29T15:00:00Z',
      '2026-05-04T12:30:00.000Z',
      'Monday 4 May, 08:30 in New York: 3 banking days after Wednesday; banks are closed on Saturday and Sunday',
    ],
    // What is less than a day passes first, and with it the cut-off.
    [
      '1d 6h',
      '2026-04-29T15:00:00Z',
      '2026-05-01T12:30:00.000Z',
      'Friday 1 May, 08:30 in New York: 1 banking day after Thursday; the cut-off on Wednesday was 16:45',
    ],
    [
      '2d',
      '2026-11-25T15:00:00Z',
      '2026-11-30T13:30:00.000Z',
      'Monday 30 November, 08:30 in New York: 2 banking days after Wednesday; Thursday 26 November is Thanksgiving Day; banks are closed on Saturday and Sunday',
    ],
    [
      '365d',
      '2026-03-02T15:00:00Z',
      '2027-08-11T12:30:00.000Z',
      /^Wednesday 11 August, .*: 365 banking days after Monday; Monday 25 May is Memorial Day; Friday 19 June is Juneteenth; Monday 7 September is Labor Day; 9 more holidays; banks are/,
    ],
  ])('counts the days of a delay of %s as banking days', async (ach, made, due_at, why) => {
    await demo.configure({ settlement: { delays: { ach } } } as unknown as SettingsPatch);
    expect(await debitAt(made)).toMatchObject({
      due_at,
      why: typeof why === 'string' ? why : expect.stringMatching(why),
    });
  });

  it('is pending until the very instant, and settles or fails then', async () => {
    await setTo('2026-05-23T12:00:00Z');
    const id = await debit();
    const failing = await debit({ 'x-emulator-outcome': 'fail D021' });
    await setTo('2026-05-26T16:59:59.999Z');
    expect((await demo.transaction(id)).status).toBe('pending_settlement');
    await demo.advance('1ms');
    expect(await demo.transaction(id)).toMatchObject({ status: 'settled', settled_at: '2026-05-26T17:00:00.000Z' });
    expect((await demo.transaction(failing)).status).toBe('failed');
  });

  it('is settled by hand at any time', async () => {
    await setTo('2026-05-23T12:00:00Z');
    const [settled, completed] = [await debit(), await debit()];
    await demo.trigger('transaction.complete', { id: completed });
    expect((await demo.transaction(completed)).status).toBe('settled');
    await demo.settle();
    expect((await demo.transaction(settled)).status).toBe('settled');
    await demo.configure({ settlement: { mode: 'manual' } });
    await debit();
    const { data } = await demo.control<{ data: UpcomingJob[] }>('get', '/jobs');
    expect(data).toMatchObject([{ due_at: null }]);
    expect(data[0]).not.toHaveProperty('why');
  });

  it('that comes late waits for a banking day then', async () => {
    await setTo('2026-05-20T20:00:00Z');
    await debit({ 'x-emulator-outcome': 'late after 3 days' });
    expect(await next()).toMatchObject({ due_at: '2026-05-26T17:00:00.000Z' });
  });
});

describe('what is not ACH', () => {
  it('moves on a Sunday by its delay: cards, card payouts, RTP; and so does ACH without a calendar', async () => {
    await setTo('2026-05-24T12:00:00Z');
    await demo.charged();
    await demo.paidOut();
    await demo.paidOut({ bank_account, rail: 'rtp' });
    const plain = await demo.on('debit_payouts');
    await plain.control('post', '/clock', { set: '2026-05-24T12:00:00Z' });
    await debit({}, plain);
    await plain.paidOut({ bank_account });
    for (const one of [demo, plain]) {
      const { data } = await one.control<{ data: UpcomingJob[] }>('get', '/jobs');
      expect(data.length).toBeGreaterThan(1);
      for (const job of data) {
        expect(job.due_at).toMatch(/^2026-05-24T12:00:0[1-4]\.000Z$/);
        expect(job).not.toHaveProperty('why');
      }
      await one.advance('5s');
      expect(await one.control('get', '/jobs')).toMatchObject({ data: [] });
    }
  });
});

describe('a payout to a bank account', () => {
  it('goes out on a banking day before the cut-off, and is paid with the next window', async () => {
    await setTo('2026-05-23T12:00:00Z');
    const { id } = await demo.paidOut({ bank_account });
    const closed = 'Monday 25 May is Memorial Day; banks are closed on Saturday and Sunday';
    expect(await next()).toMatchObject({
      kind: 'payout.transit',
      due_at: '2026-05-26T12:30:00.000Z',
      why: `Tuesday 26 May, 08:30 in New York: ${closed}`,
    });
    await setTo('2026-05-26T12:30:00Z');
    expect(await demo.eventTypes(id)).toEqual(['payout.created', 'payout.updated']);
    expect(await next()).toMatchObject({ kind: 'payout.pay', due_at: '2026-05-26T17:00:00.000Z' });
    await setTo('2026-05-26T17:00:00Z');
    expect((await demo.payoutOf(id)).status).toBe('paid');
  });

  it('goes out at once before the cut-off of a banking day, and on the next morning after it', async () => {
    await setTo('2026-05-20T20:44:59Z');
    await demo.paidOut({ bank_account });
    expect(await next()).toMatchObject({ kind: 'payout.transit', due_at: '2026-05-20T20:45:00.000Z' });
    await demo.advance('1s');
    // It came to the network after the cut-off, four seconds later.
    expect(await next()).toMatchObject({ kind: 'payout.pay', due_at: '2026-05-21T17:00:00.000Z' });
    await demo.paidOut({ bank_account });
    expect(await next()).toMatchObject({
      kind: 'payout.transit',
      due_at: '2026-05-21T12:30:00.000Z',
      why: 'Thursday 21 May, 08:30 in New York: the cut-off on Wednesday was 16:45',
    });
  });

  it('is returned within two banking days', async () => {
    await setTo('2026-05-22T13:00:00Z');
    await demo.addRule({ operation: 'payouts.create' }, { kind: 'return', code: 'R10', after: 20 * dayMs });
    const { id } = await demo.paidOut({ bank_account });
    await setTo('2026-05-22T21:00:00Z');
    expect((await demo.payoutOf(id)).status).toBe('paid');
    expect(await next()).toMatchObject({ kind: 'payout.return', due_at: '2026-05-27T12:30:00.000Z' });
    await setTo('2026-05-27T12:30:00Z');
    expect(await demo.payoutOf(id)).toMatchObject({ returned: true, return_code: 'R10' });
  });
});

describe('a return of a debit that settled on Friday 22 May', () => {
  it.each([
    [
      'R01',
      '',
      '2026-05-27T12:30:00.000Z',
      'Wednesday 27 May, 08:30 in New York: 2 banking days after the settlement; Monday 25 May is',
    ],
    [
      'R10',
      '',
      '2026-05-27T12:30:00.000Z',
      'Wednesday 27 May, 08:30 in New York: 2 banking days after the settlement; Monday 25 May is',
    ],
    ['R01', ' after 1h', '2026-05-22T21:00:00.000Z', 'Friday 22 May, 17:00 in New York: the entry arrived by 14:45'],
    ['R01', ' after 1d', '2026-05-26T17:00:00.000Z', 'Tuesday 26 May, 13:00 in New York: Monday 25 May is'],
    [
      'R02',
      ' after 10d',
      '2026-05-27T12:30:00.000Z',
      'Wednesday 27 May, 08:30 in New York: a bank returns R02 within 2 banking days of the settlement; Monday 25 May is',
    ],
    ['R10', ' after 10d', '2026-06-01T21:00:00.000Z', 'Monday 1 June, 17:00 in New York: the entry arrived by 14:45'],
    [
      'R07',
      ' after 90d',
      '2026-07-22T12:30:00.000Z',
      'Wednesday 22 July, 08:30 in New York: a bank returns R07 within 60 days of the settlement',
    ],
  ])('%s%s comes on a banking day within its time', async (code, after, due_at, why) => {
    await setTo('2026-05-22T14:00:00Z');
    const id = await debit({ 'x-emulator-outcome': `dispute ${code}${after}` });
    await setTo('2026-05-22T17:00:00Z');
    expect((await demo.transaction(id)).status).toBe('settled');
    expect(await next()).toMatchObject({ kind: 'transaction.dispute', due_at, why: expect.stringContaining(why) });
    await setTo(due_at);
    expect(await demo.disputeOf({ id })).toMatchObject({ kind: 'ach_return', reason_code: code, created_at: due_at });
  });

  it('comes at any time by a trigger, which is the act of the developer', async () => {
    await setTo('2026-05-22T14:00:00Z');
    const id = await debit();
    await setTo('2026-09-06T12:00:00Z');
    await demo.trigger('payment.disputed', { id, code: 'R01' });
    expect((await demo.transaction(id)).status).toBe('disputed');
  });
});

describe('the setting', () => {
  it('is refused with the nearest name', async () => {
    const path = `/workspaces/${demo.workspace}`;
    const answer = await demo.sandbox.control.patch<Refusal>(path, { settings: { calendar: 'us-bankin' } });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining("Did you mean 'us-banking'?")]);
  });

  it('of a fixture holds for its past too, and a start that settles by hand holds what is booked', async () => {
    const fixture = files.json({
      workspaces: [
        {
          id: 'ws_demo',
          settings: { calendar: 'us-banking' },
          clock: { mode: 'frozen', now: '2026-05-23T12:00:00Z' },
          keys: [{ key: 'sk_test_demo' }],
          objects: {
            test: {
              customers: { ada: { email: 'ada@example.com' } },
              payment_methods: { bank: { customer_id: '$ada', type: 'bank_account', ...bank_account, at: '-30d' } },
              transactions: {
                tea: { customer_id: '$ada', rail: 'ach', amount: 4200, at: '2026-05-22T13:00:00Z' },
                milk: { customer_id: '$ada', rail: 'ach', amount: 4300, at: '2026-05-22T21:00:00Z' },
              },
            },
          },
        },
      ],
    });
    const booked: UpcomingJob[] = [];
    for (const settle of ['auto', 'manual'] as const) {
      const sandbox = await createTestSandbox({ fixture, clock: undefined, freeze: undefined, settle });
      const { body } = await sandbox.api.get<{ data: Transaction[] }>('/transactions');
      expect(body.data.map(({ amount, settled_at }) => [amount, settled_at])).toEqual([
        [4300, null],
        [4200, '2026-05-22T17:00:00.000Z'],
      ]);
      booked.push(...(await sandbox.control.get<{ data: UpcomingJob[] }>('/jobs')).body.data);
      await sandbox.stop();
    }
    expect(booked).toMatchObject([{ due_at: '2026-05-26T17:00:00.000Z', why: expect.any(String) }, { due_at: null }]);
    expect(booked[1]).not.toHaveProperty('why');
  });
});

describe('a run record', () => {
  it('goes on as the run did: on the same banking days, for the same reasons', async () => {
    const run = await createTestSandbox({ recordsAll: true, clock: '2026-05-23T12:00:00Z' });
    const first = Demo.ofFixture(run, 'ws_demo');
    await first.configure({ calendar: 'us-banking' });
    await debit({}, first);
    await first.paidOut({ bank_account });
    const again = await createTestSandbox({ from: files.text('run.html', await pageOf(run)), clock: undefined });
    const second = Demo.ofFixture(again, 'ws_demo');
    const [end, resumed] = [first, second].map(async (each) => {
      const booked = await each.control<object>('get', '/jobs');
      await debit({}, each);
      const ran = await each.advance('30d');
      return { booked, ran: ran.ran, all: await each.exported() };
    });
    expect(await resumed).toEqual(await end);
    expect((await end)!.booked).toMatchObject({ data: [{ why: expect.any(String) }, { why: expect.any(String) }] });
    await Promise.all([run.stop(), again.stop()]);
  });
});

describe('emulator clock next', () => {
  it('says why, where a calendar decided it', async () => {
    await setTo('2026-05-23T12:00:00Z');
    await debit();
    const at = ['--url', demo.sandbox.url, '--workspace', demo.workspace];
    const { stdout } = await command(['clock', 'next', ...at]);
    expect(stdout).toMatch(/^job +kind +about +due +why$/m);
    expect(stdout).toMatch(/ 2026-05-26 17:00:00Z +Tuesday 26 May, 13:00 in New York: Monday 25 May is Memorial Day; /);
    expect((await command(['clock', ...at])).stdout).toMatch(/^next .* \(Tuesday 26 May, .*Sunday\)$/m);
  });
});
