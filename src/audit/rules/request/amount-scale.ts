import { isObject } from '../../../core/base/json-values.ts';
import { provenAmount } from '../../../payments/platform/proven-amount.ts';
import { findingOfRequests } from '../../findings.ts';
import { chargesByOrder, costOf, paidAmounts, pricesOf, roundedPieces, statedTotal } from '../../observed/amounts.ts';
import type { ObservedRequest, ObservedRun } from '../../observed/observed-run.ts';
import { ordersIn } from '../../observed/same-request.ts';
import { type Finding, inapplicable, incomplete, type Rule, verdictOf } from '../../rule.ts';

export const amountScale: Rule = {
  id: 'request/amount-scale',
  level: 'warning',
  ways: ['lint'],
  wrong:
    'An amount is a fraction or a string; or it is a hundred times, or a hundredth of, the product price or the amount that 3-D Secure authenticated; or a refund leaves one cent.',
  why: 'Amounts are integer cents. If an amount is sent in major units or multiplied twice, the buyer pays a hundredth of the price or a hundred times the price. A refund that is computed in floats (`int(19.99 * 100)` is 1998) is one cent short.',
  fix: ({ call }) =>
    `Compute the amount of ${call} in integer cents, and convert or round only once, where you read a price (Math.round(price * 100)).`,
  source: 'Money amounts are integers in cents (specification, "Resources" 2).',
  lint: (record) => {
    const asked = record.requests.filter(({ view, body }) => view.method === 'POST' && body?.amount !== undefined);
    if (asked.length === 0) return inapplicable('No amount was sent', 'have the application charge, refund or pay out');
    const prices = pricesOf(record);
    const paid = paidAmounts(record);
    const charges = chargesByOrder(record);
    // request/amount-fraction reports losses from rounded pieces, with the reason.
    const inPieces = new Set(roundedPieces(record).map(({ id }) => id));
    const findings: Finding[] = asked.flatMap((each) => {
      const message =
        fractionOf(each) ??
        scaleOf(each, prices) ??
        totalScale(each) ??
        provenScale(each) ??
        refundScale(each, paid) ??
        payoutScale(each, charges) ??
        centLeft(each, inPieces);
      return message === null ? [] : [findingOfRequests([each], message)];
    });
    findings.push(...scaledCharges(record, prices));
    const first = [
      ...new Map(findings.map((finding): [string, Finding] => [finding.where, finding]).reverse()).values(),
    ];
    const doubt = incomplete(
      'Every charge is less than a dollar, which may be the actual price',
      'check whether these amounts are dollars; they must be cents',
      allSmall(record),
    );
    return verdictOf(first, doubt);
  },
};

/** A refused amount that is not a whole number. */
function fractionOf({ operation, status, body }: ObservedRequest): string | null {
  const amount = body?.amount;
  if (status !== 400 || (typeof amount === 'number' && Number.isInteger(amount))) return null;
  if (typeof amount !== 'number' && (typeof amount !== 'string' || Number.isNaN(Number.parseFloat(amount))))
    return null;
  return `${operation} was called with the amount ${JSON.stringify(amount)}, which was refused: amounts are integer cents.`;
}

/** An amount that is a hundred times the cost of its products, or a hundredth of it. */
function scaleOf({ operation, body }: ObservedRequest, prices: ReadonlyMap<string, number>): string | null {
  const amount = body?.amount;
  const cost = body === null ? null : costOf(body, prices);
  if (typeof amount !== 'number' || cost === null || cost === 0) return null;
  if (amount === cost * 100)
    return `${operation} requests ${amount} cents for products that cost ${cost}: a hundred times as much.`;
  if (amount * 100 === cost)
    return `${operation} requests ${amount} cents for products that cost ${cost}: a hundredth of the cost.`;
  return null;
}

/** An amount that is a hundred times the total in its metadata, or a hundredth of it. */
function totalScale(asked: ObservedRequest): string | null {
  const { operation, body } = asked;
  const total = statedTotal(asked);
  const amount = body?.amount;
  if (typeof amount !== 'number' || total === null || total === 0) return null;
  if (amount === total * 100)
    return `${operation} requests ${amount} cents, but its metadata states a total of ${total} cents.`;
  if (amount * 100 === total || (total >= 100 && amount === Math.round(total / 100)))
    return `${operation} requests ${amount} cents, but its metadata states a total of ${total} cents: the amount is in major units.`;
  return null;
}

