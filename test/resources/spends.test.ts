import { describe, expect, it } from 'vitest';
import { Buyer } from '../support/buyer.ts';
import { ada, pay, session } from '../support/checkout.ts';
import { type Demo, eachTest } from '../support/demo.ts';
import type { Answer } from '../support/sandbox.ts';

/** How a charge ends. */
const ends = [
  'declined',
  'unknown, then not charged',
  'unknown, then charged',
  'failed',
  'voided',
  'refunded',
  'partly refunded',
] as const;
type End = (typeof ends)[number];

/** One of the things that a charge spends, ready to be spent. */
interface Ready {
  /** Charges 42.00 and spends it. */
  charge(): Promise<Answer<{ data?: { id: string }; transactionId?: string }>>;
  /** Whether it can be spent, or is there, as before. */
  isFree(): Promise<boolean>;
}

interface Kind {
  readonly gateway: 'debit_payouts' | 'gateway_a';
  readonly operation: 'charges.create' | 'checkout.pay';
  /** The ends after which it is given back. */
  readonly backAfter: readonly End[];
  readonly prepare: (demo: Demo) => Promise<Ready>;
}

const discounts = [{ code: 'MINUS5', amount_off: 500 }];

const kinds: Readonly<Record<string, Kind>> = {
  stock: {
    gateway: 'debit_payouts',
    operation: 'charges.create',
    backAfter: ['declined', 'unknown, then not charged', 'failed', 'voided'],
    prepare: async (demo) => {
      const shirt = { name: 'T-shirt', price: 2100, track_inventory: true, stock_quantity: 5 };
      const { id } = (await demo.made<{ data: { id: string } }>('/products', shirt)).data;
      const line_items = [{ product_id: id, quantity: 2 }];
      return {
        charge: async () => demo.api.post('/charges', { payment_token: await demo.tokenize(), line_items }),
        isFree: async () =>
          (await demo.read<{ data: { stock_quantity: number } }>(`/products/${id}`)).data.stock_quantity === 5,
      };
    },
  },
  'a one-time token': {
    gateway: 'debit_payouts',
    operation: 'charges.create',
    backAfter: ['unknown, then not charged'],
    prepare: async (demo) => {
      const payment_token = await demo.tokenize();
      const charge = () => demo.charge({ payment_token });
      return { charge, isFree: async () => isTaken(await charge(), 'token_used') };
    },
  },
  'a prepared wallet credential': {
    gateway: 'gateway_a',
    operation: 'charges.create',
    backAfter: ['unknown, then not charged'],
    prepare: async (demo) => {
      const credential = { service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' } };
      const { data } = await demo.made<{ data: { prepared: string } }>('/wallets/prepare', credential, 200);
      const charge = () => demo.charge({ service_wallet: { type: 'wallet_b', prepared: data.prepared } });
      return { charge, isFree: async () => isTaken(await charge(), 'token_used') };
    },
  },
  'a 3-D Secure token': {
    gateway: 'debit_payouts',
    operation: 'checkout.pay',
    backAfter: ['unknown, then not charged'],
    prepare: async (demo) => {
      await demo.configure({ three_ds_enabled: true });
      const buyer = new Buyer(demo);
      const alias = await buyer.aliases();
      const threeDsToken = await authenticated(buyer, demo.workspace, alias);
      const charge = async () => pay(buyer, (await session(demo)).slug, { ...ada, ...alias, threeDsToken });
      return { charge, isFree: async () => isTaken(await charge(), '3ds_failed') };
    },
  },
  // Nothing of a code is ever used up.
  'a discount': {
    gateway: 'debit_payouts',
    operation: 'checkout.pay',
    backAfter: ends,
    prepare: async (demo) => {
      await demo.configure({ discounts });
      const buyer = new Buyer(demo);
      const charge = async () => {
        const { slug } = await session(demo, { amount: 4700 });
        return pay(buyer, slug, { ...ada, ...(await buyer.aliases()), discountCode: 'MINUS5' });
      };
      return { charge, isFree: async () => (await charge()).body.amount === 4200 };
    },
  },
};

/** Whether a charge was taken; one that was not must say that what it spends was used. */
function isTaken({ status, body }: Answer<{ code?: string }>, code: string): boolean {
  if (status < 400) return true;
  expect(body.code).toBe(code);
  return false;
}

/** The token of a card whose holder was authenticated for 42.00, in any checkout. */
async function authenticated(
  buyer: Buyer,
  workspaceId: string,
  { vaultPanAlias, vaultExpMonth, vaultExpYear }: Awaited<ReturnType<Buyer['aliases']>>,
): Promise<string> {
  const card = { panAlias: vaultPanAlias, expMonth: vaultExpMonth, expYear: vaultExpYear };
  const call = async <B>(step: string, body: object): Promise<B> =>
    (await buyer.post<B>(`/api/vault/3ds/${step}`, { workspaceId, sandbox: true, ...body })).body;
  const { cardRef } = await call<{ cardRef: string }>('create-card', card);
  const { transactionInfo } = await call<{ transactionInfo: object }>('init', { cardRef });
  const { threeDsToken } = await call<{ threeDsToken: string }>('authenticate', {
    ...card,
    cardRef,
    transactionInfo,
    vaultBin: '400005',
    brand: 'visa',
    last4: '5556',
    billingCountry: 'US',
    email: 'ada@example.com',
    amount: 42,
    currency: 'USD',
    browser: {
      java_enabled: false,
      javascript_enabled: true,
      color_depth: 24,
      screen_width: 390,
      screen_height: 844,
      tz_offset: -60,
      language: 'en-US',
    },
    channel: 'app',
    redirectUrl: 'https://shop.example.com/back',
  });
  return threeDsToken;
}

/** What the network does at the charge that ends so; as usual where nothing is said. */
const atCharge: Readonly<Partial<Record<End, Record<string, unknown>>>> = {
  declined: { kind: 'decline' },
  'unknown, then not charged': { kind: 'unavailable', resolve: 'failed' },
  'unknown, then charged': { kind: 'unavailable', resolve: 'approved' },
};

/** Brings an accepted charge to its end. */
const afterwards: Readonly<Record<End, (demo: Demo, id: string) => Promise<unknown>>> = {
  declined: async () => {},
  'unknown, then not charged': (demo) => demo.advance('30s'),
  'unknown, then charged': (demo) => demo.advance('30s'),
  failed: (demo, id) => demo.trigger('transaction.fail', { id }),
  voided: (demo, id) => demo.made(`/transactions/${id}/void`, {}, 200),
  refunded: async (demo, id) => {
    await demo.settle();
    await demo.made(`/transactions/${id}/refund`, {}, 200);
  },
  'partly refunded': async (demo, id) => {
    await demo.settle();
    await demo.made(`/transactions/${id}/refund`, { amount: 1 }, 200);
  },
};

/** What a charge of each operation is answered at once. */
const statuses = {
  'charges.create': { declined: 402, taken: 201 },
  'checkout.pay': { declined: 400, taken: 200 },
} as const;

const statusOf = (end: End, operation: Kind['operation']): number => {
  if (end.startsWith('unknown')) return 503;
  return statuses[operation][end === 'declined' ? 'declined' : 'taken'];
};

let fresh: Demo;
eachTest((demo) => {
  fresh = demo;
});

describe.each(Object.entries(kinds))('%s', (_name, { gateway, operation, backAfter, prepare }) => {
  // A charge of a card gateway settles silently: nothing makes it fail.
  const possible = ends.filter((end) => gateway === 'debit_payouts' || end !== 'failed');
  const told = possible.map((end) => [end, backAfter.includes(end) ? 'is free again' : 'stays spent'] as const);

  it.each(told)('of a charge that is %s %s', async (end) => {
    const demo = gateway === 'debit_payouts' ? fresh : await fresh.on(gateway);
    const ready = await prepare(demo);
    if (end in atCharge) await demo.addRule({ operation, nth: 1 }, atCharge[end]!);
    const { status, body } = await ready.charge();
    expect(status).toBe(statusOf(end, operation));
    await afterwards[end](demo, body.data?.id ?? body.transactionId ?? '');
    expect(await ready.isFree()).toBe(backAfter.includes(end));
  });
});
