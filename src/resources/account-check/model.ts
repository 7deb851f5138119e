import { assumed, nullable, OneOf, T } from '../../engine/schema.ts';
import { brands, fundings } from '../common/card.ts';

const BinModel = T.Object({
  /** The first six digits. */
  number: T.String(),
  brand: OneOf(brands),
  funding: OneOf(fundings),
  issuer: T.String(),
  country: T.String(),
});

const ConsensusModel = T.Object({
  type: OneOf(fundings),
  sources: T.Array(OneOf(['network', 'directory'])),
  agreed: T.Boolean(),
});

/** What POST /account-checks answers (specification, "Account check"). Nothing of it is stored. */
export const AccountCheckModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'account_check' }),
  type: assumed(OneOf(['card', 'bank_account'])),
  eligible: assumed(T.Boolean()),
  code: nullable(OneOf(['ACCOUNT_NOT_ELIGIBLE'])),
  /** The network that money takes: a card's brand; `rtp`, `fednow` or `ach` for a bank. */
  network: assumed(T.String()),
  funds_availability: assumed(OneOf(['immediate', 'next_business_day', 'not_payout_eligible'])),
  bin: nullable(BinModel),
  card_type_consensus: nullable(ConsensusModel),
  routing_number: assumed(nullable(T.String())),
  bank_name: assumed(nullable(T.String())),
  rtp: assumed(nullable(T.Object({ rtp: T.Boolean(), fednow: T.Boolean() }))),
  livemode: assumed(T.Boolean()),
});
export type AccountCheck = Readonly<T.Static<typeof AccountCheckModel>>;
