import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { viewsOf } from '../../src/desk/views/views.ts';
import { keyOf, keyTable } from '../../src/tui/keys/keys.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { hasRule } from './emulated-screen.ts';
import { attach, hurried, show, showWithReceiver } from './harness.ts';

let shown: Awaited<ReturnType<typeof showWithReceiver>>;

beforeEach(async () => {
  shown = await showWithReceiver();
});

afterEach(() => shown.close());

/** A charge of a saved card through the API. */
async function charge(amount: number, extra: Record<string, unknown> = {}): Promise<string> {
  const { api } = shown.sandbox;
  const buyer = await api('POST', '/customers', {
    email: 'ann@example.com',
    billing_address_1: '1 Main St',
    billing_city: 'Springfield',
    billing_state: 'IL',
    billing_postal_code: '62701',
    billing_country: 'US',
  });
  const customer_id = buyer.body.data.id;
  const token = await api('POST', '/tokens', { number: '4000056655665556', exp_month: '12', exp_year: '2030' });
  const payment_token = token.body.data.token;
  const { status, body } = await api('POST', '/charges', { amount, customer_id, payment_token, ...extra });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

/** Runs what was copied last in a shell. @returns what it printed */
async function runCopied(): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', shown.copied().at(-1)!], { timeout: 10_000 });
  return stdout;
}

