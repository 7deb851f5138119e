import { cards, type Demo, routing } from './demo.ts';
import { Random } from './random.ts';

type Step = () => Promise<unknown>;

/** Random steps of a merchant, the network and the clock, legal and illegal ones alike. */
export class Walk {
  readonly #demo: Demo;
  readonly #random: Random;
  #customer = '';
  readonly #methods: string[] = [];
  readonly #transactions: string[] = [];
  readonly #disputes: string[] = [];
  readonly #payouts: string[] = [];
  #references = 0;

  constructor(demo: Demo, seed: number) {
    this.#demo = demo;
    this.#random = new Random(seed);
  }

  async begin(): Promise<void> {
    const customer = await this.#demo.saveCustomer();
    this.#customer = customer.id;
    for (const number of [cards.visaDebit, cards.chargeback, cards.declined, cards.unavailableCharged]) {
      this.#methods.push((await this.#demo.saveCard(customer, number)).id);
    }
    this.#methods.push((await this.#demo.saveBank(customer)).id);
  }

  /** Takes one step; its name tells which. */
  async step(): Promise<string> {
    const [name, take] = this.#random.pick(this.#steps);
    await take();
    return name;
  }

  readonly #steps: readonly (readonly [name: string, take: Step])[] = [
    ['charge', () => this.#charge()],
    ['charge', () => this.#charge()],
    ['charge', () => this.#charge()],
    ['void', () => this.#call(this.#transactions, (id) => `/transactions/${id}/void`)],
    ['refund', () => this.#call(this.#transactions, (id) => `/transactions/${id}/refund`)],
    [
      'refund a part',
      () => this.#call(this.#transactions, (id) => `/transactions/${id}/refund`, { amount: this.#upTo(900) }),
    ],
    [
      'refund a part',
      () => this.#call(this.#transactions, (id) => `/transactions/${id}/refund`, { amount: this.#upTo(90) }),
    ],
    ['pay out', () => this.#payOut()],
    ['pay out', () => this.#payOut()],
    ['advance', () => this.#advance(`${this.#upTo(5_000)}ms`)],
    ['advance', () => this.#advance(`${this.#upTo(5_000)}ms`)],
    ['advance', () => this.#advance(`${this.#upTo(180)}s`)],
    ['advance', () => this.#advance(`${this.#upTo(12)}d`)],
    ['fail', () => this.#move(this.#transactions, 'payment.failed')],
    ['dispute', () => this.#move(this.#transactions, 'payment.disputed')],
    ['fight', () => this.#move(this.#disputes, 'dispute.fight')],
    ['submit', () => this.#move(this.#disputes, 'dispute.submit')],
    ['win', () => this.#move(this.#disputes, 'dispute.won')],
    ['lose', () => this.#move(this.#disputes, 'dispute.lost')],
    ['accept', () => this.#move(this.#disputes, 'dispute.accept')],
    ['win at once', () => this.#winAll()],
    ['cancel', () => this.#move(this.#payouts, 'payout.cancel')],
    ['fail payout', () => this.#move(this.#payouts, 'payout.failed')],
    ['return', () => this.#move(this.#payouts, 'payout.returned')],
    ['settle', () => this.#demo.settle()],
  ];

  async #charge(): Promise<void> {
    const special = this.#random.pick([16, 19, 51, 4200, this.#upTo(1_000), this.#upTo(100_000)]);
    const answer = await this.#demo.charge({
      customer_id: this.#customer,
      payment_method_id: this.#random.pick(this.#methods),
      amount: special,
      currency: this.#random.pick(['USD', 'USD', 'USD', 'EUR']),
      ...(this.#random.chance(0.3)
        ? { reference_id: `r-${this.#random.pick([++this.#references, this.#references])}` }
        : {}),
    });
    if (answer.status === 201) this.#transactions.push(answer.body.data.id);
  }

  async #payOut(): Promise<void> {
    const answer = await this.#demo.payout({
      customer_id: this.#customer,
      amount: this.#random.pick([50 + this.#upTo(25), this.#upTo(2_000), this.#upTo(600_000)]),
      bank_account: { routing_number: routing.instant, account_number: '000123456789' },
      rail: this.#random.pick(['ach', 'rtp']),
    });
    if (answer.status === 200) this.#payouts.push(answer.body.data.id);
  }

  async #advance(duration: string): Promise<void> {
    const { ran } = await this.#demo.advance(duration);
    const failed = ran.find(({ error }) => error !== null);
    if (failed !== undefined) throw new Error(`The job ${failed.job.kind} failed: ${failed.error}`);
    await this.#noteDisputes();
  }

  async #winAll(): Promise<void> {
    for (const id of this.#disputes.slice(-2)) {
      for (const move of ['dispute.fight', 'dispute.submit', 'dispute.won']) await this.#moveOne(move, id);
    }
  }

  async #move(ids: readonly string[], name: string): Promise<void> {
    if (ids.length > 0) await this.#moveOne(name, this.#random.pick(ids.slice(-6)));
    await this.#noteDisputes();
  }

  async #moveOne(name: string, id: string): Promise<void> {
    const { status } = await this.#demo.refusedTrigger(name, { id });
    if (status !== 200 && status !== 400) throw new Error(`${name} of ${id} answered ${status}.`);
  }

  async #call(ids: readonly string[], path: (id: string) => string, body?: unknown): Promise<void> {
    if (ids.length === 0) return;
    const { status } = await this.#demo.api.post(path(this.#random.pick(ids.slice(-8))), body);
    if (status !== 200 && status !== 400) throw new Error(`${path('…')} answered ${status}.`);
  }

  async #noteDisputes(): Promise<void> {
    const { data } = await this.#demo.read<{ data: { id: string }[] }>('/disputes?limit=20');
    for (const { id } of data.reverse()) if (!this.#disputes.includes(id)) this.#disputes.push(id);
  }

  #upTo(most: number): number {
    return 1 + this.#random.below(most);
  }
}
