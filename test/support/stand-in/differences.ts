import {
  behaviour,
  type Difference,
  events,
  fieldBeside,
  fieldMissing,
  header,
  inAnswer,
  type Json,
  namedCode,
  namedField,
  namedValue,
  nullIs,
  otherValue,
  type Plant,
  payload,
  placesOf,
  refusedWith,
  type StandInEvent,
} from './difference.ts';

const specification = { kind: 'specification' } as const;
const ownBehaviour = { kind: 'behaviour' } as const;

/** The Unix seconds of an ISO 8601 text; null stays null. */
const seconds = (text: Json): Json => (typeof text === 'string' ? Math.floor(Date.parse(text) / 1_000) : text);

const names: readonly Difference[] = [
  namedValue('transaction', 'status', 'voided', 'void'),
  namedValue('transaction', 'status', 'refunded', 'fully_refunded'),
  namedValue('transaction', 'status', 'partially_refunded', 'refunded_in_part'),
  namedValue('transaction', 'source', 'api', 'merchant_api'),
  namedValue('subscription', 'status', 'cancelled', 'canceled'),
  namedValue('subscription', 'status', 'paused', 'on_hold'),
  namedValue('checkout_session', 'status', 'complete', 'completed'),
  namedValue('payout_link', 'status', 'cancelled', 'canceled'),
  namedValue('account_check', 'funds_availability', 'immediate', 'instant'),
  namedValue('three_ds_result', 'status', 'C', 'P'),
  namedValue('payout', 'status', 'failed', 'rejected', specification),
  namedField('transaction', 'settled_at', 'settledAt'),
  namedField('transaction', 'card_last_four', 'card_last4'),
  namedField('transaction', 'processorType', 'processor_type', specification),
  namedField('subscription', 'current_period_end', 'renews_at'),
  namedField('invoice', 'transaction_id', 'payment_id'),
  namedField('customer', 'company', 'organization'),
  namedField('payout_request', 'name', 'requester_name'),
];

const fields: readonly Difference[] = [
  fieldBeside('transaction', 'net', ({ amount }) => amount),
  fieldBeside('customer', 'tax_ids', () => []),
  fieldBeside('product', 'tax_code', () => null),
  fieldBeside('payout', 'method', () => 'standard'),
  fieldBeside('balance', 'in_review', () => 0),
  fieldMissing('product', 'sku'),
  fieldMissing('subscription', 'reference_id'),
  fieldMissing('payment_method', 'processor'),
  fieldMissing('invoice', 'voided_at'),
  fieldMissing('fulfillment', 'tracking_url'),
  fieldMissing('payment_method', 'customer_vault_id', specification),
  nullIs('customer', 'phone', 'absent'),
  nullIs('payout_link', 'note', 'absent'),
  nullIs('transaction', 'buyer_name', 'empty'),
  nullIs('product', 'description', 'empty'),
];

const refusals: readonly Difference[] = [
  namedCode('invalid_state', 'state_invalid', { at: 'transactions.void' }),
  namedCode('parameter_invalid', 'invalid_parameter', { at: 'charges.create' }),
  namedCode('amount_too_large', 'amount_above_maximum', { at: 'charges.create' }),
  namedCode('card_declined', 'issuer_declined', { at: 'charges.create', status: 402 }),
  namedCode('resource_missing', 'not_found', { ...specification, at: 'customers.get' }),
  inAnswer(
    'charges.create',
    'error.decline_code',
    'is null',
    ({ status, body }) => {
      if (status === 402 && body.decline_code !== undefined) body.decline_code = null;
    },
    ownBehaviour,
  ),
  inAnswer(
    'charges.create',
    'error.category',
    'is declined for every decline',
    ({ status, body }) => {
      if (status === 402) body.category = 'declined';
    },
    ownBehaviour,
  ),
  behaviour(
    'error.param is missing',
    '*',
    'error.param',
    () => ({
      answer: (answer) => {
        if (answer.status < 400 || answer.body?.param === undefined) return;
        const { param: _left, ...rest } = answer.body;
        answer.body = rest;
      },
    }),
    { kind: 'assumption', adoptable: false },
  ),
  inAnswer(
    'payout_requests.reject',
    'error.type',
    'is invalid_request_error',
    ({ status, body }) => {
      if (status === 409) body.type = 'invalid_request_error';
    },
    specification,
  ),
];