/** A settled charge, and the question that its refund begins with. */
async function askToRefund(): Promise<void> {
  await charge(4200);
  await shown.sandbox.client.settle();
  await shown.press('2');
  await shown.until(/txn_\w+.*settled/);
  await shown.press('x');
  await shown.until('Enter refund');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: commands begin with one
const commands = /\u001b\[(?:\?(?:1000|1006|1049|2004|2026|25)[hl]|2J|K|H|[\d;]*m)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const rowStart = /\u001b\[\d+;1H/;

/** The rows that were written, without the commands that the dashboard gives the terminal. */
const rowsWritten = (written: string): string[] => written.replace(commands, '').split(rowStart);

describe('what is always visible', () => {
  test('is the address, the data set, the clock and how the receiver does', async () => {
    const screen = await shown.until('nothing sent yet');
    expect(screen).toContain(shown.sandbox.url);
    expect(screen).toContain('ws_demo · test · debit_payouts');
    expect(screen).toContain('frozen 2026-03-01 09:00:00Z');
    expect(screen).toContain(`hooks ${shown.receiver.url}/hook`);
    expect(screen).toContain('available $10,000.00');
  });

  test('a receiver that fails shows with how many wait, the next retry and how often it fails', async () => {
    const { client } = shown.sandbox;
    shown.receiver.answer({ status: 500 });
    await client.trigger('payout.created', { count: 3 });
    await shown.until(/! hooks .* 500 · 3 wait, next \d+m? ?\w* on, when the clock moves.* · 100 % fail/);
    expect(shown.screen()).toMatch(/7 (Webhooks|Hooks) 3!/);
    shown.receiver.answer({ status: 200 });
    await client.trigger('payout.created');
    // It answers, but what failed before waits still.
    await shown.until(/○ hooks .* 200 · 3 wait, next .* on, when the clock moves.* · 75 % fail/);
    expect(shown.screen()).toMatch(/7 (Webhooks|Hooks) 3!/);
  });

  test('the requests of the last minute are a line of bars, with how many were refused, and how soon webhooks are taken', async () => {
    await shown.resize(130, 30);
    await shown.sandbox.api('GET', '/balance');
    await shown.sandbox.api('POST', '/charges', { amount: 1 });
    await shown.until(/█ +2\/min, 1 refused/);
    await shown.sandbox.client.trigger('payout.created');
    await shown.until(/hooks .* 200 · p95 \d+ ms/);
  });

  test('every view has its name where there is room, Findings also without any', async () => {
    await shown.resize(200, 30);
    await shown.until(/\+ More +\* Findings/);
  });

  test('the next job shows with its object', async () => {
    await shown.sandbox.client.trigger('subscription.created');
    await shown.sandbox.client.settle();
    await shown.until(/next: renew sub_\w{4}… in 3\dd|next: renew sub_\w{4}… in 2\dd/);
  });
});

describe('Activity', () => {
  test('shows a request with what came of it: change, event, answer', async () => {
    await charge(4200);
    const before = await shown.until(/POST \/charges\s+201\s+\d+ ms\s+txn_\w+…\s+\$42\.00\s+pending_settlement/);
    expect(before).toContain('POST /tokens');
    await shown.sandbox.client.settle();
    const after = await shown.until(/└ payment\.completed\s+200/);
    const lines = after.split('\n');
    const at = lines.findIndex((line) => line.includes('POST /charges'));
    expect(lines[at + 1]).toMatch(/└ settled\s+txn_\w+…\s+\$42\.00\s+by the clock/);
    expect(lines[at + 2]).toMatch(/ {4}└ payment\.completed\s+200\s+\d+ ms\s+→ 127\.0\.0\.1:\d+/);
  });

  test('says why something was refused, declined or not taken on its own row', async () => {
    await shown.resize(140, 30);
    await shown.press('P');
    shown.receiver.answer({ status: 500, body: "KeyError: 'plan'\nTraceback" });
    await shown.sandbox.api('POST', '/charges', { amount: 1 });
    await shown.until(/POST \/charges +400 .*parameter_missing: Give customer_id/);
    await shown.sandbox.client.trigger('payment.failed', { code: 'M008' });
    await shown.until(/payment\.failed +500 .*"KeyError: 'plan'" {2}attempt 1 of 3/);
    await shown.until(/└ failed .*txn_\w+… +\$42\.00 +M008|payment\.failed .*M008/);
    await shown.press('7');
    await shown.until(/payment\.failed +500 .*"KeyError: '/);
  });

  test('says what a request held that is not known', async () => {
    await charge(4200, { custmer: 1 });
    await shown.until('ignored custmer');
  });

  test('is filtered by what is typed, until Esc', async () => {
    await shown.sandbox.client.trigger('payout.created');
    await charge(1500);
    await shown.until('POST /charges');
    await shown.press('/');
    await shown.type('payout');
    await shown.until('filter: payout');
    expect(shown.screen()).not.toContain('POST /charges');
    await shown.press('enter', 'esc');
    await shown.until('POST /charges');
  });

  test('a request is sent again with R', async () => {
    await shown.sandbox.api('GET', '/balance');
    await shown.until('GET /balance');
    await shown.press('R');
    await shown.until(/GET \/api\/v1\/balance again · answered 200/);
  });

  test('shows a part of a flood, counts the rest, and has what came last when it is over', async () => {
    await shown.sandbox.client.trigger('payment.completed', { count: 400 });
    await shown.until(/[\d,]+ more, too fast to show/);
    const [last] = (await shown.sandbox.client.events.list({ limit: 1 })).data;
    await shown.until(new RegExp(`${last!.subject.slice(0, 8)}… +\\$42\\.00`));
  });

  test('no longer counts what a flood left out and came later, and repeats no mark', async () => {
    const { client, url } = shown.sandbox;
    // What was left out is drawn before the next look counts it anew.
    const seen = attach(url, { pace: { ...hurried, pollInterval: 1_000 } });
    try {
      await seen.until('ws_demo · test');
      await client.markers.add('before the flood');
      await seen.until('── before the flood');
      await client.trigger('payment.completed', { count: 400 });
      const { data: events } = await client.events.list({ limit: 1 });
      const left = () =>
        [...seen.written().matchAll(/([\d,]+) more, too fast to show/g)].map(([, count]) =>
          Number(count!.replace(',', '')),
        );
      await seen.until(new RegExp(`${events[0]!.subject.slice(0, 8)}… +\\$42\\.00`));
      await seen.until(() => left().at(-1)! < Math.max(...left()));
      await seen.press('g');
      const screen = await seen.until('before the flood');
      expect(screen.match(/before the flood/g)).toHaveLength(1);
    } finally {
      await seen.close();
    }
  });

  test('has what a move of the clock did under one line of it, each at its own time, below what was there', async () => {
    const { client } = shown.sandbox;
    shown.receiver.answer({ status: 500 });
    await client.trigger('payout.created');
    const before = await shown.until(/└ payout\.created +500 .*attempt 1 of 3/);
    await client.clock.advance('1d');
    const after = await shown.until(
      /\+1d +advanced to 2026-03-02 09:00:00Z: .*1 pay.*sent again(.|\n)*09:35:00 +└ retried payout\.created +500/,
    );
    const [, below = ''] = after.split('advanced to');
    expect(below).toMatch(/09:05:00 +└ retried payout\.created +500 .*attempt 2 of 3/);
    expect(below).toMatch(/09:35:00 +└ retried payout\.created +500 .*attempt 3 of 3/);
    expect(after.match(/advanced to/g)).toHaveLength(1);
    const rowOf = (screen: string) =>
      screen
        .split('\n')
        .find((line) => /└ payout\.created/.test(line))!
        .slice(2);
    expect(rowOf(after)).toBe(rowOf(before));
    await client.markers.add('next day');
    const next = await shown.until(/── 2026-03-02 ──\n.*09:00:00 +── next day/);
    const late = attach(shown.sandbox.url);
    try {
      await late.until(/advanced to(.|\n)*└ retried(.|\n)*── 2026-03-02 ──\n.*── next day/);
    } finally {
      await late.close();
    }
    expect(next).toContain('└ retried');
  });
});

describe('a move', () => {
  test('of money asks once, then says what it did and who answered', async () => {
    await askToRefund();
    await shown.until(/refund transaction txn_\w+… \$42\.00/);
    expect(shown.screen()).toContain('everything outstanding is refunded: settled → refunded');
    await shown.type('15.00');
    await shown.press('enter');
    await shown.until(/transaction\.refund: txn_\w+… was partially refunded.* · payment\.refunded · 127\.0\.0\.1/);
    await shown.until(/txn_\w+.*partially_refunded/);
    await shown.press('1');
    await shown.until(/trigger transaction\.refu\S+ .*txn_\w+… +\$15\.00/);
    expect(shown.receiver.requests.at(-1)?.headers['service-event']).toBe('payment.refunded');
  });

  test('that is left by Esc does nothing', async () => {
    await askToRefund();
    await shown.press('esc');
    await shown.until((screen) => !screen.includes('Enter refund'));
    const { data } = await shown.sandbox.client.events.list({ type: 'payment.refunded' });
    expect(data).toEqual([]);
  });

  test('that the emulator refuses says why, and may be said otherwise', async () => {
    await askToRefund();
    await shown.type('99.00');
    await shown.press('enter');
    await shown.until(/! .*(42\.00|4200|refund)/);
    await shown.press('ctrl+u');
    await shown.until('all of it, or 15.00');
    await shown.press('enter');
    await shown.until(/transaction\.refund: txn_\w+… was refunded/);
  });

  test('takes no text for an amount that only ends in one', async () => {
    await askToRefund();
    for (const typed of ['-1', '1,50', 'abc7']) {
      await shown.type(typed);
      await shown.press('enter');
      await shown.until(new RegExp(`› amount +${typed}▏\\n ! '${typed}' is no amount; write it like 15 or 15\\.00\\.`));
      await shown.press('ctrl+u');
      await shown.until('all of it, or 15.00');
    }
    const { data } = await shown.sandbox.client.events.list({ type: 'payment.refunded' });
    expect(data).toEqual([]);
  });

  test('that is not legal now says what is', async () => {
    await charge(4200);
    await shown.press('2');
    await shown.until(/txn_\w+.*pending_settlement/);
    await shown.press('x');
    await shown.until(/Transaction txn_\w+… is pending settlement; it may complete, fail, void\./);
  });

  test('is hinted at only while it is legal', async () => {
    await charge(4200);
    await shown.press('2');
    await shown.until(/s complete\s+f fail\s+v void/);
    expect(shown.screen()).not.toContain('x refund');
    await shown.sandbox.client.settle();
    await shown.until(/d dispute\s+x refund/);
    expect(shown.screen()).not.toContain('v void');
  });

  test('is hinted at below open details as long as it is legal', async () => {
    await charge(4200);
    await shown.press('2');
    await shown.until(/txn_\w+.*pending_settlement/);
    await shown.press('enter');
    expect(await shown.until(/Esc back.* s complete/)).not.toContain('x refund');
    await shown.sandbox.client.settle();
    expect(await shown.until(/Esc back.* x refund/)).not.toContain('s complete');
  });

  test('fails with the code that is typed', async () => {
    await charge(4200);
    await shown.press('2');
    await shown.until(/f fail/);
    await shown.press('f');
    await shown.until('Enter fail');
    await shown.type('M008');
    await shown.press('enter');
    await shown.until(/txn_\w+.*failed.*M008/);
  });

  test('can be chosen from all that are legal', async () => {
    await shown.sandbox.client.trigger('subscription.created');
    await shown.press('5');
    await shown.until(/sub_\w+.*active/);
    await shown.press('a');
    const screen = await shown.until('What to do with subscription');
    for (const verb of ['pause', 'cancel', 'renew', 'schedule cancel']) expect(screen).toContain(verb);
    await shown.type('pause');
    await shown.press('enter');
    await shown.until(/sub_\w+.*paused/);
  });

  test('gives the address of the page that an object has: the portal of a customer', async () => {
    await shown.sandbox.client.trigger('subscription.created');
    await shown.press('8');
    await shown.until(/cus_\w+/);
    await shown.press('a');
    await shown.until('What to do with customer');
    await shown.press('enter');
    await shown.until(/\/portal\/\w{20} went to the terminal/);
    expect(shown.copied()).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/portal\/\w{20}$/)]);
  });
});

describe('a move that would be refused', () => {
  test('is not offered: a payout to a card is never returned', async () => {
    const { client } = shown.sandbox;
    const { objects } = await client.trigger('payout.paid', { set: { rail: 'card' } });
    await shown.press('3');
    await shown.until(/▌ .*po_\w+….*paid/);
    expect((await client.objects.get(objects[0]!.id)).moves).toEqual([]);
    await expect(client.trigger('payout.return', { id: objects[0]!.id })).rejects.toThrow('to accounts alone');
    expect(shown.screen()).not.toContain('r return');
    await shown.press('1');
    await shown.until(/▌ .*payout\.paid(.|\n)* a more/);
    expect(shown.screen()).not.toContain('r return');
    await shown.press('t');
    await shown.type('return');
    await shown.until(/─ Trigger(.|\n)*▌ payout\.return/);
    expect(shown.screen()).not.toMatch(/payout\.returned +on po_/);
  });
});

describe('the palette of triggers', () => {
  test('finds the payout of 15.00 that may be returned by "ret 15"', async () => {
    const { objects } = await shown.sandbox.client.trigger('payout.paid', { amount: 1500, set: { rail: 'ach' } });
    await shown.sandbox.client.trigger('payout.paid', { amount: 700 });
    await shown.press('t');
    await shown.type('ret 15');
    const screen = await shown.until(/▌ payout\.returned\s+on po_/);
    expect(screen).toMatch(/▌ payout\.returned\s+on po_\w+… \$15\.00/);
    await shown.press('enter');
    await shown.until('Enter return');
    await shown.press('enter');
    await shown.until('payout.returned ·');
    expect((await shown.sandbox.client.objects.get(objects[0]!.id)).state).toBe('returned');
  });

  test('finds an object however many came after it', async () => {
    const { client } = shown.sandbox;
    const { objects } = await client.trigger('payout.paid', { amount: 1234, set: { rail: 'ach' } });
    await client.trigger('payout.created', { count: 30 });
    const id = objects.find(({ object }) => object === 'payout')!.id;
    await shown.press('t');
    await shown.type(`${id} return`);
    await shown.until(/▌ payout\.returned +on po_\w+… \$12\.34/);
  });

  test('makes a fresh object where none is named, and asks only for what there is to say', async () => {
    await shown.press('t');
    await shown.type('dispute.won');
    await shown.until(/▌ dispute\.won/);
    await shown.press('enter');
    await shown.until(/dispute\.won: dp_\w+… was won/);
  });
});

describe('the clock', () => {
  test('moves by what is typed, and says what ran', async () => {
    await shown.sandbox.client.trigger('payout.created');
    await shown.press('c');
    await shown.until('to the next job');
    await shown.type('3 days');
    expect((await shown.until('3 days forward')).match(/3 days/g)).toHaveLength(2);
    await shown.press('enter');
    await shown.until(/clock frozen at 2026-03-04 09:00:00Z · \d+ jobs? ran, \d+ events?/);
    await shown.until('2026-03-04 09:00:00Z');
  });

  test('says what a move will run before it is made', async () => {
    await shown.sandbox.client.trigger('subscription.created');
    await shown.sandbox.client.settle();
    await shown.press('c');
    await shown.until(/3 days +nothing is due until then/);
    await shown.type('40d');
    await shown.until(/▌ 40d forward +will run 1 renew job\b/);
  });

  test('says why it does not move', async () => {
    await shown.press('c');
    await shown.until('Clock');
    await shown.type('banana');
    await shown.until("'banana' is no duration and no instant; write it like 3 days, 90s, P1M");
    for (const [typed, why] of [
      ['3 banana', /'3 banana' is no duration; write it like 90s/],
      ['2020-01-01T00:00:00Z', /2020-01-01/],
      ['999999999d', /9999/],
    ] as const) {
      await shown.press('ctrl+u');
      await shown.type(typed);
      await shown.until(`› ${typed}▏`);
      await shown.press('enter');
      const screen = await shown.until(new RegExp(`› ${typed}▏\\n ! .*(.|\\n)*▌`));
      expect(screen).toMatch(why);
      expect(screen).not.toMatch(/\((set|advance)\)/);
    }
    await shown.press('ctrl+u');
    await shown.until((now) => !/^ ! /m.test(now));
    await shown.type('90s');
    await shown.press('enter');
    await shown.until('clock frozen at 2026-03-01 09:01:30Z');
    expect(shown.screen()).not.toContain('─ Clock');
  });

  test('runs and freezes', async () => {
    await shown.press('c');
    await shown.type('run');
    await shown.press('enter');
    await shown.until('clock running at');
    await shown.until(/▸ 2026-03-01 09:00:\d\dZ/);
  });

  test('is a line of time of the jobs to come, whose objects Enter opens', async () => {
    const { client } = shown.sandbox;
    const first = await charge(4200);
    await charge(1500);
    const jobs = (await client.clock.get()).upcoming;
    expect(jobs).toMatchObject([{ concerns: { id: first, amount: 4200, who: 'ann@example.com' } }, { mode: 'test' }]);
    await shown.resize(109, 30);
    await shown.press('0');
    const screen = await shown.until(
      /▌ in 2s +2026-03-01 09:00:02Z +┬ +transaction\.settle +txn_\w+…? +\$42\.00 +ann@/,
    );
    expect(screen).toMatch(/\n +2026-03-01 09:00:02Z +└ +transaction\.settle +txn_\w+…? +\$15\.00 +ann@/);
    await shown.resize(120, 30);
    await shown.until(`│ for  transaction ${first}`);
    expect(shown.screen()).toContain('│ due  2026-03-01 09:00:02Z, in 2s');
    await shown.resize(109, 30);
    await shown.press('enter');
    await shown.until(`transaction ${first}`);
    await shown.press('esc');
  });

  test('goes exactly to a job by >, after a question that says what will run', async () => {
    await charge(4200);
    await shown.sandbox.client.trigger('subscription.created');
    await shown.press('0');
    await shown.until(/(subscription\.)?renew/);
    await shown.press('end', '>');
    await shown.until(/Move the clock to 2026-0[34]-\d\d .*\?[\s─]+will run \d settle.*1 renew/);
    const { upcoming } = await shown.sandbox.client.clock.get();
    await shown.press('enter');
    await shown.until(/clock frozen at 2026-0[34]-\d\d .* ran/);
    expect((await shown.sandbox.client.status()).clock.now).toBe(upcoming.at(-1)!.due_at);
  });

  test('goes from a job that tries a webhook again to that webhook, and sends it at once by w', async () => {
    shown.receiver.answer({ status: 500 });
    await shown.sandbox.client.trigger('payout.created');
    await shown.until(/! hooks .* 500 · 1 wait/);
    await shown.press('0');
    await shown.until(/in 5m .*attempt/);
    await shown.press('j');
    const screen = await shown.until(/▌ .*attempt(.|\n)*Enter delivery .* w resend/);
    expect(screen).not.toMatch(/ s (complete|settle)| f fail/);
    for (const key of ['s', 'O']) {
      await shown.press(key);
      expect(await shown.until(/Select something that may|No browser here/)).not.toContain('No such object');
      await shown.press('P', 'P');
      await shown.until((now) => !/Select something that may|No browser here/.test(now));
    }
    await shown.press('a');
    await shown.until(/What to do(.|\n)*▌ run(.|\n)*resend/);
    await shown.press('esc');
    shown.receiver.answer({ status: 200 });
    await shown.press('w');
    await shown.until(/sent again · .* answered 200/);
    await shown.press('enter');
    await shown.until(/payout\.created evt_\w+(.|\n)*Sent to(.|\n)*del_\w+/);
  });

  test('has the jobs to come below its presets, to go to one', async () => {
    await charge(4200);
    await shown.press('c');
    await shown.until(/in 2s +2026-03-01 09:00:02Z ● transaction\.settle {2}txn_\w+… {2}\$42\.00 {2}ann@/);
    await shown.type('in 2s settle');
    await shown.press('enter');
    await shown.until(/Move the clock to 2026-03-01 09:00:02Z\?[\s─]+will run 1 settle/);
  });
});

describe('webhooks', () => {
  test('can be told apart: by object, amount and whom they are about', async () => {
    const { client } = shown.sandbox;
    await charge(4200);
    await charge(1500);
    await client.settle();
    await shown.resize(132, 30);
    await shown.press('P', '7');
    await shown.until(/payment\.completed +200 .*txn_\w+… +\$15\.00 +ann@/);
    await shown.until(/payment\.completed +200 .*txn_\w+… +\$42\.00 +ann@/);
    await shown.press('enter');
    await shown.until(/^▌ \d\d:\d\d:\d\d +payment\.completed .*txn_\w+….*│/m);
    await shown.press('esc', '/');
    await shown.type('42.00');
    await shown.until(/1 of 1 · 42\.00/);
  });

  test('show each attempt and its answer, and are sent again with w', async () => {
    await shown.sandbox.client.trigger('payout.created');
    await shown.press('7');
    await shown.until(/payout\.created\s+200\s+delivered/);
    await shown.press('enter');
    const details = await shown.until('Sent to');
    expect(details).toContain('attempt 1');
    expect(details).toContain('trigger payout.created');
    await shown.press('w');
    await shown.until(/sent again · 127\.0\.0\.1:\d+ answered 200/);
    expect(shown.receiver.requests).toHaveLength(2);
  });
});

describe('faults', () => {
  test('are injected, listed and removed', async () => {
    await shown.press('i');
    await shown.until('─ Inject a fault');
    await shown.type('rate');
    await shown.press('enter');
    await shown.until('inject: rate limit');
    await shown.press('enter');
    await shown.until(/rate limit will happen to charges\.create, 1 time/);
    await shown.press('=');
    await shown.until(/fault\s+rate limit\s+charges\.create\s+0 of 1/);
    await shown.until('▲ injected: rate limit on charges.create');
    await shown.press('D');
    await shown.until('The fault is removed.');
    await shown.until('No faults and no rules');
  });
});

describe('the faults to choose from', () => {
  test('begin with the one that is named by what is typed', async () => {
    await shown.press('i');
    await shown.until('─ Inject a fault');
    await shown.type('lat');
    await shown.until(/› lat▏\n ▌ latency /);
    await shown.type('ency');
    await shown.until(/› latency▏\n ▌ latency (.|\n)*rule: latency/);
  });
});

describe('the form of a fault', () => {
  test('has exactly the fields that its kind takes, and shows a refusal under the field that is wrong', async () => {
    const { client } = shown.sandbox;
    await shown.press('i');
    await shown.until('─ Inject a fault');
    await shown.type('comes twice');
    await shown.press('enter');
    const asked = await shown.until('inject: duplicate');
    expect(asked).toMatch(/times +▏1\n +at once\n +event\n +attempt\n +skip\n +every\n/);
    await shown.type('many');
    await shown.press('enter');
    await shown.until(/› times +many▏\n ! times must be an integer.*\n +at once/);
    await shown.press('ctrl+u');
    await shown.type('3');
    await shown.press('tab', 'right', 'tab');
    await shown.until(/at once +yes\n › event/);
    await shown.paste('payout.piad');
    await shown.press('enter');
    await shown.until(/› event +payout\.piad▏\n ! There is no event 'payout\.piad'\. Did you mean payout\.paid/);
    await shown.press('ctrl+u');
    await shown.type('payout.paid');
    await shown.press('enter');
    await shown.until('duplicate will happen to delivery, 3 times');
    expect((await client.faults.list()).data).toMatchObject([
      { kind: 'duplicate', on: 'delivery', times: 3, at_once: true, event: 'payout.paid', attempt: null, skip: 0 },
    ]);
  });

  test('is that of a rule too, which is changed by it later', async () => {
    const { client } = shown.sandbox;
    await shown.resize(80, 24);
    await shown.press('i');
    await shown.until('─ Inject a fault');
    await shown.type('rule decline');
    await shown.press('enter');
    await shown.until(/rule: decline ─(.|\n)*› code/);
    await shown.type('nonsense');
    await shown.press('enter');
    await shown.until(/› code +nonsense▏\n ! .*nonsense/);
    await shown.press('ctrl+u');
    await shown.type('insufficient_funds');
    await shown.press('tab', 'tab', 'tab', 'right', 'tab');
    await shown.until(/rail +card\n(.|\n)*› amount/);
    await shown.type('>=51 <');
    await shown.press('enter');
    await shown.until(/amount +>=51 <▏\n ! .*amount/);
    await shown.type('60.50');
    await shown.press('enter');
    await shown.until(/The rule rule_\w{4}… is added/);
    const [rule] = (await client.rules.list()).data;
    const then = { kind: 'decline', code: 'insufficient_funds' };
    expect(rule).toMatchObject({ when: { rail: 'card', amount: { gte: 5100, lt: 6050 } }, then });
    await shown.press('=');
    await shown.until(/▌ rule +kind decline/);
    await shown.press('a');
    await shown.type('change');
    await shown.until(/▌ change +when it holds/);
    await shown.press('enter');
    await shown.until(/change the rule rule_(.|\n)*amount +>=51\.00 <60\.50/);
    // What nobody touched is taken as it stands.
    await shown.press('enter');
    await shown.until(/The rule rule_\w{4}… is changed/);
    expect((await client.rules.list()).data).toMatchObject([{ id: rule!.id, when: rule!.when, then }]);
    await shown.press('a');
    await shown.type('change');
    await shown.until(/▌ change +when it holds/);
    await shown.press('enter');
    await shown.until(/change the rule rule_(.|\n)*amount +>=51\.00 <60\.50/);
    await shown.press('tab', 'tab', 'tab', 'tab');
    await shown.until('› amount');
    await shown.press('ctrl+u');
    await shown.type('12');
    await shown.press('enter');
    await shown.until(/The rule rule_\w{4}… is changed/);
    expect((await client.rules.list()).data).toMatchObject([
      { id: rule!.id, when: { rail: 'card', amount: 1200 }, then },
    ]);
    for (const [typed, amount] of [
      ['>=51', { gte: 5100 }],
      ['< 7', { lt: 700 }],
    ] as const) {
      await shown.press('a');
      await shown.type('change');
      await shown.until(/▌ change +when it holds/);
      await shown.press('enter');
      await shown.until(/change the rule rule_/);
      await shown.press('tab', 'tab', 'tab', 'tab');
      await shown.until('› amount');
      await shown.press('ctrl+u');
      // No rule takes more than an amount.
      await shown.type('>5');
      await shown.press('enter');
      await shown.until(/amount +>5▏\n ! .*amount/);
      await shown.press('ctrl+u');
      await shown.type(typed);
      await shown.press('enter');
      await expect.poll(async () => (await client.rules.list()).data[0]!.when.amount).toEqual(amount);
      await shown.until(/▌ rule +kind decline/);
    }
  });

  test('takes no text for the amount of a rule that the emulator would read as cents', async () => {
    await shown.press('i');
    await shown.until('─ Inject a fault');
    await shown.type('rule decline');
    await shown.press('enter');
    await shown.until(/rule: decline ─(.|\n)*› code/);
    await shown.press('tab', 'tab', 'tab', 'tab');
    await shown.until('› amount');
    for (const typed of ['abc7', '-5', '0', '>=1,50']) {
      await shown.type(typed);
      await shown.press('enter');
      await shown.until(`! '${typed}' is no amount; write it like 15 or 15.00.`);
      await shown.press('ctrl+u');
      await shown.until((now) => !now.includes('is no amount'));
    }
    expect((await shown.sandbox.client.rules.list()).data).toEqual([]);
  });

  test('takes what every field of every kind declares', async () => {
    const { client } = shown.sandbox;
    for (const { kind, on, fields } of (await client.faults.kinds()).data) {
      const examples = {
        text: 'payout.paid',
        choice: 'failed',
        number: 500,
        amount: 1,
        duration: '1s',
        yes_no: true,
        code: 'R01',
      };
      const body = fields.map(({ name, type, fallback }) => [
        name,
        type === 'text' && fallback !== null ? fallback : examples[type],
      ]);
      const { attempt, ...fault }: Record<string, unknown> = { on, ...Object.fromEntries(body), kind };
      await client.faults.add({ ...fault, ...(attempt === undefined ? {} : { attempt: 1 }) });
      expect(fields.every(({ about }) => about !== '')).toBe(true);
    }
  });
});

describe('an event that is sent nowhere', () => {
  test('says why', async () => {
    const { webhooks } = shown.sandbox.client;
    await webhooks.update((await webhooks.list()).data[0]!.id, { events: ['payout.failed'] });
    await shown.sandbox.client.trigger('payout.created');
    await shown.until(/payout\.created +nobody subscribed/);
  });
});

describe('a row that is not the newest', () => {
  test('stays selected, and how many came since is shown until somebody follows again', async () => {
    const { client } = shown.sandbox;
    await client.markers.add('one');
    await client.markers.add('two');
    await shown.until(/2 of 2 ─(.|\n)*▌ .*two/);
    await shown.press('up');
    for (const text of ['three', 'four', 'five']) await client.markers.add(text);
    await shown.until(/▼ 3 newer, G follows · 1 of 5 ─(.|\n)*▌ .*one/);
    await shown.press('G');
    await shown.until(/─ 5 of 5 ─(.|\n)*▌ .*five/);
  });
});

describe('marks', () => {
  test('stand between the lines of Activity, also for a dashboard that comes later', async () => {
    await shown.sandbox.client.markers.add('pays by card');
    await shown.until('── pays by card');
    await shown.sandbox.client.markers.add('pays by card', true);
    await shown.until('── failed: pays by card');
    const late = attach(shown.sandbox.url);
    try {
      await late.until(/── pays by card(.|\n)*── failed: pays by card/);
    } finally {
      await late.close();
    }
  });
});

describe('details', () => {
  test('go along with what becomes of the object', async () => {
    await charge(4200);
    await shown.press('2');
    await shown.until(/txn_\w+.*pending_settlement/);
    await shown.press('enter');
    await shown.until(/State\s+pending_settlement/);
    await shown.sandbox.client.settle();
    await shown.until(/State\s+settled/);
  });

  test('show the object as the API does, what happened to it and what it may do', async () => {
    const id = await charge(4200);
    await shown.sandbox.client.settle();
    await shown.press('2');
    await shown.until(/txn_\w+.*settled/);
    await shown.press('enter');
    const screen = await shown.until('As the API shows it');
    expect(screen).toContain(`transaction ${id}`);
    expect(screen).toContain('payment.completed');
    expect(screen).toContain('transaction.dispute');
    await shown.press('/');
    await shown.type('ann@example');
    await shown.until(/search: ann@example/);
    await shown.press('enter');
    await shown.until(/› .*ann@example\.com/);
    await shown.press('y');
    expect(shown.copied()).toEqual([id]);
    await shown.press('o');
    const paged: unknown = JSON.parse(await shown.paged());
    expect(paged).toMatchObject({ id, object: 'transaction', amount: 4200 });
    const { body } = await shown.sandbox.api('GET', `/transactions/${id}`);
    expect(paged).toEqual(body.data);
    await shown.press('esc');
    await shown.until('Enter details');
  });
});

describe('what changed', () => {
  test('stands at the top of the details of an event: the fields of its object before and after', async () => {
    const id = await charge(4200);
    await shown.sandbox.client.settle();
    await shown.sandbox.client.trigger('transaction.refund', { id, amount: 300 });
    await shown.press('7');
    await shown.until(/▌ .*payment\.refunded/);
    await shown.press('enter');
    const screen = await shown.until(/What changed\n +status +settled → partially_refunded\n +total_refunded +0 → 300/);
    expect(screen.indexOf('What changed')).toBeLessThan(screen.indexOf('Why'));
  });
});

describe('from 110 columns on', () => {
  test('the details follow the selection, and the side that takes the keys shows it', async () => {
    const first = await charge(4200);
    const second = await charge(1500);
    await shown.resize(120, 30);
    await shown.press('2');
    await shown.until(new RegExp(`▌ .*15\\.00.*│ {2}?transaction ${second}|│ +transaction ${second}`));
    expect(shown.screen()).toContain('Enter details');
    await shown.press('down');
    await shown.until(`│ transaction ${first}`);
    await shown.press('right');
    await shown.until(`│▌transaction ${first}`);
    expect(shown.screen()).toContain('Esc back');
    await shown.press('left');
    await shown.until(`│ transaction ${first}`);
    await shown.press('P');
    await shown.until((screen) => !screen.includes('│'));
  });
});

describe('an id in the details', () => {
  test('is followed to what it names, and Backspace comes back', async () => {
    const id = await charge(4200);
    await shown.sandbox.client.settle();
    const { customer_id } = (await shown.sandbox.client.objects.get(id)).data;
    await shown.press('7');
    await shown.until(/▌ .*payment\.completed +200/);
    await shown.press('enter');
    await shown.until(/▌payment\.completed evt_/);
    // The request that it came of, then the payment that it is about.
    await shown.press('down', 'down', 'down');
    await shown.until(new RegExp(`▌.*${id}`));
    await shown.press('enter');
    await shown.until(new RegExp(`▌transaction ${id}.*\\n +‹ payment\\.completed evt_\\w{4}…`));
    await shown.press('end', 'up');
    for (let step = 0; step < 30 && !new RegExp(`▌.*${customer_id}`).test(shown.screen()); step++)
      await shown.press('up');
    await shown.press('enter');
    await shown.until(new RegExp(`▌customer ${customer_id}.*\\n +‹ payment\\.completed .* ‹ transaction txn_\\w{4}…`));
    await shown.press('backspace');
    await shown.until(`▌transaction ${id}`);
    await shown.press('backspace');
    await shown.until(/▌payment\.completed evt_/);
    await shown.press('esc');
    await shown.until('Enter details');
  });
});

describe('keys that are pressed at once', () => {
  test('wait for the rows of a view that is still loading', async () => {
    const first = await charge(4200);
    await charge(1500);
    await shown.press('2', 'down', 'enter');
    await shown.until(/As the API shows it/);
    expect(shown.screen()).toContain(`transaction ${first}`);
    await shown.press('3', 'enter');
    await shown.until('No payouts yet');
  });

  test('wait for what a filter finds', async () => {
    const ids: string[] = [];
    for (const amount of [100, 200, 300]) ids.push(await charge(amount));
    await shown.press('2');
    await shown.until(/▌ .*\$3\.00/);
    await shown.press('/');
    await shown.type(ids[0]!);
    await shown.press('enter', 'enter');
    await shown.until(`transaction ${ids[0]}`);
    expect(shown.screen()).toContain('As the API shows it');
  });

  test('are those with Ctrl too', async () => {
    const id = await charge(100);
    await shown.press('2', '/');
    await shown.type(`nonsense\u0015${id}`);
    await shown.press('enter');
    await shown.until(`1 of 1 · ${id}`);
  });

  test('wait for the views of an emulator that is not connected yet', async () => {
    const early = await show();
    try {
      await early.press('3', 'right', 'enter');
      await early.until(/▸3 Out(.|\n)*No payouts yet/);
    } finally {
      await early.close();
    }
  });

  test('are for the view that was gone to last', async () => {
    const id = await charge(4200);
    await shown.press('4', '3', '2', 'y');
    await shown.until(`${id} went to the terminal`);
    expect(shown.copied()).toEqual([id]);
  });
});

describe('a filter', () => {
  test('that is taken away filters no more, however soon another view is gone to', async () => {
    await charge(4200);
    await charge(1500);
    await shown.press('2');
    await shown.until('1 of 2');
    await shown.press('/');
    await shown.type('nobody@');
    await shown.until(/nothing · nobody@(.|\n)*Nothing fits/);
    await shown.press('esc', '7', '2');
    expect(await shown.until('1 of 2')).toMatch(/\$15\.00(.|\n)*\$42\.00/);
    await shown.press('/');
    await shown.type('nobody@');
    await shown.press('enter', '7', '2');
    await shown.until(/nothing · nobody@/);
    await shown.press('esc');
    await shown.until('1 of 2');
  });

  test('is of one view, and shown as long as it holds, whatever is said', async () => {
    await charge(4200);
    await shown.press('2');
    await shown.until('1 of 1');
    await shown.press('/');
    await shown.type('ann@example');
    await shown.press('enter', 'y');
    const screen = await shown.until('went to the terminal');
    expect(screen).toMatch(/── 1 of 1 · ann@example ──/);
    await shown.press('3');
    await shown.until('No payouts yet');
    expect(shown.screen()).not.toContain('ann@example ');
    await shown.press('2');
    await shown.until('· ann@example');
  });
});

describe('the words of a filter', () => {
  test('are looked for in what is shown: amounts, answers and people, not names of fields', async () => {
    shown.receiver.answer({ status: 500 });
    await charge(3098);
    await charge(1500);
    await shown.sandbox.client.settle();
    await shown.until(/payment\.completed +500/);
    shown.receiver.answer({ status: 200 });
    await shown.sandbox.client.trigger('payout.created');
    await shown.until(/payout\.created +200/);
    const filter = async (words: string) => {
      await shown.press('/', 'ctrl+u');
      await shown.type(words);
      await shown.press('enter');
      return shown.until((screen) => screen.includes(`· ${words}`) && !screen.includes('looking …'));
    };
    expect(await filter('ann@example')).toMatch(/1 of 2 · ann|of \d · ann/);
    expect(shown.screen()).toContain('payment.completed');
    expect(shown.screen()).not.toContain('payout.created ');
    await shown.press('2');
    expect(await filter('30.98')).toMatch(/1 of 1 (.|\n)*\$30\.98/);
    await filter('payment_method_id');
    await shown.until("Nothing fits 'payment_method_id'");
    await filter('amount:<20 state:settled');
    await shown.until(/1 of 1 (.|\n)*\$15\.00/);
    await shown.press('7');
    await shown.until(/1 of 3/);
    await filter('500');
    await shown.until(/1 of 2 /);
    await filter('status:<300 type:payout.*');
    await shown.until(/1 of 1 (.|\n)*payout\.created +200/);
    await shown.press('esc', '!');
    await shown.until(/1 of 2 · !/);
    await shown.press('!');
    await shown.until(/1 of 3 ─/);
  });

  test('say what no value of their key is, in place of rows', async () => {
    await charge(4200);
    for (const view of ['2', '9']) {
      await shown.press(view);
      await shown.until(/▌ .*\$42\.00/);
      await shown.press('/');
      await shown.type('amount:>');
      await shown.until(/▌ .*\$42\.00(.|\n)*amount:>▏/);
      await shown.type('abc');
      await shown.until("'>abc' is no amount; write it like amount:>50.");
      expect(shown.screen()).not.toContain('$42.00 ');
      await shown.press('ctrl+u');
      await shown.type('since:yesterday');
      await shown.until("'yesterday' is no time; write it like since:-1h.");
      await shown.press('ctrl+u');
      await shown.type('since:-1d amount:42');
      await shown.until(/▌ .*\$42\.00/);
      await shown.press('enter');
    }
  });

  test('are completed by Tab', async () => {
    await shown.press('7', '/');
    await shown.type('st');
    await shown.until(/filter: st▏ +Tab: state: {2}status:/);
    await shown.press('tab');
    await shown.type('f');
    await shown.press('tab');
    await shown.until('filter: state:failed▏');
    await shown.press('enter');
    await shown.until('· state:failed');
  });
});

describe('a question', () => {
  test('is not answered by an Enter that came with the key that asked it', async () => {
    await shown.type('c\r');
    const screen = await shown.until(/─ Clock(.|\n)*Enter choose/);
    expect(screen).toContain('2026-03-01 09:00:00Z');
    expect(screen).not.toContain('Moving the clock');
  });
});

describe('a key that comes early', () => {
  test('is said to have come early where it is an Enter', async () => {
    await shown.type('c\r');
    await shown.until(/Enter came before this could be read(.|\n)*Press it again/);
    expect(shown.screen()).toContain('› ▏');
  });

  test('is taken where it is a text, also while the list is still to come', async () => {
    await shown.type('pbefore');
    await shown.until(/▌ save before/);
    await shown.press('esc', 'W');
    await shown.type('ws_demo_b · live');
    await shown.until(/▌ ws_demo_b · live/);
  });
});

describe('what is said of rows', () => {
  test('a filter by a person finds all that is about them, as it stands without the filter', async () => {
    const { api, client } = shown.sandbox;
    const { body } = await api('POST', '/customers', { email: 'x@example.com', first_name: 'Ada' });
    const token = await api('POST', '/tokens', { number: '4000056655665556', exp_month: '12', exp_year: '2030' });
    const sent = { amount: 4200, customer_id: body.data.id, payment_token: token.body.data.token };
    expect((await api('POST', '/charges', sent)).status).toBe(201);
    await client.trigger('payout.created');
    await client.settle();
    const row = /└ payment\.completed .*200/;
    const before = row.exec(await shown.until(row))![0];
    await shown.press('/');
    await shown.type('customer:ada');
    const screen = await shown.until((now) => now.includes('customer:ada') && !now.includes('payout.created'));
    expect(screen).toContain(before);
    expect(screen).toMatch(/POST \/charges .*201(.|\n)*settled(.|\n)*payment\.completed/);
  });

  test('a copy that a fault sends is no retry, and leaves the answer to its event', async () => {
    await shown.sandbox.client.faults.add({ kind: 'duplicate', on: 'delivery', times: 1 });
    await shown.sandbox.client.trigger('payout.created');
    const screen = await shown.until(/copy of payout\.created/);
    expect(screen).toMatch(/└ payout\.created +200/);
    expect(screen).not.toContain('retried');
  });

  test('a rule that acts on everything is told in the header and beside its view', async () => {
    await shown.sandbox.client.rules.add({ when: {}, then: { kind: 'decline', code: 'declined' } });
    await shown.until(/▲ injected: decline on everything(.|\n)*= Fault 1/);
  });

  test('a count of what is loaded is no total', async () => {
    await shown.sandbox.client.trigger('payout.created', { count: 120 });
    await shown.press('9');
    await shown.until(/1 of \d+\+/);
  });

  test('a filter is of the data set that it was typed for', async () => {
    await shown.press('3', '/');
    await shown.type('state:paid');
    await shown.press('enter');
    await shown.until('· state:paid');
    await shown.press('W');
    await shown.type('demo_a test');
    await shown.until(/▌ ws_demo_a · test/);
    await shown.press('enter');
    await shown.until((now) => now.includes('ws_demo_a · test · ') && !now.includes('state:paid'));
  });

  test('a payout to a card cannot be returned, and r says why', async () => {
    await shown.sandbox.client.trigger('payout.paid');
    await shown.press('3');
    await shown.until(/▌ .*paid/);
    await shown.press('r');
    await shown.until(/banks return transfers to accounts\s+alone/);
  });

  test.each([120, 100, 60, 40])('nothing of the help is cut at %d columns', async (columns) => {
    await shown.resize(columns, 160);
    await shown.press('?');
    const screen = await shown.until('Keys');
    expect(screen.slice(screen.indexOf('Keys')).replace('1 … 9', '')).not.toContain('…');
    const said = screen.replace(/\s+/g, ' ');
    if (columns < 120) for (const { about } of Object.values(keyTable)) expect(said).toContain(about);
  });

  test('what is copied goes to a program of the system where there is one, and else is not called a clipboard', async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'copied');
    writeFileSync(join(folder.path, 'wl-copy'), `#!/bin/sh\ncat > '${path}'\n`, { mode: 0o755 });
    const env = { WAYLAND_DISPLAY: 'wayland-0', PATH: `${folder.path}:${process.env.PATH}` };
    const { objects } = await shown.sandbox.client.trigger('payout.created');
    const other = attach(shown.sandbox.url, { env });
    await other.press('3');
    await other.until(/▌ .*po_/);
    await other.press('y');
    await other.until('went to the clipboard');
    const { id } = objects.find(({ object }) => object === 'payout')!;
    await expect.poll(() => readFileSync(path, 'utf8')).toBe(id);
    await other.close();
    folder.remove();
    await shown.press('3');
    await shown.until(/▌ .*po_/);
    await shown.press('y');
    await shown.until(/went to the terminal, which may refuse/);
  });
});

