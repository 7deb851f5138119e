import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { showWithReceiver } from './harness.ts';

let shown: Awaited<ReturnType<typeof showWithReceiver>>;

beforeEach(async () => {
  shown = await showWithReceiver();
});

afterEach(() => shown.close());

/** Fresh payouts by ACH, the latest last. @returns their ids */
async function payouts(...amounts: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of amounts) {
    const { objects } = await shown.sandbox.client.trigger('payout.paid', { amount, set: { rail: 'ach' } });
    ids.push(objects.find(({ object }) => object === 'payout')!.id);
  }
  return ids;
}

const stateOf = async (id: string): Promise<string | null> => (await shown.sandbox.client.objects.get(id)).state;

describe('a row that is marked', () => {
  test('shows it, and stays marked while others come, are filtered or another view is shown', async () => {
    await payouts(1100, 2200, 3300);
    await shown.press('3');
    await shown.until('1 of 3');
    await shown.press(' ', ' ');
    const screen = await shown.until('◆ 2 marked · 3 of 3');
    expect(screen).toMatch(/\n ◆.*\$33\.00.*\n ◆.*\$22\.00.*\n▌ \S.*\$11\.00/);
    expect(screen).toContain('a act on 2');
    await payouts(4400);
    await shown.until(/\n {2}\S.*\$44\.00.*\n ◆.*\$33\.00.*\n ◆.*\$22\.00/);
    await shown.press('/');
    await shown.type('amount:33');
    await shown.press('enter');
    await shown.until('◆ 2 marked, 1 not shown here · 1 of 1 · amount:33');
    await shown.press('2', '3');
    await shown.until('◆ 2 marked, 1 not shown here');
    // The first Esc takes the marks away, the second one the filter.
    await shown.press('esc');
    expect(await shown.until((now) => !now.includes('marked'))).toContain('amount:33');
    await shown.press('esc', 'up', 'up', ' ', 'up', ' ');
    await shown.until((now) => !now.includes('◆') && now.includes(' of 4 ─'));
  });

  test('is of its data set', async () => {
    await payouts(1100);
    await shown.press('3', ' ');
    await shown.until('◆ 1 marked');
    await shown.press('W');
    await shown.type('demo_a test');
    await shown.until(/▌ ws_demo_a · test/);
    await shown.press('enter');
    await shown.until('No payouts yet');
    expect(shown.screen()).not.toContain('marked');
  });
});

describe('a range', () => {
  test('is marked by V from the last marked row, and by Shift and the arrows', async () => {
    await payouts(1100, 2200, 3300, 4400);
    await shown.press('3');
    await shown.until('1 of 4');
    await shown.press(' ', 'down', 'V');
    await shown.until('◆ 3 marked · 3 of 4');
    await shown.press('esc', 'g', 'shift+down', 'shift+down');
    await shown.until('◆ 3 marked · 3 of 4');
    await shown.press('shift+up');
    await shown.until('◆ 3 marked · 2 of 4');
  });
});

