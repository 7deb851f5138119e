import type { GatewayKind } from '../../src/payments/platform/settings.ts';
import { ada } from './checkout.ts';
import { cards, routing, springfield } from './demo.ts';
import {
  type Fields,
  type Json,
  type SessionCall,
  SessionCaller,
  type SessionOptions,
} from './session/session-caller.ts';
import { payoutSituations, situations, walletSituations } from './session/situations.ts';
import { threeDsCards } from './three-ds-cards.ts';

export type { SessionCall, SessionOptions };

/** Plays a whole session, and returns its calls. */
export async function everyOperation(options: SessionOptions): Promise<SessionCall[]> {
  const session = new Session(options);
  await session.play(options.length);
  return session.calls;
}

const debit = ['debit_payouts'] as const;
const anyGateway = ['gateway_a', 'gateway_b', 'debit_payouts'] as const;
const withWallets = ['gateway_a', 'gateway_b'] as const;
const minute = 60_000;
const day = 1_440 * minute;

/** How long a merchant waits, in milliseconds: mostly for a settlement, and seldom for a renewal. */
const spans = [1_500, 1_500, 3_000, 5_000, 5_000, minute, 2 * minute, 90 * minute, day, 31 * day];

const goodCards = [cards.visaDebit, cards.mastercardDebit, cards.mastercardPrepaid, cards.visaCredit];
const oddCards = [
  cards.declined,
  '4000000000009995',
  '4000000000000069',
  '4000000000000127',
  cards.chargeback,
  '4000000000005126',
  '4000000000003055',
  cards.unavailableCharged,
  cards.unavailableNotCharged,
];
const amounts = [1_999, 4_200, 2_500, 12_900, 16, 19, 99, 50_000, 701];
const payoutAmounts = [1_500, 320, 51, 58, 72, 4_000, 90_000];

/** A random walk of a merchant and of buyers over all operations, of legal and illegal calls alike. */
class Session extends SessionCaller {
  async play(length: number): Promise<void> {
    const { gateway } = this.options;
    const own = this.#steps.filter(([, gateways]) => gateways.includes(gateway));
    const further = [...situations, ...(gateway === 'debit_payouts' ? payoutSituations : walletSituations)];
    const steps = [
      ...own.map(([weight, , take]) => [3 * weight, take] as const),
      ...further.map((situation) => [1, () => situation(this)] as const),
    ];
    const weighted = steps.flatMap(([weight, take]) => Array.from({ length: weight }, () => take));
    await this.newProduct(true);
    await this.newCustomer();
    // A long session takes each step once, in any order, and then as it comes.
    const once = length < steps.length ? [] : steps.map(([, take]) => take);
    for (let taken = 0; taken < length; taken++) {
      const [take] = once.splice(this.below(once.length), 1);
      await (take ?? this.pick(weighted))();
    }
  }