describe('what destroys something', () => {
  test('is found by its own words alone, and stands behind what does not', async () => {
    await shown.sandbox.client.workspaces.create({ id: 'ws_acme' });
    await shown.press('W');
    await shown.type('acme');
    await shown.until(/▌ ws_acme · test/);
    await shown.press('enter');
    await shown.until('ws_acme · test · ');
    await shown.press('W');
    await shown.type('mkt');
    const screen = await shown.until(/▌ make ws_mkt/);
    expect(screen).not.toContain('reset ws_acme');
    await shown.press('ctrl+u');
    await shown.type('reset');
    await shown.until(/▌ make ws_reset(.|\n)* {2}reset ws_acme/);
  });

  test('is nothing that Enter alone does in the list of snapshots', async () => {
    await shown.sandbox.client.snapshots.save('old');
    await shown.press('p');
    await shown.until(/▌ save 2026-03-01-09-00(.|\n)*restore old/);
    await shown.press('enter');
    await shown.until(/snapshot 2026-03-01-09-00 holds/);
  });
});

describe('a 3-D Secure challenge', () => {
  test('waits in Checkout for what the cardholder is to do', async () => {
    const { objects } = await shown.sandbox.client.trigger('three_ds.challenge');
    await shown.press('6', 'left');
    await shown.until(/‹3-D Secure 1›.*\n.*state.*\n▌ .*auth_\w+.*challenged/);
    await shown.until(/s approve\s+f refuse\s+v cancel/);
    await shown.press('s');
    await shown.until(/three_ds\.approve: auth_\w+… was authenticated/);
    await shown.until(/▌ .*auth_\w+.*authenticated/);
    expect((await shown.sandbox.client.objects.get(objects[0]!.id)).state).toBe('authenticated');
  });
});

