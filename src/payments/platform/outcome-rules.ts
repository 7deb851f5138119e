import { getOrMake } from '../../core/base/maps.ts';
import { about, OneOf, T, textForm } from '../../core/kernel/declare/schema.ts';
import { outcomeKinds } from './outcome-kinds.ts';
import { gatewayKinds } from './settings.ts';

/**
 * Outcome rules decide how a simulated network responds to an operation. The workspace's own rules come first, in the
 * order in which they were added. The built-in table comes after them. The first match decides.
 */

export const declineCategories = [
  'declined',
  'insufficient_funds',
  'invalid_card',
  'cvc',
  'unsupported_card',
  'duplicate',
  'configuration',
  'gateway_unavailable',
  'unknown',
] as const;
/** Why a charge failed (specification, "Failed charges"). */
export type DeclineCategory = (typeof declineCategories)[number];

const cents = { type: 'integer', minimum: 0, 'x-cents': true };

/** An amount in cents, or a range of amounts. */
export const AmountModel = T.Unsafe<number | { lt?: number; gte?: number }>({
  anyOf: [
    cents,
    {
      type: 'object',
      properties: { lt: cents, gte: cents },
      additionalProperties: false,
      minProperties: 1,
    },
  ],
});
type Amount = T.Static<typeof AmountModel>;

/** The matches that a rule applies to: the third match (`3`), or the matches `1-3`. */
export const NthModel = T.Unsafe<number | string>({
  anyOf: [
    { type: 'integer', minimum: 1 },
    {
      type: 'string',
      ...textForm('^[1-9][0-9]{0,8}(-[1-9][0-9]{0,8})?$', 'a positive whole number or a range', '1-3'),
    },
  ],
});

const strict = { additionalProperties: false };
const Milliseconds = () => T.Integer({ minimum: 0 });

export const ConditionModel = T.Object(
  {
    operation: T.Optional(about(T.String(), 'the operation name, such as charges.create or payouts.create')),
    direction: T.Optional(about(OneOf(['in', 'out']), 'the direction of the money: in (charges) or out (payouts)')),
    rail: T.Optional(about(OneOf(['card', 'ach', 'rtp']), 'the network')),
    amount: T.Optional(about(AmountModel, 'an amount or a range, such as 51.00, <5 or >=100')),
    card: T.Optional(about(T.String(), "the card's last four digits, brand or behavior")),
    customer: T.Optional(about(T.String(), "the customer's id or email address")),
    gateway: T.Optional(about(OneOf(gatewayKinds), 'the gateway of the workspace, such as debit_payouts')),
    mode: T.Optional(about(OneOf(['test', 'live']), 'test mode or live mode')),
    instant: T.Optional(about(T.Boolean(), 'whether the payment is an instant bank debit')),
    nth: T.Optional(about(NthModel, 'only the nth match of all other conditions, or a range such as 1-3')),
    times: T.Optional(about(T.Integer({ minimum: 1 }), 'the maximum number of matches of all other conditions')),
  },
  strict,
);
export type OutcomeCondition = T.Static<typeof ConditionModel>;

export const EffectModel = T.Object(
  {
    kind: OneOf(outcomeKinds),
    code: T.Optional(about(T.String(), 'a decline category, or a network or return code')),
    /** The delay of a later outcome, in milliseconds. */
    after: T.Optional(about(Milliseconds(), 'the delay until it happens')),
    resolve: T.Optional(about(OneOf(['approved', 'failed']), 'how an unknown outcome is resolved')),
    /** How long the response is delayed, in real milliseconds. */
    ms: T.Optional(about(Milliseconds(), 'the response delay, in milliseconds')),
    by: T.Optional(
      about(
        T.Integer({ minimum: -1_000_000, maximum: 1_000_000, 'x-cents': true }),
        'cents to add to the paid amount; negative subtracts',
      ),
    ),
    currency: T.Optional(
      about(
        T.String(textForm('^[A-Z]{3}$', 'an uppercase ISO 4217 currency code', 'EUR')),
        'the currency of the payment, such as EUR',
      ),
    ),
  },
  strict,
);
export type OutcomeEffect = T.Static<typeof EffectModel>;
export type OutcomeKind = OutcomeEffect['kind'];

/** The fields of each kind of rule. */
export const effects: Readonly<Record<OutcomeKind, { takes: readonly (keyof OutcomeEffect)[]; about: string }>> = {
  decline: { takes: ['code'], about: 'a payment is declined immediately' },
  fail: { takes: ['code'], about: 'a payment or payout is accepted, and fails when it settles' },
  dispute: { takes: ['code', 'after'], about: 'a payment settles, and is then disputed' },
  return: { takes: ['code', 'after'], about: 'a payment or payout settles, and the bank then returns it' },
  unavailable: { takes: ['resolve', 'after'], about: 'the outcome is unknown for some time' },
  latency: { takes: ['ms'], about: 'the response is delayed' },
  late: { takes: ['after'], about: 'a payment or payout is accepted, and settles much later' },
  other_amount: { takes: ['by', 'currency'], about: 'a payment on a page has a different amount or currency' },
};

