import type { ErrorCode } from '../kernel/errors.ts';
import type { DeclineCategory } from '../platform/outcomes.ts';
import type { GatewayKind } from '../platform/settings.ts';
import type { CardFunding } from './cards.ts';

export interface Decline {
  /** The service's stable code. */
  readonly code: ErrorCode;
  readonly message: string;
  /** Each gateway's own code, verbatim. */
  readonly gatewayCodes: Readonly<Record<GatewayKind, string>>;
}

const codes = (gateway_a: string, gateway_b: string, debit_payouts: string) => ({
  gateway_a,
  gateway_b,
  debit_payouts,
});

/** The answer to a failed charge, by category (specification, "Failed charges"). */
export const declines: Readonly<Record<DeclineCategory, Decline>> = {
  declined: {
    code: 'card_declined',
    message: 'The issuer declined the payment; another card is needed.',
    gatewayCodes: codes('200', 'do_not_honor', 'M003'),
  },
  insufficient_funds: {
    code: 'insufficient_funds',
    message: 'The account has insufficient funds; another card is needed.',
    gatewayCodes: codes('202', 'insufficient_funds', 'M008'),
  },
  invalid_card: {
    code: 'invalid_card',
    message: "The card's number or expiry is wrong.",
    gatewayCodes: codes('220', 'expired_card', 'M002'),
  },
  cvc: {
    code: 'incorrect_cvc',
    message: "The card's security code is missing or wrong.",
    gatewayCodes: codes('225', 'incorrect_cvc', 'M007'),
  },
  unsupported_card: {
    code: 'unsupported_card',
    message: "This type of card cannot be used on the workspace's gateway.",
    gatewayCodes: codes('221', 'card_not_supported', 'M011'),
  },
  duplicate: {
    code: 'duplicate_transaction',
    message: 'The gateway matched a recent identical attempt; wait before trying again.',
    gatewayCodes: codes('430', 'duplicate_transaction', 'M017'),
  },
  configuration: {
    code: 'merchant_configuration',
    message: 'The merchant account has a problem.',
    gatewayCodes: codes('410', 'account_invalid', 'M009'),
  },
  gateway_unavailable: {
    code: 'gateway_unavailable',
    message: 'The outcome of the payment is unknown; retry with the same reference_id.',
    gatewayCodes: codes('420', 'api_connection_error', 'M015'),
  },
  unknown: {
    code: 'unknown_error',
    message: 'The payment failed for an unclassified reason.',
    gatewayCodes: codes('300', 'processing_error', 'M018'),
  },
};

/** A payment that the workspace's own protection blocks before it reaches a gateway; when that happens is assumed. */
export const blocked = { code: 'blocked', message: 'The payment was blocked by a rule of the workspace.' } as const;

/** The gateway that smart routing chooses (specification, "What the service does"). */
export const routeByFunding = (funding: CardFunding): GatewayKind =>
  funding === 'credit' ? 'gateway_a' : 'debit_payouts';

/** The cards behind the test references of `gateway_b`; any other `pm_...` is a Visa credit card. */
export const gatewayBReferences: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_declined: '4000000000000002',
};