describe('mail, the ledger and the parts of Checkout', () => {
  test('are there', async () => {
    await shown.sandbox.client.trigger('invoice.send');
    await shown.press('-');
    await shown.until(/▌ \d\d:\d\d:\d\d .*@/);
    await shown.press('enter');
    await shown.until(/^ Text$/m);
    await shown.press('esc', '9');
    await shown.until(/▌ \d\d:\d\d:\d\d +\w+ +-?\$[\d,.]+/);
    await shown.press('6', 'right', 'right');
    await shown.until(/‹Invoices 1›.*\n {2}made +id .*amount .*state.*\n▌ .*inv_\w+.*sent/);
  });
});

describe('Customers', () => {
  test('are listed, followed as they change, and have what is theirs in their details', async () => {
    await charge(4200);
    await shown.press('8');
    await shown.until(/▸8 Cust(.|\n)*▌ .*cus_\w+….*ann@example\.com/);
    const { objects } = await shown.sandbox.client.objects.list('customer');
    await shown.sandbox.api('PATCH', `/customers/${objects[0]!.id}`, { email: 'bea@example.com' });
    await shown.until(/▌ .*cus_\w+….*bea@example\.com/);
    await shown.press('enter');
    const screen = await shown.until(/^ +Payments$/m);
    expect(screen).toMatch(/ txn_\w+ +\$42\.00 +pending_settlement/);
  });
});