export interface OutcomeRule {
  readonly when: OutcomeCondition;
  readonly then: OutcomeEffect;
  readonly about?: string;
}

/** The first and the last match that a condition accepts, numbered from 1; null if it accepts every match. */
export function turnsOf({ nth, times }: OutcomeCondition): { first: number; last: number } | null {
  if (nth !== undefined) {
    const [first = '1', last = first] = String(nth).split('-');
    return { first: Number(first), last: Number(last) };
  }
  return times === undefined ? null : { first: 1, last: times };
}

/** The response of the simulated network, and the rule that decided it. */
export interface Decision {
  readonly effect: OutcomeEffect;
  /**
   * What decided the response: a rule of the workspace, a built-in rule, the header of the request, or a trigger or an
   * injected fault (`forced`).
   */
  readonly source: 'workspace' | 'built-in' | 'header' | 'forced';
  /** The id of the workspace's rule; null if no rule of the workspace decided. */
  readonly rule: string | null;
  /** The condition of the rule; absent if no rule decided. */
  readonly when?: OutcomeCondition;
  readonly about?: string;
}

/** The facts about an operation that determine its outcome. */
export interface OutcomeFacts {
  /** The id of the operation that calls the network; null if no operation calls it. */
  operation: string | null;
  direction: 'in' | 'out';
  mode: 'test' | 'live';
  gateway: string;
  rail: string;
  /** The amount in cents. */
  amount: number;
  instant: boolean;
  card: { behaviour: string | null; last4: string; brand: string } | null;
  customer: { id: string; email: string } | null;
  /**
   * Whether the call is not about a payment itself. In this case, only rules that name its operation apply, and `nth`
   * in rules for other operations does not count the call.
   */
  beside?: boolean;
}

/** Whether an operation meets all parts of a condition, except `nth` and `times`. */
export function fits(when: OutcomeCondition, facts: OutcomeFacts): boolean {
  return (
    (when.operation === undefined ? facts.beside !== true : when.operation === facts.operation) &&
    (when.direction === undefined || when.direction === facts.direction) &&
    (when.mode === undefined || when.mode === facts.mode) &&
    (when.gateway === undefined || when.gateway === facts.gateway) &&
    (when.rail === undefined || when.rail === facts.rail) &&
    (when.instant === undefined || when.instant === facts.instant) &&
    (when.amount === undefined || amountFits(when.amount, facts.amount)) &&
    (when.card === undefined || cardFits(when.card, facts.card)) &&
    (when.customer === undefined || customerFits(when.customer, facts.customer))
  );
}

function amountFits(wanted: Amount, amount: number): boolean {
  if (typeof wanted === 'number') return amount === wanted;
  return (wanted.lt === undefined || amount < wanted.lt) && (wanted.gte === undefined || amount >= wanted.gte);
}

const cardFits = (wanted: string, card: OutcomeFacts['card']): boolean =>
  card !== null && (wanted === card.behaviour || wanted === card.last4 || wanted === card.brand);

const customerFits = (wanted: string, customer: OutcomeFacts['customer']): boolean =>
  customer !== null && (wanted === customer.id || wanted.toLowerCase() === customer.email.toLowerCase());

/** A condition with all its parts, because reading objects of one shape takes a fraction of the time. */
const withAllParts = (when: OutcomeCondition): OutcomeCondition => {
  const { operation, direction, rail, amount, card, customer, gateway, mode, instant } = when;
  return { operation, direction, rail, amount, card, customer, gateway, mode, instant } as OutcomeCondition;
};

/** A table of rules, indexed by exact amounts and cards so that a lookup does not need a full scan. */
export class RuleTable {
  readonly rules: readonly OutcomeRule[];
  readonly #byCard = new Map<string, OutcomeRule[]>();
  readonly #byAmount = new Map<number, OutcomeRule[]>();
  readonly #others: { readonly rule: OutcomeRule; readonly when: OutcomeCondition }[] = [];

  constructor(rules: readonly OutcomeRule[]) {
    this.rules = rules;
    for (const rule of rules) {
      if (rule.when.card !== undefined) getOrMake(this.#byCard, rule.when.card, () => []).push(rule);
      else if (typeof rule.when.amount === 'number') getOrMake(this.#byAmount, rule.when.amount, () => []).push(rule);
      else this.#others.push({ rule, when: withAllParts(rule.when) });
    }
  }

  /** The first matching rule. Rules for cards come before rules for amounts, which come before rules for ranges. */
  find(facts: OutcomeFacts): OutcomeRule | undefined {
    const card = facts.card?.behaviour == null ? undefined : this.#byCard.get(facts.card.behaviour);
    return (
      card?.find((rule) => fits(rule.when, facts)) ??
      this.#byAmount.get(facts.amount)?.find((rule) => fits(rule.when, facts)) ??
      this.#others.find(({ when }) => fits(when, facts))?.rule
    );
  }
}
