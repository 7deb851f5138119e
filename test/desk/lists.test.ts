import { describe, expect, test } from 'vitest';
import { type FetchPage, PagedList } from '../../src/desk/model/lists/paged-list.ts';
import { gapRow, rowsOf } from '../../src/desk/model/lists/position.ts';
import { shortenTexts } from '../../src/desk/model/lists/shorten-text.ts';
import { placeOf } from '../../src/desk/model/place.ts';
import { entriesOfBalances } from '../../src/desk/model/time/money.ts';
import { cards } from '../support/demo.ts';
import { deskOfEachTest } from './setup.ts';

describe('a list by pages', () => {
  const pages = (held: () => readonly { id: string }[]) =>
    new PagedList<{ id: string }>(
      async (after, search) => {
        const all = held().filter(({ id }) => id.includes(search));
        const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
        const items = all.slice(from, from + 3);
        return { items, next: from + 3 < all.length ? (items.at(-1)?.id ?? null) : null };
      },
      () => {},
    );
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ id: `o_${String(to - at).padStart(2, '0')}` }));

  test('keeps what was loaded further down when new ones come', async () => {
    let held = numbered(1, 9);
    const list = pages(() => held);
    await list.refresh();
    await list.loadMore();
    expect(list.items.map(({ id }) => id)).toEqual(['o_09', 'o_08', 'o_07', 'o_06', 'o_05', 'o_04']);
    held = numbered(1, 10);
    await list.refresh();
    expect(list.items.map(({ id }) => id)).toEqual(['o_10', 'o_09', 'o_08', 'o_07', 'o_06', 'o_05', 'o_04']);
    await list.loadMore();
    expect(list.items.at(-1)).toEqual({ id: 'o_01' });
  });

  test('loads its end before what is between, and closes the gap from above', async () => {
    const all = numbered(1, 12);
    const list = new PagedList<{ id: string }>(
      async (after, _search, page) => {
        const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
        const items = page === 'last' ? all.slice(-3) : all.slice(from, from + 3);
        return { items, next: page === 'last' || from + 3 >= all.length ? null : items.at(-1)!.id };
      },
      () => {},
    );
    await list.refresh();
    await list.loadEnd();
    expect(list.items.map(({ id }) => id)).toEqual(['o_12', 'o_11', 'o_10', 'o_03', 'o_02', 'o_01']);
    expect(list.gap).toBe(3);
    await list.loadMore();
    await list.loadMore();
    await list.loadMore();
    expect(list.items).toEqual(all);
    expect([list.gap, list.hasMore]).toEqual([null, false]);
  });

  test('keeps its end when more than a page comes at once, unless it is gone', async () => {
    let held = numbered(1, 3);
    const list = pages(() => held);
    await list.refresh();
    held = numbered(1, 9);
    await list.refresh();
    expect(list.items.map(({ id }) => id)).toEqual(['o_09', 'o_08', 'o_07', 'o_03', 'o_02', 'o_01']);
    expect(list.gap).toBe(3);
    await list.loadMore();
    await list.loadMore();
    expect([list.items, list.gap, list.hasMore]).toEqual([held, null, false]);
    held = numbered(21, 26);
    await list.refresh();
    await list.loadMore();
    expect([list.items, list.gap, list.hasMore]).toEqual([held, null, false]);
  });

  test('drops the answer to an older question', async () => {
    const answers: ((page: { items: { id: string }[]; next: null }) => void)[] = [];
    const list = new PagedList<{ id: string }>(
      () => new Promise((resolve) => answers.push(resolve)),
      () => {},
    );
    const first = list.search('a');
    const second = list.search('b');
    answers[1]!({ items: [{ id: 'b' }], next: null });
    answers[0]!({ items: [{ id: 'a' }], next: null });
    await Promise.all([first, second]);
    expect(list.items).toEqual([{ id: 'b' }]);
  });

  test('says why it could not be loaded', async () => {
    const list = new PagedList<{ id: string }>(
      () => Promise.reject(new Error('gone')),
      () => {},
    );
    await list.refresh();
    expect(list.failure).toBe('gone');
  });
});

/** A list of records of which a search looks at three in a call. */
function searched(held: () => readonly { id: string; fits: boolean }[]) {
  const calls: (string | null)[] = [];
  const fetch: FetchPage<{ id: string }> = async (after) => {
    calls.push(after);
    const all = held();
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const looked = all.slice(from, from + 3);
    return {
      items: looked.filter(({ fits }) => fits).map(({ id }) => ({ id })),
      next: from + 3 < all.length ? looked.at(-1)!.id : null,
    };
  };
  const list = new PagedList(fetch, () => {});
  return { list, calls, ids: () => list.items.map(({ id }) => id).join(' ') };
}

