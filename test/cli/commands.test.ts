import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { execa } from 'execa';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifySignature } from '../../src/payments/webhooks/signature.ts';
import { ensureBuilt } from '../support/build.ts';
import { rawRequest, sendRaw } from '../support/raw-http.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { command, emulator, type Running, startEmulator } from './emulator.ts';

let running: Running;
let receiver: Receiver;

beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver();
  running = await startEmulator(['--ephemeral', '--no-rate-limit', '--forward-to', `${receiver.url}/hooks`]);
  return async () => {
    await running.stop();
    await receiver.close();
  };
}, 120_000);
beforeEach(() => receiver.answer({}));
afterEach(async () => {
  await running.run('reset');
  receiver.requests.length = 0;
});

const isUri = (text: string): boolean => URL.canParse(text);
const harFormats = {
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  uri: isUri,
  ipv4: true,
  ipv6: true,
} as const;
const run = (...args: string[]) => running.run(...args);
const json = (...args: string[]) => running.json(...args);
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type);

describe('inspect', () => {
  test('prints where the inspector is, opens it in the browser, and shows what has an id', async () => {
    const { url } = running;
    expect(await json('inspect')).toEqual({ url: `${url}/inspector` });
    expect((await run('status')).stdout).toContain(`${url}/inspector`);
    const { objects } = await json('trigger', 'payout.created');
    const { id } = objects.find(({ object }: { object: string }) => object === 'payout');
    expect(await json('inspect', id)).toEqual({ url: `${url}/inspector#/object/${id}` });
    const opened = join(mkdtempSync(join(tmpdir(), 'emulator-inspect-')), 'opened');
    const { stdout } = await command(['inspect', '--url', url, '--workspace', 'ws_demo'], {
      env: { BROWSER: `printf %s > '${opened}'` },
    });
    expect(readFileSync(opened, 'utf8')).toBe(stdout.trim());
    expect(stdout).toBe(`${url}/inspector#/timeline?workspace=ws_demo`);
    const none = await command(['inspect', '--url', url], { env: { BROWSER: 'false' } });
    expect(none.stderr).toBe('No browser was found; open the address manually.');
  });
});

describe('-d', () => {
  test('sends what looks like a number as a text where the operation takes a text', async () => {
    const card = ['-d', 'cc_number=4000056655665556', '-d', 'cc_exp_month=12', '-d', 'cc_exp_year=2030'];
    const made = await json('post', '/customers', '-d', 'email=d@b.co', '-d', 'billing_postal_code=62701', ...card);
    expect(made.data.billing_postal_code).toBe('62701');
    expect(made.payment_method.card).toMatchObject({ last4: '5556', exp_month: '12' });
    const { data } = await json('post', '/charges', '-d', `customer_id=${made.data.id}`, '-d', 'amount=4200');
    expect(data.amount).toBe(4200);
  });
});

describe('objects set', () => {
  test('edits fields by their paths, and keeps numbers as text where the field has text', async () => {
    const { data } = await json('post', '/customers', '-d', 'email=set@example.com');
    const { stdout } = await run('objects', 'set', data.id, 'phone=5550100', 'metadata.seats=3');
    expect(stdout.split('\n')).toEqual([`${data.id}  phone: null > 5550100`, `${data.id}  metadata.seats: null > 3`]);
    const edited = await json('objects', 'set', data.id, 'company=null', 'billing_postal_code=02134');
    expect(edited).toMatchObject({ data: { phone: '5550100', metadata: { seats: 3 }, billing_postal_code: '02134' } });
    expect((await run('objects', 'show', data.id)).stdout).toMatch(
      /edited +field +from +to +by\n.* billing_postal_code +null +02134 +cli/,
    );
  });

  test('says in one line what is nearest, which trigger does it, and which event there is not', async () => {
    const { objects } = await json('trigger', 'payment.completed');
    const { id } = objects.find(({ object }: { object: string }) => object === 'transaction');
    const near = await run('objects', 'set', id, 'buyer_nam=Ada');
    expect([near.exitCode, near.stderr]).toEqual([
      1,
      expect.stringMatching(/^emulator: [^\n]+Did you mean 'buyer_name'\?$/),
    ]);
    const sum = await run('objects', 'set', id, 'amount=1');
    expect(sum.stderr).toContain(`emulator trigger transaction.refund --id ${id}`);
    expect((await run('objects', 'set', id, 'email=a@b.co', '--emit')).stderr).toContain('has no update event');
    expect((await run('objects', 'set', id, 'email')).stderr).toContain("'email' must have the form name=value.");
  });
});

describe('--json', () => {
  test.each([
    [['status']],
    [['clock']],
    [['clock', 'next']],
    [['clock', 'advance', '1h']],
    [['settle']],
    [['idle']],
    [['trigger', '--list']],
    [['trigger', 'payment.completed']],
    [['ledger']],
    [['objects']],
    [['objects', 'list', 'payout']],
    [['events']],
    [['requests']],
    [['webhooks']],
    [['webhooks', 'deliveries']],
    [['keys']],
    [['outcomes']],
    [['faults']],
    [['workspaces']],
    [['workspaces', 'show', 'ws_demo']],
    [['get', '/balance']],
    [['post', '/customers', '-d', 'email=a@b.co']],
    [['openapi']],
    [['reset']],
  ])('%j prints one JSON document and nothing else', async (args) => {
    const { stdout, stderr, exitCode } = await run(...args, '--json');
    expect({ exitCode, lines: stdout.split('\n').length }).toEqual({ exitCode: 0, lines: 1 });
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stderr).not.toMatch(/Error|at .*:\d+/);
  });

  test('a refusal is the error body on stdout, with status 1', async () => {
    const { stdout, exitCode } = await run('trigger', 'payment.voided', '--id', 'txn_none', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'not_found_error', code: 'resource_missing' });
  });

  test('a refusal without --json is one line on stderr', async () => {
    const { stdout, stderr, exitCode } = await run('trigger', 'payment.voided', '--id', 'txn_none');
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: "emulator: No such transaction: 'txn_none'.",
      exitCode: 1,
    });
  });
});

