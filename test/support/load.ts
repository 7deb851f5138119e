import type { Snapshot } from './books.ts';
import type { Random } from './random.ts';

type Kind = 'charge' | 'payout' | 'refund' | 'void';
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

const ongoing = new Set(['pending_settlement', 'settled', 'partially_refunded', 'refunded', 'voided']);

/** Callers that charge, pay out, refund and void without end, and remember what they were promised. */
export class Load {
  readonly #random: Random;
  readonly #promises: Acknowledged[] = [];
  readonly #waiting: { count: number; tell: () => void }[] = [];
  readonly #charged: string[] = [];
  #unanswered: Unanswered[] = [];
  #customer = '';
  #method = '';
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

  /** Makes the customer whom everything is about. */
  async prepare(url: string): Promise<void> {
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2099' };
    const { body } = await this.#post(url, '/customers', {
      email: 'load@example.com',
      billing_postal_code: '62701',
      ...card,
    });
    this.#customer = body.data.id;
    this.#method = body.payment_method.id;
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
      this.#note('charge', answer.body.data);
    }
    this.#unanswered = [];
    return made;
  }

  /** What was acknowledged and is not there, or is another than was said; an empty list where all is. */
  lostIn(state: Snapshot): string[] {
    const things = new Map<string, Body>([...state.transaction, ...state.payout].map((thing) => [thing.id, thing]));
    const refunded = new Map<string, number>();
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
        if (JSON.stringify(thing[field]) !== JSON.stringify(object[field]))
          lost.push(`${kind} ${id} has another ${field}`);
      }
      if (kind === 'void' && thing.status !== 'voided') lost.push(`${id} was voided and is ${thing.status}`);
      if (kind === 'charge' && !ongoing.has(thing.status)) lost.push(`${id} was charged and is ${thing.status}`);
      if (kind === 'refund') refunded.set(id, Math.max(refunded.get(id) ?? 0, object.total_refunded));
      if (thing.updated_at < object.updated_at) lost.push(`${kind} ${id} is older than it was`);
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
      const charge = { customer_id: this.#customer, amount, reference_id: reference, metadata };
      const id = random.pick(this.#charged);
      try {
        if (next < 0.5 || id === undefined) await this.#call(url, 'charge', '/charges', charge);
        else if (next < 0.7) {
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
        if (next < 0.5 || id === undefined) this.#unanswered.push({ reference, body: charge });
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

  async #post(url: string, path: string, body: Body): Promise<{ status: number; body: Body }> {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  #note(kind: Kind, object: Body): void {
    this.#promises.push({ kind, id: object.id, object });
    if (kind === 'charge') this.#charged.push(object.id);
    for (const waiter of this.#waiting) if (this.#promises.length >= waiter.count) waiter.tell();
  }
}
