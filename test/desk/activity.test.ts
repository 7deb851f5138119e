import { describe, expect, test } from 'vitest';
import { spanOf } from '../../src/desk/model/cells.ts';
import { placeOf } from '../../src/desk/model/place.ts';
import { deskOfEachTest } from './setup.ts';

const at = deskOfEachTest({ receiver: true });

/** The rows from the last one of a cause on, without their times. */
async function story(cause: RegExp, last: RegExp): Promise<string[]> {
  await at.row(last);
  const from = at.rows.findLastIndex((row) => cause.test(row));
  return at.rows.slice(from).map((row) => row.replace(/\d\d:\d\d:\d\d {2}/, ''));
}

describe('a request', () => {
  test('is a row with its answer, its object, amount and state', async () => {
    const { id } = await at.demo.charged();
    await at.row(`POST /charges {2}201 {2}\\d\\S* m?s {2}${id} {2}\\$42\\.00 {2}pending_settlement`);
    await at.row(/POST \/tokens {2}200/);
  });

  test('has results below: the change that the clock made, its event, the answer to that', async () => {
    const { id } = await at.demo.settled();
    const rows = await story(/POST \/charges/, /payment\.completed {2}200/);
    expect(rows[1]).toMatch(new RegExp(`^ {2}settled {2}${id} {2}\\$42\\.00 {2}by the clock$`));
    expect(rows[2]).toMatch(/^ {4}payment\.completed {2}200 {2}\d\S* m?s {2}→ :\d+\/\w+$/);
  });

  test('that was refused says why in place of an object', async () => {
    await at.demo.api.post('/charges', { amount: 1 });
    await at.row(/POST \/charges {2}400 .*parameter_missing: Send customer_id/);
  });

  test('says which of its fields nothing reads', async () => {
    await at.demo.charged({ custmer: 1 });
    await at.row(/POST \/charges {2}201 .*ignored: custmer$/);
  });

  test('has short ids in its path, and no prefix', async () => {
    const { id } = await at.demo.charged();
    await at.demo.transaction(id);
    await at.row(`GET /transactions/${id.slice(0, 8)}… {2}200`);
  });
});

describe('a trigger', () => {
  test('is a row of its own, its events below', async () => {
    const id = await at.trigger('payout.created', {}, 'payout');
    const rows = await story(/trigger payout/, /payout\.created {2}200/);
    expect(rows[0]).toMatch(
      new RegExp(`^trigger payout\\.created {2}${id} {2}\\$15\\.00 {2}buyer@example.com {2}\\w+$`),
    );
    expect(rows[1]).toMatch(/^ {2}payout\.created {2}200/);
  });

  test('that makes something fail says the code', async () => {
    await at.trigger('payment.failed', { code: 'M008' });
    await at.row(/failed .*\$42\.00 {2}.*M008/);
  });

  test('of a refund shows what was paid back, not what was paid', async () => {
    const { id } = await at.demo.settled();
    await at.trigger('transaction.refund', { id, amount: 1500 });
    await at.row(new RegExp(`trigger transaction\\.refund {2}${id} {2}\\$15\\.00`));
  });
});

