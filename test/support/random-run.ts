import { expect, vi } from 'vitest';
import { replaceCredentials } from '../../src/core/kernel/credentials.ts';
import { apiKeys } from '../../src/core/kernel/workspace.ts';
import { deliveries } from '../../src/payments/webhooks/deliveries.ts';
import { call } from './call.ts';
import { Random } from './random.ts';
import { answerOf, type TestSandbox } from './sandbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind, of which single fields are read
type Json = any;

/** A call of a run. */
export interface Asked {
  readonly surface: 'api' | 'client' | 'control';
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Calls the API with the key of this workspace, whatever it is. */
  readonly workspace?: string;
  readonly idempotencyKey?: string | undefined;
}

export interface Made extends Asked {
  /** The status, the headers that tell something, and the body, without what differs from emulator to emulator. */
  readonly answer: string;
}

const prefixes = { api: '/api/v1', client: '/api', control: '/_emulator' };
const toldIn = ['request-id', 'idempotency-replayed', 'retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining'];

/** Makes a call as it would be made of another emulator with the same state. */
export async function make({ url, sandbox }: TestSandbox, asked: Asked): Promise<Made> {
  const { surface, method, path, body = {}, workspace = 'ws_demo', idempotencyKey } = asked;
  const key = [...sandbox.engine.state.root.of(apiKeys).newestFirst({ workspace_id: [workspace] })].find(
    ({ mode, kind, scopes }) => mode === 'test' && kind === 'secret' && scopes === null,
  );
  const answered = answerOf(
    await call(`${url}${prefixes[surface]}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(surface === 'api' ? { authorization: `Bearer ${key?.id ?? 'sk_test_none'}` } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    }),
  );
  const told = toldIn.map((name) => answered.headers.get(name));
  const text = JSON.stringify([answered.status, told, answered.body]);
  return { ...asked, answer: plain(text).replaceAll(url, 'URL') };
}

/** Waits until no delivery is on its way. */
export const quiet = ({ sandbox: { engine } }: TestSandbox): Promise<void> =>
  vi.waitFor(
    () => {
      const pending = [...engine.state.sets()].flatMap((set) =>
        [...set.of(deliveries).oldestFirst()].filter(({ status, due }) => status === 'pending' && due),
      );
      expect(pending).toEqual([]);
    },
    { interval: 5, timeout: 60_000 },
  );

/** Everything that is stored, in its order, but for what differs from machine to machine and what a record hides. */
export function stateOf({ sandbox: { engine, requests } }: TestSandbox): string {
  const sets = [...engine.state.sets()]
    .map((set) => ({
      key: set.key,
      count: set.count,
      kinds: [...set.collections()]
        .map(({ def, size }) => ({ kind: def.name, size, records: [...set.of(def).oldestFirst()] }))
        .filter(({ size }) => size > 0)
        .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    }))
    .filter(({ count, kinds }) => count > 0 || kinds.length > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const logged = [...engine.allWorkspaces()].map(({ id }) => requests.list(id).map((request) => request.id));
  return plain(JSON.stringify({ seed: engine.state.seed, sets, logged }, null, 1));
}

const plain = (json: string): string =>
  replaceCredentials(json, (credential, prefix) => (credential.includes('_demo') ? credential : `${prefix}…`)).replace(
    /"offset_ms":\s?-?\d+/g,
    '"offset_ms": 0',
  );

export const card = {
  cc_number: '4000056655665556',
  cc_exp_month: '12',
  cc_exp_year: '2030',
  billing_postal_code: '62701',
};
const demo = 'ws_demo';

/** Makes random calls of every kind, one after another, and notes each. */
export class RandomRun {
  readonly made: Made[] = [];
  readonly #run: TestSandbox;
  readonly #random: Random;
  readonly #customers: { readonly id: string; readonly method: string; readonly workspace: string }[] = [];
  readonly #charges: { readonly id: string; readonly workspace: string }[] = [];
  readonly #snapshots: string[] = [];
  readonly #workspaces: string[] = [];
  /** What was sent under each Idempotency-Key. */
  readonly #keyed: Asked[] = [];
  readonly #armed: string[] = [];

  constructor(run: TestSandbox, seed: number) {
    this.#run = run;
    this.#random = new Random(seed);
  }

  /** Makes a call, and waits for its webhooks. @returns the body of its answer */
  async ask(surface: Asked['surface'], path: string, body: unknown = {}, more: Partial<Asked> = {}): Promise<Json> {
    const one = await make(this.#run, { surface, method: 'POST', path, body, ...more });
    this.made.push(one);
    await quiet(this.#run);
    return JSON.parse(one.answer)[2];
  }

  /** Makes one to three calls. */
  async next(): Promise<void> {
    for (let calls = 1 + this.#random.below(3); calls > 0; calls--) await this.#one(this.#ways)();
  }

  #one<T>(all: readonly T[]): T {
    return all[this.#random.below(all.length)]!;
  }

  #below(most: number): number {
    return this.#random.below(most);
  }

  async #customer(workspace: string): Promise<void> {
    const body = { email: `b${this.#below(99)}@example.com`, ...card };
    const { data, payment_method } = await this.ask('api', '/customers', body, { workspace });
    if (data !== undefined) this.#customers.push({ id: data.id, method: payment_method.id, workspace });
  }

  async #charge(more: Partial<Asked> = {}, amount = 500 + this.#below(900)): Promise<void> {
    const { id, workspace } = this.#one(this.#customers) ?? { id: 'cus_none', workspace: demo };
    const { data } = await this.ask('api', '/charges', { customer_id: id, amount }, { workspace, ...more });
    if (data !== undefined) this.#charges.push({ id: data.id, workspace });
  }

  async #payout(): Promise<void> {
    const { id, method, workspace } = this.#one(this.#customers) ?? {
      id: 'cus_none',
      method: 'pm_none',
      workspace: demo,
    };
    await this.ask('api', '/payouts', { amount: 300, customer_id: id, payment_method_id: method }, { workspace });
  }

  /** A call with an Idempotency-Key: a new one, or one that was made before, as it was or otherwise. */
  async #keyedCharge(): Promise<void> {
    const before = this.#one(this.#keyed);
    if (before === undefined || this.#below(3) === 0) {
      const idempotencyKey = `key-${this.#keyed.length}`;
      await this.#charge({ idempotencyKey });
      this.#keyed.push(this.made.at(-1)!);
      return;
    }
    const { surface, path, body, workspace, idempotencyKey } = before;
    const sent = this.#below(4) === 0 ? { ...(body as object), amount: 777 } : body;
    await this.ask(surface, path, sent, { workspace: workspace!, idempotencyKey });
  }

  /** More writes than a minute takes. */
  async #reachLimit(): Promise<void> {
    const { workspace = demo } = this.#one(this.#customers) ?? {};
    for (let times = 0; times < 32; times++) await this.ask('api', '/payouts', {}, { workspace });
  }

  async #arm(): Promise<void> {
    const fault = this.#one([
      { on: 'charges.create', kind: 'status', status: 503, times: 2 },
      { on: 'charges.create', kind: 'unavailable', times: 3, skip: 1, every: 2 },
      { on: 'payouts.create', kind: 'rate_limit', times: 2 },
      { on: 'customers.create', kind: 'status', status: 500, skip: 2, times: 1 },
    ]);
    const { data } = await this.ask('control', '/faults', fault);
    this.#armed.push(data.id);
  }

  async #addRule(): Promise<void> {
    const rule = this.#one([
      { when: { operation: 'charges.create', nth: 2 }, then: { kind: 'decline', code: 'insufficient_funds' } },
      {
        when: { operation: 'charges.create', amount: { from: 500, to: 700 } },
        then: { kind: 'dispute', after: '30h' },
      },
      { when: { operation: 'payouts.create', nth: 3 }, then: { kind: 'return', code: 'R03' } },
    ]);
    await this.ask('control', '/rules', rule);
  }

  async #snapshot(): Promise<void> {
    const name = `s${this.#snapshots.length}`;
    this.#snapshots.push(name);
    await this.ask('control', '/snapshots', { name });
  }

  async #workspace(): Promise<void> {
    const { data } = await this.ask('control', '/workspaces', { settings: { gateway: 'gateway_a' } });
    this.#workspaces.push(data.id);
    await this.#customer(data.id);
  }

  async #deleteWorkspace(): Promise<void> {
    const [id] = this.#workspaces.splice(this.#below(this.#workspaces.length), 1);
    if (id !== undefined) await this.ask('control', `/workspaces/${id}`, {}, { method: 'DELETE' });
  }

  readonly #ways: (() => Promise<unknown>)[] = [
    () => this.#customer(demo),
    () => this.#customer(this.#one(this.#workspaces) ?? demo),
    () => this.#charge(),
    () => this.#charge(),
    () => this.#keyedCharge(),
    () => this.#keyedCharge(),
    () => this.#payout(),
    async () => {
      const { id, workspace } = this.#one(this.#charges) ?? { id: 'txn_none', workspace: demo };
      await this.ask('api', `/transactions/${id}/${this.#one(['refund', 'void'])}`, {}, { workspace });
    },
    () => this.ask('client', '/checkout/api-demo/pay', {}),
    () => this.ask('control', '/triggers/payout.returned'),
    () => this.ask('control', '/triggers/dispute.opened'),
    () => this.ask('control', '/triggers/subscription.renewed'),
    () => this.ask('control', '/clock', { advance: `${1 + this.#below(40)}h` }),
    () => this.ask('control', '/clock', { advance: 'next' }),
    () => this.ask('control', '/settle'),
    () => this.#arm(),
    () => this.#addRule(),
    () => this.#workspace(),
    () => this.#deleteWorkspace(),
    () => this.#snapshot(),
    async () => {
      if (this.#snapshots.length > 0) await this.ask('control', `/snapshots/${this.#one(this.#snapshots)}/restore`);
    },
    async () => {
      if (this.#below(4) === 0) await this.ask('control', '/reset');
    },
    async () => {
      if (this.#below(4) === 0) await this.ask('control', '/fixtures', { fixture: this.#one(['shop', 'default']) });
    },
    async () => {
      if (this.#below(2) === 0) await this.#reachLimit();
    },
    async () => {
      const id = this.#armed.pop();
      if (id !== undefined) await this.ask('control', `/faults/${id}`, {}, { method: 'DELETE' });
    },
  ];
}
