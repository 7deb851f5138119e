import { beforeAll, beforeEach } from 'vitest';
import type { GatewayKind, SettingsPatch } from '../../src/payments/platform/settings.ts';
import type { Customer } from '../../src/payments/resources/customer/model.ts';
import type { Dispute } from '../../src/payments/resources/dispute/model.ts';
import type { ShownPaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import type { Payout } from '../../src/payments/resources/payout/model.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { type Answer, type Caller, createTestSandbox, type TestSandbox } from './sandbox.ts';

/** Test cards by what they do. */
export const cards = {
  visaCredit: '4242424242424242',
  visaDebit: '4000056655665556',
  mastercardPrepaid: '5105105105105100',
  mastercardDebit: '5200828282828210',
  declined: '4000000000000002',
  chargeback: '4000000000000259',
  unavailableNotCharged: '4000000000000119',
  unavailableCharged: '4000000000000341',
  failsLuhn: '4242424242424241',
} as const;

export const springfield = {
  billing_address_1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'IL',
  billing_postal_code: '62701',
  billing_country: 'US',
};

/** On both instant networks; on neither; unknown to the directory though its check digit is right. */
export const routing = { instant: '021000021', slow: '071000152', unknown: '999999992' } as const;

type Fields = Record<string, unknown>;

/** What a refusal says; a refused charge says more. */
export interface Refusal {
  error: string;
  type: string;
  code?: string;
  param?: string;
  decline_code?: string | null;
  category?: string;
  reference_id?: string | null;
  data?: Transaction;
}

export interface SentEvent {
  id: string;
  type: string;
  created: number;
  data: Fields;
}

export interface LedgerEntry {
  id: string;
  group: string;
  kind: string;
  account: 'available' | 'reserved' | 'held' | 'pending' | 'external';
  amount: number;
  currency: string;
  subject: string;
}

export interface BalanceView {
  currency: string;
  available: number;
  reserved: number;
  held: number;
  pending: number;
}

interface Ran {
  ran: { job: { kind: string; subject: string }; error: string | null }[];
  summary: { jobs: number; failed: number };
}

type Modes = { test: string; live: string };
/** Who a workspace's calls come from. */
interface Keys {
  secret: Modes;
  publishable: Modes;
}

const suffixes = { ws_demo: '', ws_demo_a: '_a', ws_demo_b: '_b' } as const;

/** One workspace in one mode: its merchant's calls, and those of the developer at the sandbox. */
export class Demo {
  readonly sandbox: TestSandbox;
  readonly workspace: string;
  /** Calls with the secret key. */
  readonly api: Caller;
  /** Calls with the publishable key. */
  readonly publishable: Caller;
  readonly #keys: Keys;
  readonly #query: string;

  private constructor(sandbox: TestSandbox, workspace: string, mode: 'test' | 'live', keys: Keys) {
    this.sandbox = sandbox;
    this.workspace = workspace;
    this.api = sandbox.as(keys.secret[mode]);
    this.publishable = sandbox.as(keys.publishable[mode]);
    this.#keys = keys;
    this.#query = `workspace=${workspace}&mode=${mode}`;
  }

  /** A fresh workspace with nothing in it but an opening balance of 1,000,000 cents in test mode. */
  static async create(sandbox: TestSandbox, gateway: GatewayKind = 'debit_payouts'): Promise<Demo> {
    type Made = { data: { id: string; keys: Keys } };
    const { status, body } = await sandbox.control.post<Made>('/workspaces', { settings: { gateway } });
    if (status !== 201) throw new Error(`No workspace was made: ${JSON.stringify(body)}`);
    return new Demo(sandbox, body.data.id, 'test', body.data.keys);
  }

  /** A workspace of the default fixture, in test mode. */
  static ofFixture(sandbox: TestSandbox, workspace: keyof typeof suffixes): Demo {
    const keysOf = (kind: string) => ({
      test: `${kind}_test_demo${suffixes[workspace]}`,
      live: `${kind}_live_demo${suffixes[workspace]}`,
    });
    return new Demo(sandbox, workspace, 'test', { secret: keysOf('sk'), publishable: keysOf('pk') });
  }

  /** The same workspace in live mode. */
  get live(): Demo {
    return new Demo(this.sandbox, this.workspace, 'live', this.#keys);
  }

  /** Another fresh workspace of the same sandbox. */
  on(gateway: GatewayKind): Promise<Demo> {
    return Demo.create(this.sandbox, gateway);
  }

  /** Saves a customer in Springfield, with whatever else is given. */
  async saveCustomer(fields: Fields = {}): Promise<Customer> {
    const body = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', ...springfield, ...fields };
    return (await this.made<{ data: Customer }>('/customers', body)).data;
  }

  async saveCard(customer: { id: string }, number: string = cards.visaDebit, fields: Fields = {}) {
    const body = { cc_number: number, cc_exp_month: '12', cc_exp_year: '2030', ...fields };
    return (await this.made<{ data: ShownPaymentMethod }>(`/customers/${customer.id}/payment-methods`, body)).data;
  }

  async saveBank(customer: { id: string }, fields: Fields = {}): Promise<ShownPaymentMethod> {
    const account = { type: 'bank_account', routing_number: routing.instant, account_number: '000123456789' };
    const path = `/customers/${customer.id}/payment-methods`;
    return (await this.made<{ data: ShownPaymentMethod }>(path, { ...account, ...fields })).data;
  }

  /** A token of a card, good until 2030. */
  async tokenize(number: string = cards.visaDebit, fields: Fields = {}): Promise<string> {
    const body = { number, exp_month: '12', exp_year: '2030', ...fields };
    return (await this.made<{ data: { token: string } }>('/tokens', body, 200)).data.token;
  }

  charge(fields: Fields): Promise<Answer<Refusal & { data: Transaction }>> {
    return this.api.post('/charges', { amount: 4200, ...fields });
  }

  /** A charge that must be accepted: of a token of a debit card unless the fields name an instrument. */
  async charged(fields: Fields = {}): Promise<Transaction> {
    const instruments = ['customer_id', 'payment_method_id', 'payment_token', 'gateway_b_payment_method_id'];
    const named = instruments.some((name) => name in fields);
    const instrument = named ? {} : { payment_token: await this.tokenize() };
    return (await this.made<{ data: Transaction }>('/charges', { amount: 4200, ...instrument, ...fields })).data;
  }

  /** A charge that has settled. */
  async settled(fields: Fields = {}): Promise<Transaction> {
    const { id } = await this.charged(fields);
    await this.settle();
    return this.transaction(id);
  }

  async transaction(id: string): Promise<Transaction> {
    return (await this.read<{ data: Transaction }>(`/transactions/${id}`)).data;
  }

  payout(fields: Fields): Promise<Answer<Refusal & { data: Payout }>> {
    return this.api.post('/payouts', { amount: 1500, ...fields });
  }

  /** A payout that must be accepted: to a fresh customer's debit card unless the fields say otherwise. */
  async paidOut(fields: Fields = {}): Promise<Payout> {
    const body: Fields = { amount: 1500, ...fields };
    if (body.customer_id === undefined) {
      const customer = await this.saveCustomer();
      body.customer_id = customer.id;
      const isNamed = ['payment_token', 'bank_account'].some((name) => name in fields);
      if (!isNamed) body.payment_method_id = (await this.saveCard(customer)).id;
    }
    return (await this.made<{ data: Payout }>('/payouts', body, 200)).data;
  }

  async payoutOf(id: string): Promise<Payout> {
    return (await this.read<{ data: Payout }>(`/payouts/${id}`)).data;
  }

  /** The one dispute of a transaction. */
  async disputeOf(transaction: { id: string }): Promise<Dispute> {
    const { data } = await this.read<{ data: Dispute[] }>(`/disputes?transaction_id=${transaction.id}`);
    if (data.length !== 1) throw new Error(`${transaction.id} has ${data.length} disputes.`);
    return data[0]!;
  }

  async balance(currency = 'USD'): Promise<BalanceView> {
    return (await this.read<{ data: BalanceView }>(`/balance?currency=${currency}`)).data;
  }

  /** Moves the clock; every job due until then has run when this resolves. */
  async advance(duration: string): Promise<Ran> {
    return (await this.control<{ data: Ran }>('post', '/clock', { advance: duration })).data;
  }

  /** Runs every settlement that waits; the clock stays. */
  async settle(): Promise<Ran> {
    return (await this.control<{ data: Ran }>('post', '/settle', {})).data;
  }

  /** Every event, oldest first, or those about one object. */
  async events(id?: string): Promise<SentEvent[]> {
    const about = id === undefined ? '' : `&id=${id}`;
    return (await this.#allPages<SentEvent>((page) => `/events?limit=100${about}${page}`)).reverse();
  }

  async eventTypes(id?: string): Promise<string[]> {
    return (await this.events(id)).map(({ type }) => type);
  }

  /** Every entry of the ledger, newest movement first. */
  ledger(): Promise<LedgerEntry[]> {
    return this.#allPages<LedgerEntry>((page) => `/ledger?limit=100${page}`);
  }

  /** The newest entries of the ledger, newest movement first. */
  async newestEntries(): Promise<LedgerEntry[]> {
    return (await this.control<{ data: LedgerEntry[] }>('get', '/ledger?limit=20')).data;
  }

  /** The whole state of the workspace in both modes, as text. */
  async exported(): Promise<string> {
    return JSON.stringify(await this.control('get', '/export'));
  }

  async configure(settings: SettingsPatch): Promise<void> {
    await this.control('patch', `/workspaces/${this.workspace}`, { settings });
  }

  async addRule(when: Fields, then: Fields): Promise<void> {
    await this.control('post', '/rules', { when, then });
  }

  /** Brings about an event or a named move; the first object it answers is the one that was moved. */
  async trigger(name: string, body: Fields = {}) {
    type Answered = { data: { objects: { id: string; object: string; status: string }[]; events: { type: string }[] } };
    return (await this.control<Answered>('post', `/triggers/${name}`, body)).data;
  }

  /** What the control API says to a move that it must refuse. */
  async refusedTrigger(name: string, body: Fields): Promise<Answer<Refusal>> {
    return this.sandbox.control.post(this.#pick(`/triggers/${name}`), body);
  }

  /** A call of the control API that must succeed. */
  async control<B>(method: 'get' | 'post' | 'patch', path: string, body?: unknown): Promise<B> {
    const { control } = this.sandbox;
    const picked = this.#pick(path);
    const answer = method === 'get' ? await control.get<B>(picked) : await control[method]<B>(picked, body);
    return must(answer, [200, 201], `${method} ${path}`);
  }

  /** Deletes what the control API knows under a path. */
  async remove(path: string): Promise<void> {
    must(await this.sandbox.control.delete(this.#pick(path)), [200], `delete ${path}`);
  }

  async made<B>(path: string, body: unknown, status = 201): Promise<B> {
    return must(await this.api.post<B>(path, body), [status], path);
  }

  async read<B>(path: string): Promise<B> {
    return must(await this.api.get<B>(path), [200], path);
  }

  #pick(path: string): string {
    return `${path}${path.includes('?') ? '&' : '?'}${this.#query}`;
  }

  async #allPages<T extends { id: string }>(pathOf: (page: string) => string): Promise<T[]> {
    const all: T[] = [];
    for (let page = ''; ; page = `&starting_after=${all.at(-1)!.id}`) {
      const { data, has_more } = await this.control<{ data: T[]; has_more: boolean }>('get', pathOf(page));
      all.push(...data);
      if (!has_more) return all;
    }
  }
}

/** One sandbox for the tests of a file, and a fresh workspace in it for each of them. */
export function eachTest(begin: (demo: Demo) => unknown): void {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await createTestSandbox();
    return () => sandbox.stop();
  });
  beforeEach(async () => {
    await begin(await Demo.create(sandbox));
  });
}

function must<B>(answer: Answer<B>, statuses: readonly number[], what: string): B {
  if (statuses.includes(answer.status)) return answer.body;
  throw new Error(`${what} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