describe('a list of what has no amount and no state', () => {
  test('has room for names and addresses first, also beside details and on a small terminal', async () => {
    await shown.sandbox.api('POST', '/customers', { email: 'ann@example.com' });
    for (const [columns, rows] of [
      [110, 30],
      [60, 15],
    ] as const) {
      await shown.resize(columns, rows);
      await shown.press('8');
      await shown.until(/ {2}made +id +with(.|\n)*▌ .*cus_\w+….* ann@exam/);
    }
    await charge(4200);
    await shown.press('2');
    await shown.until(/ {2}made +id +amount +state(.|\n)*▌ .*\$42\.00 +pending/);
  });
});

describe('five questions of a newcomer are answered from Activity in at most 5 keys, a typed word being one', () => {
  test('which payment is this webhook about', async () => {
    const id = await charge(4200);
    await shown.sandbox.client.settle();
    await shown.until(/▌ .*payment\.completed +200/);
    await shown.press('enter');
    await shown.until(new RegExp(`transaction ${id}`));
  });

  test('why was this charge declined', async () => {
    await shown.sandbox.client.trigger('payment.failed', { code: 'M008' });
    await shown.press('2');
    await shown.until(/▌ .*txn_\w+.*failed/);
    await shown.press('enter');
    await shown.until(/^ State\n failed .*M008/m);
  });

  test('resend everything that failed', async () => {
    shown.receiver.answer({ status: 500 });
    await shown.sandbox.client.trigger('payout.created', { count: 3 });
    await shown.receiver.received(3);
    await shown.until(/Hooks? 3!|7 \w+ 3!/);
    shown.receiver.answer({ status: 200 });
    await shown.press('7', '!');
    await shown.until(/1 of 3/);
    await shown.press('w');
    await shown.until('Send 3 events again?');
    await shown.press('enter');
    await shown.until('3 of 3 events sent again');
    await shown.receiver.received(6);
  });

  test('bring this payout back with R03', async () => {
    await shown.sandbox.client.trigger('payout.paid', { set: { rail: 'ach' } });
    await shown.press('3');
    await shown.until(/▌ .*po_\w+.*paid/);
    await shown.press('r');
    await shown.until('Enter return');
    await shown.type('R03');
    await shown.press('enter');
    await shown.until(/▌ .*po_\w+.*returned.*R03/);
  });

  test('what will happen in the next 3 days', async () => {
    await shown.sandbox.client.trigger('payout.created');
    await shown.press('c');
    await shown.until(/3 days +will run 1 \w+/);
  });
});

