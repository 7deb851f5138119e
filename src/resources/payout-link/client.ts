import { debitPayouts } from '../../engine/capability.ts';
import { checkCountry, checkEmail, exactlyOne } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, missing, refusals } from '../../engine/errors.ts';
import { bare, clientOperation } from '../../engine/operation.ts';
import { about, Cents, Flag, nullable, OneOf, T, Text, Timestamp, Words } from '../../engine/schema.ts';
import type { CustomerFields } from '../customer/model.ts';
import { accountHolderTypes, accountTypes, type BankAccountFields } from '../payment-method/model.ts';
import { keepingUnavailable } from '../payout/actions.ts';
import { payoutLifecycle } from '../payout/lifecycle.ts';
import { payoutRails, payouts } from '../payout/model.ts';
import { aliasedBankAccount } from '../token/vault.ts';
import { type ClaimInstrument, claimLink } from './actions.ts';
import { cardFields, ownerOfLink, pageFields, pageOf, payableCard, usableLink } from './client-fields.ts';
import type { PayoutLink } from './model.ts';

const ClaimPage = T.Object({
  ...pageFields,
  status: OneOf(['pending']),
  amount: Cents(),
  recipientName: nullable(T.String()),
  recipientEmail: nullable(T.String()),
  expiresAt: nullable(Timestamp()),
});

export const getClaim = clientOperation('GET /api/claims/{slug}', {
  id: 'claims.get',
  summary: 'Read what the recipient of a payout link is to know',
  assumed: true,
  answers: [200, bare(ClaimPage)],
  capability: debitPayouts,
  refuses: [refusals.resourceMissing, refusals.endedState],
  example: { params: { slug: 'QkZ3' } },
  owner: ownerOfLink,
  handle: (ctx, { params }) => {
    const link = usableLink(ctx, params.slug, 'directed', refusals.endedState);
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

const ClaimBody = T.Object({
  email: about(T.Optional(Words(254)), 'The address that the link was sent to, where none is given.'),
  firstName: Words(100),
  lastName: Words(100),
  phone: T.Optional(Text(40)),
  billingAddress1: T.Optional(Text(200)),
  billingAddress2: T.Optional(Text(200)),
  billingCity: T.Optional(Text(200)),
  billingState: T.Optional(Text(200)),
  billingPostalCode: about(T.Optional(Text(200)), 'Of a card: without one it cannot be paid to.'),
  billingCountry: T.Optional(Text(10)),
  paymentMethodType: T.Optional(OneOf(['card', 'ach'])),
  ...cardFields,
  vaultBankAccountAlias: T.Optional(Words(100)),
  vaultBankLast4: T.Optional(Text(10)),
  routingNumber: T.Optional(Words(20)),
  accountType: T.Optional(OneOf(accountTypes)),
  accountHolderType: T.Optional(OneOf(accountHolderTypes)),
  rail: about(T.Optional(OneOf(['ach', 'rtp'])), 'Of a bank account; ach where none is given.'),
});
type ClaimFields = T.Static<typeof ClaimBody>;

const ClaimResult = T.Object({
  success: Flag(),
  status: OneOf(['claimed']),
  payoutId: T.String(),
  payoutStatus: payoutLifecycle.status,
  amount: Cents(),
  currency: T.String(),
  rail: OneOf(payoutRails),
  card: nullable(T.Object({ brand: T.String(), last4: T.String() })),
  bankAccount: nullable(T.Object({ last4: T.String() })),
});

export const claim = clientOperation('POST /api/claims/{slug}', {
  id: 'payout_links.claim',
  summary: 'Claim the money of a payout link, to a debit card or a bank account',
  assumed: true,
  body: ClaimBody,
  answers: [200, bare(ClaimResult)],
  capability: debitPayouts,
  refuses: [
    refusals.notEligible,
    refusals.tokenExpired,
    refusals.resourceMissing,
    refusals.conflictingState,
    refusals.networkUnavailable,
  ],
  example: {
    params: { slug: 'QkZ3' },
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      billingPostalCode: '62701',
      vaultPanAlias: 'tok_sandbox_1',
      vaultExpMonth: '12',
      vaultExpYear: '2030',
    },
  },
  owner: ownerOfLink,
  handle: (ctx, { body, params }) => {
    const link = usableLink(ctx, params.slug, 'directed', refusals.conflictingState);
    const contact = contactOf(body);
    const instrument = instrumentOf(ctx, body);
    return keepingUnavailable(() => resultOf(ctx, claimLink(ctx, link, { contact, instrument })));
  },
});

/** @throws 400 `parameter_invalid` */
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

/** @throws 400 `parameter_missing` or `parameter_invalid`, also where `paymentMethodType` says another thing */
function instrumentOf(ctx: Context, body: ClaimFields): ClaimInstrument {
  const { paymentMethodType, vaultPanAlias, vaultBankAccountAlias } = body;
  const given = { vaultPanAlias, vaultBankAccountAlias };
  const isCard = exactlyOne(given, ['vaultPanAlias', 'vaultBankAccountAlias']) === 'vaultPanAlias';
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
    // The vault keeps no more of an account number.
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