const statusOf = (operation: string, from: number, to: number, told = {}, code?: string): Difference =>
  inAnswer(
    operation,
    'status',
    `${from}${code === undefined ? '' : ` ${code}`} is ${to}`,
    (answer) => {
      if (answer.status === from && (code === undefined || answer.body?.code === code)) answer.status = to;
    },
    told,
  );

const statuses: readonly Difference[] = [
  statusOf('app_tokens.create', 200, 201),
  statusOf('vault.post', 200, 201),
  statusOf('checkout_sessions.create', 400, 422, {}, 'discount_not_applicable'),
  statusOf('customers.create', 201, 200, specification),
  statusOf('payout_links.cancel', 409, 400, specification, 'invalid_state'),
];

/** Lists a collection in another order, in pages of its own. */
const listed =
  (operation: string, inOrder: (all: Json[]) => Json[]): (() => Plant) =>
  () => ({
    after: async (answer, request, ask) => {
      if (request.operation?.id !== operation || answer.status !== 200) return null;
      const all: Json[] = [];
      for (let after = '', more = true; more; after = `&starting_after=${all.at(-1)?.id}`) {
        const { body } = await ask('GET', `${request.path}?limit=100${after}`);
        all.push(...body.data);
        more = body.has_more;
      }
      const ordered = inOrder(all);
      const from = ordered.findIndex(({ id }) => id === request.query.get('starting_after')) + 1;
      const limit = Number(request.query.get('limit') ?? 10);
      const body = { data: ordered.slice(from, from + limit), has_more: from + limit < ordered.length };
      return JSON.stringify(body) === JSON.stringify(answer.body) ? null : { ...answer, body };
    },
  });

const lists: readonly Difference[] = [
  behaviour(
    'products are listed oldest first',
    'products.list',
    'order',
    listed('products.list', (all) => all.toReversed()),
    {
      kind: 'assumption',
      also: [
        { operation: 'products.list', place: 'has_more' },
        { operation: 'products.list', place: 'length' },
      ],
    },
  ),
  inAnswer(
    'payment_methods.list',
    'order',
    'oldest first',
    ({ status, body }) => {
      if (status === 200) body.data.reverse();
    },
    { adoptable: false },
  ),
  behaviour(
    'customers come by 4 where nobody asks',
    'customers.list',
    'length',
    () => ({
      request: ({ operation, query }) => {
        if (operation?.id === 'customers.list' && !query.has('limit')) query.set('limit', '4');
      },
    }),
    { ...specification, also: [{ operation: 'customers.list', place: 'has_more' }] },
  ),
  inAnswer(
    'transactions.list',
    'has_more',
    'false though there is more',
    ({ status, body }) => {
      if (status === 200) body.has_more = false;
    },
    ownBehaviour,
  ),
];

/** The refunds of a transaction are not added up: its total is that of the last one. */
function lastRefundAlone(): Plant {
  const seen = new Map<string, { total: number; last: number }>();
  const lastOf = (id: string, total: number): number => {
    const before = seen.get(id) ?? { total: 0, last: 0 };
    if (total > before.total) seen.set(id, { total, last: total - before.total });
    return seen.get(id)?.last ?? 0;
  };
  return {
    object: {
      of: 'transaction',
      change: (object) => ({ ...object, total_refunded: lastOf(object.id, object.total_refunded) }),
    },
    event: (event) => {
      if (event.type !== 'payment.refunded') return [event];
      const { transaction_id, total_refunded } = event.data;
      return [{ ...event, data: { ...event.data, total_refunded: lastOf(transaction_id, total_refunded) } }];
    },
  };
}

const balancePlaces = ['available', 'reserved', 'held', 'pending'].map((field) => ({
  operation: 'balance.get',
  place: `data.${field}`,
}));

const sums: readonly Difference[] = [
  behaviour(
    'a payout link costs 75',
    'payout_links.create',
    'data.fee',
    () => ({ settings: { payout_link_fee: 75 } }),
    {
      also: [...placesOf('payout_link', 'fee'), ...balancePlaces],
    },
  ),
  behaviour(
    'a charge costs 2.9 % and 30',
    'balance.get',
    'data.available',
    () => ({ settings: { fee: { percent: 2.9, fixed: 30 } } }),
    {
      also: balancePlaces,
    },
  ),
  behaviour('total_refunded is the last refund', 'transactions.refund', 'data.total_refunded', lastRefundAlone, {
    also: [
      ...placesOf('transaction', 'total_refunded'),
      { operation: 'event payment.refunded', place: 'data.total_refunded' },
    ],
  }),
];