describe('a webhook', () => {
  test('that was not taken says what was answered, and when it is tried again', async () => {
    at.receiver.answer({ status: 500, body: "KeyError: 'plan'\nTraceback" });
    await at.trigger('payout.created');
    await at.row(/payout\.created {2}500 .*→ :\d+\/\w+ {2}"KeyError: 'plan'" {2}attempt 1 of 3, next 09:05:00$/);
  });

  test('that nobody could be reached with says why', async () => {
    const [endpoint] = (await at.client.call('webhook_endpoints.list')).data;
    await at.client.call('webhook_endpoints.update', { id: endpoint!.id, url: 'http://127.0.0.1:9/hook' });
    await at.trigger('payout.created');
    await at.row(/payout\.created {2}none .*ECONNREFUSED|payout\.created {2}none .*refused/i);
  });

  test('that is sent nowhere says why', async () => {
    const [endpoint] = (await at.client.call('webhook_endpoints.list')).data;
    await at.client.call('webhook_endpoints.update', { id: endpoint!.id, events: ['payout.failed'] });
    await at.trigger('payout.created');
    await at.row(/payout\.created {2}no endpoint subscribes$/);
    await at.client.call('webhook_endpoints.update', { id: endpoint!.id, events: ['*'], enabled: false });
    await at.trigger('payout.failed');
    await at.row(/payout\.failed {2}endpoint disabled$/);
  });

  test('that a fault sends twice is a copy and no retry, and its event keeps its own answer', async () => {
    await at.client.call('faults.create', { kind: 'duplicate', on: 'delivery', times: 1 });
    await at.trigger('payout.created');
    await at.row(/copy of payout\.created {2}200/);
    await at.row(/^ {2}\S+ {2}payout\.created {2}200/);
    expect(at.rows.join('\n')).not.toContain('retried');
  });

  test('that is sent by hand is a row of its own', async () => {
    await at.trigger('payout.created');
    await at.row(/payout\.created {2}200/);
    const [event] = (await at.client.call('events.list', { limit: 1 })).data;
    await at.client.call('events.resend', { id: event!.id });
    await at.row(/^\S+ {2}resent payout\.created {2}200 .*by hand/);
  });
});

describe('a move of the clock', () => {
  test('has what it did under one line, each at its own time, below what was there', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    const before = await at.row(/payout\.created {2}500 .*attempt 1 of 3/);
    const text = before.cells();
    await at.demo.advance('1d');
    await at.row(/^ {2}01 Mar 09:35 {2}retried payout\.created {2}500/);
    const from = at.rows.findIndex((row) => row.includes('advanced to'));
    expect(at.rows[from]).toMatch(/^\+1d {2}advanced to 02 Mar 09:00: .*1 pay.*sent again/);
    const below = at.rows.slice(from).join('\n');
    expect(below).toMatch(/01 Mar 09:05 {2}retried payout\.created {2}500 .*attempt 2 of 3/);
    expect(below).toMatch(/01 Mar 09:35 {2}retried payout\.created {2}500 .*attempt 3 of 3/);
    expect(at.rows.filter((row) => row.includes('advanced to'))).toHaveLength(1);
    expect(
      at.desk.rows
        .find(({ key }) => key === before.key)!
        .cells()
        .slice(1, 4),
    ).toEqual(text.slice(1, 4));
  });

  test('begins a day where there is one', async () => {
    await at.trigger('payout.created');
    await at.demo.advance('1d');
    await at.client.call('markers.add', { text: 'next day' });
    await at.row(/next day/);
    // Rows of today have no date, once the desk knows that the clock has moved.
    await expect.poll(() => at.rows.slice(-2)).toEqual(['02 Mar 2026', '09:00:00  next day']);
    expect(at.desk.rows.slice(-2).map(({ divides }) => divides)).toEqual(['day', 'mark']);
  });

  test('has effects of later days, which divide nothing', async () => {
    await at.trigger('payout.created');
    await at.demo.advance('3d');
    await at.row(/01 Mar \d\d:\d\d {2}.*payout\.paid/);
    expect(at.desk.rows.filter(({ divides }) => divides === 'day')).toEqual([]);
  });

  test('ends with the next call: what the clock does later is not of it', async () => {
    await at.demo.advance('1h');
    await at.row(/advanced to/);
    await at.demo.settled();
    await at.row(/payment\.completed {2}200/);
    const [place] = at.rows.flatMap((row, place) => (row.includes('POST /charges') ? [place] : []));
    expect(at.rows.slice(place).some((row) => /^ {2}\S+ {2}settled/.test(row))).toBe(true);
  });

  test('that only lets the clock run, or stand, says so', async () => {
    await at.client.call('clock.move', { mode: 'running' });
    await at.row(/running at 2026-03-01 09:00:0\d/);
    await at.client.call('clock.move', { mode: 'frozen' });
    await at.row(/frozen at 2026-03-01 09:00/);
  });
});

