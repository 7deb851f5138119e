import type { Context } from '../../../core/kernel/context.ts';
import { all, both, exactly, needs, none, ruled, when } from '../../../core/kernel/declare/field-rules.ts';
import { bare, buyerOperation } from '../../../core/kernel/declare/operation.ts';
import {
  about,
  described,
  Flag,
  nullable,
  OneOf,
  T,
  Text,
  Timestamp,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { conflictingState, invalid, missing, resourceMissing } from '../../../core/kernel/errors.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import { checkCountry, checkEmail, exactlyOne } from '../../platform/checks.ts';
import { Cents } from '../../platform/fields.ts';
import { CountryInput, Currency, EmailInput, IdOf, Last4, pageSlug } from '../common/fields.ts';
import { notEligible } from '../common/push-to-card.ts';
import type { CustomerFields } from '../customer/model.ts';
import { accountHolderTypes, accountTypes, type BankAccountFields } from '../payment-method/model.ts';
import { keepingUnavailable, networkUnavailable } from '../payout/actions.ts';
import { payoutLifecycle } from '../payout/lifecycle.ts';
import { payoutRails, payouts } from '../payout/model.ts';
import { tokenExpired } from '../token/actions.ts';
import { aliasedBankAccount } from '../token/vault.ts';
import { type ClaimInstrument, claimLink } from './actions.ts';
import { cardFields, endedState, ownerOfLink, pageFields, pageOf, payableCard, usableLink } from './buyer-fields.ts';
import type { PayoutLink } from './model.ts';

const ClaimPage = T.Object({
  ...pageFields,
  status: about(OneOf(['pending']), 'The link is open: others have no page.'),
  amount: about(Cents(), 'Cents that the recipient gets.'),
  recipientName: about(nullable(T.String()), 'Whom the sender named; null where nobody.'),
  recipientEmail: about(nullable(T.String()), 'Where the link was sent.'),
  expiresAt: about(nullable(Timestamp()), 'Until when it can be claimed, in ISO 8601.'),
});

export const getClaim = buyerOperation('GET /api/claims/{slug}', {
  id: 'claims.get',
  summary: 'Read what the recipient of a payout link is to know',
  params: pageSlug,
  assumed: true,
  answers: [200, bare(ClaimPage)],
  capability: debitPayouts,
  refuses: [resourceMissing, endedState],
  example: { params: { slug: 'prize' } },
  owner: ownerOfLink,
  handle: (ctx, { params }) => {
    const link = usableLink(ctx, params.slug, 'directed', endedState);
    return {
      ...pageOf(ctx, link),
      status: 'pending' as const,
      amount: link.amount ?? 0,
      recipientName: link.recipient_name,
      recipientEmail: link.recipient_email,
      expiresAt: link.expires_at,
    };
  },
});

/** The fields that name the destination; a body has exactly one of them. */
const accounts = ['vaultPanAlias', 'vaultBankAccountAlias'] as const;

const ClaimBody = ruled(
  T.Object({
    email: T.Optional(EmailInput('The address that the link was sent to, where none is given.')),
    firstName: about(Words(100), "The recipient's given name."),
    lastName: about(Words(100), "The recipient's family name."),
    phone: about(T.Optional(Text(40)), "The recipient's phone number."),
    billingAddress1: about(T.Optional(Text(200)), 'Street and number.'),
    billingAddress2: about(T.Optional(Text(200)), 'What the address has beside the street.'),
    billingCity: about(T.Optional(Text(200)), "The city's name."),
    billingState: about(T.Optional(Text(200)), 'State or region.'),
    billingPostalCode: about(T.Optional(Text(200)), 'Postal code; without one a card cannot be paid to.'),
    billingCountry: T.Optional(CountryInput(10, 'Country')),
    paymentMethodType: about(
      T.Optional(OneOf(['card', 'ach'])),
      'What the money goes to; the alias tells where nobody says.',
    ),
    ...cardFields,
    vaultBankAccountAlias: about(T.Optional(Words(100)), "The vault's alias of the account number."),
    vaultBankLast4: about(T.Optional(Text(10)), 'As the account field showed it; what the vault kept decides.'),
    routingNumber: T.Optional(
      about(described(Words(20), { pattern: '^[0-9]{9}$' }), 'The routing number of the bank, nine digits.'),
    ),
    accountType: about(T.Optional(OneOf(accountTypes)), 'The kind of bank account; checking where none is given.'),
    accountHolderType: about(T.Optional(OneOf(accountHolderTypes)), 'Whose account it is; personal where nobody says.'),
    rail: about(T.Optional(OneOf(['ach', 'rtp'])), 'Of a bank account; ach where none is given.'),
  }),
  exactly(...accounts),
  needs('vaultPanAlias', both(all('vaultExpMonth', 'vaultExpYear', 'billingPostalCode'), none('rail'))),
  needs('vaultBankAccountAlias', all('routingNumber')),
  when('paymentMethodType', ['card'], all('vaultPanAlias')),
  when('paymentMethodType', ['ach'], all('vaultBankAccountAlias')),
);
type ClaimFields = T.Static<typeof ClaimBody>;

const ClaimResult = T.Object({
  success: about(Flag(), 'Always true: a refusal has another status.'),
  status: about(OneOf(['claimed']), 'The link is claimed now.'),
  payoutId: IdOf('payout'),
  payoutStatus: about(payoutLifecycle.status, 'The state of the payout.'),
  amount: about(Cents(), 'Cents that are sent.'),
  currency: Currency(),
  rail: about(OneOf(payoutRails), 'How the money travels.'),
  card: about(
    nullable(T.Object({ brand: about(T.String(), 'The brand of the card.'), last4: Last4('card number') })),
    'The card that gets it; null where a bank account does.',
  ),
  bankAccount: about(
    nullable(T.Object({ last4: Last4('account number') })),
    'The bank account that gets it; null where a card does.',
  ),
});

export const claim = buyerOperation('POST /api/claims/{slug}', {
  id: 'payout_links.claim',
  summary: 'Claim the money of a payout link, to a debit card or a bank account',
  effects: ['moves_money', 'pays_out'],
  params: pageSlug,
  assumed: true,
  body: ClaimBody,
  answers: [200, bare(ClaimResult)],
  capability: debitPayouts,
  refuses: [notEligible, tokenExpired, resourceMissing, conflictingState, networkUnavailable],
  example: {
    params: { slug: 'prize' },
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      billingPostalCode: '62701',
      vaultPanAlias: 'tok_sandbox_visa',
      vaultExpMonth: '12',
      vaultExpYear: '2030',
    },
  },
  owner: ownerOfLink,
  handle: (ctx, { body, params }) => {
    const link = usableLink(ctx, params.slug, 'directed', conflictingState);
    const contact = contactOf(body);
    const instrument = instrumentOf(ctx, body);
    return keepingUnavailable(() => resultOf(ctx, claimLink(ctx, link, { contact, instrument })));
  },
});

