import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningProcess, startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';

/** An emulator that was stopped and started again between any two steps: what it has then is packed, or nothing is. */
class Merchant {
  readonly dataDir: string;
  readonly #packAt: string;
  readonly answers: [method: string, path: string, status: number, body: unknown][] = [];
  #running: RunningProcess | null = null;

  constructor(dataDir: string, packAt: string) {
    this.dataDir = dataDir;
    this.#packAt = packAt;
  }

  async restart(): Promise<void> {
    await this.stop();
    const args = ['--data-dir', this.dataDir, '--seed', '5', '--no-rate-limit', '--settle', 'manual'];
    const clock = ['--clock', '2026-03-01T12:00:00Z', '--freeze'];
    this.#running = await startProcess([...args, ...clock], {
      env: { EMULATOR_PACK_AT: this.#packAt, EMULATOR_CACHE_AT: this.#packAt },
    });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  async call(method: string, path: string, body?: object): Promise<any> {
    const answer = await fetch(this.#running!.url + path, {
      method,
      headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // How far a frozen clock is from the real one is nobody's to repeat.
    const told = JSON.parse((await answer.text()).replace(/"offset_ms":-?\d+/g, '"offset_ms":0'));
    this.answers.push([method, path, answer.status, told]);
    return told;
  }

  /** Reads a list page by page. */
  async list(path: string): Promise<string[]> {
    const ids: string[] = [];
    for (let after = ''; ; after = `&starting_after=${ids.at(-1)}`) {
      const { data, has_more } = await this.call('GET', `/api/v1/${path}${after}`);
      ids.push(...data.map(({ id }: { id: string }) => id));
      if (!has_more) return ids;
    }
  }
}

const folders = [temporaryFolder(), temporaryFolder()];
const [packing, plain] = [
  new Merchant(join(folders[0]!.path, 'data'), '1'),
  new Merchant(join(folders[1]!.path, 'data'), '1000000'),
] as const;

beforeAll(ensureBuilt);
afterAll(async () => {
  await Promise.all([packing.stop(), plain.stop()]);
  for (const folder of folders) folder.remove();
});

async function day(merchant: Merchant): Promise<void> {
  await merchant.restart();
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  const people: any[] = [];
  for (const name of ['Zoë', 'Ann "the" O\\Neil', '李']) {
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2099' };
    const email = `buyer-${people.length}@example.com`;
    people.push(await merchant.call('POST', '/api/v1/customers', { email, first_name: name, ...card }));
  }
  const charges: string[] = [];
  for (let at = 0; at < 45; at++) {
    const { data, payment_method } = people[at % 3];
    const { data: charge } = await merchant.call('POST', '/api/v1/charges', {
      customer_id: data.id,
      payment_method_id: payment_method.id,
      amount: 1_000 + at,
      reference_id: `order-${at}`,
      metadata: { note: `№ ${at}`, cart: at % 2 === 0 ? 'even' : 'odd' },
    });
    charges.push(charge.id);
  }
  await merchant.restart();
  const [first] = people;
  expect(await merchant.list('transactions?limit=7')).toEqual(charges.toReversed());
  expect(await merchant.list(`transactions?limit=4&customer_id=${first.data.id}`)).toHaveLength(15);
  for (const id of charges) await merchant.call('GET', `/api/v1/transactions/${id}`);
  expect((await merchant.call('GET', '/_emulator/clock')).data.held).toBe(45);
  await merchant.call('POST', '/_emulator/snapshots', { name: 'before' });
  await merchant.call('POST', '/_emulator/settle');
  for (const id of charges.slice(3, 9))
    await merchant.call('POST', `/api/v1/transactions/${id}/refund`, { amount: 500 });
  // The reference of a packed charge is known.
  await merchant.call('POST', '/api/v1/charges', {
    customer_id: first.data.id,
    payment_method_id: first.payment_method.id,
    amount: 1_000,
    reference_id: 'order-0',
  });
  await merchant.restart();
  expect(await merchant.list('transactions?limit=7')).toEqual(charges.toReversed());
  for (const id of charges) await merchant.call('GET', `/api/v1/transactions/${id}`);
  await merchant.call('GET', '/_emulator/snapshots/before/diff');
  await merchant.call('GET', '/_emulator/events?limit=100');
  await merchant.call('GET', '/_emulator/export');
  await merchant.call('POST', '/_emulator/snapshots/before/restore');
  await merchant.call('GET', '/_emulator/snapshots/before/diff');
  await merchant.restart();
  expect(await merchant.list('transactions?limit=7')).toEqual(charges.toReversed());
  await merchant.call('GET', '/_emulator/export');
}

describe('records that are packed', () => {
  it('answer every call as others do', async () => {
    await day(packing);
    await day(plain);
    expect(existsSync(join(packing.dataDir, 'db.cache'))).toBe(true);
    expect(existsSync(join(plain.dataDir, 'db.cache'))).toBe(false);
    expect(packing.answers.length).toBeGreaterThan(170);
    const refused = packing.answers.filter(([, , status]) => status >= 400);
    expect(refused.map(([method, path, status]) => `${method} ${path} ${status}`)).toEqual([
      'POST /api/v1/charges 409',
    ]);
    expect(packing.answers).toEqual(plain.answers);
  }, 120_000);
});