test('the deliveries of one event stand side by side, each with its receiver', async () => {
  await at.client.call('webhook_endpoints.create', { url: `${at.hook}/other` });
  await at.trigger('payout.created');
  const rows = () => at.desk.rows.filter((_row, place) => at.rows[place]!.includes('payout.created  200'));
  await at.until(() => rows().map(({ depth }) => depth)).toEqual([1, 1]);
  expect(new Set(rows().map(({ cells }) => spanOf(cells().at(-1)!).text)).size).toBe(2);
});

describe('a mark', () => {
  test('lists what went wrong in its section, and says where nothing did', async () => {
    await at.client.call('markers.add', { text: 'pays twice' });
    await at.demo.charge({ amount: -1 });
    await at.demo.charged({ amount: 777 });
    const { id } = await at.demo.settled();
    await at.demo.api.post(`/transactions/${id}/refund`, {});
    await at.client.call('markers.add', { text: 'pays twice', failed: true });
    await at.client.call('markers.add', { text: 'compares words' });
    await at.client.call('markers.add', { text: 'compares words', failed: true });
    await at.demo.charge({ amount: -2 });
    const details = await at.opened(/failed: pays twice/);
    expect(details).toMatch(/What went wrong(.|\n)*POST \/charges +400 +parameter_\w+: /);
    expect(details.split('# Calls')[0]).not.toContain('201');
    expect(details).toMatch(
      /# Calls\n(.|\n)*POST \/charges +400(.|\n)*POST \/charges +201 +txn_\w{3,4}… +\$7\.77 +pending/,
    );
    expect(details).not.toMatch(/POST \/transactions\/txn/);
    at.desk.closeDetails();
    expect(await at.opened(/failed: compares words/)).toContain('All calls and webhooks in this section succeeded');
  });

  test('names an error that came several times once, with their number', async () => {
    await at.client.call('markers.add', { text: 'pays' });
    for (let count = 0; count < 3; count++) await at.demo.charge({ amount: -1 });
    await at.client.call('markers.add', { text: 'pays', failed: true });
    const [wrong = ''] = (await at.opened(/failed: pays/)).split('# Calls');
    expect(wrong.match(/POST \/charges/g)).toHaveLength(1);
    expect(wrong).toMatch(/POST \/charges {2}400 .* \(3 times\)/);
  });

  test('divides the rows, and says where a test failed', async () => {
    await at.client.call('markers.add', { text: 'pays by card' });
    await at.client.call('markers.add', { text: 'pays by card', failed: true });
    const row = await at.row(/failed: pays by card/);
    expect(row.divides).toBe('mark');
    expect(row.target).toMatchObject({ type: 'note', mark: 'pays by card' });
    expect(at.rows.map((text) => text.slice(10))).toEqual(['pays by card', 'failed: pays by card']);
  });
});

describe('the list', () => {
  test('follows what comes last, until somebody goes up; what came since is counted until they follow again', async () => {
    for (const text of ['one', 'two']) await at.client.call('markers.add', { text });
    await at.row('two');
    expect(at.desk.selected?.cells()[1]).toMatchObject({ text: 'two' });
    at.desk.move(-1);
    for (const text of ['three', 'four', 'five']) await at.client.call('markers.add', { text });
    await at.row('five');
    expect([at.desk.selected?.cells()[1], placeOf(at.desk).newer]).toMatchObject([{ text: 'one' }, 3]);
    at.desk.select(at.desk.rows.length - 1);
    await at.client.call('markers.add', { text: 'six' });
    await at.row('six');
    expect([at.desk.selected?.cells()[1], placeOf(at.desk).newer]).toMatchObject([{ text: 'six' }, 0]);
  });

  test('is narrowed to the rows of a chart, with the causes above them', async () => {
    await at.trigger('payout.created');
    const { key } = await at.row(/payout\.created {2}200/);
    await at.client.call('markers.add', { text: 'later' });
    await at.row('later');
    at.desk.position.only = new Set([key]);
    at.desk.touched();
    expect(at.rows.map((row) => row.replace(/ {2}po_.*| {2}200.*/, ''))).toEqual([
      expect.stringContaining('trigger payout.created'),
      expect.stringContaining('payout.created'),
    ]);
  });
});