/** Reads the recipient's contact. @throws 400 `parameter_invalid` */
function contactOf(body: ClaimFields): CustomerFields {
  return {
    email: body.email === undefined ? undefined : checkEmail(body.email),
    first_name: body.firstName,
    last_name: body.lastName,
    phone: body.phone || null,
    billing_address_1: body.billingAddress1,
    billing_address_2: body.billingAddress2,
    billing_city: body.billingCity,
    billing_state: body.billingState,
    billing_postal_code: body.billingPostalCode,
    billing_country: body.billingCountry ? checkCountry(body.billingCountry, 'billingCountry') : undefined,
  };
}

/**
 * Reads the recipient's destination.
 * @throws 400 `parameter_missing` or `parameter_invalid`, also if `paymentMethodType` contradicts the destination
 */
function instrumentOf(ctx: Context, body: ClaimFields): ClaimInstrument {
  const { paymentMethodType, vaultPanAlias } = body;
  const isCard = exactlyOne(body, accounts) === 'vaultPanAlias';
  if (paymentMethodType !== undefined && paymentMethodType !== (isCard ? 'card' : 'ach')) {
    const wanted = isCard ? 'vaultBankAccountAlias' : 'vaultPanAlias';
    throw invalid('paymentMethodType', `paymentMethodType ${paymentMethodType} needs ${wanted}.`);
  }
  if (!isCard)
    return { bank_account: bankAccountOf(ctx, body), ...(body.rail === undefined ? {} : { rail: body.rail }) };
  if (body.rail !== undefined) throw invalid('rail', 'rail is for bank accounts; a card is paid on the card rail.');
  const card = payableCard(ctx, vaultPanAlias ?? '', body);
  if (!body.billingPostalCode?.trim()) {
    throw missing('billingPostalCode', 'A card is paid to with its billingPostalCode: send it.');
  }
  return { card };
}

function bankAccountOf(ctx: Context, body: ClaimFields): BankAccountFields {
  const { last4 } = aliasedBankAccount(ctx, body.vaultBankAccountAlias ?? '');
  if (body.routingNumber === undefined) throw invalid('routingNumber', 'A bank account needs its routingNumber.');
  return {
    routing_number: body.routingNumber,
    // The vault stores only the last four digits of an account number.
    account_number: last4,
    account_holder_name: `${body.firstName} ${body.lastName}`,
    ...(body.accountType === undefined ? {} : { account_type: body.accountType }),
    ...(body.accountHolderType === undefined ? {} : { account_holder_type: body.accountHolderType }),
  };
}

function resultOf(ctx: Context, { payout_id }: PayoutLink): T.Static<typeof ClaimResult> {
  const payout = ctx.get(payouts, payout_id ?? '');
  const { card_brand, card_last_four, bank_last_four } = payout;
  return {
    success: true,
    status: 'claimed',
    payoutId: payout.id,
    payoutStatus: payout.status,
    amount: payout.amount,
    currency: payout.currency,
    rail: payout.rail,
    card: card_brand === null || card_last_four === null ? null : { brand: card_brand, last4: card_last_four },
    bankAccount: bank_last_four === null ? null : { last4: bank_last_four },
  };
}
