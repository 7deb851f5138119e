import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startEmulator } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts';

let emulator: Running;
let receiver: Receiver;
const added: string[] = [];
beforeAll(async () => {
  await ensureBuilt();
  emulator = await startEmulator();
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const id of added.splice(0)) await emulator.run('webhooks', 'remove', id);
});
afterAll(async () => {
  await receiver.close();
  await emulator.stop();
});

interface Checks {
  /** Whether the signature is checked at all, and on which bytes. */
  signature?: 'raw' | 'parsed' | 'none';
  tolerance?: number;
  /** The types that it knows; null: others are taken. */
  known?: readonly string[] | null;
  /** Whether further fields in the data are refused, or such beside it. */
  strict?: 'data' | 'envelope' | null;
  /** How many bytes a body may have. */
  limit?: number;
  /** Whether it only takes events that have metadata, as all of its own product have. */
  ownOnly?: boolean;
}

const secret = 'whsec_probe';
const seen = new Set<string>();

/** A receiver as applications have one, right unless it is told what to do wrong. */
function check(
  { headers, bytes }: ReceivedRequest,
  { signature = 'raw', tolerance = 300, known = null, strict = null, limit = 1_048_576, ownOnly = false }: Checks,
) {
  if (bytes.length > limit) return { status: 413 };
  const body = bytes.toString();
  const signed = signature === 'raw' ? body : JSON.stringify(JSON.parse(body));
  const pairs = String(headers['service-signature'] ?? '')
    .split(',')
    .map((pair) => pair.split('='));
  const t = pairs.find(([key]) => key === 't')?.[1] ?? '';
  if (signature !== 'none') {
    const wanted = createHmac('sha256', secret).update(`${t}.${signed}`).digest('hex');
    const isFresh = Math.abs(Date.now() / 1_000 - Number(t)) <= tolerance;
    const isSigned = pairs.some(
      ([key, given = '']) =>
        key === 'v1' && given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted)),
    );
    if (!isSigned || !isFresh) return { status: 401 };
  }
  const { id, type, data, ...others } = JSON.parse(body) as { id: string; type: string; data: object };
  if (ownOnly && JSON.stringify((data as { metadata?: object }).metadata ?? {}) === '{}') return { status: 404 };
  if (strict === 'data' && 'emulator_added' in data) return { status: 422 };
  if (strict === 'envelope' && 'emulator_added' in others) return { status: 422 };
  if (known !== null && !known.includes(type)) return { status: 400 };
  seen.add(id);
  return { status: 200 };
}

/** Lets a receiver be asked, and gives the report. */
async function asked(checks: Checks, ...args: string[]) {
  receiver.answer((request) => check(request, checks));
  added.push((await emulator.json('webhooks', 'add', `${receiver.url}/hook`, '--secret', secret)).id);
  const { stdout, stderr, exitCode } = await emulator.run('--json', 'audit', 'receiver', ...args);
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout);
  const rules = Object.fromEntries(report.rules.map((rule: { id: string }) => [rule.id, rule]));
  return { exitCode, report, rules, violated: Object.keys(rules).filter((id) => rules[id].state === 'violation') };
}

/** How many events and deliveries the emulator has recorded. */
async function recorded() {
  const answer = await fetch(`${emulator.url}/_emulator/record`);
  const { data } = (await answer.json()) as { data: { events: unknown[]; deliveries: unknown[] } };
  return { events: data.events.length, deliveries: data.deliveries.length };
}