describe('trigger', () => {
  test('every event of payments, disputes and payouts comes about, and is delivered', async () => {
    const listed = (await json('trigger', '--list')) as { name: string; kind: string }[];
    const names = listed.filter(({ kind }) => kind === 'event').map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['completed', 'refunded', 'voided', 'failed', 'disputed'].map((verb) => `payment.${verb}`),
        ...['created', 'updated', 'evidence_submitted', 'won', 'lost'].map((verb) => `dispute.${verb}`),
        ...['created', 'updated', 'paid', 'failed', 'returned'].map((verb) => `payout.${verb}`),
      ]),
    );
    for (const name of names) {
      const { events, objects } = await json('trigger', name);
      expect(typesOf(events), name).toContain(name);
      expect(objects.length, name).toBeGreaterThan(0);
    }
    await json('settle');
    const delivered = new Set(receiver.requests.map(({ headers }) => headers['service-event']));
    for (const name of names) expect(delivered).toContain(name);
  }, 60_000);

  test('prints the objects it touched and the events it emitted', async () => {
    const { stdout, exitCode } = await run('trigger', 'payment.disputed');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^transaction {2}txn_\w{20} {2}disputed$/m);
    expect(stdout).toMatch(/^dispute {2}dp_\w{20} {2}matched \(M013\)$/m);
    expect(stdout).toMatch(
      /^payment\.completed {2}evt_\w{20}\npayment\.disputed {2}evt_\w{20}\ndispute\.created {2}evt_\w{20}$/m,
    );
  });

  test('names states as the API shows them, with what is finer in brackets', async () => {
    const { stdout } = await run('trigger', 'payout.returned');
    const [, id, state] = /^payout {2}(po_\w+) {2}(.*)$/m.exec(stdout) ?? [];
    const { status, returned } = (await json('get', `/payouts/${id}`)).data;
    expect([status, returned, state]).toEqual(['paid', true, 'paid (returned, R01)']);
    expect((await run('trigger', 'payout.created')).stdout).toMatch(/^payout {2}po_\w+ {2}pending$/m);
    const list = (await run('trigger', '--list')).stdout;
    expect(list).toMatch(/^payout\.updated +pending +pending \(in_transit\) /m);
    expect(list).toMatch(/^payout\.paid +pending +paid /m);
    const { stderr } = await run('trigger', 'transaction.settle');
    expect(stderr).toContain(
      'a new transaction is pending_settlement in this workspace, and settle needs pending_settlement (approved)',
    );
  });

  test('with --id makes that one move, or says what the move needs', async () => {
    const { objects } = await json('trigger', 'payment.completed');
    const disputed = await json('trigger', 'payment.disputed', '--id', objects[0].id, '--code', 'm013');
    expect(typesOf(disputed.events)).toEqual(['payment.disputed', 'dispute.created']);
    const refused = await run('trigger', 'payment.voided', '--id', objects[0].id);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /^emulator: Transaction txn_\w+ is disputed; void requires the state pending_settlement\.$/,
    );
  });

  test('takes amount, code and fields of the fresh object', async () => {
    const { objects } = await json(
      'trigger',
      'payment.failed',
      '--amount',
      '777',
      '--code',
      'M015',
      '--set',
      'metadata.order=7',
    );
    const { data } = await json('get', `/transactions/${objects[0].id}`);
    expect(data).toMatchObject({ amount: 777, error_code: 'M015', metadata: { order: 7 } });
  });

  test('refuses a field that the fresh object does not have', async () => {
    const { stderr, exitCode } = await run('trigger', 'payment.completed', '--set', 'metdata.order=7');
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Did you mean 'metadata'?");
  });

  test('--count makes as many', async () => {
    const { events } = await json('trigger', 'payout.created', '--count', '3');
    expect(typesOf(events)).toEqual(['payout.created', 'payout.created', 'payout.created']);
  });

  test('an unknown name is wrong usage and suggests the closest', async () => {
    const { stdout, stderr, exitCode } = await run('trigger', 'payout.retuned', '--json');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain('Did you mean payout.returned');
  });

  test('--wait waits until the events are delivered', async () => {
    const { deliveries } = await json('trigger', 'payment.completed', '--wait');
    expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{ status: 200 }] }]);
    expect(receiver.requests).toHaveLength(1);
  });

  test('--wait ends with 4 when a delivery fails', async () => {
    receiver.answer({ status: 500 });
    const { stdout, stderr, exitCode } = await run('trigger', 'payment.completed', '--wait');
    expect(exitCode).toBe(4);
    expect(stdout).toContain('pending  payment.completed');
    expect(stderr).toMatch(/^emulator: Delivery del_\w+ to http:\S+ did not succeed: 500\. For details, .*$/);
  });
});

