import { about, assumed, Livemode, nullable, ObjectName, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { Brand, fundings } from '../common/card.ts';

const BinModel = T.Object({
  number: about(assumed(T.String()), 'The first six digits of the card number.'),
  brand: assumed(Brand()),
  funding: about(assumed(OneOf(fundings)), 'The funding type of the card, according to the directory.'),
  issuer: about(assumed(T.String()), 'The name of the bank that issued the card.'),
  country: about(assumed(T.String()), "The ISO 3166-1 alpha-2 code of the issuer's country."),
});

const ConsensusModel = T.Object({
  type: about(assumed(OneOf(fundings)), 'The funding type according to the sources.'),
  sources: about(assumed(T.Array(OneOf(['network', 'directory']))), 'The sources that were consulted.'),
  agreed: about(assumed(T.Boolean()), 'Whether all sources agree.'),
});

/** The response of POST /account-checks (specification, "Account check"). It is not stored. */
export const AccountCheckModel = T.Object({
  object: ObjectName('account_check'),
  type: about(assumed(OneOf(['card', 'bank_account'])), 'The type of instrument that was checked.'),
  eligible: about(assumed(T.Boolean()), 'Whether the card or bank account can receive money.'),
  code: about(
    assumed(nullable(OneOf(['ACCOUNT_NOT_ELIGIBLE']))),
    'Why the card or bank account cannot receive money; null if it can.',
  ),
  network: about(
    assumed(T.String()),
    'The network that transfers the money: the card brand, or `rtp`, `fednow` or `ach` for a bank.',
  ),
  funds_availability: about(
    assumed(OneOf(['immediate', 'next_business_day', 'not_payout_eligible'])),
    'How soon the recipient receives the money.',
  ),
  bin: about(
    nullable(BinModel),
    'The card entry in an independent BIN directory; null for a bank or if there is no entry.',
  ),
  card_type_consensus: about(
    nullable(ConsensusModel),
    'The card funding type according to several sources; null for a bank or if the type is unknown.',
  ),
  routing_number: about(assumed(nullable(T.String())), 'The bank routing number; null for a card.'),
  bank_name: about(assumed(nullable(T.String())), 'The name of the bank; null for a card.'),
  rtp: about(
    assumed(
      nullable(
        T.Object({
          rtp: about(T.Boolean(), 'Whether the bank supports RTP.'),
          fednow: about(T.Boolean(), 'Whether the bank supports FedNow.'),
        }),
      ),
    ),
    'The instant networks that the bank supports; null for a card.',
  ),
  livemode: assumed(Livemode()),
});
export type AccountCheck = Readonly<T.Static<typeof AccountCheckModel>>;