describe('emulator audit receiver', () => {
  it('finds nothing in a receiver that checks what it should', async () => {
    const { exitCode, report, violated } = await asked({});
    expect({ exitCode, violated }).toEqual({ exitCode: 0, violated: [] });
    expect(report.counts).toEqual({ violation: 0, pass: 5, incomplete: 0, inapplicable: 0 });
    expect(report.about).toMatch(
      /^Audit of webhook receivers: http:\/\/127\.0\.0\.1:\d+\/hook with payment\.completed evt_\w+$/,
    );
  });

  it('finds a receiver that takes whatever comes', async () => {
    const { exitCode, rules, violated } = await asked({ signature: 'none' });
    expect(exitCode).toBe(5);
    expect(violated).toEqual(['webhook/forged-accepted', 'webhook/stale-accepted']);
    expect(rules['webhook/forged-accepted'].findings.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/returned 200 for payment.completed without a signature\.$/),
      expect.stringMatching(/signed with the wrong key\.$/),
      expect.stringMatching(/with another amount than the signed one\.$/),
    ]);
    expect(rules['webhook/forged-accepted'].findings[0].repeat).toBe(
      `npx payments-emulator audit receiver --endpoint ${receiver.url}/hook --only webhook/forged-accepted`,
    );
  });

  it('finds one that checks the parsed body', async () => {
    const { rules, violated } = await asked({ signature: 'parsed' });
    expect(violated).toEqual(['webhook/valid-refused']);
    expect(rules['webhook/valid-refused'].findings).toMatchObject([
      { message: expect.stringContaining('with other bytes for the same JSON') },
    ]);
  });

  it('finds one that forgets the time', async () => {
    const { exitCode, violated } = await asked({ tolerance: 1e9 });
    expect({ exitCode, violated }).toEqual({ exitCode: 0, violated: ['webhook/stale-accepted'] });
  });

  it('finds one that takes small bodies alone', async () => {
    const { violated, rules } = await asked({ limit: 65_536 });
    expect(violated).toEqual(['webhook/large-refused']);
    expect(rules['webhook/large-refused'].findings).toMatchObject([
      {
        message: expect.stringMatching(/returned 413 for a correctly signed 100 KB payment\.completed\.$/),
      },
    ]);
  });

  it('finds one that refuses what it does not know', async () => {
    expect((await asked({ known: ['payment.completed'] })).violated).toEqual(['webhook/unknown-refused']);
    for (const strict of ['data', 'envelope'] as const) {
      const { rules } = await asked({ strict });
      expect(rules['webhook/unknown-refused'].findings).toMatchObject([
        {
          message: expect.stringContaining('returned 422 for an event with an additional field (payment.completed).'),
        },
      ]);
    }
  });

  it('finds one that refuses what another product brings about', async () => {
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer sk_test_demo' };
      const answer = await fetch(emulator.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as { data: { id: string } };
    };
    const page = { amount: 900, success_url: 'http://127.0.0.1/', metadata: { order: 'order-1' } };
    const { data } = await post('/api/v1/checkout-sessions', page);
    await post('/_emulator/triggers/checkout_session.complete', { id: data.id });
    await post('/_emulator/settle', {});
    const { rules, violated } = await asked({ ownOnly: true });
    expect(violated).toEqual(['webhook/unknown-refused']);
    expect(rules['webhook/unknown-refused'].findings.map(({ message }: { message: string }) => message)).toContain(
      `${receiver.url}/hook returned 404 for an event about an unknown object without metadata (payment.completed).`,
    );
  });

  it('says what it could not tell where the receiver takes nothing', async () => {
    receiver.answer({ status: 500 });
    added.push((await emulator.json('webhooks', 'add', `${receiver.url}/hook`)).id);
    const { stdout, exitCode } = await emulator.run(
      'audit',
      'receiver',
      '--event',
      'payout.paid',
      '--endpoint',
      `${receiver.url}/hook`,
    );
    expect(stdout).toMatch(/^Audit of webhook receivers: \S+ with payout\.paid/);
    expect(stdout).toContain(
      'The audit found no violation. 5 rules: 0 violated, 0 passed, 5 undecided, 0 not applicable',
    );
    expect(exitCode).toBe(0);
  });

  it('leaves no trace in what was recorded', async () => {
    const before = await recorded();
    await asked({});
    const after = await recorded();
    expect(after).toEqual(before);
  });

  it('says so where nobody is there, or no endpoint', async () => {
    expect(await emulator.run('audit', 'receiver')).toMatchObject({
      stderr:
        'emulator: The workspace has no enabled webhook endpoint. Add your application: npx payments-emulator webhooks add URL',
      exitCode: 1,
    });
    expect((await emulator.run('audit', 'receiver', '--endpoint', 'http://localhost:1')).exitCode).toBe(2);
    const gone = await startReceiver();
    await gone.close();
    added.push((await emulator.json('webhooks', 'add', gone.url)).id);
    expect(await emulator.run('audit', 'receiver')).toMatchObject({
      stderr: `emulator: No response from ${gone.url}/: connection refused. Start the receiver first.`,
      exitCode: 1,
    });
    const place = mkdtempSync(join(tmpdir(), 'receiver-'));
    const [junit, json] = [join(place, 'audit.xml'), join(place, 'audit.json')];
    await emulator.run('audit', 'receiver', '--junit', junit, '--json-file', json);
    expect(readFileSync(junit, 'utf8')).toMatch(/<skipped message="inapplicable: No response from http/);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ empty: true, counts: { violation: 0 } });
  });
});