  readonly #steps: readonly (readonly [
    weight: number,
    gateways: readonly GatewayKind[],
    take: () => Promise<unknown>,
  ])[] = [
    [3, anyGateway, () => this.newProduct()],
    [
      2,
      anyGateway,
      () =>
        this.patch(
          `/products/${this.id('prod')}`,
          this.pick<Fields>([
            { price: 2_900 },
            { description: null },
            { sku: 'c-1' },
            { metadata: { season: 'spring' } },
            { active: 'yes' },
          ]),
        ),
    ],
    [1, anyGateway, () => this.get(`/products/${this.id('prod')}`)],
    [2, anyGateway, () => this.#adjustStock()],
    [4, anyGateway, () => this.newCustomer()],
    [
      2,
      anyGateway,
      () =>
        this.patch(
          `/customers/${this.id('cus')}`,
          this.pick<Fields>([
            { phone: '+1 555 0100' },
            { company: 'Looms' },
            { email: 'nobody' },
            { metadata: { a: 1 } },
            { shipping_city: 'Boston', shipping_country: 'US' },
          ]),
        ),
    ],
    [1, anyGateway, () => this.get(`/customers/${this.id('cus')}`)],
    [3, anyGateway, () => this.newMethod()],
    [1, anyGateway, () => this.get(`/customers/${this.id('cus')}/payment-methods`)],
    [1, anyGateway, () => this.#deleteMethod()],
    [1, anyGateway, () => this.newToken()],
    [8, anyGateway, () => this.charge()],
    [1, anyGateway, () => this.get(`/transactions/${this.id('txn')}`)],
    [3, anyGateway, () => this.post(`/transactions/${this.id('txn')}/void`)],
    [5, anyGateway, () => this.#refund()],
    [4, anyGateway, () => this.#list()],
    [2, anyGateway, () => this.#page()],
    [2, anyGateway, () => this.#disputes()],
    [4, debit, () => this.#payOut()],
    [1, debit, () => this.get(`/payouts/${this.id('po')}`)],
    [3, debit, () => this.#newPayoutLink()],
    [1, debit, () => this.get(`/payout-links/${this.id('plo')}`)],
    [2, debit, () => this.post(`/payout-links/${this.id('plo')}/cancel`)],
    [2, debit, () => this.#claim()],
    [2, debit, () => this.fillForm()],
    [1, debit, () => this.get(`/payout-requests/${this.id('preq')}`)],
    [
      2,
      debit,
      () => this.#decide('approve', this.pick([undefined, { amount: 900 }, { amount: 99_999_999 }, { amount: 0 }])),
    ],
    [1, debit, () => this.#decide('reject')],
    [2, debit, () => this.get(`/balance${this.pick(['', '?currency=USD', '?currency=eur', '?currency=nothing'])}`)],
    [2, debit, () => this.#checkAccount()],
    [4, anyGateway, () => this.subscribe()],
    [1, anyGateway, () => this.get(`/subscriptions/${this.id('sub')}`)],
    [
      2,
      anyGateway,
      () =>
        this.post(
          `/subscriptions/${this.id('sub')}/cancel`,
          this.pick([undefined, {}, { immediate: true, reason: 'moved away' }, { immediate: 'yes' }]),
        ),
    ],
    [2, anyGateway, () => this.post(`/subscriptions/${this.id('sub')}/pause`)],
    [2, anyGateway, () => this.post(`/subscriptions/${this.id('sub')}/resume`)],
    [3, anyGateway, () => this.newInvoice()],
    [1, anyGateway, () => this.get(`/invoices/${this.id('inv')}`)],
    [2, anyGateway, () => this.post(`/invoices/${this.id('inv')}/send`)],
    [2, anyGateway, () => this.post(`/invoices/${this.id('inv')}/void`)],
    [3, anyGateway, () => this.newSession()],
    [1, anyGateway, () => this.get(`/checkout-sessions/${this.id('cs')}`)],
    [
      2,
      anyGateway,
      () =>
        this.client(
          'GET',
          `/api/checkout/${this.id('slug')}${this.pick(['', '?discountCode=SAVE10', '?discountCode=NONE'])}`,
        ),
    ],
    [5, anyGateway, () => this.#pay()],
    [2, anyGateway, () => this.#authenticateOnPage()],
    [2, anyGateway, () => this.#authenticateDirectly()],
    [1, anyGateway, () => this.client('GET', `/api/checkout/address-suggest?q=12%20M&country=US`)],
    [
      1,
      anyGateway,
      () => this.client('GET', `/api/checkout/address-details?id=${this.pick(['addr_us_1', 'addr_none'])}`),
    ],
    [
      1,
      anyGateway,
      () =>
        this.post('/fulfillments', {
          transaction_id: this.id('txn'),
          carrier: 'Parcel Post',
          tracking_number: '1Z999',
        }),
    ],
    [1, anyGateway, () => this.get(`/fulfillments?transaction_id=${this.id('txn')}`)],
    [1, anyGateway, () => this.#paymentLinks()],
    [1, anyGateway, () => this.#account()],
    [2, anyGateway, () => this.#blocks()],
    [2, withWallets, () => this.#payByWallet()],
    [1, withWallets, () => this.#walletDomains()],
    [2, anyGateway, () => this.#keyed()],
    [2, anyGateway, () => this.#refused()],
    [4, anyGateway, () => this.pass(this.pick(spans))],
  ];

  async newProduct(isRecurring = this.chance(0.4)): Promise<void> {
    const answer = await this.post('/products', {
      name: this.pick(['A bag of coffee', 'Coffee club', 'A mug']),
      price: this.pick([1_800, 900, 2_400, 0]),
      ...(isRecurring ? { price: 1_900, recurring: { interval: this.pick(['month', 'week', 'day']) } } : {}),
      ...(this.chance(0.3) ? { track_inventory: true, stock_quantity: this.pick([2, 40]) } : {}),
      ...(this.chance(0.3) ? { variants: [{ name: 'Decaf', price: 1_900 }] } : {}),
      ...(this.chance(0.1) ? { price: -1 } : {}),
    });
    this.note('prod', answer.data?.id);
    if (isRecurring) this.note('plan', answer.data?.id);
  }

  #adjustStock(): Promise<Json> {
    const change = this.pick<Fields>([
      { delta: -1 },
      { quantity: 12 },
      { delta: -5_000 },
      { delta: 1, quantity: 1 },
      {},
    ]);
    return this.post('/inventory/adjust', { product_id: this.id('prod'), ...change });
  }

  async newCustomer(): Promise<void> {
    const email = this.chance(0.15) ? 'again@example.com' : `buyer${++this.count}@example.com`;
    const names = this.pick<Fields>([
      { first_name: 'Ada', last_name: 'Lovelace' },
      { company: 'Looms', phone: '+1 555 0123' },
      {},
    ]);
    const answer = await this.post('/customers', {
      ...(this.chance(0.05) ? {} : { email }),
      ...names,
      ...(this.chance(0.8) ? springfield : {}),
      ...(this.chance(0.7) ? this.#typedCard() : {}),
    });
    const id: string | undefined = answer.data?.id;
    this.note('cus', id);
    const method: string | undefined = answer.payment_method?.id;
    if (id !== undefined && method !== undefined) this.methodsOf.set(id, [...(this.methodsOf.get(id) ?? []), method]);
    if (method !== undefined) this.note('payer', id);
    this.note('pm', method);
  }

  #typedCard(): Fields {
    const number = this.chance(0.75) ? this.pick(goodCards) : this.pick([...oddCards, cards.failsLuhn]);
    return { cc_number: number, cc_exp_month: '12', cc_exp_year: this.chance(0.1) ? '2020' : '2049' };
  }

  async newMethod(): Promise<void> {
    const customer = this.id('cus');
    const bank = {
      type: 'bank_account',
      routing_number: this.pick<string>([routing.instant, routing.slow, '123']),
      account_number: '000123456789',
    };
    const body = this.pick<() => Fields>([
      () => this.#typedCard(),
      () => this.#typedCard(),
      () => bank,
      () => ({ payment_token: this.id('ptok') }),
      () => ({}),
    ])();
    const { data } = await this.post(`/customers/${customer}/payment-methods`, body);
    if (data?.id === undefined) return;
    this.note('pm', data.id);
    this.note('payer', customer);
    this.methodsOf.set(customer, [...(this.methodsOf.get(customer) ?? []), data.id]);
  }

  #deleteMethod(): Promise<Json> {
    const customer = this.id('cus');
    const own = this.methodsOf.get(customer)?.pop() ?? this.id('pm');
    return this.ask('DELETE', `/customers/${customer}/payment-methods/${own}`);
  }

  async newToken(number: string = this.pick([...goodCards, ...goodCards, ...oddCards])): Promise<string> {
    const cvv = this.chance(0.1) ? '12' : '123';
    const key = this.pick(['secret', 'publishable'] as const);
    const { data } = await this.ask('POST', '/tokens', { number, exp_month: '12', exp_year: '2049', cvv }, { key });
    this.note('ptok', data?.token);
    return data?.token ?? 'ptok_none';
  }

  async charge(): Promise<void> {
    const customer = this.id(this.chance(0.9) ? 'payer' : 'cus');
    const instrument: Fields = await this.pick<() => Promise<Fields> | Fields>([
      () => ({ customer_id: customer }),
      () => ({ customer_id: customer, payment_method_id: this.methodsOf.get(customer)?.at(-1) ?? this.id('pm') }),
      async () => ({ payment_token: await this.newToken(), email: 'guest@example.com' }),
      async () => ({ payment_token: await this.newToken(this.pick(oddCards)) }),
      () => ({ payment_method_id: this.id('pm') }),
      () => (this.chance(0.3) ? {} : { customer_id: customer }),
    ])();
    const price: Fields = this.pick<() => Fields>([
      () => ({ amount: this.pick(amounts) }),
      () => ({ amount: this.pick(amounts) }),
      () => ({ product_id: this.id('prod') }),
      () => ({ line_items: [{ product_id: this.id('prod'), quantity: 1 + this.below(3) }] }),
    ])();
    const answer = await this.post('/charges', {
      ...instrument,
      ...price,
      ...(this.chance(0.1) ? { currency: 'EUR' } : {}),
      ...(this.chance(0.3) ? { reference_id: `order-${this.below(8)}` } : {}),
      ...(this.chance(0.3) ? { metadata: { cart: `c-${this.below(100)}` } } : {}),
      ...(this.chance(0.1) ? { rail: 'ach', return_url: 'https://shop.example/back' } : {}),
      ...(this.chance(0.2) ? springfield : {}),
    });
    this.note('txn', answer.data?.id);
    if (answer.data !== undefined) this.amountOf.set(answer.data.id, answer.data.amount);
  }

  async #refund(): Promise<void> {
    if (this.chance(0.4)) await this.pass(5_000);
    const id = this.id('txn');
    const amount = this.amountOf.get(id) ?? 1_000;
    await this.post(
      `/transactions/${id}/refund`,
      this.pick([
        undefined,
        {},
        { amount: Math.ceil(amount / 3) },
        { amount: Math.ceil(amount / 4) },
        { amount: amount + 1 },
      ]),
    );
  }

  /** A list, filtered by something. */
  #list(): Promise<Json> {
    const { gateway } = this.options;
    const some = (text: string) => this.pick(['', '', `?${text}`, '?limit=3', '?limit=100', '?limit=0']);
    return this.get(
      this.pick([
        `/products${some('starting_after=prod_none')}`,
        `/customers${some(`processor=${gateway}`)}`,
        `/transactions${some(`customer_id=${this.id('cus')}`)}`,
        `/transactions${some(`subscription_id=${this.id('sub')}`)}`,
        `/subscriptions${some('metadata[plan]=gold')}`,
        `/invoices${some(`status=${this.pick(['draft', 'sent', 'paid', 'void', 'none'])}`)}`,
        `/invoices${some(`customer_id=${this.id('cus')}`)}`,
        ...(gateway === 'debit_payouts'
          ? [
              `/payouts${some(`status=${this.pick(['pending', 'paid', 'failed', 'none'])}`)}`,
              `/payout-links${some(`type=${this.pick(['directed', 'request'])}`)}`,
              `/payout-links${some(`status=${this.pick(['pending', 'cancelled'])}`)}`,
              `/payout-requests${some(`status=${this.pick(['pending', 'approved'])}`)}`,
            ]
          : []),
      ]),
    );
  }

  /** Reads a list page by page. */
  async #page(): Promise<void> {
    const path = this.pick(['/transactions', '/customers', '/products', '/subscriptions', '/invoices']);
    for (let after = '', pages = 0; pages < 4; pages++) {
      const { data, has_more } = await this.get(`${path}?limit=4${after}`);
      if (has_more !== true || data.length === 0) return;
      after = `&starting_after=${data.at(-1).id}`;
    }
  }

  async #disputes(): Promise<void> {
    if (!this.there.has('dp')) {
      const token = await this.newToken(cards.chargeback);
      const { data } = await this.post('/charges', { payment_token: token, amount: 2_500 });
      this.note('txn', data?.id);
      for (const span of [5_000, 2 * minute]) await this.pass(span);
    }
    const { data = [] } = await this.get(
      `/disputes${this.pick(['', '?status=new,matched', '?kind=chargeback', '?kind=none', `?transaction_id=${this.id('txn')}`])}`,
    );
    for (const { id } of data) this.note('dp', id);
    await this.get(`/disputes/${this.id('dp')}`);
  }

  async #payOut(): Promise<void> {
    const customer = this.id('payer');
    const bank_account = {
      routing_number: this.pick<string>([routing.instant, routing.slow]),
      account_number: '000123456789',
    };
    const destination: Fields = await this.pick<() => Promise<Fields> | Fields>([
      () => ({ payment_method_id: this.methodsOf.get(customer)?.at(-1) ?? this.id('pm') }),
      () => ({ bank_account, rail: this.pick(['ach', 'rtp']) }),
      () => ({ bank_account }),
      async () => ({ payment_token: await this.newToken(cards.visaDebit) }),
      () => ({}),
    ])();
    const { data } = await this.post('/payouts', {
      amount: this.pick(payoutAmounts),
      customer_id: customer,
      ...destination,
      ...(this.chance(0.3) ? { reference_id: `payout-${this.below(4)}` } : {}),
      ...(this.chance(0.3) ? { descriptor: 'LOOMS', metadata: { run: 7 } } : {}),
    });
    this.note('po', data?.id);
  }

  async #newPayoutLink(form?: Fields): Promise<void> {
    const directed = {
      amount: this.pick([1_500, 99_999_999, 700]),
      recipient_email: 'rita@example.com',
      note: 'Your prize',
    };
    const { data } = await this.post(
      '/payout-links',
      form ??
        this.pick<Fields>([
          directed,
          { ...directed, note: undefined, recipient_name: 'Rita' },
          { type: 'request' },
          { type: 'request', amount: 900 },
          { amount: 5 },
        ]),
    );
    this.note('plo', data?.id);
    if (data !== undefined) this.note(data.type === 'request' ? 'form' : 'claim', data.slug);
  }

  async #claim(): Promise<void> {
    if (!this.there.has('claim') || this.chance(0.4))
      await this.#newPayoutLink({ amount: 1_500, recipient_email: 'rita@example.com' });
    const slug = this.id('claim');
    await this.client('GET', `/api/claims/${slug}`);
    const alias = await this.alias(this.pick<string>([cards.visaDebit, cards.visaDebit, cards.visaCredit]));
    const { firstName, lastName, billingPostalCode } = ada;
    await this.client('POST', `/api/claims/${slug}`, { firstName, lastName, billingPostalCode, ...alias });
  }

  async fillForm(): Promise<void> {
    if (!this.there.has('form') || this.chance(0.4)) await this.#newPayoutLink({ type: 'request' });
    const slug = this.chance(0.7) ? this.newest('form') : this.id('form');
    await this.client('GET', `/api/payout-requests/${slug}`);
    const alias = await this.alias(cards.visaDebit);
    const answer = await this.client('POST', `/api/payout-requests/${slug}`, {
      name: 'Bo',
      email: 'bo@example.com',
      requestedAmount: this.pick([1_500, 58, 100_000_000]),
      ...alias,
    });
    this.note('preq', answer.payoutRequestId);
  }

  /** Approves or rejects a payout request, mostly a new one. */
  async #decide(how: 'approve' | 'reject', body?: Fields): Promise<void> {
    if (!this.there.has('preq') || this.chance(0.5)) await this.fillForm();
    await this.post(`/payout-requests/${this.id('preq')}/${how}`, body);
  }

  #checkAccount(): Promise<Json> {
    return this.post(
      '/account-checks',
      this.pick<Fields>([
        { card: { number: this.pick(goodCards), exp_month: '12', exp_year: '2049' } },
        { bank_account: { routing_number: this.pick([routing.instant, routing.slow, routing.unknown]) } },
        { customer_id: this.id('cus') },
        { payment_method_id: this.id('pm') },
        {},
      ]),
    );
  }

  async subscribe(): Promise<void> {
    const { data } = await this.post('/subscriptions', {
      customer_id: this.id('payer'),
      product_id: this.chance(0.9) ? this.id('plan') : this.id('prod'),
      ...(this.chance(0.5) ? { metadata: { plan: 'gold' } } : {}),
      ...(this.chance(0.2) ? { start_date: '2099-01-31' } : {}),
      ...(this.chance(0.2) ? { reference_id: `sub-${this.below(3)}` } : {}),
    });
    if (data?.object === 'subscription') this.note('sub', data.id);
  }

  async newInvoice(): Promise<void> {
    const { data } = await this.post('/invoices', {
      customer_id: this.id('cus'),
      line_items: [{ product_id: this.id('prod'), quantity: 1 + this.below(2) }],
      ...(this.chance(0.5) ? { send: true, memo: 'Thank you.' } : {}),
      ...(this.chance(0.3) ? { due_date: '2099-03-31' } : {}),
    });
    this.note('inv', data?.id);
    this.note('slug', data?.pay_url?.split('/').at(-1));
  }

  async newSession(): Promise<void> {
    const price = this.pick<() => Fields>([
      () => ({ amount: this.pick(amounts) }),
      () => ({ line_items: [{ product_id: this.id('prod'), quantity: 2 }] }),
    ])();
    const mode = this.pick<Fields>([
      { success_url: 'https://shop.example/thanks' },
      { ui_mode: 'embedded' },
      this.chance(0.3) ? {} : { ui_mode: 'embedded' },
    ]);
    const { data } = await this.post('/checkout-sessions', {
      ...price,
      ...mode,
      ...(this.chance(0.4) ? { discount_code: this.pick(['SAVE10', 'MINUS5', 'NONE']) } : {}),
      ...(this.chance(0.3) ? { customer_email: 'ada@example.com', email_field_mode: 'read_only' } : {}),
      ...(this.chance(0.2) ? { metadata: { order: 5 } } : {}),
    });
    this.note('cs', data?.id);
    this.note('slug', data?.slug);
  }

  async #pay(): Promise<void> {
    if (this.chance(0.8)) await this.newSession();
    const slug = this.newest('slug');
    const shown = await this.client('GET', `/api/checkout/${slug}`);
    const card = this.chance(0.7) ? threeDsCards.frictionlessApproves : this.pick([...goodCards, ...oddCards]);
    const byCard = async () => {
      const alias = await this.alias(card);
      const threeDsToken =
        shown.threeDsEnabled === true ? await this.tokenOfBuyer(slug, alias, (shown.amount ?? 4_200) / 100) : undefined;
      return { ...alias, ...(threeDsToken === undefined ? {} : { threeDsToken }) };
    };
    const byBank = async () => ({
      paymentMethodType: 'ach',
      vaultBankAccountAlias: (
        await this.client('POST', `/vault/${this.#vault}/post`, { bank_account_number: '000123456789' })
      ).bank_account_number,
      vaultBankLast4: '6789',
      routingNumber: routing.instant,
      accountType: 'checking',
      accountHolderType: 'personal',
      achAuthorized: this.chance(0.9),
    });
    const email = shown.emailFieldMode === 'read_only' ? shown.customerEmail : `payer${this.below(9)}@example.com`;
    const contact = this.chance(0.1) ? { ...ada, email: undefined } : { ...ada, email };
    const body = {
      ...contact,
      ...(await (this.chance(0.8) ? byCard() : byBank())),
      clientMetadata: { platform: 'ios', appId: 'com.example.shop' },
    };
    const key = `attempt-${++this.count}`;
    const paid = await this.client('POST', `/api/checkout/${slug}/pay`, body, key);
    this.note('txn', paid.transactionId);
    if (paid.amount !== undefined) this.amountOf.set(paid.transactionId, paid.amount);
    if (this.chance(0.3)) await this.client('POST', `/api/checkout/${slug}/pay`, body, key);
    if (this.chance(0.2))
      await this.client('POST', `/api/checkout/${slug}/pay`, { ...body, phone: '+1 555 0199' }, key);
  }

  get #vault(): string {
    return this.newest('vault');
  }

  /** Aliases of a card, with its expiry. */
  async alias(number: string): Promise<Fields> {
    if (!this.there.has('vault')) {
      const { data } = await this.post('/checkout-sessions', { amount: 4_200, ui_mode: 'embedded' });
      this.note('slug', data?.slug);
      const shown = await this.client('GET', `/api/checkout/${this.newest('slug')}`);
      this.note('vault', shown.vaultConfig?.vaultId);
      this.note('ws', shown.workspaceId);
    }
    const body = { card_number: number, card_exp: '12/49', card_cvc: '123' };
    const { card_number, card_cvc } = await this.client('POST', `/vault/${this.#vault}/post`, body);
    this.note('alias', card_number);
    return { vaultPanAlias: card_number, vaultCvcAlias: card_cvc, vaultExpMonth: '12', vaultExpYear: '2049' };
  }

  /** Authenticates a buyer for a payment. @returns the token; undefined without one */
  async tokenOfBuyer(slug: string, { vaultPanAlias }: Fields, amount = 42): Promise<string | undefined> {
    const owner = { workspaceId: this.newest('ws'), sandbox: true };
    const card = { panAlias: vaultPanAlias, expMonth: '12', expYear: '2049' };
    const step = (name: string, body: Fields) => this.client('POST', `/api/vault/3ds/${name}`, { ...owner, ...body });
    const { required } = await step('preflight', { ...card, email: 'ada@example.com', billingCountry: 'US' });
    if (required === false && this.chance(0.8)) return undefined;
    const { cardRef = 'card_none' } = await step('create-card', card);
    const { transactionInfo = { threeDSServerTransID: 'none' } } = await step('init', { cardRef });
    const redirectUrl = `https://pay.example.com/pay/${slug}/3ds-return`;
    const answer = await step('authenticate', {
      cardRef,
      amount,
      currency: 'USD',
      transactionInfo,
      redirectUrl,
      ...card,
    });
    const end = await step('finish', { cardRef, amount, transactionInfo });
    return answer.threeDsToken ?? end.threeDsToken ?? undefined;
  }

  async #authenticateOnPage(): Promise<void> {
    const alias = await this.alias(this.pick(Object.values(threeDsCards)));
    await this.tokenOfBuyer(this.newest('slug'), alias);
  }

  async #authenticateDirectly(): Promise<void> {
    const token = await this.newToken(this.pick([...Object.values(threeDsCards), cards.mastercardDebit]));
    const card = this.chance(0.8) ? { token } : { payment_method_id: this.id('pm') };
    const { data: setup } = await this.post('/three-ds/initialize', card);
    const { data: result } = await this.post('/three-ds/authenticate', {
      ...card,
      ...(setup === undefined ? {} : { transaction_info: setup.transaction_info }),
      amount: 4_200,
      currency: 'USD',
      ...(this.chance(0.2) ? { redirect_url: 'http://localhost/back' } : {}),
    });
    await this.post('/three-ds/finish', { authentication_id: result?.authentication_id ?? 'auth_none' });
    if (result?.status !== 'Y' || this.chance(0.5)) return;
    const { eci, cavv, xid } = result;
    const { data } = await this.post('/charges', {
      payment_token: token,
      amount: 4_200,
      three_ds: { eci, cavv, xid },
    });
    this.note('txn', data?.id);
  }

  async #paymentLinks(): Promise<void> {
    const { data = [] } = await this.get(`/payment-links${this.pick(['', '?status=active', '?status=none'])}`);
    for (const { id, url } of data) {
      this.note('plink', id);
      if (this.chance(0.3)) this.note('slug', url?.split('/').at(-1));
    }
    await this.get(`/payment-links/${this.id('plink')}`);
  }

  async #account(): Promise<void> {
    await this.get('/account');
    await this.patch(
      '/account',
      this.pick<Fields>([
        { timezone: 'Europe/Berlin' },
        { name: 'Looms & Co' },
        { timezone: 'Mars' },
        { slug: 'other' },
      ]),
    );
    await this.patch(
      '/pixels',
      this.pick<Fields>([{ google_analytics_id: 'G-EXAMPLE' }, { google_analytics_id: '' }, { meta_pixel_id: 5 }]),
    );
    await this.get('/pixels');
    await this.get('/members');
    await this.get('/storefronts');
    await this.ask('GET', '/tokenization-key', undefined, { key: 'publishable' });
  }

  async #blocks(): Promise<void> {
    const { app } = this.options;
    if (app === undefined) return;
    if (this.appToken === '' || this.chance(0.3)) {
      const grant = { grant_type: 'client_credentials', ...app };
      this.appToken = (await this.ask('POST', '/oauth/token', grant, { key: 'none' })).access_token ?? '';
    }
    const object_type = this.pick(['transaction', 'customer']);
    const object_id = this.newest(object_type === 'customer' ? 'cus' : 'txn');
    const content = { title: `You earned ${this.below(50)} points` };
    const { id } = await this.ask(
      'POST',
      '/blocks',
      { object_type, object_id, block_type: 'loyalty', content },
      { key: 'app' },
    );
    if (id === undefined) {
      this.appToken = '';
      return;
    }
    this.note('blk', id);
    await this.ask('GET', `/blocks?object_type=${object_type}&object_id=${object_id}`, undefined, { key: 'app' });
    if (this.chance(0.6)) await this.ask('DELETE', `/blocks/${id}`, undefined, { key: 'app' });
    if (this.chance(0.2)) await this.get(`/blocks?object_type=${object_type}&object_id=${object_id}`);
  }

  async #payByWallet(): Promise<void> {
    const wallet_b_token = this.pick([
      'walletb_pan_visa',
      'walletb_dpan_visa',
      'walletb_pan_declined',
      'walletb_pan_challenge',
    ]);
    const { data } = await this.post('/wallets/prepare', { service_wallet: { type: 'wallet_b', wallet_b_token } });
    const service_wallet = {
      type: 'wallet_b',
      ...(data === undefined ? { wallet_b_token } : { prepared: data.prepared }),
    };
    const charged = await this.post('/charges', {
      amount: 4_200,
      service_wallet,
      wallet: { payerEmail: 'wally@example.com' },
    });
    this.note('txn', charged.data?.id);
    const slug = this.newest('slug');
    await this.client('POST', `/api/checkout/${slug}/wallet`, {
      service_wallet: { type: 'wallet_b', wallet_b_token },
    });
  }

  async #walletDomains(): Promise<void> {
    const domain = this.pick(['shop.example', 'other.example', 'no domain']);
    await this.post('/wallets/wallet-a-session', { domain });
    await this.post('/wallets/wallet-a/domains', { domain });
    await this.get('/wallets/wallet-a/domains');
    await this.ask('DELETE', `/wallets/wallet-a/domains/${this.pick(['shop.example', 'none.example'])}`);
  }

  /** The same request under one Idempotency-Key, and another one. */
  async #keyed(): Promise<void> {
    const headers = { 'idempotency-key': `key-${++this.count}` };
    const body = this.pick<Fields>([{ name: 'A mug', price: 900 }, { name: 'A mug' }]);
    for (const sent of [body, body, { ...body, name: 'Another mug' }]) {
      const answer = await this.ask('POST', '/products', sent, { headers });
      this.note('prod', answer.data?.id);
    }
  }

  async #refused(): Promise<void> {
    const key = this.pick(['unknown', 'none'] as const);
    await this.pick<() => Promise<unknown>>([
      () => this.ask('GET', '/products', undefined, { key }),
      () => this.ask('POST', '/charges', { amount: 5 }, { key: 'publishable' }),
      () => this.ask('POST', '/products', '{"name":'),
      () => this.get('/nothing'),
      () => this.ask('DELETE', '/products'),
      () => this.post('/charges', { customer_id: this.id('cus'), amount: 100_000_000 }),
      () => this.post('/charges', { customer_id: this.id('cus'), amount: '4200' }),
      () => this.post('/products', { name: 'A mug', price: 900, currency: 'XXX' }),
    ])();
  }
}
