import { describe, expect, test } from 'vitest';
import { placeOf } from '../../src/desk/model/place.ts';
import { completionsOf } from '../../src/desk/model/views/completions.ts';
import { emptyStateOf } from '../../src/desk/model/views/empty-state.ts';
import { deskOfEachTest } from './setup.ts';
import { textOfRow } from './texts.ts';

const at = deskOfEachTest({ receiver: true });

/** Filters, and waits until the emulator has looked at everything. @returns the rows */
async function filtered(words: string): Promise<string[]> {
  at.desk.filter(words);
  await at.until(() => at.desk.pending.isSearching).toBe(false);
  return at.rows;
}

describe('a filter of what the emulator searches', () => {
  test('finds amounts, answers and people, not names of fields', async () => {
    at.receiver.answer({ status: 500 });
    const customer = await at.demo.saveCustomer();
    const { id } = await at.demo.saveCard(customer);
    for (const amount of [3098, 1500])
      await at.demo.charged({ customer_id: customer.id, payment_method_id: id, amount });
    await at.demo.settle();
    await at.until(() => at.hooked).toHaveLength(2);
    at.go('payments');
    await at.until(() => at.rows).toHaveLength(2);
    expect(await filtered('30.98')).toEqual([expect.stringContaining('$30.98')]);
    expect(await filtered('ada@example')).toHaveLength(2);
    expect(await filtered('payment_method_id')).toEqual([]);
    expect(await filtered('amount:<20 state:settled')).toEqual([expect.stringContaining('$15.00')]);
    at.go('webhooks');
    at.receiver.answer({ status: 200 });
    await at.trigger('payout.created');
    await at.row(/payout\.created {2}200/);
    expect(await filtered('500')).toHaveLength(2);
    expect(await filtered('status:<300 type:payout.*')).toEqual([expect.stringContaining('payout.created')]);
    expect(await filtered('!')).toHaveLength(2);
    expect(await filtered('42.00')).toEqual([]);
  });

  test('by a state means the whole state, with its sums', async () => {
    const [whole, partial] = [await at.demo.settled(), await at.demo.settled()];
    await at.trigger('transaction.refund', { id: whole.id });
    await at.trigger('transaction.refund', { id: partial.id, amount: 1500 });
    at.go('payments');
    expect(await filtered('state:refunded')).toEqual([expect.stringContaining(whole.id)]);
    await at.until(() => placeOf(at.desk).sums).toBe('Sum of 1: $42.00  of these: refund -$42.00');
    expect(await filtered('state:*refunded')).toHaveLength(2);
    expect(await filtered('state:refund')).toEqual([]);
  });

  test('that is taken away filters no more, however soon another view is gone to', async () => {
    await at.demo.charged({ amount: 4200 });
    await at.demo.charged({ amount: 1500 });
    at.go('payments');
    await at.until(() => at.rows).toHaveLength(2);
    expect(await filtered('nobody@')).toEqual([]);
    at.desk.filter('');
    at.go('webhooks');
    at.go('payments');
    await at.until(() => at.rows).toEqual([expect.stringContaining('$15.00'), expect.stringContaining('$42.00')]);
    at.desk.filter('nobody@');
    at.go('webhooks');
    at.go('payments');
    await at.until(() => emptyStateOf(at.desk).text).toBe("Nothing fits 'nobody@'.");
    at.desk.filter('');
    await at.until(() => at.rows).toHaveLength(2);
  });

  test('is of one view', async () => {
    at.go('payments');
    at.desk.filter('ann@example');
    at.go('payouts');
    expect(at.desk.position.filter).toBe('');
    at.go('payments');
    expect(at.desk.position.filter).toBe('ann@example');
  });

  test('shows what was there before as soon as it is taken away, and what came meanwhile', async () => {
    await at.demo.charged();
    at.go('payments');
    await at.until(() => at.rows).toHaveLength(1);
    await filtered('amount:1');
    const release = at.wire.hold(/GET \/_emulator\/objects\?/);
    at.desk.filter('');
    expect(at.rows).toHaveLength(1);
    release();
  });

  test('is searched once typing pauses, and says so until then', async () => {
    await at.demo.charged();
    at.go('payments');
    await at.until(() => at.rows).toHaveLength(1);
    const release = at.wire.hold(/GET \/_emulator\/objects\?.*search/);
    at.desk.filter('amount:>50');
    expect(at.desk.pending.isSearching).toBe(true);
    expect(placeOf(at.desk)).toMatchObject({ isLooking: true, filter: 'amount:>50' });
    release();
    await at.until(() => placeOf(at.desk)).toMatchObject({ at: null, of: 0, isLooking: false });
  });
});

describe('a filter of what the desk has', () => {
  test('is of the timeline: all that is about a person, as it stands without the filter', async () => {
    const { id } = await at.demo.saveCustomer({ email: 'x@example.com', first_name: 'Ada' });
    const card = await at.demo.saveCard({ id });
    await at.demo.settled({ customer_id: id, payment_method_id: card.id });
    await at.trigger('payout.created');
    const event = await at.row(/payment\.completed {2}200/);
    await at.row(/payout\.created {2}200/);
    const before = textOfRow(event);
    const rows = await filtered('customer:ada');
    expect(rows).toContain(before);
    expect(rows.join('\n')).toMatch(/POST \/charges(.|\n)*settled(.|\n)*payment\.completed/);
    expect(rows.join('\n')).not.toContain('payout.created');
  });

  test('keeps problems alone', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    await at.demo.api.get('/transactions/txn_none');
    await at.demo.api.get('/balance');
    await at.client.call('markers.add', { text: 'refunds once', failed: true });
    await at.row('refunds once');
    await at.row(/payout\.created {2}500/);
    const rows = await filtered('!');
    expect(rows.map((row) => /payout\.created {2}500|txn_none|refunds once|balance/.exec(row)?.[0])).toEqual([
      'payout.created  500',
      'txn_none',
      'refunds once',
    ]);
    expect(await filtered('type:mark !')).toHaveLength(1);
  });

  test('is of the clock, the ledger and mail too', async () => {
    await at.demo.charged();
    await at.trigger('invoice.send');
    at.go('clock');
    await at.row('settle');
    expect(await filtered('type:transaction.*')).toHaveLength(1);
    at.go('ledger');
    await at.row('opening');
    expect(await filtered('amount:>50000')).toEqual([]);
    expect(await filtered('amount:10,000')).not.toEqual([]);
    at.go('mail');
    const { to } = (await at.client.call('mail.list')).data[0]!;
    expect(await filtered(`customer:${to}`)).not.toEqual([]);
    expect(await filtered('customer:nobody@')).toEqual([]);
  });
});

