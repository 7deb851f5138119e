import { type Refusal, refusal } from '../../core/kernel/errors.ts';
import type { DeclineCategory } from '../platform/outcome-rules.ts';
import type { GatewayKind } from '../platform/settings.ts';
import type { CardFunding } from './cards.ts';

export interface Decline {
  /** The refusal of the charge, with the service's own code. */
  readonly refusal: Refusal<string>;
  readonly message: string;
  /** The code of each gateway, unchanged. */
  readonly gatewayCodes: Readonly<Record<GatewayKind, string>>;
}

const codes = (gateway_a: string, gateway_b: string, debit_payouts: string) => ({
  gateway_a,
  gateway_b,
  debit_payouts,
});

/** The refusal of a charge with an unknown outcome. */
export const gatewayUnavailable = refusal(503, 'gateway_unavailable');

/** The refusals and messages for a failed charge, by category (specification, "Failed charges"). */
export const declines: Readonly<Record<DeclineCategory, Decline>> = {
  declined: {
    refusal: refusal(402, 'card_declined'),
    message: 'The issuer declined the payment; use another card.',
    gatewayCodes: codes('200', 'do_not_honor', 'M003'),
  },
  insufficient_funds: {
    refusal: refusal(402, 'insufficient_funds', { origin: 'specified' }),
    message: 'The account has insufficient funds; use another card.',
    gatewayCodes: codes('202', 'insufficient_funds', 'M008'),
  },
  invalid_card: {
    refusal: refusal(402, 'invalid_card'),
    message: "The card's number or expiry date is wrong.",
    gatewayCodes: codes('220', 'expired_card', 'M002'),
  },
  cvc: {
    refusal: refusal(402, 'incorrect_cvc'),
    message: "The card's security code is missing or wrong.",
    gatewayCodes: codes('225', 'incorrect_cvc', 'M007'),
  },
  unsupported_card: {
    refusal: refusal(402, 'unsupported_card'),
    message: "The workspace's gateway does not accept this type of card.",
    gatewayCodes: codes('221', 'card_not_supported', 'M011'),
  },
  duplicate: {
    refusal: refusal(402, 'duplicate_transaction'),
    message: 'The gateway matched a recent identical attempt; wait before trying again.',
    gatewayCodes: codes('430', 'duplicate_transaction', 'M017'),
  },
  configuration: {
    refusal: refusal(402, 'merchant_configuration'),
    message: 'The merchant account has a problem.',
    gatewayCodes: codes('410', 'account_invalid', 'M009'),
  },
  gateway_unavailable: {
    refusal: gatewayUnavailable,
    message: 'The outcome of the payment is unknown; retry with the same reference_id.',
    gatewayCodes: codes('420', 'api_connection_error', 'M015'),
  },
  unknown: {
    refusal: refusal(402, 'unknown_error'),
    message: 'The payment failed for an unclassified reason.',
    gatewayCodes: codes('300', 'processing_error', 'M018'),
  },
};

/**
 * The refusal of a payment that the workspace's own protection blocks before a gateway receives it. When this happens
 * is an assumption.
 */
export const blocked = {
  refusal: refusal(402, 'blocked', { origin: 'specified' }),
  message: 'A workspace rule blocked the payment.',
};

/**
 * The refusals of a failed charge: one for each category, including an unknown outcome, and one for a blocked
 * payment.
 */
export const chargeRefusals = [...Object.values(declines), blocked].map((each) => each.refusal);

/** The gateway that smart routing chooses (specification, "What the service does"). */
export const routeByFunding = (funding: CardFunding): GatewayKind =>
  funding === 'credit' ? 'gateway_a' : 'debit_payouts';

/** The cards for the test references of `gateway_b`. Any other `pm_...` is a Visa credit card. */
export const gatewayBReferences: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_declined: '4000000000000002',
};
