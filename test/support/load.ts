import type { Snapshot } from './books.ts';
import type { Random } from './random.ts';

type Kind = 'charge' | 'payout' | 'purchase' | 'refund' | 'renewal' | 'subscription' | 'token charge' | 'void';
// biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
type Body = any;

/** A write whose answer has arrived: what it promised. */
interface Acknowledged {
  readonly kind: Kind;
  readonly id: string;
  readonly object: Body;
}

interface Unanswered {
  readonly reference: string;
  readonly body: Body;
}

/** How much is in stock of what is sold, at first. */
export const stockAtFirst = 100_000;

const charges: readonly Kind[] = ['charge', 'purchase', 'token charge'];
const ongoing = new Set(['pending_settlement', 'settled', 'partially_refunded', 'refunded', 'voided']);

/**
 * Callers that charge cards and tokens, sell, subscribe, renew, pay out, refund and void without end, and remember what
 * they were promised.
 */
export class Load {
  readonly #random: Random;
  readonly #promises: Acknowledged[] = [];
  readonly #waiting: { count: number; tell: () => void }[] = [];
  readonly #charged: string[] = [];
  readonly #subscriptions: string[] = [];
  #unanswered: Unanswered[] = [];
  #customer = '';
  #method = '';
  #product = '';
  #plan = '';
  #references = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** How many writes have been acknowledged. */
  get count(): number {
    return this.#promises.length;
  }