const times: readonly Difference[] = [
  behaviour(
    'cards settle after 4 seconds',
    'transactions.get',
    'data.status',
    () => ({ settings: { settlement: { delays: { card: 4_000 } } } }),
    {
      adoptable: true,
      also: [
        ...placesOf('transaction', 'status'),
        ...placesOf('transaction', 'settled_at'),
        { operation: 'event payment.completed', place: 'created' },
        ...balancePlaces,
      ],
    },
  ),
  otherValue('checkout_session', 'expires_at', 'is Unix seconds', seconds, { adoptable: false }),
  otherValue('payout_link', 'created_at', 'is Unix seconds', seconds, { adoptable: false }),
];

const headers: readonly Difference[] = [
  header('request-id', null, 'customers.create'),
  header('idempotency-replayed', null, 'client.checkout.pay', specification),
  header('x-ratelimit-tier', null, 'customers.create', specification),
  header('x-ratelimit-remaining', 'ratelimit-remaining', 'customers.create', specification),
];

const sent = (type: string, change: (event: StandInEvent) => readonly StandInEvent[]) => () => (event: StandInEvent) =>
  event.type === type ? change(event) : [event];

/** Sends the events of a type after the next of another type. */
const after = (first: string, second: string) => () => {
  const held: StandInEvent[] = [];
  return (event: StandInEvent): StandInEvent[] => {
    if (event.type === first) {
      held.push(event);
      return [];
    }
    return event.type === second ? [event, ...held.splice(0)] : [event];
  };
};

const webhooks: readonly Difference[] = [
  events(
    'payment.succeeded beside payment.completed',
    'payment.succeeded',
    'events',
    sent('payment.completed', (event) => [event, { ...event, id: `${event.id}s`, type: 'payment.succeeded' }]),
    {
      also: [{ operation: 'event payment.completed', place: 'events' }],
    },
  ),
  events(
    'payout.updated never comes',
    'payout.updated',
    'events',
    sent('payout.updated', () => []),
  ),
  events(
    'subscription.cancelled is subscription.canceled',
    'subscription.cancelled',
    'events',
    sent('subscription.cancelled', (event) => [{ ...event, type: 'subscription.canceled' }]),
    {
      also: [{ operation: 'event subscription.canceled', place: 'events' }],
    },
  ),
  events(
    'payment.disputed comes after dispute.created',
    'payment.disputed',
    'order',
    after('payment.disputed', 'dispute.created'),
    {
      also: [{ operation: 'event dispute.created', place: 'order' }],
    },
  ),
  payload('payment.completed', 'fee', 'is beside', (data) => ({ ...data, fee: 0 })),
  payload(
    'payment.refunded',
    'payment_link_id',
    'is missing',
    ({ payment_link_id: _left, ...data }) => data,
    specification,
  ),
  payload('payment.voided', 'status', 'is beside', (data) => ({ ...data, status: 'void' })),
  payload('subscription.created', 'metadata', 'is missing', ({ metadata: _left, ...data }) => data, specification),
];

const customerIds: Plant['text'] = {
  out: (text) => text.replace(/\bcus_(?=[0-9A-Za-z])/g, 'cust_'),
  back: (text) => text.replace(/\bcust_(?=[0-9A-Za-z])/g, 'cus_'),
};

const ids: readonly Difference[] = [
  behaviour('ids of customers begin with cust_', 'customers.create', 'data.id', () => ({ text: customerIds }), {
    kind: 'assumption',
    adoptable: true,
    also: placesOf('customer', 'id'),
  }),
  otherValue('invoice', 'number', 'is written 2026/1', (number) => `2026/${Number(String(number).slice(4))}`, {
    adoptable: false,
  }),
];

const invalidState = (error: string) => refusedWith(400, 'invalid_request_error', 'invalid_state', error);

/** A move that the emulator refuses in the state to which it leads; the service answers the object as it is. */
const done =
  (operation: string, status: string): (() => Plant) =>
  () => ({
    after: async ({ body }, request, ask) => {
      if (request.operation?.id !== operation || body?.code !== 'invalid_state') return null;
      const present = await ask('GET', request.path.replace(/\/\w+$/, ''));
      return present.body.data?.status === status ? present : null;
    },
  });