/** Records by their ids, of which those in capitals fit. */
const records = (ids: string) => ids.split(' ').map((id) => ({ id: id.toLowerCase(), fits: id !== id.toLowerCase() }));

describe('a list that is searched in parts', () => {
  test('goes on behind parts in which nothing fits, until something does', async () => {
    const { list, ids } = searched(() => records('a b c d e f g h i J k l M n o p'));
    await list.search('x');
    expect([ids(), list.hasMore]).toEqual(['', true]);
    await list.loadMore();
    expect([ids(), list.hasMore]).toEqual(['j', true]);
    await list.loadMore();
    await list.loadMore();
    expect([ids(), list.hasMore]).toEqual(['j m', false]);
  });

  test('keeps what was found further down when it looks again, and does not look for it again', async () => {
    let held = records('a b c d e f G h i');
    const { list, calls, ids } = searched(() => held);
    await list.search('x');
    await list.loadMore();
    held = [...records('Z y'), ...held];
    const before = calls.length;
    await list.refresh();
    expect([ids(), calls.length - before]).toEqual(['z g', 1]);
    await list.loadMore();
    expect([ids(), list.hasMore]).toEqual(['z g', false]);
  });

  test('loses what fits no longer, and keeps what newer records only pushed down', async () => {
    let held = records('A b C d e f G h i');
    const { list, ids } = searched(() => held);
    await list.search('x');
    await list.loadMore();
    expect(ids()).toBe('a c g');
    held = records('y z A b c d e f G h i');
    await list.refresh();
    expect(ids()).toBe('a g');
    held = records('w x y z A b c d e f G h i');
    await list.refresh();
    expect(ids()).toBe('a g');
    await list.refresh();
    expect(ids()).toBe('a g');
  });
});

describe('texts of an answer', () => {
  test('that are longer than any row are shortened, and nothing else is copied', () => {
    const short = { a: ['x'], b: null };
    expect(shortenTexts(short)).toBe(short);
    const long = shortenTexts({ a: ['x'.repeat(5_000)], b: { c: 1 } });
    expect([long.a[0]!.length, long.a[0]!.at(-1), long.b]).toEqual([4_001, '…', { c: 1 }]);
  });
});

describe('rows that a chart was narrowed to', () => {
  const row = (key: string, depth = 0) => ({
    key,
    depth,
    target: { type: 'note', text: '' } as const,
    cells: () => [],
  });
  const keys = (only: string[] | null) =>
    rowsOf([row('a'), row('a1', 1), row('a2', 2), row('b'), row('b1', 1)], only === null ? null : new Set(only)).map(
      ({ key }) => key,
    );

  test('keep the causes above them, and lose what came beside', () => {
    expect(keys(null)).toHaveLength(5);
    expect(keys(['a2'])).toEqual(['a', 'a1', 'a2']);
    expect(keys(['b1', 'a1'])).toEqual(['a', 'a1', 'b', 'b1']);
    expect(keys(['b'])).toEqual(['b']);
    expect(keys([])).toEqual([]);
  });
});

const at = deskOfEachTest();

/** Shows so many payouts, the oldest of 11.11. */
async function manyPayouts(count: number): Promise<void> {
  await at.trigger('payout.created', { amount: 1111 });
  await at.trigger('payout.created', { count: count - 1 });
  at.go('payouts');
  await at.until(() => at.rows).toHaveLength(50);
  await at.until(() => placeOf(at.desk).of).toBe(count);
}