  kinds(): Kind[] {
    return [...new Set(this.#promises.map(({ kind }) => kind))].sort();
  }

  /** Resolves when so many writes have been acknowledged. */
  acknowledged(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ count, tell: resolve });
    });
  }

  /** Makes the customer whom everything is about, and what is sold. */
  async prepare(url: string): Promise<void> {
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2099' };
    const { body } = await this.#post(url, '/customers', {
      email: 'load@example.com',
      billing_postal_code: '62701',
      ...card,
    });
    this.#customer = body.data.id;
    this.#method = body.payment_method.id;
    const goods = { name: 'A bag of coffee', price: 700, track_inventory: true, stock_quantity: stockAtFirst };
    this.#product = (await this.#post(url, '/products', goods)).body.data.id;
    const plan = { name: 'Coffee club', price: 300, recurring: { interval: 'month' } };
    this.#plan = (await this.#post(url, '/products', plan)).body.data.id;
  }

  /** Resolves when every caller has lost its connection. */
  async run(url: string, callers: number): Promise<void> {
    await Promise.all(Array.from({ length: callers }, () => this.#callUntilCut(url)));
  }

  /** Sends what got no answer again, under the same reference; gives the transactions that came of it. */
  async retryUnanswered(url: string): Promise<Map<string, string>> {
    const made = new Map<string, string>();
    for (const { reference, body } of this.#unanswered) {
      const answer = await this.#post(url, '/charges', body);
      if (answer.status !== 201)
        throw new Error(`The retry of ${reference} got ${answer.status}: ${JSON.stringify(answer.body)}`);
      made.set(reference, answer.body.data.id);
      this.#note(kindOf(body), answer.body.data);
    }
    this.#unanswered = [];
    return made;
  }

  /** What was acknowledged and is not there, or is another than was said; an empty list where all is. */
  lostIn(state: Snapshot): string[] {
    const all = [...state.transaction, ...(state.payout ?? []), ...(state.subscription ?? [])];
    const things = new Map<string, Body>(all.map((thing) => [thing.id, thing]));
    const refunded = new Map<string, number>();
    const renewed = new Map<string, number>();
    const lost: string[] = [];
    for (const { kind, id, object } of this.#promises) {
      const thing = things.get(id);
      if (thing === undefined) {
        lost.push(`${kind} ${id} is not there`);
        continue;
      }
      const fixed = [
        'amount',
        'currency',
        'customer_id',
        'reference_id',
        'order_number',
        'payout_number',
        'created_at',
        'metadata',
      ];
      for (const field of fixed) {
        if (kind !== 'renewal' && JSON.stringify(thing[field]) !== JSON.stringify(object[field]))
          lost.push(`${kind} ${id} has another ${field}`);
      }
      if (kind === 'void' && thing.status !== 'voided') lost.push(`${id} was voided and is ${thing.status}`);
      if (kind === 'renewal') renewed.set(id, (renewed.get(id) ?? 0) + 1);
      if (charges.includes(kind) && !ongoing.has(thing.status)) lost.push(`${id} was charged and is ${thing.status}`);
      if (kind === 'refund') refunded.set(id, Math.max(refunded.get(id) ?? 0, object.total_refunded));
      if (thing.updated_at < object.updated_at) lost.push(`${kind} ${id} is older than it was`);
    }
    for (const [id, count] of renewed) {
      if (things.get(id)?.periods < 1 + count) lost.push(`${id} has forgotten a renewal`);
    }
    for (const [id, total] of refunded) {
      if (things.get(id)?.total_refunded < total) lost.push(`${id} has forgotten a refund`);
    }
    return lost;
  }

  async #callUntilCut(url: string): Promise<void> {
    for (;;) {
      const random = this.#random;
      const next = random.next();
      const reference = `load-${++this.#references}`;
      const amount = 100 + random.below(900);
      const metadata = { at: this.#references };
      const id = random.pick(this.#charged);
      const subscription = random.pick(this.#subscriptions);
      let charge: Body = null;
      try {
        if (next < 0.6 || id === undefined || subscription === undefined) {
          if (next < 0.3) charge = { customer_id: this.#customer, amount };
          else if (next < 0.4)
            charge = {
              customer_id: this.#customer,
              line_items: [{ product_id: this.#product, quantity: 1 + random.below(3) }],
            };
          else if (next < 0.5) {
            const payment_token = await this.#token(url);
            charge = { payment_token, amount };
            Object.assign(metadata, { token: payment_token });
          }
          if (charge === null) {
            await this.#call(url, 'subscription', '/subscriptions', {
              customer_id: this.#customer,
              product_id: this.#plan,
              metadata,
            });
          } else {
            Object.assign(charge, { reference_id: reference, metadata });
            await this.#call(url, kindOf(charge), '/charges', charge);
          }
        } else if (next < 0.65) await this.#renew(url, subscription);
        else if (next < 0.8) {
          const payout = {
            customer_id: this.#customer,
            payment_method_id: this.#method,
            amount,
            reference_id: reference,
            metadata,
          };
          await this.#call(url, 'payout', '/payouts', payout);
        } else if (next < 0.9)
          await this.#call(url, 'refund', `/transactions/${id}/refund`, { amount: 1 + random.below(50) });
        else await this.#call(url, 'void', `/transactions/${id}/void`, {});
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        if (charge?.reference_id !== undefined) this.#unanswered.push({ reference, body: charge });
        return;
      }
    }
  }

  async #call(url: string, kind: Kind, path: string, body: Body): Promise<void> {
    const answer = await this.#post(url, path, body);
    if (answer.status < 300) this.#note(kind, answer.body.data);
    // A refund of what has not settled, a void of what has: refused as it should be.
    else if (answer.status !== 400) throw new Error(`${path} got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  async #token(url: string): Promise<string> {
    const card = { number: '4000056655665556', exp_month: '12', exp_year: '2099' };
    return (await this.#post(url, '/tokens', card, 'pk_test_demo')).body.data.token;
  }

  async #renew(url: string, id: string): Promise<void> {
    const answer = await fetch(`${url}/_emulator/triggers/subscription.renewed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(`A renewal got ${answer.status}: ${JSON.stringify(body)}`);
    this.#note('renewal', { id });
  }

  async #post(url: string, path: string, body: Body, key = 'sk_test_demo'): Promise<{ status: number; body: Body }> {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  #note(kind: Kind, object: Body): void {
    this.#promises.push({ kind, id: object.id, object });
    if (charges.includes(kind)) this.#charged.push(object.id);
    if (kind === 'subscription') this.#subscriptions.push(object.id);
    for (const waiter of this.#waiting) if (this.#promises.length >= waiter.count) waiter.tell();
  }
}

const kindOf = ({ payment_token, line_items }: Body): Kind =>
  payment_token !== undefined ? 'token charge' : line_items !== undefined ? 'purchase' : 'charge';
