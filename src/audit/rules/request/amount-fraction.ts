import { getOrMake } from '../../../core/base/maps.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { findingOfRequests } from '../../findings.ts';
import { centsIn, chargesByOrder, costOf, pricesOf, refundsIn, roundedPieces } from '../../observed/amounts.ts';
import type { ObservedRequest, ObservedRun } from '../../observed/observed-run.ts';
import { metadataOf, ordersIn } from '../../observed/same-request.ts';
import { type Finding, inapplicable, incomplete, type Rule, verdictOf } from '../../rule.ts';

export const amountFraction: Rule = {
  id: 'request/amount-fraction',
  level: 'warning',
  ways: ['lint'],
  wrong: 'An amount differs from the sum of its parts by a cent, or by a cent per item.',
  why: 'Parts that are rounded separately, or computed in floats (`19.99 * 100` is 1998.9999999999998), do not add up. Buyers, sellers and the books differ by a cent, and the last refund is refused because of one cent.',
  fix: ({ call }) =>
    `Compute the amount of ${call} in integer cents, round once, and give the remainder to one part: the last part is the total minus all other parts.`,
  source:
    'Money amounts are integers in cents (specification, "Resources" 2); partial refunds may repeat up to the original amount ("Transactions").',
  lint: (record) => {
    const asked = record.requests.filter(
      ({ view, body }) => view.method === 'POST' && typeof body?.amount === 'number' && body.amount > 0,
    );
    if (asked.length === 0) return inapplicable('No amount was sent', 'have the application charge, refund or pay out');
    const prices = pricesOf(record);
    const findings = [
      ...asked.flatMap((each) => {
        const message = besideProducts(each, prices) ?? besideParts(each);
        return message === null ? [] : [findingOfRequests([each], message)];
      }),
      ...centTooMuch(record),
      ...sharesOfOrders(record),
      ...piecesOfRefunds(record),
    ];
    const doubt = incomplete(
      'A charge that names no product is one cent off a multiple of a product price, which may be chance',
      'check how the application computes the amount',
      besidePieces(record, prices),
    );
    return verdictOf(findings, doubt);
  },
};

const amountOf = ({ body }: ObservedRequest): number => Number(body?.amount);

/** An amount that is one cent off the cost of the request's own products. */
function besideProducts(asked: ObservedRequest, prices: ReadonlyMap<string, number>): string | null {
  const cost = asked.body === null ? null : costOf(asked.body, prices);
  return cost !== null && Math.abs(amountOf(asked) - cost) === 1
    ? `${asked.operation} requests ${amountOf(asked)} cents for products that cost ${cost}.`
    : null;
}

/** Field names of the parts of a total: the base, parts that reduce the total, and parts that can do either. */
const bases = /^(sub_?total|net|goods|items?|base|gross|price)(_(amount|cents|total))?$/i;
const lessening = /^(discount|coupon|credit|deduction|rebate)(_(amount|cents|total))?$/i;
const either =
  /^((sales_)?tax|vat|gst|shipping|delivery|handling|tip|(service_|platform_)?fee|commission|surcharge)(_(amount|cents|total))?$/i;

/** An amount that matches no reading of the parts in the request's own metadata, but is one cent off one reading. */
function besideParts(asked: ObservedRequest): string | null {
  const fields = Object.entries(metadataOf(asked));
  const base = fields.filter(([field]) => bases.test(field));
  const others = fields.filter(([field]) => lessening.test(field) || either.test(field));
  const amount = amountOf(asked);
  const [first] = base;
  const start = first === undefined ? null : centsIn(first[1]);
  if (base.length !== 1 || others.length === 0 || start === null) return null;
  let sums = [start];
  for (const [field, value] of others) {
    const cents = centsIn(value);
    if (cents === null) return null;
    // A small number may be a percentage.
    const sizes = cents <= 100 ? [cents, Math.round((start * cents) / 100)] : [cents];
    const signs = lessening.test(field) ? [-1] : [1, -1];
    sums = sums.flatMap((sum) => sizes.flatMap((size) => signs.map((sign) => sum + sign * size)));
  }
  if (sums.includes(amount) || !sums.some((sum) => Math.abs(sum - amount) === 1)) return null;
  const parts = [...base, ...others].map(([field, value]) => `${field} ${value}`).join(', ');
  return `${asked.operation} requests ${amount} cents, which is one cent off the sum of its parts: ${parts}.`;
}

/** Refunds that are one cent higher than the remaining amount of the payment. */
const centTooMuch = (record: ObservedRun): Finding[] =>
  refundsIn(record)
    .filter(({ asked, amount, earlier, left }) => asked.status === 400 && earlier.length > 0 && amount === left + 1)
    .map(({ asked, id, amount, left }) => {
      const are = `${counted(left, 'cent')} of ${id} ${left === 1 ? 'is' : 'are'} left`;
      return findingOfRequests([asked], `A refund of ${amount} cents was requested, but only ${are}.`);
    });

/** Payouts for one order whose sum is one cent off the charge for the order. */
function sharesOfOrders(record: ObservedRun): Finding[] {
  const charges = chargesByOrder(record);
  const shares = new Map<ObservedRequest, ObservedRequest[]>();
  for (const payout of record.of('payouts.create')) {
    const charge = ordersIn(payout).flatMap((order) => charges.get(order) ?? [])[0];
    if (charge !== undefined && payout.isAccepted && !payout.view.replayed) {
      getOrMake(shares, charge, (): ObservedRequest[] => []).push(payout);
    }
  }
  return [...shares].flatMap(([charge, payouts]) => {
    const sum = payouts.reduce((cents, payout) => cents + amountOf(payout), 0);
    if (payouts.length < 2 || Math.abs(sum - amountOf(charge)) !== 1) return [];
    const message = `${payouts.length} payouts for one order add up to ${sum} cents, but ${amountOf(charge)} were charged for it (${charge.id}).`;
    return [findingOfRequests([...payouts, charge], message)];
  });
}

/** Payments that were refunded in pieces, each piece rounded down. */
const piecesOfRefunds = (record: ObservedRun): Finding[] =>
  roundedPieces(record).map(({ id, refunds, piece, pieces, whole }) => {
    const left = whole - piece * pieces;
    const message = `${refunds.length} refunds of ${id} add up to ${piece * pieces} cents, ${pieces} times ${piece}, but ${whole} were paid. Each piece was rounded down, and ${counted(left, 'cent')} ${left === 1 ? 'is' : 'are'} left.`;
    return findingOfRequests(refunds, message);
  });

/** The highest quantity of a product that an order is assumed to have. */
const mostPieces = 9;

/** Charges without products that are one cent off a multiple of a product price that is not round. */
function besidePieces(record: ObservedRun, prices: ReadonlyMap<string, number>): Finding[] {
  const costs = [...new Set(prices.values())].filter((price) => price >= 100);
  const isPieces = (amount: number) => costs.some((price) => amount % price === 0 && amount / price <= mostPieces);
  const isOdd = (amount: number) =>
    costs.some((price) => price % 100 !== 0 && amount % price === 0 && amount / price <= mostPieces && amount > 0);
  const charges = record
    .of('charges.create')
    .filter(({ isAccepted, body }) => isAccepted && body?.product_id === undefined && body?.line_items === undefined);
  return charges
    .filter((charge) => {
      const amount = amountOf(charge);
      return !isPieces(amount) && (isOdd(amount + 1) || isOdd(amount - 1));
    })
    .slice(0, 3)
    .map((charge) =>
      findingOfRequests(
        [charge],
        `${charge.operation} requests ${amountOf(charge)} cents, one cent off a multiple of a product price.`,
      ),
    );
}