describe('events', () => {
  test('show prints the request, the change of state, the event and each attempt', async () => {
    receiver.answer((_request, _response, index) => ({ status: index === 0 ? 500 : 204 }));
    const { objects } = await json('trigger', 'transaction.accept');
    await json('post', `/transactions/${objects[0].id}/void`);
    await json('clock', 'advance', '5m');
    const [event] = (await json('events', 'list', '--type', 'payment.voided')).data;
    const { stdout } = await run('events', 'show', event.id);
    const [cause, change, shown, delivery, first, second] = stdout.split('\n');
    expect(cause).toMatch(/^POST \/api\/v1\/transactions\/txn_\w+\/void {2}req_\w+ answered 200$/);
    expect(change).toMatch(/^└─ transaction txn_\w+ void: pending_settlement > voided$/);
    expect(shown).toBe(`   └─ payment.voided  ${event.id}`);
    expect(delivery).toMatch(/^ {6}└─ del_\w+ to http:\S+\/hooks: delivered$/);
    expect(first).toMatch(/attempt 1 at .*: answered 500, \d+ ms$/);
    expect(second).toMatch(/attempt 2 at .*: answered 204, \d+ ms$/);
    expect(JSON.parse(stdout.slice(stdout.indexOf('\n{')))).toMatchObject({ transaction_id: objects[0].id });
  });

  test('show --json has cause, request, effects and deliveries', async () => {
    const { events } = await json('trigger', 'dispute.won', '--wait');
    const shown = await json('events', 'show', events.at(-1).id);
    expect(shown).toMatchObject({
      type: 'dispute.won',
      cause: { type: 'trigger', name: 'dispute.won' },
      request: null,
    });
    expect(shown.effects.map(({ id }: { id: string }) => id)).toEqual(events.map(({ id }: { id: string }) => id));
    expect(shown.deliveries).toMatchObject([{ status: 'delivered' }]);
  });

  test('list narrows by type and object, and pages', async () => {
    const { objects } = await json('trigger', 'payment.refunded');
    await json('trigger', 'payment.completed', '--count', '3');
    const about = await json('events', 'list', '--id', objects[0].id);
    expect(typesOf(about.data)).toEqual(['payment.refunded', 'payment.completed']);
    const first = await run('events', 'list', '--type', 'payment.completed', '--limit', '3');
    expect(first.stderr).toMatch(/^More results are available; to continue, add --starting-after evt_\w+$/);
    const after = first.stderr.split(' ').at(-1)!;
    const rest = await json('events', 'list', '--type', 'payment.completed', '--starting-after', after);
    expect(rest).toMatchObject({ data: [{ subject: objects[0].id }], has_more: false });
  });

  test('wait finds what has already happened', async () => {
    const { objects, events } = await json('trigger', 'payment.completed', '--wait');
    const found = await json('events', 'wait', 'payment.completed', '--id', objects[0].id, '--status', '200');
    expect(found.id).toBe(events[0].id);
  });

  test('wait waits for what is still to come', async () => {
    const [found] = await Promise.all([
      json('events', 'wait', 'payout.paid', '--timeout', '15s'),
      json('trigger', 'payout.created').then(() => json('settle')),
    ]);
    expect(found.type).toBe('payout.paid');
  });

  test.each([[['--timeout', '200ms']], [['--timeout', '200ms', '--status', '503']]])(
    'wait ends with 4 in vain: %j',
    async (options) => {
      const { events } = await json('trigger', 'payment.completed', '--wait');
      const { stdout, stderr, exitCode } = await run(
        'events',
        'wait',
        'payment.completed',
        '--after',
        events[0].id,
        ...options,
      );
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 4 });
      expect(stderr).toMatch(/^emulator: No payment\.completed event.* within 200ms\. No event came\..*$/);
    },
  );

  test('a wait in vain says what came instead, what is next, and that the clock stands', async () => {
    await run('clock', 'freeze');
    const { objects } = await json('trigger', 'payout.created');
    const { id } = objects[0];
    const { stderr } = await run('events', 'wait', 'payout.paid', '--id', id, '--timeout', '0s');
    expect(stderr).toMatch(
      new RegExp(
        `^emulator: No payout\\.paid event about ${id} within 0s\\. What came about ${id}: payout\\.created\\. The next job is payout\\.\\w+ for ${id}, due at \\S+\\. The clock is frozen at \\S+; move it with 'npx payments-emulator clock advance'\\.$`,
      ),
    );
  });

  test('tail prints a line an event as it happens, JSON with --json', async () => {
    const started = await startTail('events', 'tail', '--json');
    const { events } = await json('trigger', 'payment.disputed');
    expect(typesOf(events)).toEqual(['payment.completed', 'payment.disputed', 'dispute.created']);
    // What was triggered until it listened comes before, and settles after.
    const ids: string[] = events.map(({ id }: { id: string }) => id);
    const shown = () => started.lines.map((line) => JSON.parse(line).id).filter((id) => ids.includes(id));
    await expect.poll(shown).toEqual(ids);
    expect(await started.interrupt()).toBe(130);
  });

  test('resend sends an event again, also to another address', async () => {
    const { events } = await json('trigger', 'payment.completed', '--wait');
    const other = await startReceiver();
    expect(await json('events', 'resend', events[0].id)).toMatchObject([{ status: 'delivered', manual: true }]);
    expect(await json('events', 'resend', events[0].id, '--to', other.url)).toMatchObject([
      { status: 'delivered', endpoint_id: null },
    ]);
    expect(other.requests[0]!.body).toBe(receiver.requests[0]!.body);
    expect(receiver.requests).toHaveLength(2);
    await other.close();
  });
});

