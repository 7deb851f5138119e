import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ObjectView } from '../../src/control/wire.ts';
import { type FetchPage, PagedList } from '../../src/desk/lists/paged-list.ts';
import { attach, type Dashboard, showWithReceiver } from './harness.ts';

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

describe('what lies behind a thousand newer records', () => {
  let emulator: Awaited<ReturnType<typeof showWithReceiver>>;
  let shown: Dashboard;
  let payment: ObjectView;

  beforeAll(async () => {
    emulator = await showWithReceiver();
    const { client } = emulator.sandbox;
    emulator.receiver.answer({ status: 500 });
    payment = await client.objects.get(await oldPayment());
    await emulator.until('100 % fail');
    emulator.receiver.answer({ status: 200 });
    for (let count = 0; count < 1_200; count += 400) await client.trigger('payment.completed', { count: 400 });
  });

  /** A payment that is refunded, of a customer with no other. @returns its id */
  async function oldPayment(): Promise<string> {
    const { api, client } = emulator.sandbox;
    const buyer = await api('POST', '/customers', {
      email: 'ann@example.com',
      billing_address_1: '1 Main St',
      billing_city: 'Springfield',
      billing_state: 'IL',
      billing_postal_code: '62701',
      billing_country: 'US',
    });
    const token = await api('POST', '/tokens', { number: '4000056655665556', exp_month: '12', exp_year: '2030' });
    const [customer_id, payment_token] = [buyer.body.data.id, token.body.data.token];
    const { body } = await api('POST', '/charges', { amount: 1234, customer_id, payment_token });
    await client.settle();
    await client.trigger('transaction.refund', { id: body.data.id });
    return body.data.id;
  }

  afterAll(() => emulator.close());

  beforeEach(async () => {
    shown = attach(emulator.sandbox.url, { columns: 140, rows: 40 });
    await shown.until('ws_demo · test');
    return () => shown.close();
  });

  test('is found by a filter', async () => {
    await shown.press('2');
    await shown.until(/▌ .*txn_/);
    await shown.press('/');
    await shown.type('state:refunded');
    await shown.until(/─ 1 of 1 · state:refunded(.|\n)*▌ .*\$12\.34 +refunded/);
    await shown.press('enter', 'esc');
    await shown.press('/');
    await shown.press('ctrl+u');
    await shown.type('state:voided');
    await shown.until(/─ nothing · state:voided(.|\n)*Nothing fits 'state:voided'\./);
  });

  test('is found by ! where it needs somebody', async () => {
    await shown.press('7');
    await shown.until(/▌ .*payment\.completed/);
    await shown.press('!');
    await shown.until(/▌ .*payment\.\w+ +500/);
  });

  test('is found by the first letters of its id', async () => {
    await shown.press(':');
    await shown.until('─ Everything');
    await shown.type(payment.id.slice(0, 10));
    await shown.until(new RegExp(`▌ ${payment.id} +transaction +\\$12\\.34`));
    await shown.until((now) => !now.includes('looking further'));
  });

  test('stands in the details of the customer whose it is', async () => {
    await shown.press(':');
    await shown.until('─ Everything');
    await shown.type(String(payment.data.customer_id));
    await shown.until(/▌ cus_\w+ +customer/);
    await shown.press('enter');
    await shown.until(new RegExp(`Payments(.|\\n)* ${payment.id} +\\$12\\.34 +refunded`));
    await shown.until((now) => !now.includes('looking further'));
  });

  test('is a webhook that an id leads to', async () => {
    const [event] = (await emulator.sandbox.client.events.list({ subject: payment.id })).data;
    const { deliveries } = await emulator.sandbox.client.events.get(event!.id);
    await shown.press(':');
    await shown.until('─ Everything');
    await shown.type(deliveries[0]!.id);
    await shown.until(new RegExp(`▌ ${event!.id} +webhook`));
  });
});
