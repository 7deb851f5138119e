import { dayMs, minuteMs, secondMs } from '../../core/base/instants.ts';
import { type DeclineCategory, type OutcomeRule, RuleTable } from '../platform/outcome-rules.ts';
import type { CardBehaviour } from './cards.ts';

/** The amounts in cents for which payouts fail in test mode, with the error codes of the payouts network. */
const payoutFailures: readonly (readonly [amount: number, code: string])[] = [
  [51, 'M001'],
  [52, 'M002'],
  [53, 'M003'],
  [54, 'M004'],
  [55, 'M005'],
  [56, 'M006'],
  [57, 'M007'],
  [58, 'M008'],
  [59, 'M009'],
  [60, 'M010'],
  [61, 'M011'],
  [62, 'M012'],
  [63, 'M013'],
  [64, 'M014'],
  [65, 'M015'],
  [66, 'M016'],
  [67, 'M017'],
  [68, 'M018'],
  [69, 'M019'],
  [72, 'M021'],
];

/** The codes of the debit-and-payouts network (specification, "Sandbox outcome triggers" 2 and 3). */
export const networkCodes: Readonly<Record<string, string>> = {
  M001: 'account not eligible',
  M002: 'invalid input value',
  M003: 'declined',
  M004: 'system error',
  M005: 'invalid input length',
  M006: 'invalid input format',
  M007: 'missing required input',
  M008: 'limit exceeded',
  M009: 'recipient account not eligible',
  M010: 'amount exceeds network limit',
  M011: 'invalid card type',
  M012: 'reversal',
  M013: 'chargeback',
  M014: 'representment',
  M015: 'network error',
  M016: 'cutoff timing',
  M017: 'amount mismatch',
  M018: 'unspecified error',
  M019: 'service error',
  M021: 'cancelled by the receiving party',
  D019: 'risk threshold exceeded',
  D021: 'minimum balance not available',
};

/** Return codes for bank debits and bank payouts (specification, "Sandbox outcome triggers" 4). */
export const returnCodes: Readonly<Record<string, string>> = {
  R01: 'insufficient funds',
  R02: 'account closed',
  R03: 'no account',
  R04: 'invalid account number',
  R07: 'authorization revoked',
  R08: 'payment stopped',
  R10: 'not authorized',
  R16: 'account frozen',
};

/** ISO reason codes for instant (RTP) payouts. */
export const instantCodes: Readonly<Record<string, string>> = {
  AC03: 'invalid creditor account number',
  AC04: 'closed account number',
  AC06: 'blocked account',
  AM04: 'insufficient funds',
  MS03: 'not specified reason',
  NOAT: 'receiving customer does not support this transaction type',
};

const meanings: ReadonlyMap<string, string> = new Map(
  [instantCodes, returnCodes, networkCodes].flatMap((codes) => Object.entries(codes)),
);

/** The meaning of a code of any network, as text. */
export const meaningOf = (code: string): string => meanings.get(code) ?? 'unspecified error';

const authenticatesOnly = 'this 3-D Secure test card can be authenticated but not charged';

const cardDeclines: readonly (readonly [card: CardBehaviour, category: DeclineCategory, about: string])[] = [
  ['declined', 'declined', 'the issuer declines'],
  ['insufficient_funds', 'insufficient_funds', 'the account has insufficient funds'],
  ['expired', 'invalid_card', 'the card has expired'],
  ['incorrect_cvc', 'cvc', 'the security code is wrong'],
  ['duplicate', 'duplicate', 'the gateway treats the payment as a duplicate'],
  ['configuration', 'configuration', 'the merchant account has a problem'],
  ['three_ds_y', 'declined', authenticatesOnly],
  ['three_ds_challenge', 'declined', authenticatesOnly],
  ['three_ds_n', 'declined', authenticatesOnly],
  ['three_ds_a', 'declined', authenticatesOnly],
  ['three_ds_r', 'declined', authenticatesOnly],
  ['three_ds_u', 'declined', authenticatesOnly],
  ['three_ds_not_enrolled', 'declined', authenticatesOnly],
];

/** The behavior of a card whose number fails the Luhn check: `gateway_a` declines it. */
export const invalidNumber = 'invalid_number';

/** The delay between a settlement and a planned chargeback or return, in milliseconds. */
export const disputeDelay = minuteMs;
/** The delay between the acceptance and the settlement of a late payment, in milliseconds. */
export const lateDelay = 30 * dayMs;
/** How long an outcome stays unknown, in milliseconds. */
export const unknownFor = 30 * secondMs;

const debit = 'debit_payouts';

/** The sandbox's built-in outcomes. The rules of a workspace take precedence. */
export const builtInRules = new RuleTable([
  ...cardDeclines.map(
    ([card, category, about]): OutcomeRule => ({
      when: { direction: 'in', card },
      then: { kind: 'decline', code: category },
      about,
    }),
  ),
  {
    when: { direction: 'in', card: invalidNumber },
    then: { kind: 'decline', code: 'invalid_card' },
    about: 'the check digit of the card number is wrong',
  },
  {
    when: { direction: 'in', card: 'unavailable_not_charged' },
    then: { kind: 'unavailable', resolve: 'failed', after: unknownFor },
    about: 'the outcome is unknown for 30 s; then it is resolved as not charged',
  },
  {
    when: { direction: 'in', card: 'unavailable_charged' },
    then: { kind: 'unavailable', resolve: 'approved', after: unknownFor },
    about: 'the outcome is unknown for 30 s; then it is resolved as charged',
  },
  {
    when: { direction: 'in', card: 'chargeback' },
    then: { kind: 'dispute', code: 'M013', after: disputeDelay },
    about: 'settles; charged back one minute later',
  },
  {
    when: { direction: 'in', mode: 'test', gateway: debit, rail: 'card', amount: 16 },
    then: { kind: 'dispute', code: 'M013', after: disputeDelay },
    about: 'settles; charged back one minute later',
  },
  ...(
    [
      [19, 'D019'],
      [21, 'M021'],
      [22, 'D021'],
    ] as const
  ).map(
    ([amount, code]): OutcomeRule => ({
      when: { direction: 'in', mode: 'test', rail: 'ach', instant: true, amount },
      then: { kind: 'fail', code },
      about: `${networkCodes[code]} (instant bank debit: an ACH charge with return_url)`,
    }),
  ),
  {
    when: { direction: 'in', mode: 'test', gateway: 'gateway_a', rail: 'card', amount: { lt: 100 } },
    then: { kind: 'decline', code: 'declined' },
    about: 'the staging gateway declines amounts below 100 cents',
  },
  {
    when: { direction: 'in', mode: 'test', gateway: 'gateway_a', rail: 'card', amount: { gte: 13_001 } },
    then: { kind: 'decline', code: 'declined' },
    about: 'the staging gateway declines amounts above about 130.00 as out of range',
  },
  ...payoutFailures.map(
    ([amount, code]): OutcomeRule => ({
      when: { direction: 'out', mode: 'test', amount },
      then: { kind: 'fail', code },
      about: networkCodes[code]!,
    }),
  ),
]);