/** `tail` in the background, once it listens. */
async function startTail(...args: string[]) {
  const { execa } = await import('execa');
  const { projectFolder } = await import('../support/build.ts');
  const child = execa(process.execPath, [`${projectFolder}/bin/emulator.js`, ...args], {
    env: { EMULATOR_URL: running.url },
    reject: false,
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  // The stream begins with the response; until the child has it, what happens would be missed.
  await expect
    .poll(async () => {
      if (lines.length > 0) return true;
      await running.json('post', '/customers', '-d', 'email=tail@b.co');
      if (args[0] === 'events') await running.json('trigger', 'payout.created');
      return lines.length > 0;
    })
    .toBe(true);
  return {
    lines,
    interrupt: async () => {
      child.kill('SIGINT');
      return (await child).exitCode;
    },
  };
}

describe('clock and settle', () => {
  test('run --rate lets the clock run faster, in what is shown and saved too', async () => {
    const { stdout } = await run('clock', 'run', '--rate', '3600');
    expect(stdout).toContain('running, 3600 times as fast as real time');
    const before = Date.now();
    const first = Date.parse((await json('clock')).now);
    const { now, mode, rate } = await json('clock');
    expect({ mode, rate }).toEqual({ mode: 'running', rate: 3600 });
    expect(Date.parse(now) - first).toBeLessThanOrEqual((Date.now() - before + 1) * 3600);
    expect(Date.parse(now) - first).toBeGreaterThan(3600);
    expect((await run('status')).stdout).toContain('running, 3600 times as fast as real time');
    const exported = await fetch(`${running.url}/_emulator/export`).then((answer) => answer.text());
    expect(JSON.parse(exported).workspaces[0].clock).toMatchObject({ mode: 'running', rate: 3600 });
    expect((await run('clock', 'run')).stdout).toMatch(/mode +running\n/);
    expect((await run('clock', 'run', '--rate', '0')).exitCode).toBe(2);
  });

  test('next lists what is due; advance --to next runs it and says what it emitted', async () => {
    await json('clock', 'freeze');
    const { objects } = await json('trigger', 'transaction.accept');
    const [next] = await json('clock', 'next');
    expect(next).toMatchObject({ kind: 'transaction.settle', subject: objects[0].id });
    const moved = await json('clock', 'advance', '--to', 'next');
    expect(moved).toMatchObject({ now: next.due_at, mode: 'frozen', deliveries_pending: 0 });
    expect(moved.ran).toMatchObject([{ job: { kind: 'transaction.settle' }, events: [{ type: 'payment.completed' }] }]);
    expect(receiver.requests).toHaveLength(1);
    const { stdout, stderr, exitCode } = await run('clock', 'advance', '--to', 'next');
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: 'emulator: No job is due or scheduled.',
      exitCode: 1,
    });
  });

  test('advance prints a line a job', async () => {
    await json('trigger', 'transaction.accept', '--count', '2');
    const { stdout } = await run('clock', 'advance', '1 hour');
    expect(stdout).toMatch(/transaction\.settle {2}transaction txn_\w+ {2}payment\.completed\n.*transaction\.settle/);
    expect(stdout).toContain('2 jobs ran, 2 events');
    const [, from, to] = /^\+1h: from (.+) to (.+)$/m.exec(stdout) ?? [];
    for (const instant of [from, to]) expect(instant).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/);
    // The clock of a started emulator goes on while it is moved.
    expect(Date.parse(to!) - Date.parse(from!)).toBeGreaterThanOrEqual(3_600_000);
    expect((await run('clock', 'set', '2050-01-02T03:04:05Z')).stdout).toMatch(/^\+\d+d .*to 2050-01-02 03:04:05Z$/m);
  });

  test('next names the object, also where a reference of the application stands for it', async () => {
    const token = ['post', '/tokens', '-d', 'number=4000000000000341', '-d', 'exp_month="12"', '-d', 'exp_year="2099"'];
    const { token: card } = (await json(...token)).data;
    await run('post', '/charges', '-d', `payment_token=${card}`, '-d', 'amount=4200', '-d', 'reference_id=order-7');
    await json('trigger', 'payout.created');
    const { stdout } = await run('clock', 'next');
    expect(stdout).toMatch(/charge\.resolve +charge with reference_id order-7 +\d/);
    expect(stdout).toMatch(/payout\.transit +payout po_\w+ +\d/);
    expect((await run('status')).stdout).toMatch(/next +payout\.transit of payout po_\w+ at .*Z$/m);
  });

  test('advance says what was delivered again, and what it got', async () => {
    receiver.answer({ status: 503 });
    await json('trigger', 'payment.voided', '--count', '3', '--wait').catch(() => {});
    const failing = await run('clock', 'advance', '5m');
    expect(failing.stdout).toContain('3 redeliveries: 3 failed\n+5m: from');
    expect(failing.stdout).not.toContain('0 events');
    receiver.answer((_request, _response, index) => ({ status: index % 3 === 0 ? 200 : 503 }));
    expect(await json('clock', 'advance', '30m')).toMatchObject({
      redeliveries: { count: 3, delivered: 1, failed: 2 },
    });
  });

  test('advance takes days, ISO durations, instants and ids of jobs', async () => {
    await json('clock', 'freeze');
    const { now } = await json('clock');
    const day = await json('clock', 'advance', '1d');
    expect(Date.parse(day.now) - Date.parse(now)).toBe(86_400_000);
    const half = await json('clock', 'advance', 'PT12H');
    expect(Date.parse(half.now) - Date.parse(day.now)).toBe(43_200_000);
    await json('trigger', 'payout.created');
    const [, job] = [null, ...(await json('clock', 'next'))] as [null, { id: string; due_at: string }];
    expect((await json('clock', 'advance', '--to', job.id)).now).toBe(job.due_at);
    expect((await json('clock', 'advance', '--to', '2099-01-01')).now).toBe('2099-01-01T00:00:00.000Z');
  });

  test('set moves forward only', async () => {
    expect((await json('clock', 'set', '2050-01-01T00:00:00Z')).now).toMatch(/^2050-01-01T00:00:00/);
    for (const back of ['-1d', '-P1D']) {
      expect(await run('clock', 'advance', back)).toEqual({
        stdout: '',
        stderr: expect.stringMatching(/^emulator: the clock only moves forward; to go back, use a snapshot \(.*\)\.$/),
        exitCode: 2,
      });
    }
    const { stderr, exitCode } = await run('clock', 'set', '2020-01-01');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('can only move forward');
  });

  test('settle runs every settlement and waits for the deliveries', async () => {
    await json('trigger', 'transaction.accept');
    await json('trigger', 'payout.created');
    const settled = await json('settle');
    expect(settled).toMatchObject({ deliveries_pending: 0, deliveries_retrying: 0, summary: { failed: 0 } });
    const types = receiver.requests.map(({ headers }) => headers['service-event']);
    expect(types).toEqual(expect.arrayContaining(['payment.completed', 'payout.created', 'payout.paid']));
  });

  test('settle says when a delivery failed and waits for its next attempt', async () => {
    receiver.answer({ status: 503 });
    await json('trigger', 'transaction.accept');
    const { stderr, exitCode } = await run('settle');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('1 delivery failed; to retry, advance the clock');
  });

  test('idle waits until nothing is pending, or says what is and ends with 1', async () => {
    expect(await run('idle')).toEqual({ stdout: 'Nothing is pending.', stderr: '', exitCode: 0 });
    let answer = () => {};
    const isAsked = new Promise<void>((asked) => {
      receiver.answer(
        () =>
          new Promise((resolve) => {
            answer = () => resolve({});
            asked();
          }),
      );
    });
    await json('trigger', 'payment.voided');
    await isAsked;
    expect(await run('idle', '--within', '0s')).toEqual({
      stdout: '',
      stderr: 'emulator: The emulator was not idle within 0s; still pending: 1 delivery.',
      exitCode: 1,
    });
    const { stdout, exitCode } = await run('idle', '--within', '0s', '--json');
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({ exitCode: 1, idle: false, pending: { deliveries: 1 } });
    answer();
    receiver.answer({});
    expect((await run('idle', '--within', '20s')).exitCode).toBe(0);
  });

  test('settle tells only of its own deliveries', async () => {
    receiver.answer({ status: 503 });
    await run('trigger', 'payment.voided', '--wait', '--timeout', '1s');
    receiver.answer({});
    await json('trigger', 'transaction.accept');
    const { stdout, stderr } = await run('settle');
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining('1 job ran, 1 event'), stderr: '' });
  });
});

describe('snapshot diff', () => {
  test('says what differs by kind, with ids and the fields of what changed', async () => {
    const { id } = (await json('post', '/customers', '-d', 'email=diff@example.com')).data;
    await run('snapshot', 'save', 'then');
    expect((await run('snapshot', 'diff', 'then')).stdout).toMatch(
      /^No differences between then \(.*\) and the current state \(.*\)\.$/,
    );
    await run('patch', `/customers/${id}`, '-d', 'first_name=Ann');
    const { stdout } = await run('snapshot', 'diff', 'then');
    expect(stdout).toMatch(/customer +0 +1 +0/);
    expect(stdout).toContain(`  changed  ${id}\n    first_name: none > Ann`);
    expect((await json('snapshot', 'diff', 'then', '--kind', 'customer')).kinds).toMatchObject([
      { changed: 1, more: 0 },
    ]);
    expect((await run('snapshot', 'diff', 'never')).stderr).toContain('never');
    expect((await run('snapshot', 'rename', 'then', 'once')).stdout).toBe('Renamed then to once.');
    await run('snapshot', 'delete', 'once');
  });
});