describe('moves of what is marked', () => {
  test('say for how many they are legal, ask once with the sum, and tell of each that was left out', async () => {
    const [failed, first, second] = await payouts(1100, 2200, 3300);
    await shown.sandbox.client.trigger('payout.return', { id: failed });
    await shown.press('3');
    await shown.until(/\$11\.00 +returned/);
    await shown.press(' ', ' ', ' ', 'a');
    await shown.until(/What to do with 3 marked rows(.|\n)*▌ return +legal for 2 of 3; /);
    await shown.press('enter');
    const question = await shown.until('return 2 payouts?');
    const asked = question.replace(/\s+/g, ' ');
    expect(asked).toContain('→ returned · of $55.00 in all · 1 more is marked and stays as it is:');
    expect(asked).toMatch(/po_\w+… is returned/);
    await shown.type('R03');
    await shown.press('enter');
    await shown.until(/2 of 3 done: payout\.return · \d events? · po_\w+… is returned/);
    expect([await stateOf(first!), await stateOf(second!)]).toEqual(['returned', 'returned']);
    expect((await shown.sandbox.client.objects.get(first!)).data.return_code).toBe('R03');
    // What nothing was done for stays marked.
    await shown.until(/◆ 1 marked(.|\n)*◆.*\$11\.00/);
  });

  test('go on where one is refused, and list the reasons', async () => {
    const ids = await payouts(1100, 2200, 3300);
    await shown.press('3');
    await shown.until('1 of 3');
    await shown.press(' ', ' ', ' ', 'r');
    await shown.until('Enter return');
    for (const id of ids.slice(0, 2)) await shown.sandbox.client.trigger('payout.return', { id });
    await shown.press('enter');
    await shown.until(/1 of 3 done: payout\.return/);
    const screen = await shown.until('─ Not done: 2');
    for (const id of ids.slice(0, 2)) expect(screen).toMatch(new RegExp(`${id} +.*return`));
    await shown.press('enter');
    await shown.until(new RegExp(`payout ${ids[1]}(.|\\n)*As the API shows it`));
  });

  test('take an amount of each', async () => {
    const { client } = shown.sandbox;
    for (const amount of [4200, 5200]) await client.trigger('payment.completed', { amount });
    await shown.press('2');
    await shown.until('1 of 2');
    await shown.press(' ', ' ', 'x');
    await shown.until(/refund 2 transactions\?(.|\n)*of \$94\.00 in all(.|\n)*Enter refund/);
    await shown.type('x');
    await shown.press('enter');
    await shown.until("! 'x' is no amount; write it like 15 or 15.00.");
    await shown.press('ctrl+u');
    await shown.type('15');
    await shown.press('enter');
    await shown.until('2 of 2 done: transaction.refund');
    const { objects } = await client.objects.list('transaction');
    expect(objects.map(({ data }) => data.total_refunded)).toEqual([1500, 1500]);
  });

  test('stand first in the list of everything', async () => {
    const ids = await payouts(1500, 2500);
    await shown.press('3');
    await shown.until(/\$25\.00/);
    await shown.press(' ', ' ');
    await shown.until('2 marked');
    await shown.press(':');
    await shown.until(/▌ return +2 marked rows +legal for all 2/);
    await shown.type('return');
    await shown.until(/▌ return +2 marked rows/);
    await shown.press('enter');
    await shown.until(/return 2 payouts\?/);
    await shown.press('enter');
    await expect.poll(() => Promise.all(ids.map(stateOf))).toEqual(['returned', 'returned']);
  });

  test('that none of them may make say so', async () => {
    await payouts(1100);
    await shown.press('3', ' ', 'x');
    await shown.until('Nothing that is marked may refund now.');
  });

  test('are those of its object for each row of Activity, once for the same object', async () => {
    const [id] = await payouts(1100);
    await shown.until(/└ payout\.paid +200/);
    await shown.press(' ', 'up', ' ', 'r');
    await shown.until('return 1 payout?');
    await shown.press('enter');
    await shown.until('1 of 1 done: payout.return');
    expect(await stateOf(id!)).toBe('returned');
    expect(shown.screen()).not.toContain('marked');
  });
});

describe('webhooks that are marked', () => {
  test('are sent again by w after a question, and what is none is told of', async () => {
    await payouts(1100);
    await shown.sandbox.api('GET', '/balance');
    await shown.until(/payout\.paid +200(.|\n)*▌ .*GET \/balance/);
    const before = shown.receiver.requests.length;
    await shown.press(' ', 'up', ' ', 'w');
    const question = await shown.until('Send 1 event again?');
    expect(question.replace(/\s+/g, ' ')).toMatch(/1 more is marked and stays as it is: req_\w+… is no webhook/);
    await shown.press('enter');
    await shown.until(/1 of 2 events sent again · 127\.0\.0\.1:\d+ answered 200.* · req_\w+… is no webhook/);
    expect(shown.receiver.requests).toHaveLength(before + 1);
    await shown.press('R');
    await shown.until('Send 1 request again?');
    await shown.press('enter');
    await shown.until('1 of 1 requests sent again · answered 200');
  });

  test('give their ids to the clipboard, a line each', async () => {
    const ids = await payouts(1100, 2200);
    await shown.press('3');
    await shown.until('1 of 2');
    await shown.press(' ', ' ', 'y');
    await shown.until('2 ids went to the terminal');
    expect(shown.copied()).toEqual([ids.toReversed().join('\n')]);
  });
});

describe('faults that are marked', () => {
  test('are removed together', async () => {
    const { faults } = shown.sandbox.client;
    for (const kind of ['unavailable', 'latency']) await faults.add({ on: 'charges.create', kind });
    await shown.press('=');
    await shown.until('1 of 2');
    await shown.press(' ', ' ', 'D');
    await shown.until('Remove 2 faults and rules?');
    await shown.press('enter');
    await shown.until('2 of 2 removed');
    expect((await faults.list()).data).toEqual([]);
  });
});