describe('a search that finds nothing for long', () => {
  test.each([
    ['payments', 'objects'],
    ['ledger', 'ledger'],
  ])('ends in %s, though no row is drawn that asks for more', async (view, path) => {
    at.go(view);
    await at.until(() => at.desk.pending.rows).toBe(false);
    // Each answer says that there is more to look at, as that of an emulator with many thousands does.
    let left = 25;
    at.wire.answer(new RegExp(`GET /_emulator/${path}\\?.*search`), 200, () => {
      const next = --left > 0 ? `x_${left}` : null;
      return { data: path === 'objects' ? { objects: [], next } : [], has_more: next !== null, next };
    });
    at.desk.filter('nobody@');
    await at.until(() => emptyStateOf(at.desk).text).toBe("Nothing fits 'nobody@'.");
    expect(left).toBe(0);
  });

  test('goes on for faults and rules to the last page', async () => {
    for (let count = 0; count < 60; count++)
      await at.client.call('rules.create', {
        when: { amount: 1000 + count },
        then: { kind: 'decline', code: 'declined' },
      });
    at.go('faults');
    at.desk.filter('1059');
    await at.until(() => at.rows).toHaveLength(1);
    at.desk.filter('nothing of it');
    await at.until(() => emptyStateOf(at.desk).text).toBe("Nothing fits 'nothing of it'.");
  });
});

describe('customer:', () => {
  test('finds in every view what is about somebody, by name, address and id', async () => {
    const { id } = await at.demo.saveCustomer({ email: 'x@example.com', first_name: 'Ada' });
    const card = await at.demo.saveCard({ id });
    const { id: payment } = await at.demo.settled({ customer_id: id, payment_method_id: card.id });
    await at.trigger('transaction.dispute', { id: payment });
    await at.demo.charged({ customer_id: id, payment_method_id: card.id });
    await at.trigger('payout.created');
    const found: Record<string, number> = {};
    for (const view of ['payments', 'disputes', 'customers', 'webhooks', 'ledger', 'clock', 'activity']) {
      at.go(view);
      for (const words of ['customer:ada', 'customer:x@example.com', `customer:${id}`]) {
        const rows = await filtered(words);
        found[`${view} ${words}`] = rows.length;
      }
    }
    expect(Object.entries(found).filter(([, count]) => count === 0)).toEqual([]);
    at.go('payouts');
    expect(await filtered('customer:ada')).toEqual([]);
  });

  test('finds mails by the name and the id of who has their address', async () => {
    await at.trigger('invoice.send');
    const { to } = (await at.client.call('mail.list')).data[0]!;
    const { objects } = await at.client.call('objects.list', { kind: 'customer', search: to });
    at.go('mail');
    expect(await filtered(`customer:${objects[0]!.id}`)).not.toEqual([]);
    expect(await filtered('customer:cus_nobody')).toEqual([]);
  });
});

describe('a filter that means nothing', () => {
  test.each([
    ['amount:>abc', "'>abc' is not a valid amount; use a filter such as amount:>50."],
    ['since:yesterday', "'yesterday' is not a valid time; use a filter such as since:-1h."],
    ['amount:much', "'much' is not a valid amount; use a filter such as amount:>50."],
  ])('%s says why, in place of rows', async (words, why) => {
    await at.demo.charged();
    for (const view of ['payments', 'ledger']) {
      at.go(view);
      await at.until(() => at.rows.length).toBeGreaterThan(0);
      at.desk.filter(words);
      expect([at.desk.filterRefusal, at.rows]).toEqual([why, []]);
      expect(emptyStateOf(at.desk)).toEqual({ text: why, isFailure: true });
      expect(at.desk.pending.rows).toBe(false);
      at.desk.filter('since:-1d');
      await at.until(() => at.rows.length).toBeGreaterThan(0);
    }
  });

  test('is none while its value is still to be typed', async () => {
    await at.demo.charged();
    at.go('payments');
    await at.until(() => at.rows).toHaveLength(1);
    at.desk.filter('amount:>');
    expect([at.desk.filterRefusal, at.rows.length]).toEqual([null, 1]);
  });
});

describe('the last word of a filter', () => {
  test.each([
    ['webhooks', 'st', ['state:', 'status:']],
    ['webhooks', 'state:f', ['state:failed']],
    ['payments', 'state:set', ['state:settled']],
    ['activity', 'type:payout.r', ['type:payout.returned']],
    ['activity', 'status:>', ['status:>=400', 'status:>=500']],
    ['activity', 'amount:', ['amount:>50', 'amount:<10']],
    ['activity', 'since:-1', ['since:-1h', 'since:-1d']],
    ['activity', 'customer:', []],
  ])('of %s is completed: %s', (view, word, completions) => {
    at.go(view);
    expect(completionsOf(at.desk, word)).toEqual(completions);
  });
});