describe('get, post, patch and delete', () => {
  test('print the body of the service as it is', async () => {
    const made = await json(
      'post',
      '/customers',
      '-d',
      'email=Ann@example.com',
      '-d',
      'metadata[vip]=true',
      '-d',
      'metadata.level=3',
    );
    expect(made).toMatchObject({ data: { metadata: { vip: true, level: 3 } }, existing: false });
    const changed = await json('patch', `customers/${made.data.id}`, '-d', 'phone="123"');
    expect(changed.data.phone).toBe('123');
    const { stdout } = await run('get', `/customers?limit=1`);
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ id: made.data.id }], has_more: expect.any(Boolean) });
  });

  test('read a body from stdin', async () => {
    const { stdout } = await emulator(
      ['post', '/customers', '-d', '@-', '-d', 'phone=+1', '--json', '--url', running.url],
      {
        input: '{"email": "stdin@example.com", "metadata": {"a": [1]}}',
      },
    );
    // A list is not a value of metadata: the whole body went over the wire as it was.
    expect(JSON.parse(stdout)).toMatchObject({ type: 'invalid_request_error', param: 'metadata.a' });
  });

  test('tell a refusal in one line that names status, type and code', async () => {
    const { stdout, stderr, exitCode } = await run('get', '/transactions/txn_none');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toMatch(/^emulator: 404 \(not_found_error, resource_missing\): .*txn_none.*$/);
  });

  test('use the key of the mode, or the one that is named', async () => {
    expect((await run('get', '/balance', '--mode', 'live')).stderr).toContain('capability_required');
    expect((await run('post', '/customers', '-d', 'email=a@b.co', '--key', 'pk_test_demo')).stderr).toContain('403');
  });
});

describe('objects', () => {
  test('lists the kinds that there are, and the objects of one as its slice declares it', async () => {
    const kinds = await run('objects', '--quiet');
    expect(kinds.stdout.split('\n').map((line) => line.split(/ {2,}/))).toContainEqual(['payout', 'Payouts']);
    for (const amount of ['700', '1500']) await run('trigger', 'payout.returned', '--amount', amount);
    const { stdout, stderr } = await run('objects', 'list', 'payout', '--state', 'returned', '--limit', '1');
    expect(stdout).toMatch(
      /^id +state +amount +with +about\npo_\w+ +returned +USD 15\.00 +\S+@example\.com +ach \d{4} +R01 \S.*$/,
    );
    expect(stderr).toMatch(/More results are available; to continue, add --starting-after po_\w+$/);
    const { objects, next } = await json('objects', 'list', 'payout', '--search', 'amount:7');
    expect(objects).toMatchObject([{ object: 'payout', state: 'returned', amount: 700 }]);
    expect(next).toBeNull();
  });

  test('are found behind any number of newer ones, by the name that people give to their kind', async () => {
    await run('trigger', 'payment.refunded');
    await run('trigger', 'payment.completed', '--count', '1000');
    for (const kind of ['transaction', 'payment', 'payments']) {
      const { stdout, stderr } = await run('objects', 'list', kind, '--state', 'refunded');
      expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/\ntxn_\w+ +refunded/), stderr: '' });
    }
    expect((await run('objects', 'list', 'payment', '--state', 'disputed')).stdout).toBe('No objects.');
    expect(await run('objects', 'list', 'payment', '--search', 'amount:>abc')).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^emulator: '>abc' is not a valid amount; use a filter such as /),
      exitCode: 1,
    });
  });

  test('are shown one by one, with what may happen to them, what did, and the money that moved', async () => {
    const { objects } = await json('trigger', 'payout.paid', '--amount', '4321', '--set', 'rail=ach');
    const { id } = objects.find(({ object }: { object: string }) => object === 'payout');
    const { stdout, stderr } = await run('objects', 'show', id);
    expect(stdout).toMatch(
      new RegExp(`^payout +${id}\nstate +paid\namount +USD 43\\.21\n(.+\n)*may now +.*payout\\.return`),
    );
    expect(stdout).toMatch(/^happened +event +from +to +id\n.* payout\.paid +in_transit +paid +evt_\w+$/m);
    expect(stdout).toMatch(/ payout +available +-USD 43\.21$/m);
    expect(stdout).toContain('"amount": 4321');
    // What it says to do is done.
    const [, said] = /^To make a move: npx payments-emulator (trigger .+)$/m.exec(stderr)!;
    expect((await run(...said!.split(' '))).exitCode).toBe(0);
    const returned = await json('objects', 'show', id);
    expect(returned).toMatchObject({ id, state: 'returned', data: { return_code: expect.any(String) } });
    expect(returned.events[0]).toMatchObject({ type: 'payout.returned', subject: id });
    const sum = returned.ledger.reduce((before: number, { amount }: { amount: number }) => before + amount, 0);
    expect(sum).toBe(0);
    const customer = await run('objects', 'show', returned.data.customer_id);
    expect(customer.stdout).not.toContain('may now');
    expect(await run('objects', 'show', 'po_none')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("No such object: 'po_none'"),
    });
  });

  test('of a kind that there is not are refused with those that there are', async () => {
    const { stderr, exitCode } = await run('objects', 'list', 'banana');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/There is no object kind 'banana'\..*payout/);
  });
});

describe('the ledger', () => {
  test('lists which money moved, and for what', async () => {
    const { objects } = await json('trigger', 'payout.paid', '--amount', '987');
    const { id } = objects.find(({ object }: { object: string }) => object === 'payout');
    const { stdout } = await run('ledger', 'list', '--id', id);
    expect(stdout).toMatch(/^id +at +why +about +account +amount\n/);
    expect(stdout).toMatch(new RegExp(` payout_paid +${id} +external +USD 9\\.87$`, 'm'));
    const { stderr } = await run('ledger', 'list', '--limit', '1');
    const [, after] = /More results are available; to continue, add --starting-after (\S+)$/.exec(stderr)!;
    const [first, second] = [
      (await json('ledger', 'list', '--limit', '2')).data,
      (await json('ledger', 'list', '--limit', '1', '--starting-after', after!)).data,
    ];
    expect(first.slice(-second.length)).toEqual(second);
    expect((await run('ledger', 'list', '--id', 'cus_none')).stdout).toBe('No money has moved yet.');
  });
});

