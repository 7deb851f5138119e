import { about, assumed, Livemode, nullable, ObjectName, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { Brand, fundings } from '../common/card.ts';

const BinModel = T.Object({
  number: about(assumed(T.String()), 'The first six digits of the card number.'),
  brand: assumed(Brand()),
  funding: about(assumed(OneOf(fundings)), 'Whose money the card spends, by the directory.'),
  issuer: about(assumed(T.String()), 'The name of the bank that issued the card.'),
  country: about(assumed(T.String()), "The ISO 3166-1 alpha-2 code of the issuer's country."),
});

const ConsensusModel = T.Object({
  type: about(assumed(OneOf(fundings)), 'The funding that the sources settle on.'),
  sources: about(assumed(T.Array(OneOf(['network', 'directory']))), 'Which sources were asked.'),
  agreed: about(assumed(T.Boolean()), 'Whether all of them say the same.'),
});

/** The answer of POST /account-checks (specification, "Account check"). The answer is not stored. */
export const AccountCheckModel = T.Object({
  object: ObjectName('account_check'),
  type: about(assumed(OneOf(['card', 'bank_account'])), 'What was looked at.'),
  eligible: about(assumed(T.Boolean()), 'Whether money can be sent there.'),
  code: about(assumed(nullable(OneOf(['ACCOUNT_NOT_ELIGIBLE']))), 'Why it cannot receive money; null where it can.'),
  network: about(
    assumed(T.String()),
    'The network that money takes: the brand of a card; `rtp`, `fednow` or `ach` for a bank.',
  ),
  funds_availability: about(
    assumed(OneOf(['immediate', 'next_business_day', 'not_payout_eligible'])),
    'When the recipient has the money.',
  ),
  bin: about(
    nullable(BinModel),
    'What an independent BIN directory knows of the card; null where it knows nothing, and of a bank.',
  ),
  card_type_consensus: about(
    nullable(ConsensusModel),
    "What several sources say of the card's funding; null where they say nothing, and of a bank.",
  ),
  routing_number: about(assumed(nullable(T.String())), 'The routing number of the bank; null of a card.'),
  bank_name: about(assumed(nullable(T.String())), 'The name of the bank; null of a card.'),
  rtp: about(
    assumed(
      nullable(
        T.Object({
          rtp: about(T.Boolean(), 'Whether the bank is on RTP.'),
          fednow: about(T.Boolean(), 'Whether the bank is on FedNow.'),
        }),
      ),
    ),
    'Which instant networks the bank is on; null of a card.',
  ),
  livemode: assumed(Livemode()),
});
export type AccountCheck = Readonly<T.Static<typeof AccountCheckModel>>;