describe('a list of many', () => {
  test('loads as far as there is room for', async () => {
    await manyPayouts(120);
    // As before every drawing: while rows are loading, no more are asked for.
    const shown = () => {
      at.desk.shows(70);
      return at.desk.rows.length;
    };
    await at.until(shown).toBe(100);
  });

  test('loads what is near its end as it is gone through, and counts all', async () => {
    await manyPayouts(120);
    at.desk.shows(10);
    expect(placeOf(at.desk)).toMatchObject({ at: 1, of: 120, text: '1 of 120' });
    for (const length of [100, 120]) {
      at.desk.select(at.desk.rows.length - 1);
      await at.until(() => at.rows.length).toBe(length);
    }
    at.desk.select(119);
    expect(placeOf(at.desk)).toMatchObject({ at: 120, of: 120 });
  });

  test('has its last row without all that is between, and counts from the end', async () => {
    await manyPayouts(161);
    await at.desk.selectLast();
    await at.until(() => placeOf(at.desk)).toMatchObject({ at: 161, of: 161 });
    expect(at.rows.at(-1)).toContain('$11.11');
    expect(at.desk.gap).toBe(50);
    expect(at.desk.rows[50]).toBe(gapRow);
  });

  test('shows what is missing where somebody goes down to it, and selects no line that stands for it', async () => {
    await manyPayouts(161);
    await at.desk.selectLast();
    await at.until(() => at.desk.gap).toBe(50);
    at.desk.shows(10);
    at.desk.select(0);
    at.desk.move(60);
    expect(at.desk.index).toBe(49);
    await at.until(() => at.desk.gap).toBe(100);
    at.desk.select(100);
    expect(at.desk.selected).not.toBe(gapRow);
  });

  test('keeps its last row selected when many come at once', async () => {
    await manyPayouts(161);
    await at.desk.selectLast();
    await at.trigger('payout.created', { count: 120 });
    await at.until(() => placeOf(at.desk)).toMatchObject({ at: 281, of: 281 });
    expect(at.rows.at(-1)).toContain('$11.11');
    at.desk.select(0);
    expect(placeOf(at.desk)).toMatchObject({ at: 1, of: 281 });
  });

  test('is summed as a whole under each filter, of which one page is loaded', async () => {
    await manyPayouts(120);
    const whole = placeOf(at.desk).sums;
    expect(whole).toMatch(/^Sum of 120: \$[\d,]+\.\d\d/);
    at.desk.filter('amount:<12');
    await at.until(() => placeOf(at.desk).sums).toMatch(/^Sum of 1: \$11\.11$/);
    at.go('ledger');
    await at.until(() => placeOf(at.desk).sums).toMatch(/^Sum of \d+: .*payout \$/);
    // Balances follow from all movements, not from those that match.
    expect(entriesOfBalances(at.session.lists)).not.toBeNull();
    at.desk.filter('payout');
    await at.until(() => entriesOfBalances(at.session.lists)).toBeNull();
    at.go('customers');
    expect(placeOf(at.desk).sums).toBe('');
  });

  test('counts what failed apart, and sums no prices', async () => {
    await at.demo.charged({ amount: 1000 });
    await at.demo.charge({ amount: 2500, payment_token: await at.demo.tokenize(cards.declined) });
    await at.demo.made('/products', { name: 'Shirt', price: 1500 });
    at.go('payments');
    await at.until(() => placeOf(at.desk).sums).toBe('Sum of 1: $10.00 · 1 failed: $25.00');
    at.desk.filter('state:failed');
    await at.until(() => placeOf(at.desk).sums).toBe('1 failed: $25.00');
    expect((await at.client.call('objects.list', { kind: 'product', sums: true })).sums?.currencies).toEqual([]);
  });

  test('whose kind has no count says that there may be more', async () => {
    await at.trigger('payment.completed', { count: 120 });
    at.go('ledger');
    await at.until(() => at.rows.length).toBeGreaterThanOrEqual(50);
    expect(placeOf(at.desk)).toMatchObject({ of: at.rows.length, text: expect.stringMatching(/^1 of \d+ so far$/) });
  });

  test('is loaded when it is gone to, and again when something came', async () => {
    const asked = () => at.wire.calls.filter((call) => call.includes('kind=payout&')).length;
    expect(asked()).toBe(0);
    at.go('payouts');
    await at.until(() => at.desk.pending.rows).toBe(false);
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await at.payouts(1500);
    await at.row(/\$15\.00/);
    expect(asked()).toBeGreaterThan(before);
  });

  test('says why it could not be loaded', async () => {
    const end = at.wire.answer(/kind=payout/, 400, { error: 'Not now.', type: 'invalid_request_error' });
    at.go('payouts');
    const list = () => at.session.lists.objectsOf('payout');
    await at.until(() => list().failure).toBe('Not now.');
    expect(at.desk.pending.rows).toBe(false);
    end();
    at.go('payouts');
    await at.until(() => list().failure).toBeNull();
  });
});