describe('requests', () => {
  test('list, show and replay', async () => {
    await run('post', '/customers', '-d', 'email=r@b.co', '-d', 'nickname=r');
    const [logged] = (await json('requests', 'list', '--method', 'post')).data;
    expect(logged).toMatchObject({
      path: '/api/v1/customers',
      status: 201,
      key: 'sk_test_…mo',
      unknown_fields: ['nickname'],
    });
    const { stdout } = await run('requests', 'show', logged.id);
    expect(stdout).toContain('unknown fields or headers\nignored: nickname');
    const listed = (await run('requests', 'list', '--limit', '1', '--method', 'post')).stdout.split('\n');
    expect(listed[0]).toMatch(/ms +unknown fields$/);
    expect(listed[1]).toMatch(/\d +ignored: nickname$/);
    const replayed = await json('requests', 'replay', logged.id);
    expect(replayed).toMatchObject({ status: 201, body: { existing: true } });
    expect(replayed.request_id).not.toBe(logged.id);
  });

  test('a request that held a card number cannot be replayed, and the log does not show it', async () => {
    await run('post', '/tokens', '-d', 'number="4242424242424242"', '-d', 'exp_month="12"', '-d', 'exp_year="2099"');
    const [logged] = (await json('requests', 'list', '--method', 'post')).data;
    expect(logged.status).toBe(200);
    const shown = await run('requests', 'show', logged.id);
    expect(shown.stdout).not.toContain('4242424242424242');
    const { stderr, exitCode } = await run('requests', 'replay', logged.id);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('cannot be sent again');
  });

  test('show names the events that the request caused', async () => {
    const { objects } = await json('trigger', 'transaction.accept');
    await json('post', `/transactions/${objects[0].id}/void`);
    const [logged] = (await json('requests', 'list', '--method', 'post')).data;
    expect((await json('requests', 'show', logged.id)).events).toMatchObject([{ type: 'payment.voided' }]);
  });
});

describe('requests export', () => {
  test('writes the log as HAR that its schema allows, without secrets', async () => {
    await run('post', '/charges', '-d', 'amount=12.5');
    await run('faults', 'add', 'drop_connection', '--on', 'balance.get', '--times', '1');
    await run('get', '/balance?limit=1');
    await run('get', '/customers?limit=2&email=ada@example.com');
    const odd = '/api/v1//other/../"<x>?a=[';
    await sendRaw(
      running.url,
      rawRequest(`GET ${odd} HTTP/1.1`, { authorization: 'Bearer sk_test_demo', 'x-emulator-outcome': 'late' }),
    );
    const { stdout } = await run('requests', 'export', '--har');
    const har = JSON.parse(stdout);
    const schemas: Record<string, object> = createRequire(import.meta.url)('har-schema');
    const ajv = new Ajv({ schemas: Object.values(schemas), strict: false, validateSchema: false, formats: harFormats });
    expect([ajv.validate('har.json#', har), ajv.errors]).toEqual([true, null]);
    expect(stdout).not.toContain('sk_test_demo');
    const [refused, cut, listed, sent] = har.log.entries;
    expect(sent.request.headers).toContainEqual({ name: 'X-Emulator-Outcome', value: 'late' });
    expect(sent.request.url).toBe(`${running.url}/api/v1//other/../%22%3Cx%3E?a=[`);
    expect(refused).toMatchObject({
      request: { method: 'POST', postData: { text: '{"amount":12.5}' } },
      response: { status: 400, statusText: 'Bad Request', content: { text: expect.stringContaining('amount') } },
    });
    expect(cut).toMatchObject({
      response: { status: 0 },
      comment: expect.stringMatching(/^injected fault: drop_connection/),
    });
    expect(listed.request.queryString).toContainEqual({ name: 'email', value: 'ada@example.com' });
    const file = join(mkdtempSync(join(tmpdir(), 'har-')), 'log.har');
    expect((await run('requests', 'export', file)).stdout).toBe(`4 requests: ${file}`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(har);
    expect((await run('requests', 'export', '/no/such/folder/log.har')).exitCode).toBe(2);
  });
});

describe('webhooks', () => {
  test('add shows the secret whole, list shortens it, remove takes an address', async () => {
    const added = await json('webhooks', 'add', `${receiver.url}/second`, '--events', 'payout.paid,payout.failed');
    expect(added).toMatchObject({
      events: ['payout.paid', 'payout.failed'],
      secret: expect.stringMatching(/^whsec_\w{20,}$/),
    });
    const [listed] = (await json('webhooks')).data;
    expect(listed.secret).toMatch(/^whsec_…\w\w$/);
    const { stdout } = await run('webhooks', 'remove', `${receiver.url}/second`);
    expect(stdout).toBe(`Removed ${added.id}.`);
    expect((await json('webhooks')).data).toHaveLength(1);
  });

  test('add of an address that has an endpoint changes that one, unless it is to be another', async () => {
    const url = `${receiver.url}/same`;
    const first = await json('webhooks', 'add', url, '--events', 'payout.paid', '--secret', 'whsec_first');
    const said = await run('webhooks', 'add', url, '--secret', 'whsec_other');
    expect(said).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('The endpoint at this address already existed and was changed.'),
    });
    const same = await json('webhooks', 'add', url, '--events', 'payout.failed');
    expect(same).toMatchObject({ id: first.id, events: ['payout.failed'], secret: 'whsec_other', changed: true });
    const other = await json('webhooks', 'add', url, '--again');
    expect(other).toMatchObject({ events: ['*'], changed: false });
    expect(other.id).not.toBe(first.id);
    const live = await json('--mode', 'live', 'webhooks', 'add', url);
    expect(live.changed).toBe(false);
    for (const { id } of [first, other, live]) await json('webhooks', 'remove', id);
  });

  test('an endpoint that fails shows in status and webhooks', async () => {
    receiver.answer({ status: 500 });
    await run('trigger', 'payment.completed', '--wait');
    expect((await run('webhooks')).stdout).toMatch(/failing +500 +1 /);
    expect((await run('status')).stdout).toMatch(/failing +500 +1 /);
  });

  test('deliveries narrows by state', async () => {
    await json('trigger', 'payment.completed', '--wait');
    expect((await json('webhooks', 'deliveries', '--status', 'delivered')).data).toHaveLength(1);
    expect((await json('webhooks', 'deliveries', '--status', 'failed')).data).toHaveLength(0);
  });

  test('rotate signs with both secrets for a while, and with the new one alone from then on', async () => {
    const sent = async () => {
      receiver.requests.length = 0;
      await json('trigger', 'payout.created', '--wait');
      const { headers, body } = receiver.requests[0]!;
      const header = String(headers['service-signature']);
      const holds = (secret: string) => verifySignature({ header, body, secret }).valid;
      return { signatures: header.match(/v1=/g)!.length, old: holds('whsec_demo'), next: holds('whsec_next') };
    };
    await json('clock', 'freeze');
    expect(await sent()).toEqual({ signatures: 1, old: true, next: false });
    const { stdout } = await run('webhooks', 'rotate', `${receiver.url}/hooks`, '--secret', 'whsec_next');
    expect(stdout).toMatch(/secret +whsec_next\nformer secret +whsec_demo\nformer secret valid until +\d{4}/);
    expect(await sent()).toEqual({ signatures: 2, old: true, next: true });
    // It was the secret of the workspace: what an application reads there is the new one.
    expect((await run('keys', '--env')).stdout).toContain('EMULATOR_WEBHOOK_SECRET=whsec_next');
    await json('clock', 'advance', '24h');
    expect(await sent()).toEqual({ signatures: 1, old: false, next: true });
    const fresh = await json('webhooks', 'rotate', `${receiver.url}/hooks`, '--overlap', '0s');
    expect(fresh).toMatchObject({ secret: expect.stringMatching(/^whsec_\w{24}$/), former: null });
    expect(await run('webhooks', 'rotate', `${receiver.url}/hooks`, '--overlap', 'soon')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--overlap 'soon' is not a valid duration; use one of these forms: 90s, "),
    });
    expect((await run('webhooks', 'rotate', 'whe_none')).exitCode).toBe(1);
  });

  test('verify tells a good signature from a bad one by its status', async () => {
    await json('trigger', 'payment.completed', '--wait');
    const [{ headers, body }] = receiver.requests as [Receiver['requests'][number]];
    const signature = String(headers['service-signature']);
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(signature)!;
    expect(v1).toBe(createHmac('sha256', 'whsec_demo').update(`${t}.${body}`).digest('hex'));
    const verify = (secret: string, input: string) =>
      emulator(['webhooks', 'verify', '--signature', signature, '--secret', secret], { input });
    expect(await verify('whsec_demo', body)).toMatchObject({ exitCode: 0, stdout: 'The signature is valid.' });
    expect(await verify('whsec_other', body)).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await verify('whsec_demo', `${body} `)).toMatchObject({ exitCode: 1 });
  });
});