const outcomes: readonly Difference[] = [
  behaviour('a draft invoice cannot be voided', 'invoices.void', 'status', () => ({
    before: async ({ operation, path }, ask) => {
      if (operation?.id !== 'invoices.void') return null;
      const { body } = await ask('GET', path.replace(/\/void$/, ''));
      return body.data?.status === 'draft' ? invalidState('A draft is not voided.') : null;
    },
  })),
  behaviour('a charge is refunded in part once', 'transactions.refund', 'status', () => ({
    before: async ({ operation, path, body }, ask) => {
      if (operation?.id !== 'transactions.refund' || body?.amount === undefined) return null;
      const present = await ask('GET', path.replace(/\/refund$/, ''));
      return present.body.data?.status === 'partially_refunded' ? invalidState('A part was refunded before.') : null;
    },
  })),
  behaviour('nothing is sold for nothing', 'products.create', 'status', () => ({
    before: async ({ operation, body }) =>
      operation?.id === 'products.create' && body?.price === 0
        ? refusedWith(400, 'invalid_request_error', 'parameter_invalid', 'price must be at least 1.')
        : null,
  })),
  behaviour('a second void is not an error', 'transactions.void', 'status', done('transactions.void', 'voided')),
  behaviour('a second pause is not an error', 'subscriptions.pause', 'status', done('subscriptions.pause', 'paused')),
  behaviour('a payout of the same reference is the first again', 'payouts.create', 'status', () => ({
    after: async (answer, { operation, path, body }, ask) => {
      if (operation?.id !== 'payouts.create' || answer.body?.code !== 'reference_id_reused') return null;
      const page = await ask('GET', `${path}?limit=100`);
      const first = page.body.data.find(({ reference_id }: Json) => reference_id === body.reference_id);
      return first === undefined ? null : { ...answer, status: 200, body: { data: first } };
    },
  })),
];

const authentication: readonly Difference[] = [
  otherValue(
    'three_ds_result',
    'eci',
    'has one digit',
    (eci) => (typeof eci === 'string' ? eci.slice(-1) : eci),
    ownBehaviour,
  ),
  otherValue('three_ds_result', 'threeDsVersion', 'is 2.1.0', () => '2.1.0', ownBehaviour),
  inAnswer(
    'client_three_ds.preflight',
    'required',
    'always true',
    ({ status, body }) => {
      if (status === 200) body.required = true;
    },
    ownBehaviour,
  ),
  inAnswer(
    'client_three_ds.create_card',
    'brand',
    'in capitals',
    ({ status, body }) => {
      if (status === 200) body.brand = String(body.brand).toUpperCase();
    },
    ownBehaviour,
  ),
  inAnswer('client_three_ds.authenticate', 'error', 'absent is null', ({ status, body }) => {
    if (status === 200) body.error ??= null;
  }),
];

const clientApi: readonly Difference[] = [
  inAnswer('checkout.load', 'walletsEnabled', 'is missing', (answer) => {
    const { walletsEnabled: _left, ...rest } = answer.body;
    answer.body = rest;
  }),
  inAnswer('checkout.load', 'kind', 'session is checkout_session', ({ body }) => {
    if (body.kind === 'session') body.kind = 'checkout_session';
  }),
  inAnswer('checkout.load', 'merchantCountry', 'is beside', ({ status, body }) => {
    if (status === 200) body.merchantCountry = 'US';
  }),
  inAnswer(
    'checkout.address_suggest',
    'suggestions',
    'is results',
    (answer) => {
      const { suggestions, ...rest } = answer.body;
      answer.body = { ...rest, results: suggestions };
    },
    { also: [{ operation: 'client.checkout.address_suggest', place: 'results' }] },
  ),
  inAnswer('vault.post', 'card_exp', 'is missing', (answer) => {
    const { card_exp: _left, ...rest } = answer.body;
    answer.body = rest;
  }),
  statusOf('checkout.load', 404, 410, specification),
  inAnswer(
    'checkout.pay',
    'orderLabel',
    'begins with No.',
    ({ status, body }) => {
      if (status === 200) body.orderLabel = `No. ${body.orderNumber}`;
    },
    ownBehaviour,
  ),
];

/** Everything in which an imagined service differs from the emulator. */
export const differences: readonly Difference[] = [
  ...names,
  ...fields,
  ...statuses,
  ...refusals,
  ...lists,
  ...sums,
  ...times,
  ...headers,
  ...webhooks,
  ...ids,
  ...outcomes,
  ...authentication,
  ...clientApi,
];
