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
import { CountryInput, Currency, EmailInput, IdOf, Last4, pageSlug, routingForm } from '../common/fields.ts';
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
  status: about(OneOf(['pending']), 'Always pending, because only open links have a page.'),
  amount: about(Cents(), 'The amount that the recipient receives, in cents.'),
  recipientName: about(nullable(T.String()), 'The recipient name entered by the sender; null if there is none.'),
  recipientEmail: about(nullable(T.String()), 'The email address that the link was sent to.'),
  expiresAt: about(nullable(Timestamp()), 'When the link expires (ISO 8601).'),
});

export const getClaim = buyerOperation('GET /api/claims/{slug}', {
  id: 'claims.get',
  summary: 'Read a payout link as the recipient',
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

/** The fields that identify the destination. A body has exactly one of them. */
const accounts = ['vaultPanAlias', 'vaultBankAccountAlias'] as const;

const ClaimBody = ruled(
  T.Object({
    email: T.Optional(EmailInput("The recipient's email address. Defaults to the address that the link was sent to.")),
    firstName: about(Words(100), "The recipient's first name."),
    lastName: about(Words(100), "The recipient's last name."),
    phone: about(T.Optional(Text(40)), "The recipient's phone number."),
    billingAddress1: about(T.Optional(Text(200)), 'Street and number.'),
    billingAddress2: about(T.Optional(Text(200)), 'Additional address line.'),
    billingCity: about(T.Optional(Text(200)), "The city's name."),
    billingState: about(T.Optional(Text(200)), 'State or region.'),
    billingPostalCode: about(T.Optional(Text(200)), 'Postal code; required for a payout to a card.'),
    billingCountry: T.Optional(CountryInput(10, 'Country')),
    paymentMethodType: about(
      T.Optional(OneOf(['card', 'ach'])),
      'The destination type. By default, the alias determines the type.',
    ),
    ...cardFields,
    vaultBankAccountAlias: about(T.Optional(Words(100)), 'The vault alias for the account number.'),
    vaultBankLast4: about(
      T.Optional(Text(10)),
      'The value shown in the account field. The service uses the value stored in the vault instead.',
    ),
    routingNumber: T.Optional(about(described(Words(20), routingForm), 'Nine-digit bank routing number.')),
    accountType: about(T.Optional(OneOf(accountTypes)), 'The type of bank account. Defaults to checking.'),
    accountHolderType: about(
      T.Optional(OneOf(accountHolderTypes)),
      'The type of account holder. Defaults to personal.',
    ),
    rail: about(T.Optional(OneOf(['ach', 'rtp'])), 'The rail for a bank account. Defaults to ach.'),
  }),
  exactly(...accounts),
  needs('vaultPanAlias', both(all('vaultExpMonth', 'vaultExpYear', 'billingPostalCode'), none('rail'))),
  needs('vaultBankAccountAlias', all('routingNumber')),
  when('paymentMethodType', ['card'], all('vaultPanAlias')),
  when('paymentMethodType', ['ach'], all('vaultBankAccountAlias')),
);
type ClaimFields = T.Static<typeof ClaimBody>;

const ClaimResult = T.Object({
  success: about(Flag(), 'Always true. A failed claim returns a different HTTP status.'),
  status: about(OneOf(['claimed']), 'Always claimed, because the claim succeeded.'),
  payoutId: IdOf('payout'),
  payoutStatus: about(payoutLifecycle.status, 'The status of the payout that the claim created, such as pending.'),
  amount: about(Cents(), 'The amount sent, in cents.'),
  currency: Currency(),
  rail: about(OneOf(payoutRails), 'The payout rail: card, ach or rtp.'),
  card: about(
    nullable(T.Object({ brand: about(T.String(), 'Card brand, such as visa.'), last4: Last4('card number') })),
    'The card that receives the payout; null for a bank account.',
  ),
  bankAccount: about(
    nullable(T.Object({ last4: Last4('account number') })),
    'The bank account that receives the payout; null for a card.',
  ),
});

export const claim = buyerOperation('POST /api/claims/{slug}', {
  id: 'payout_links.claim',
  summary: 'Claim a payout link and send the money to a debit card or a bank account',
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

/**
 * Reads the recipient's contact details.
 * @throws 400 `parameter_invalid`
 */
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
    throw invalid('paymentMethodType', `If paymentMethodType is ${paymentMethodType}, send ${wanted}.`);
  }
  if (!isCard)
    return { bank_account: bankAccountOf(ctx, body), ...(body.rail === undefined ? {} : { rail: body.rail }) };
  if (body.rail !== undefined) throw invalid('rail', 'rail applies only to bank accounts; omit rail for a card.');
  const card = payableCard(ctx, vaultPanAlias ?? '', body);
  if (!body.billingPostalCode?.trim()) {
    throw missing('billingPostalCode', 'A payout to a card requires billingPostalCode.');
  }
  return { card };
}

function bankAccountOf(ctx: Context, body: ClaimFields): BankAccountFields {
  const { last4 } = aliasedBankAccount(ctx, body.vaultBankAccountAlias ?? '');
  if (body.routingNumber === undefined)
    throw invalid('routingNumber', 'A payout to a bank account requires routingNumber.');
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