describe('faults and outcomes', () => {
  test('a fault happens as often as asked', async () => {
    const added = await json('faults', 'add', 'status', '--on', 'POST /customers', '--status', '500', '--times', '1');
    expect(added).toMatchObject({ on: 'customers.create', kind: 'status', times: 1 });
    expect((await run('post', '/customers', '-d', 'email=a@b.co')).stderr).toContain('500');
    expect((await run('post', '/customers', '-d', 'email=a@b.co')).exitCode).toBe(0);
    expect((await run('faults')).stdout).toContain('1, spent');
    expect((await run('faults', 'remove', added.id)).stdout).toBe(`Removed ${added.id}.`);
  });

  test('all faults of a workspace are removed at once, and only when that is said', async () => {
    await run('faults', 'add', 'status', '--on', 'balance.get', '--status', '500');
    await run('faults', 'add', 'latency', '--on', 'customers.create', '--ms', '1');
    await run('faults', 'add', 'drop', '--on', 'delivery', '--workspace', 'ws_demo_a');
    expect((await run('faults')).stdout).toMatch(/latency +ms 1 .*\n.* status +status 500 /);
    const [{ id }] = (await json('faults')).data;
    for (const [words, says] of [
      [[], 'pass --all'],
      [[id, '--all'], 'pass either'],
    ] as const) {
      const { stderr, exitCode } = await run('faults', 'remove', ...words);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)]);
    }
    expect((await json('faults')).data).toHaveLength(2);
    expect((await run('faults', 'remove', '--all')).stdout).toBe('Removed 2 faults.');
    expect((await json('faults')).data).toEqual([]);
    expect(await json('faults', 'remove', '--all')).toEqual({ removed: 0 });
    expect(await json('faults', 'remove', '--all', '--workspace', 'ws_demo_a')).toEqual({ removed: 1 });
  });

  test('a fault answers what --body says, in words or in a file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'emulator-answer-')), 'down.json');
    writeFileSync(file, '{ "upstream": "down" }\n');
    for (const [body, shown] of [
      [`@${file}`, '{ "upstream": "down" }\n'],
      ['Bad Gateway', 'Bad Gateway'],
    ] as const) {
      const args = [
        'faults',
        'add',
        'status',
        '--on',
        'balance.get',
        '--status',
        '502',
        '--times',
        '1',
        '--body',
        body,
      ];
      expect(await json(...args)).toMatchObject({ status: 502, body: shown });
      const refused = await run('get', '/balance');
      expect(refused.exitCode).toBe(1);
      expect(`${refused.stdout}${refused.stderr}`).toMatch(/502[\s\S]*(down|Bad Gateway)|(down|Bad Gateway)[\s\S]*502/);
    }
    expect(await run('faults', 'add', 'status', '--on', 'balance.get', '--body', '@none.json')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('none.json cannot be read'),
    });
  });

  test('a fault with --handling leaves calls alone that no delivery is about', async () => {
    const added = await json('faults', 'add', 'status', '--on', 'balance.get', '--status', '500', '--handling');
    expect(added).toMatchObject({ on: 'balance.get', handling: true });
    expect((await run('get', '/balance')).exitCode).toBe(0);
    await json('faults', 'remove', added.id);
    expect(await run('faults', 'add', 'drop', '--on', 'delivery', '--handling')).toMatchObject({
      exitCode: 1,
      stderr: 'emulator: handling is valid only for faults of calls.',
    });
  });

  test('a rule wins over the built-in outcomes until it is removed', async () => {
    const rule = await json(
      'outcomes',
      'add',
      'decline',
      '--on',
      'charges.create',
      '--amount',
      '1234',
      '--code',
      'insufficient_funds',
    );
    const declined = await run('trigger', 'transaction.accept', '--amount', '1234');
    expect(declined.exitCode).toBe(1);
    expect((await run('outcomes')).stdout).toMatch(
      /operation charges\.create, amount 1234 +kind decline, code insufficient_funds/,
    );
    await json('outcomes', 'remove', rule.id);
    expect((await run('trigger', 'transaction.accept', '--amount', '1234')).exitCode).toBe(0);
  });

  test('lengths of time are texts, and milliseconds where the flag says so', async () => {
    const fault = await json('faults', 'add', 'latency', '--on', 'customers.create', '--ms', '2s');
    expect(fault).toMatchObject({ ms: 2_000 });
    await json('faults', 'remove', fault.id);
    const rule = await json('outcomes', 'add', 'latency', '--on', 'POST /customers', '--ms', '250');
    expect(rule).toMatchObject({ when: { operation: 'customers.create' }, then: { ms: 250 } });
    expect(await json('outcomes', 'change', rule.id, '--ms', '1s', '--rail', 'ach')).toMatchObject({
      when: { operation: 'customers.create', rail: 'ach' },
      then: { kind: 'latency', ms: 1_000 },
    });
    await json('outcomes', 'remove', rule.id);
    expect(await run('faults', 'add', 'latency', '--on', 'delivery', '--ms', 'long')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--ms 'long' is not a valid duration; use one of these forms: 90s, "),
    });
  });

  test('a code that the rail does not have is refused, and outcomes --codes lists them all', async () => {
    const refused = await run('trigger', 'payout.returned', '--code', 'R99');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("'npx payments-emulator outcomes --codes'"),
    });
    for (const words of [
      ['outcomes', '--codes'],
      ['outcomes', 'list', '--codes'],
    ]) {
      expect((await run(...words)).stdout).toMatch(
        /^payout\.return, outcomes add return {2}\(ach\)\ncode +meaning\nR01 +insufficient funds$/m,
      );
    }
  });

  test('outcomes lists amounts, codes and test cards', async () => {
    const { stdout } = await run('outcomes');
    expect(stdout).toMatch(/amount 51 +kind fail, code M001/);
    expect(stdout).toContain('4000056655665556');
  });
});