/** A charge whose 3-D Secure proof is for a hundred times its amount, or a hundredth of it. */
function provenScale({ operation, body, view }: ObservedRequest): string | null {
  const proof = view.unknown_fields.find((name) => name.startsWith(provenAmount));
  if (proof === undefined) return null;
  const proven = proof.slice(provenAmount.length);
  return `${operation} requests ${body?.amount} cents, but 3-D Secure authenticated ${proven}: authenticate() of the browser SDK takes major units, the API takes cents.`;
}

/** A refund of a hundred times the paid amount. */
function refundScale(
  { operation, path, status, body }: ObservedRequest,
  paid: ReadonlyMap<string, number>,
): string | null {
  if (operation !== 'transactions.refund' || status !== 400) return null;
  const id = path.split('/').at(-2) ?? '';
  return paid.get(id) === Number(body?.amount) / 100
    ? `${operation} requests ${body?.amount} cents of ${id}, a hundred times the paid amount; the request was refused.`
    : null;
}

/** A payout of a hundred times the charge for its order. */
function payoutScale(asked: ObservedRequest, charges: ReadonlyMap<string, ObservedRequest>): string | null {
  if (asked.operation !== 'payouts.create') return null;
  const amount = asked.body?.amount;
  const charge = ordersIn(asked).flatMap((order) => charges.get(order) ?? [])[0];
  return charge !== undefined && typeof amount === 'number' && amount === Number(charge.body?.amount) * 100
    ? `${asked.operation} of ${amount} cents is a hundred times the charge for its order (${charge.id}).`
    : null;
}

/** The cent of a payment that remains when a refund is computed in floats. */
function centLeft(
  { operation, isAccepted, body, answer }: ObservedRequest,
  inPieces: ReadonlySet<string>,
): string | null {
  const payment = answer?.data;
  if (operation !== 'transactions.refund' || !isAccepted || !isObject(payment)) return null;
  const { id, amount, total_refunded: refunded } = payment;
  if (typeof id === 'string' && inPieces.has(id)) return null;
  if (typeof amount !== 'number' || typeof refunded !== 'number' || amount - refunded !== 1 || amount < 100)
    return null;
  return `${operation} of ${body?.amount} cents leaves 1 cent of the ${amount} cents of ${id}: the refund calculation loses it.`;
}

/** The highest assumed quantity of a product in an order, and the fewest matching amounts that make a pattern. */
const mostPieces = 9;
const fewestAmounts = 3;

/**
 * Charges that name no product. If each amount is a hundred times a multiple of a known price, and no amount is
 * itself such a multiple, the match is not chance.
 */
function scaledCharges(record: ObservedRun, prices: ReadonlyMap<string, number>): Finding[] {
  const charges = record
    .of('charges.create')
    .filter(({ isAccepted, body }) => isAccepted && body?.product_id === undefined && body?.line_items === undefined);
  const amounts = [...new Set(charges.map(({ body }) => body?.amount).filter((amount) => typeof amount === 'number'))];
  const costs = [...new Set(prices.values())].filter((price) => price > 0);
  const isPieces = (amount: number) =>
    costs.some((price) => amount % price === 0 && amount / price <= mostPieces && amount >= price);
  // A round price is often a hundred times another price.
  const isOdd = amounts.some((amount) => costs.some((price) => price % 100 !== 0 && (amount / 100) % price === 0));
  const isScaled = amounts.every((amount) => isPieces(amount / 100) && !isPieces(amount));
  if (amounts.length < fewestAmounts || !isOdd || !isScaled) return [];
  const some = amounts.slice(0, fewestAmounts).join(', ');
  return [
    findingOfRequests(
      charges.slice(0, fewestAmounts),
      `Every charge is a hundred times a multiple of a product price: ${some} cents.`,
    ),
  ];
}

/** Charges of several different amounts, all less than a dollar: 42 may mean $42. */
function allSmall(record: ObservedRun): Finding[] {
  const charges = record
    .of('charges.create', 'checkout_sessions.create')
    .filter(({ body }) => body?.amount !== undefined);
  const amounts = new Set(charges.map(({ body }) => body?.amount));
  if (amounts.size < fewestAmounts || [...amounts].some((amount) => typeof amount !== 'number' || amount >= 100))
    return [];
  const some = [...amounts].slice(0, fewestAmounts).join(', ');
  return [findingOfRequests(charges.slice(0, fewestAmounts), `Every charge is less than a dollar: ${some} cents.`)];
}