describe('a row', () => {
  test('stays selected when others come before it, and its place where it is gone', async () => {
    const [first] = await at.payouts(1100, 2200);
    at.go('payouts');
    await at.select(first!);
    await at.payouts(3300);
    await at.row(/\$33\.00/);
    expect([at.desk.selected?.key, at.desk.index, placeOf(at.desk).newer]).toEqual([first, 2, 1]);
    await at.client.call('snapshots.save', { name: 'later' });
    at.desk.filter('amount:>15');
    await at.until(() => at.rows).toHaveLength(2);
    expect(at.desk.index).toBe(0);
  });

  test('has the state that the stream tells at once, and its moves with the next look', async () => {
    const [id] = await at.payouts(1100);
    at.go('payouts');
    await at.row(`${id}.* paid`);
    const release = at.wire.hold(/GET \/_emulator\/objects\?/);
    await at.trigger('payout.return', { id });
    const row = await at.row(`${id}.* returned`);
    expect(row.target).toMatchObject({ object: { moves: [] } });
    release();
  });

  test('without a message of its own is followed too: a customer that is changed', async () => {
    const { id } = await at.demo.saveCustomer();
    at.go('customers');
    await at.row('ada@example.com');
    await at.demo.api.patch(`/customers/${id}`, { email: 'bea@example.com' });
    await at.row('bea@example.com');
  });

  test('of the wrong length of list selects the nearest there is', async () => {
    await at.payouts(1100, 2200);
    at.go('payouts');
    await at.until(() => at.rows).toHaveLength(2);
    at.desk.select(99);
    expect(at.desk.index).toBe(1);
    at.desk.move(-99);
    expect(at.desk.index).toBe(0);
  });
});

describe('keys that are meant for rows to come', () => {
  test('wait until they are there, or until the search for them is over', async () => {
    await at.payouts(1100);
    const release = at.wire.hold(/GET \/_emulator\/objects\?/);
    at.go('payouts');
    expect(at.desk.pending.rows).toBe(true);
    const loaded = at.desk.pending.rowsLoaded();
    release();
    await loaded;
    expect([at.desk.pending.rows, at.rows.length]).toEqual([false, 1]);
    const again = at.wire.hold(/GET \/_emulator\/objects\?.*search/);
    at.desk.filter('amount:11');
    expect(at.desk.pending.rows).toBe(true);
    again();
    await at.until(() => at.desk.pending.rows).toBe(false);
  });

  test('wait for no rows where there are none, nor where details are open', async () => {
    at.go('payouts');
    await at.until(() => at.desk.pending.rows).toBe(false);
    expect(at.rows).toEqual([]);
    const [id] = await at.payouts(1100);
    await at.opened(id!);
    const release = at.wire.hold(/GET \/_emulator\/objects\?/);
    at.desk.filter('amount:11');
    expect(at.desk.pending.rows).toBe(false);
    release();
  });
});

describe('what lies behind a thousand newer records', () => {
  /** A payment that is refunded, of a customer with no other, behind many. */
  async function oldPayment() {
    const customer = await at.demo.saveCustomer();
    const { id } = await at.demo.saveCard(customer);
    const payment = await at.demo.settled({ customer_id: customer.id, payment_method_id: id, amount: 1234 });
    await at.trigger('transaction.refund', { id: payment.id });
    for (let count = 0; count < 1_200; count += 400) await at.trigger('payment.completed', { count: 400 });
    return { ...payment, customer: customer.id };
  }

  test('is found by a filter, by the beginning of its id, and in the details of its customer', async () => {
    const { id, customer } = await oldPayment();
    at.go('payments');
    at.desk.filter('state:refunded');
    // As before every drawing: a search goes on as long as its rows are shown.
    const found = () => {
      at.desk.shows(10);
      return at.rows;
    };
    await at.until(found).toEqual([expect.stringMatching(`${id} {2}\\$12\\.34 {2}refunded`)]);
    at.desk.filter('state:voided');
    await at.until(() => [found(), at.desk.pending.isSearching]).toEqual([[], false]);
    const { openPalette } = await import('../../src/desk/model/palette/palette.ts');
    openPalette(at.desk, []);
    await at.chooser('^Everything$', id.slice(0, 10));
    await at.choice(`^${id} {2}transaction {2}\\$12\\.34`);
    await at.chooser('^Everything$', customer);
    await at.choose(`^${customer} {2}customer`);
    const text = await at.details(new RegExp(`# Payments\n.*${id} {2}\\$12\\.34 {2}refunded`));
    // A sixth one is none of many more.
    expect(text).not.toContain('more:');
  });
});