describe('workspaces', () => {
  test('add makes an isolated one with fresh keys', async () => {
    const made = await json('workspaces', 'add', '-d', 'gateway=gateway_a');
    expect(made.keys.secret.test).toMatch(/^sk_test_\w{20}$/);
    await json('trigger', 'payment.completed', '--workspace', made.id);
    expect((await json('events', '--workspace', made.id)).data).toHaveLength(1);
    expect((await json('events')).data).toHaveLength(0);
    expect((await json('workspaces', 'update', made.id, '-d', 'settlement.mode=manual')).settings.settlement.mode).toBe(
      'manual',
    );
    expect((await run('workspaces', 'remove', made.id)).exitCode).toBe(0);
    expect((await run('status', '--workspace', made.id)).exitCode).toBe(1);
  });

  test('a token of one opens it to commands, and nothing else', async () => {
    const { stdout, stderr } = await run('tokens', 'add', '--workspace', 'ws_demo_a', '--name', 'team a');
    const [, token] = /^token +(emu_ws_\w{20})$/m.exec(stdout)!;
    expect(stderr).toContain('shown only once');
    const [{ id }] = (await json('tokens')).data;
    expect((await run('tokens')).stdout).toMatch(new RegExp(`^${id} +ws_demo_a +team a +`, 'm'));
    const as = (...args: string[]) => command([...args, '--url', running.url], { env: { EMULATOR_TOKEN: token! } });
    expect((await as('workspaces')).stdout).toMatch(/^ws_demo_a /m);
    expect((await as('workspaces')).stdout).not.toMatch(/ws_demo\b/);
    expect(await as('status', '--workspace', 'ws_demo')).toMatchObject({
      exitCode: 1,
      stderr:
        'emulator: This token gives access only to ws_demo_a, not to another workspace. Use the token for the whole emulator.',
    });
    expect((await as('stop')).stderr).toContain('only to ws_demo_a, not to POST /_emulator/shutdown.');
    expect((await run('tokens', 'remove', id)).stdout).toBe(`Removed ${id}.`);
    expect((await as('status')).stderr).toContain(
      'The token is not valid: it was removed, or it belongs to another emulator.',
    );
  });

  test('keys --env prints variables that a shell and a .env file take', async () => {
    const { stdout } = await run('keys', '--env');
    expect(parseEnv(stdout)).toEqual({
      EMULATOR_URL: running.url,
      EMULATOR_API_BASE: `${running.url}/api/v1`,
      EMULATOR_CLIENT_BASE: `${running.url}/api`,
      EMULATOR_SECRET_KEY: 'sk_test_demo',
      EMULATOR_PUBLISHABLE_KEY: 'pk_test_demo',
      EMULATOR_WEBHOOK_SECRET: 'whsec_demo',
    });
    const evaluated = await execa('sh', ['-c', `${stdout}\nprintf %s "$EMULATOR_API_BASE"`]);
    expect(evaluated.stdout).toBe(`${running.url}/api/v1`);
    const named = await run('keys', '--env', '--prefix', 'SHOP_', '--mode', 'live', '--workspace', 'ws_demo');
    expect(parseEnv(named.stdout)).toMatchObject({ SHOP_SECRET_KEY: 'sk_live_demo', SHOP_WORKSPACE: 'ws_demo' });
    expect((await json('keys', '--env', '--prefix', 'SHOP_')).SHOP_SECRET_KEY).toBe('sk_test_demo');
    expect(await run('keys', '--env', '--prefix', '9-')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        '--prefix must be a variable name prefix such as SHOP_, with letters, digits and underscores but no digit first; you passed 9-.',
      ),
    });
    expect((await run('keys', '--prefix', 'SHOP_')).exitCode).toBe(2);
  });

  test('keys --env --shell prints what a shell runs', async () => {
    const lines = async (shell: string) => (await run('keys', '--env', '--shell', shell)).stdout.split('\n');
    expect((await lines('powershell'))[0]).toBe(`$env:EMULATOR_URL = '${running.url}'`);
    expect((await lines('cmd'))[0]).toBe(`set "EMULATOR_URL=${running.url}"`);
    expect((await lines('fish'))[0]).toBe(`set -gx EMULATOR_URL ${running.url}`);
    expect(parseEnv((await lines('dotenv')).join('\n'))).toMatchObject({ EMULATOR_URL: running.url });
    const exported = `${(await lines('bash')).join('\n')}\nsh -c 'printf %s "$EMULATOR_SECRET_KEY"'`;
    expect((await execa('sh', ['-c', exported])).stdout).toBe('sk_test_demo');
    expect((await run('keys', '--env', '--shell', 'tcsh')).exitCode).toBe(2);
    expect((await run('keys', '--shell', 'cmd')).stderr).toContain(
      '--shell applies to the variables that --env prints',
    );
  });

  test('keys shows all keys and secrets whole', async () => {
    const { stdout } = await run('keys');
    expect((await run('keys', 'list')).stdout).toBe(stdout);
    for (const key of [
      'sk_test_demo',
      'pk_test_demo',
      'sk_live_demo',
      'pk_live_demo',
      'sk_test_demo_scoped',
      'whsec_demo',
    ]) {
      expect(stdout).toContain(key);
    }
  });

  test('reset goes back to the fixture and keeps the endpoint of --forward-to', async () => {
    await json('trigger', 'payment.completed');
    await json('webhooks', 'add', `${receiver.url}/second`);
    expect(await json('reset')).toEqual({ id: 'ws_demo', fixture: 'default' });
    expect((await json('events')).data).toEqual([]);
    expect((await json('get', '/balance')).data.available).toBe(1_000_000);
    expect((await json('webhooks')).data).toMatchObject([{ url: `${receiver.url}/hooks`, source: 'forward_to' }]);
  });
});
