import { isPathOf } from '../../../core/kernel/declare/operation.ts';

const refund = 'POST /api/v1/transactions/{id}/refund';
const pay = 'POST /api/v1/charges';
const payments = 'GET /api/v1/transactions';
const payment = 'GET /api/v1/transactions/{id}';
const savedMethods = '/api/v1/customers/{id}/payment-methods';

/**
 * Routes as other payment APIs name them, and the route here. `{id}` is what the caller wrote there, as far as the
 * caller wrote an id.
 */
const familiar: Readonly<Record<string, string>> = {
  'GET /charges': payments,
  'GET /charges/{id}': payment,
  'POST /charges/{id}/refund': refund,
  'POST /charges/{id}/refunds': refund,
  'POST /payments': pay,
  'GET /payments': payments,
  'GET /payments/{id}': payment,
  'POST /payments/{id}/refund': refund,
  'POST /payments/{id}/refunds': refund,
  'POST /payments/{id}/cancel': 'POST /api/v1/transactions/{id}/void',
  'POST /payment-intents': pay,
  'GET /payment-intents': payments,
  'GET /payment-intents/{id}': payment,
  'POST /payment-intents/{id}/cancel': 'POST /api/v1/transactions/{id}/void',
  'POST /transactions': pay,
  'GET /balance-transactions': payments,
  'POST /refunds': refund,
  'GET /refunds': payments,
  'POST /setup-intents': `POST ${savedMethods}`,
  'POST /payment-methods': `POST ${savedMethods}`,
  'GET /payment-methods': `GET ${savedMethods}`,
  'POST /checkout/sessions': 'POST /api/v1/checkout-sessions',
  'GET /checkout/sessions/{id}': 'GET /api/v1/checkout-sessions/{id}',
  'POST /sessions': 'POST /api/v1/checkout-sessions',
  'POST /orders': 'POST /api/v1/checkout-sessions',
  'POST /cards': 'POST /api/v1/tokens',
  'POST /sources': 'POST /api/v1/tokens',
  'POST /prices': 'POST /api/v1/products',
  'GET /prices': 'GET /api/v1/products',
  'POST /plans': 'POST /api/v1/products',
  'GET /plans': 'GET /api/v1/products',
  'POST /transfers': 'POST /api/v1/payouts',
  'GET /transfers': 'GET /api/v1/payouts',
  'GET /transfers/{id}': 'GET /api/v1/payouts/{id}',
  'GET /events': 'GET /_emulator/events',
  'GET /events/{id}': 'GET /_emulator/events/{id}',
  'POST /webhook-endpoints': 'POST /_emulator/webhook-endpoints',
  'GET /webhook-endpoints': 'GET /_emulator/webhook-endpoints',
};

/** The routes that stand in for those of other APIs. */
export const familiarTargets: readonly string[] = Object.values(familiar);

/**
 * The route here for a route that another payment API has; null: it is not in the table.
 * @param path without the prefix of an API; `_` and capitals count as `-` and small letters
 */
export function familiarRoute(method: string, path: string): string | null {
  const [, name = '', rest = ''] = /^(\/[^/]+(?:\/sessions(?=\/|$))?)(.*)$/.exec(path) ?? [];
  const called = `${method} ${name.toLowerCase().replaceAll('_', '-')}${rest}`;
  for (const [theirs, ours] of Object.entries(familiar)) {
    if (!isPathOf(theirs, called)) continue;
    const id = theirs.includes('{id}') ? path.split('/')[theirs.split('/').indexOf('{id}')] : undefined;
    return id === undefined ? ours : ours.replace('{id}', () => id);
  }
  return null;
}
