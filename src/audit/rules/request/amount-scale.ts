import { type Asked, evidenceOf, isObject, type Json, type RunRecord } from '../../record.ts';
import { type Finding, inapplicable, pass, type Rule, violation } from '../../rule.ts';

export const amountScale: Rule = {
  id: 'request/amount-scale',
  level: 'warning',
  ways: ['lint'],
  wrong:
    'An amount is a fraction or a text, a hundred times or a hundredth of what its products cost, or a refund leaves a cent.',
  why: 'Amounts are integer cents. Sent in major units, or multiplied twice, a buyer pays a hundredth or a hundred times the price; a refund that is worked out in floats (`int(19.99 * 100)` is 1998) lacks a cent.',
  mend: 'Keep money as integer cents everywhere, and round once, where a price is worked out.',
  says: 'Money amounts are integers in cents (specification, "Resources" 2).',
  lint: (record) => {
    const asked = record.requests.filter(({ view, body }) => view.method === 'POST' && body?.amount !== undefined);
    if (asked.length === 0) return inapplicable('No amount was sent', 'let the application charge, refund or pay out');
    const prices = pricesOf(record);
    const findings: Finding[] = asked.flatMap((each) => {
      const message = fractionOf(each) ?? scaleOf(each, prices) ?? centLeft(each);
      return message === null
        ? []
        : [
            {
              message,
              where: each.operation ?? each.path,
              adversity: null,
              evidence: evidenceOf({ requests: [each] }),
            },
          ];
    });
    findings.push(...scaledCharges(record, prices));
    const first = [
      ...new Map(findings.map((finding): [string, Finding] => [finding.where, finding]).reverse()).values(),
    ];
    return first.length === 0 ? pass : violation(first);
  },
};

/** A refused amount that is no whole number. */
function fractionOf({ operation, status, body }: Asked): string | null {
  const amount = body?.amount;
  if (status !== 400 || (typeof amount === 'number' && Number.isInteger(amount))) return null;
  if (typeof amount !== 'number' && (typeof amount !== 'string' || Number.isNaN(Number.parseFloat(amount))))
    return null;
  return `${operation} was sent the amount ${JSON.stringify(amount)}, which was refused: amounts are integer cents.`;
}

/** What each product costs, in cents, as the application was told. */
function pricesOf(record: RunRecord): Map<string, number> {
  const prices = new Map<string, number>();
  for (const { answer } of record.of('products.create', 'products.get', 'products.list', 'products.update')) {
    for (const product of [answer?.data].flat().filter(isObject)) {
      if (typeof product.id === 'string' && typeof product.price === 'number') prices.set(product.id, product.price);
    }
  }
  return prices;
}

/** An amount that is a hundred times, or a hundredth of, what the named products cost. */
function scaleOf({ operation, body }: Asked, prices: ReadonlyMap<string, number>): string | null {
  const amount = body?.amount;
  const cost = body === null ? null : costOf(body, prices);
  if (typeof amount !== 'number' || cost === null || cost === 0) return null;
  if (amount === cost * 100)
    return `${operation} asks for ${amount} cents for what costs ${cost}: a hundred times as much.`;
  if (amount * 100 === cost) return `${operation} asks for ${amount} cents for what costs ${cost}: a hundredth of it.`;
  return null;
}

/** What a refund that is worked out in floats leaves of a payment. */
function centLeft({ operation, isAccepted, body, answer }: Asked): string | null {
  const payment = answer?.data;
  if (operation !== 'transactions.refund' || !isAccepted || !isObject(payment)) return null;
  const { id, amount, total_refunded: refunded } = payment;
  if (typeof amount !== 'number' || typeof refunded !== 'number' || amount - refunded !== 1 || amount < 100)
    return null;
  return `${operation} of ${body?.amount} cents leaves 1 cent of the ${amount} of ${id}: it is lost where the refund is worked out.`;
}

function costOf({ product_id, quantity, line_items }: Json, prices: ReadonlyMap<string, number>): number | null {
  const lines = Array.isArray(line_items) ? line_items.filter(isObject) : [{ product_id, quantity }];
  const costs = lines.map((line) => {
    const price = prices.get(String(line.product_id));
    return price === undefined || line.variant_id != null
      ? null
      : price * (typeof line.quantity === 'number' ? line.quantity : 1);
  });
  return costs.includes(null) || costs.length === 0 ? null : costs.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

/** How many pieces of a product an order has at most, and how many amounts must fit, before a pattern is one. */
const mostPieces = 9;
const fewestAmounts = 3;

/**
 * Charges that name no product: where every one is a hundred times some pieces of a known product, and none is what
 * pieces cost, that is no chance.
 */
function scaledCharges(record: RunRecord, prices: ReadonlyMap<string, number>): Finding[] {
  const charges = record
    .of('charges.create')
    .filter(({ isAccepted, body }) => isAccepted && body?.product_id === undefined && body?.line_items === undefined);
  const amounts = [...new Set(charges.map(({ body }) => body?.amount).filter((amount) => typeof amount === 'number'))];
  const costs = [...new Set(prices.values())].filter((price) => price > 0);
  const isPieces = (amount: number) =>
    costs.some((price) => amount % price === 0 && amount / price <= mostPieces && amount >= price);
  // A round price is a hundred times another too easily.
  const isOdd = amounts.some((amount) => costs.some((price) => price % 100 !== 0 && (amount / 100) % price === 0));
  const isScaled = amounts.every((amount) => isPieces(amount / 100) && !isPieces(amount));
  if (amounts.length < fewestAmounts || !isOdd || !isScaled) return [];
  return [
    {
      message: `Every charge is a hundred times what pieces of the products cost: ${amounts.slice(0, fewestAmounts).join(', ')} cents.`,
      where: 'charges.create',
      adversity: null,
      evidence: evidenceOf({ requests: charges.slice(0, fewestAmounts) }),
    },
  ];
}