describe('copying as', () => {
  test('a command gives one that sends the request again as it is', async () => {
    const email = "o'brien@example.com";
    expect((await shown.sandbox.api('POST', '/customers', { email })).status).toBe(201);
    await shown.until(/▌ .*POST \/customers +201/);
    await shown.press('C');
    await shown.until('Copy as');
    await shown.type('curl');
    await shown.press('enter');
    await shown.until('went to the terminal');
    expect(JSON.parse(await runCopied()).data).toMatchObject({ email });
    const { data } = await shown.sandbox.client.requests.list();
    expect(data.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 201', 'POST 201']);
  });

  test('a signed webhook gives one that sends the same bytes with the same signature', async () => {
    await shown.sandbox.client.trigger('payout.created');
    const [sent] = await shown.receiver.received(1);
    await shown.press('7');
    await shown.until(/▌ .*payout\.created +200/);
    await shown.press('C');
    await shown.until('Copy as');
    await shown.type('signed');
    await shown.press('enter');
    await shown.until('went to the terminal');
    await runCopied();
    const [, again] = await shown.receiver.received(2);
    expect(again!.body).toBe(sent!.body);
    expect(again!.headers).toMatchObject({
      'service-signature': sent!.headers['service-signature'],
      'service-event': 'payout.created',
      'content-type': 'application/json',
    });
  });

  test('a page gives its address', async () => {
    await shown.sandbox.client.trigger('invoice.send');
    await shown.press('6', 'right', 'right');
    await shown.until(/▌ .*inv_\w+.*sent/);
    await shown.press('C');
    await shown.until('Copy as');
    await shown.type('page');
    await shown.press('enter');
    await shown.until('went to the terminal');
    expect(shown.copied()[0]).toMatch(/\/invoice\/\w+$/);
    expect((await fetch(shown.copied()[0]!)).status).toBe(200);
  });
});

describe('the findings of the audit', () => {
  test('are counted beside their view, explained, and lead to what shows them', async () => {
    await charge(4200, { custmer: 1 });
    await shown.until(/ \* ?Fin\w* [1-9]/);
    await shown.press('*', '/');
    await shown.type('unknown-fields');
    await shown.until(/▌ \w+ +request\/unknown-fields +.*custmer/);
    await shown.press('enter', 'enter');
    await shown.until(/▌request\/unknown-fields(.|\n)*Why it hurts(.|\n)*How to mend it(.|\n)*What shows it/);
    await shown.press('down');
    await shown.until(/▌.*POST \S*\/charges +req_/);
    await shown.press('enter');
    await shown.until(/▌request req_\w+(.|\n)*‹ request\/unknown-fields/);
    await shown.press('backspace');
    await shown.until(/▌request\/unknown-fields/);
  });

  test('that are accepted are dim, say why, stand last and are not counted', async () => {
    await charge(4200, { custmer: 1 });
    await charge(1500, { reference: 1 });
    const accept = [{ rule: 'request/unknown-fields', where: 'charges', reason: 'sent to another service too' }];
    const accepting = attach(shown.sandbox.url, { columns: 160, accept });
    try {
      await shown.until(/ \* ?Fin\w* [1-9]/);
      const [, counted] = /\* ?Fin\w* (\d+)/.exec(shown.screen()) ?? [];
      await accepting.until('ws_demo · test');
      await accepting.press('*', '/');
      await accepting.type('accepted');
      const screen = await accepting.until(/accepted +request\/unknown-fields +sent to another service too: /);
      const accepted = screen.match(/accepted +request\//g) ?? [];
      const open = Number(counted) - accepted.length;
      await accepting.until(open === 0 ? /\* Findings(?! \d)/ : new RegExp(`\\* Findings ${open}\\b`));
      await accepting.press('enter', 'enter');
      await accepting.until(/Accepted\n(.|\n)*sent to another service too/);
    } finally {
      await accepting.close();
    }
  });
});

describe('the last row of many', () => {
  test('is gone to by G without all that is between, and counted from the end', async () => {
    const { client } = shown.sandbox;
    await client.trigger('payout.created', { amount: 1111 });
    await client.trigger('payout.created', { count: 160 });
    await shown.press('3');
    await shown.until('1 of 161');
    await shown.press('G');
    await shown.until(/─ 161 of 161 ─(.|\n)*▌ .*\$11\.11/);
    await shown.press('g', 'pagedown', 'pagedown', 'pagedown');
    await shown.until(/─ (50|61) of 161 ─/);
  });

  test('stays selected when many come at once', async () => {
    const { client } = shown.sandbox;
    await client.trigger('payout.created', { amount: 1111 });
    await client.trigger('payout.created', { count: 160 });
    await shown.press('3');
    await shown.until('1 of 161');
    await shown.press('G');
    await shown.until(/─ 161 of 161 ─/);
    await client.trigger('payout.created', { count: 120 });
    await shown.until(/─ 281 of 281 ─(.|\n)*▌ .*\$11\.11/);
    await shown.press('g');
    await shown.until(/─ 1 of 281 ─/);
  });

  test('gives its JSON to the clipboard without details', async () => {
    const id = await charge(4200);
    await shown.press('2');
    await shown.until(/▌ .*txn_/);
    expect(shown.screen()).toMatch(/ a more/);
    await shown.press('Y');
    await shown.until('The JSON went to the terminal');
    expect(JSON.parse(shown.copied()[0]!)).toMatchObject({ id, amount: 4200 });
    await shown.sandbox.client.trigger('payout.paid', { set: { rail: 'card' } });
    await shown.press('3');
    const screen = await shown.until(/▌ .*po_\w+.*paid/);
    expect(screen).not.toContain('a more');
  });
});

describe('a terminal of 40 columns', () => {
  test('keeps the amounts', async () => {
    await charge(4200);
    await shown.sandbox.client.settle();
    await shown.until(/payment\.completed +200/);
    await shown.resize(40, 12);
    await shown.until(/POST \/charges.*\$42\.00/);
    for (const view of ['2', '7']) {
      await shown.press(view);
      await shown.until(/▌ .*\$42\.00/);
    }
  });
});

describe('the data set', () => {
  test('is changed by W, which puts the name that was typed first', async () => {
    await shown.press('W');
    await shown.type('ws_demo');
    await shown.until(/▌ ws_demo · test/);
    await shown.press('ctrl+u');
    await shown.type('demo_a live');
    await shown.until(/▌ ws_demo_a · live/);
    await shown.press('enter');
    await shown.until(/ws_demo_a · live · gateway_a/);
  });

  test('goes back to a snapshot', async () => {
    await shown.press('p');
    await shown.type('before');
    await shown.until('save before');
    await shown.press('enter');
    await shown.until(/snapshot before holds \d+ record/);
    await charge(4200);
    await shown.press('2');
    await shown.until(/▌ .*txn_/);
    await shown.press('p');
    await shown.until('restore before');
    await shown.press('down', 'enter');
    await shown.until('Go back to before?');
    await shown.press('enter');
    await shown.until('back at before');
    await shown.until('No payments yet');
  });
});

describe('a snapshot', () => {
  test('is compared with now by ^D: counts by kind, ids to follow, and the fields of what changed', async () => {
    const id = await charge(4200);
    await shown.sandbox.client.snapshots.save('before');
    await shown.sandbox.client.settle();
    const other = await charge(1500);
    await shown.resize(100, 60);
    await shown.press('p');
    await shown.until('restore before');
    await shown.press('down');
    await shown.until('^D what differs');
    await shown.press('ctrl+d');
    const screen = await shown.until(/before and now(.|\n)*transaction +1 added, 1 changed/);
    expect(screen).toMatch(new RegExp(`\\+ ${other} +added`));
    expect(screen).toMatch(
      new RegExp(`~ ${id} +changed\\n +status +pending_settlement → settled\\n +settled_at +none → 2026`),
    );
    await shown.press('esc');
    await shown.until('Enter details');
  });
});

describe('what is made and deleted', () => {
  test('a snapshot is renamed by ^R and deleted by ^X, after a question', async () => {
    const { snapshots } = shown.sandbox.client;
    await snapshots.save('before');
    await shown.press('p');
    await shown.until('restore before');
    await shown.press('down', 'ctrl+r');
    await shown.until(/Rename before(.|\n)*› name {2}before▏/);
    await shown.type(' it');
    await shown.press('enter');
    await shown.until(/› name {2}before it▏\n ! name/);
    await shown.press('ctrl+u');
    await shown.type('after');
    await shown.press('enter');
    await shown.until('before is called after now');
    await shown.press('p');
    await shown.until('restore after');
    await shown.press('down', 'ctrl+x');
    await shown.until('Delete after?');
    expect((await snapshots.list()).data).toMatchObject([{ name: 'after' }]);
    await shown.press('enter');
    await shown.until('after is deleted');
    expect((await snapshots.list()).data).toEqual([]);
  });

  test('a workspace is made under the name that is typed, reset, and deleted by ^X', async () => {
    await shown.press('W');
    await shown.type('shop');
    await shown.until(/▌ make ws_shop/);
    await shown.press('enter');
    await shown.until(/Make a workspace(.|\n)*› id +ws_shop▏/);
    await shown.press('tab');
    await shown.type('nowhere');
    await shown.press('enter');
    await shown.until(/› fixture +nowhere▏\n ! .*nowhere/);
    await shown.press('ctrl+u', 'enter');
    await shown.until('ws_shop · test · debit_payouts');
    await shown.press('W');
    await shown.type('reset');
    await shown.until(/▌ make ws_reset(.|\n)*reset ws_shop/);
    await shown.press('down', 'enter');
    await shown.until('Put ws_shop back to its fixture?');
    await shown.press('enter');
    await shown.until("ws_shop is as the fixture 'default' has it");
    await shown.press('W');
    await shown.type('ws_shop');
    await shown.until(/▌ ws_shop · test/);
    await shown.press('ctrl+x');
    await shown.until('Delete ws_shop?');
    await shown.press('enter');
    await shown.until('ws_shop is deleted');
    await shown.until('ws_demo · test · debit_payouts');
    await shown.press('W');
    await shown.type('ws_demo');
    await shown.until(/▌ ws_demo · test/);
    await shown.press('ctrl+x');
    await shown.until('Delete ws_demo?');
    await shown.press('enter');
    await shown.until(/! ws_demo is the default workspace; reset it instead/);
  });

  test.each([
    ['W', 'shop', /▌ make ws_shop/],
    ['c', '3d', /▌ 3d forward/],
  ])('%s takes what is typed before the emulator has said what there is', async (key, typed, chosen) => {
    const early = attach(shown.sandbox.url);
    try {
      await early.type(key + typed);
      await early.until(chosen);
    } finally {
      await early.close();
    }
  });

  test('an endpoint is added, changed and disabled by E', async () => {
    const { webhooks } = shown.sandbox.client;
    await shown.press('E');
    await shown.until(/▌ http:\S+\/hook +on, all events, nothing sent yet/);
    await shown.type('nowhere');
    await shown.press('enter');
    await shown.until(/Add a webhook endpoint(.|\n)*› url +nowhere▏/);
    await shown.press('enter');
    await shown.until(/› url +nowhere▏\n ! /);
    await shown.press('ctrl+u');
    await shown.paste('http://127.0.0.1:9/more');
    await shown.press('tab');
    await shown.type('payout.paid, payout.failed');
    await shown.press('enter');
    await shown.until('http://127.0.0.1:9/more is added; its secret went to the terminal');
    const [made] = (await webhooks.list()).data;
    expect(made).toMatchObject({ events: ['payout.paid', 'payout.failed'], enabled: true });
    expect(shown.copied()[0]).toMatch(/^whsec_/);
    await shown.press('E');
    await shown.type('more');
    await shown.until(/▌ \S+more +on, payout\.paid, payout\.failed/);
    await shown.press('enter');
    await shown.until('Change the endpoint');
    await shown.press('tab', 'tab', 'right', 'right', 'enter');
    await shown.until('127.0.0.1:9/more is changed');
    expect((await webhooks.list()).data).toContainEqual(expect.objectContaining({ id: made!.id, enabled: false }));
    await shown.press('E');
    await shown.type('more');
    await shown.until(/▌ \S+more +disabled(.|\n)*\^T enable/);
    await shown.press('ctrl+t');
    await shown.until('more is enabled');
    await shown.press('E');
    await shown.type('more');
    await shown.until(/▌ \S+more +on/);
    await shown.press('ctrl+x');
    await shown.until('Delete the endpoint');
    await shown.press('enter');
    await shown.until('more is deleted');
    expect((await webhooks.list()).data).toHaveLength(1);
  });
});

describe('the help', () => {
  test('is made from the table of keys', async () => {
    await shown.resize(100, 75);
    await shown.press('?');
    const screen = await shown.until('Keys');
    for (const { shown: keys, about } of Object.values(keyTable)) {
      expect(screen).toContain(keys);
      expect(screen).toContain(about.slice(0, 40));
    }
  });

  test.each([40, 80, 120, 200])(
    'says all of it, and each key apart from what it does, on %i columns',
    async (columns) => {
      await shown.resize(columns, 140);
      await shown.press('?');
      const screen = await shown.until('Keys');
      const width = columns < 120 ? columns : Math.floor((columns - 2) / 2);
      const rows = screen.split('\n').flatMap((row) => [row.slice(1, width + 1), row.slice(width + 1)]);
      const said = rows
        .map((row) => row.slice(18).trim())
        .join(' ')
        .replace(/\s+/g, ' ');
      for (const { shown: keys, about } of Object.values(keyTable)) {
        expect(rows.some((row) => row.startsWith(` ${keys} `))).toBe(true);
        for (const word of about.split(' ')) expect(said).toContain(word);
      }
    },
  );

  test('no key is in the table twice, and every view has one of its own', async () => {
    const keys = Object.values(keyTable).flatMap((each) => [...each.keys]);
    expect(new Set(keys).size).toBe(keys.length);
    const { data: kinds } = await shown.sandbox.client.kinds();
    expect(viewsOf(kinds).map(({ place }) => keyOf(place))).toEqual([...keyTable.view.keys]);
  });
});

describe('leaving', () => {
  test('asks nothing where the emulator is somebody else’s', async () => {
    await shown.press('q');
    expect(shown.left).toEqual(['quit']);
  });

  test('ends the drawing: the terminal is another’s by then', async () => {
    await shown.press('q');
    const before = shown.written();
    await shown.sandbox.client.trigger('payout.created');
    expect(shown.written()).toBe(before);
  });

  test('by Ctrl-C is at once, also with a question open', async () => {
    await shown.press('c', '\u0003');
    expect(shown.left).toEqual(['interrupt']);
  });
});

describe('a terminal of 60 by 15', () => {
  test('keeps the way to every action, the help and the way out at its foot', async () => {
    await shown.resize(60, 15);
    await charge(4200);
    await shown.press('2');
    const screen = await shown.until(/▸2 Payments(.|\n)*▌ .*\$42\.00/);
    expect(screen.split('\n').at(-1)).toMatch(/^ Enter details {2}s complete .* a more {2}\? keys {2}q quit$/);
    await shown.press('9');
    await shown.until(/▌ external .*\$42\.00/);
    // What the workspace began with has no moves of its own.
    await shown.press('G');
    await shown.until(/Enter details {2}t trigger {2}c clock {2}\/ filter {2}\? keys {2}q quit$/);
  });

  test('has room for all of a refusal, and of a question', async () => {
    await shown.resize(60, 15);
    await charge(4200);
    await shown.press('2', 'x');
    const said = await shown.until('pending settlement;');
    expect(said.split('\n').slice(-2).join(' ').replace(/\s+/g, ' ')).toMatch(
      /○ Transaction txn_\w+… is pending settlement; it may complete, fail, void\. x has no move for it\./,
    );
    await shown.sandbox.client.snapshots.save('before');
    await shown.press('p');
    await shown.until('restore before');
    await shown.press('down', 'enter');
    const asked = await shown.until('Go back to before?');
    expect(asked.replace(/\s+/g, ' ')).toContain('become what they were; what came since is gone.');
  });
});

describe('a terminal that does not tell its size', () => {
  test('is taken for one of 80 by 24, and is not cleared at every drawing', async () => {
    const sizeless = await show({ columns: 0, rows: 0 });
    try {
      await sizeless.until(/q quit$/);
      await sizeless.press('2');
      await sizeless.until((screen) => hasRule(screen, 80));
      await sizeless.until('No payments yet');
      expect(sizeless.written()).not.toContain('\u001b[3J');
    } finally {
      await sizeless.close();
    }
  });
});

describe('a terminal that has next to no room', () => {
  test('is drawn on as far as it goes', async () => {
    for (const [columns, rows] of [
      [3, 2],
      [1, 1],
      [2, 20],
    ] as const) {
      await shown.resize(columns, rows);
      await shown.press('2', '?', 'esc', 'c', 'esc', 'enter', '1');
    }
    await shown.resize(100, 30);
    await shown.until(/▸1 Act(.|\n)*q quit$/);
  });
});

describe('a text that is pasted', () => {
  test('is not taken for commands', async () => {
    await charge(4200);
    await shown.sandbox.client.settle();
    await shown.press('2');
    await shown.until(/txn_\w+.*settled/);
    await shown.paste('x\nq\n');
    await shown.until('Pasted text never acts as keys');
    expect(shown.left).toEqual([]);
    expect((await shown.sandbox.client.events.list({ type: 'payment.refunded' })).data).toEqual([]);
  });

  test('is told from keys that come in one piece', async () => {
    await shown.sandbox.client.trigger('payout.created', { count: 4 });
    await shown.press('3');
    await shown.until('1 of 4');
    await shown.type('jjjkk');
    await shown.until('2 of 4');
  });

  test('fills a field, and does not confirm it', async () => {
    await shown.press('c');
    await shown.until('─ Clock');
    await shown.paste('3\ndays\r');
    await shown.until('3 days forward');
    expect((await shown.sandbox.client.status()).clock.now).toMatch(/^2026-03-01/);
  });
});

describe('texts that somebody stored', () => {
  test('are no commands to the terminal', async () => {
    const nasty = 'a\u001b]0;owned\u0007b\u001b[2Jc\u202ed\r\ne';
    await shown.sandbox.api('POST', '/customers', { email: 'nasty@example.com', first_name: nasty });
    await charge(4200, { email: 'nasty@example.com', metadata: { note: nasty } });
    await shown.press('2');
    await shown.until(/▌.*txn_.*\$42\.00/);
    await shown.press('enter');
    await shown.until('As the API shows it');
    await shown.press('end');
    await shown.until('"note"');
    expect(shown.copied()).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(rowsWritten(shown.written()).join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  test('may be wide or combined: no row is wider than the screen', async () => {
    await charge(4200, {
      email: 'x@example.com',
      buyer_name: '山田太郎 👩‍👩‍👧‍👦 e\u0301\u0301',
      metadata: { 名: '値'.repeat(100) },
    });
    await shown.press('2');
    await shown.until(/▌.*txn_.*\$42\.00/);
    for (const [columns, rows] of [
      [60, 15],
      [80, 24],
      [100, 40],
    ] as const) {
      const before = shown.written().length;
      await shown.resize(columns, rows);
      await shown.press('enter');
      await shown.until(/^ State$/m);
      await shown.press('end');
      await shown.until('値');
      for (const row of rowsWritten(shown.written().slice(before))) {
        expect(stringWidth(row)).toBeLessThanOrEqual(columns);
      }
      await shown.press('esc');
      await shown.until('Enter details');
    }
  });
});

describe('the screen', () => {
  test.each([
    ['a list with details beside it', ['2', 'enter'], /As the API shows it/],
    ['the help', ['?'], /─ Keys/],
    ['the attempts of a webhook', ['7', 'enter'], /attempt 1/],
    ['the palette', ['t'], /─ Trigger/],
    // A view remembers its part: each try goes on to the next one.
    ['parts of a view', ['6', 'left'], /‹(?!Sessions)/],
  ])('holds after a way to %s what it holds when it is drawn anew', async (_name, keys, shows) => {
    await shown.resize(120, 30);
    await charge(4200);
    await shown.sandbox.client.settle();
    await expect
      .poll(async () => {
        await shown.press('esc', 'esc', '1');
        await shown.until(/▸1 Act(.|\n)*POST \/charges(.|\n)*q quit/);
        await shown.press(...keys);
        const before = await shown.until((screen) => shows.test(screen) && !screen.includes('Loading'));
        // The terminal says that its size may be another, so that all rows are written.
        await shown.resize(120, 30);
        return shown.screen() === before;
      })
      .toBe(true);
  });

  test('goes along with a terminal that grows and shrinks', async () => {
    await shown.sandbox.client.trigger('payout.created');
    await shown.until(/└ payout\.created/);
    for (const [columns, rows] of [
      [60, 15],
      [120, 40],
      [40, 8],
      [100, 30],
    ] as const) {
      await shown.resize(columns, rows);
      expect(await shown.until(/q quit$/)).toContain('payout.created');
    }
  });
});

describe('an emulator that goes', () => {
  test('is told of, and found again when it is back', async () => {
    await shown.sandbox.stop();
    await shown.until('gone, trying again');
  });
});
