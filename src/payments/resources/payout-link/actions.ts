import { dayMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { invalid, wrongState } from '../../../core/kernel/errors.ts';
import { type MailPart, sendMail } from '../../mail/mail-draft.ts';
import type { MetadataValues } from '../../platform/fields.ts';
import { moveMoney, requireAvailable } from '../../platform/ledger.ts';
import { brandOf } from '../account/brand.ts';
import type { Card } from '../common/card.ts';
import { Printing } from '../common/printing.ts';
import { requireEligible } from '../common/push-to-card.ts';
import { customerByEmail, upsertCustomer } from '../customer/actions.ts';
import type { Customer, CustomerFields } from '../customer/model.ts';
import type { BankAccountFields } from '../payment-method/model.ts';
import { createPayout } from '../payout/actions.ts';
import { type Destination, findDestination } from '../payout/destination.ts';
import type { Payout } from '../payout/model.ts';
import { languageOfCustomer } from '../transaction/language.ts';
import { payoutLinkLifecycle } from './lifecycle.ts';
import { type PayoutLink, payoutLinkSettings, payoutLinks } from './model.ts';

/** How long a directed link stays claimable, in milliseconds (assumed). */
const claimableFor = 30 * dayMs;

export interface NewLink {
  /** The amount in cents. */
  amount?: number;
  currency: string;
  recipient_email?: string;
  recipient_name?: string | null;
  note?: string | null;
  reference_id?: string;
  metadata?: MetadataValues;
}

/**
 * Creates a link for one recipient. The amount and the fee are held against the balance, and the recipient gets an
 * email.
 * @throws 400 `insufficient_funds`
 */
export function createDirectedLink(
  ctx: Context,
  wanted: NewLink & { amount: number; recipient_email: string },
): PayoutLink {
  const { amount, currency } = wanted;
  const { payout_link_fee: fee } = payoutLinkSettings.of(ctx);
  requireAvailable(ctx, currency, amount + fee);
  const fresh = newLink(ctx, 'directed', wanted, { fee, expires_at: ctx.later(claimableFor) });
  const link = ctx.open(payoutLinks, 'create', fresh);
  const held = { subject: link.id, currency, amount: amount + fee };
  moveMoney(ctx, { kind: 'payout_link', ...held, from: 'available', to: 'held' });
  ctx.schedule(expireJob, link.id, claimableFor);
  sendClaimLink(ctx, link, wanted);
  return link;
}

/** Creates a form on which anyone can request a payout. No money is held. */
export function createRequestLink(ctx: Context, wanted: NewLink): PayoutLink {
  return ctx.open(payoutLinks, 'open', newLink(ctx, 'request', wanted, { fee: 0, expires_at: null }));
}

function newLink(
  ctx: Context,
  type: PayoutLink['type'],
  wanted: NewLink,
  { fee, expires_at }: Pick<PayoutLink, 'fee' | 'expires_at'>,
) {
  const { amount = null, currency, recipient_email = null, recipient_name = null, note = null } = wanted;
  const { reference_id = null, metadata = {} } = wanted;
  const base = ctx.base(payoutLinks, 'payout_link');
  // Anyone who knows the slug can claim the money, so the slug is not derived from the id, which many people see.
  const { slug } = ctx.drawAddresses(payoutLinks, () => ({ slug: ctx.newSlug() }));
  return {
    ...base,
    type,
    amount,
    fee,
    currency,
    recipient_email,
    recipient_name,
    note,
    url: `/${type === 'directed' ? 'claim' : 'request'}/${slug}`,
    slug,
    payout_id: null,
    claimed_at: null,
    cancelled_at: null,
    expires_at,
    reference_id,
    metadata,
  };
}

/** Emails the recipient of a directed link the URL of the claim page (specification, "Payout link"). */
function sendClaimLink(
  ctx: Context,
  { recipient_name, currency, note, url, expires_at }: PayoutLink,
  { amount, recipient_email: to }: { amount: number; recipient_email: string },
): void {
  const from = brandOf(ctx);
  const known = customerByEmail(ctx, to);
  const printing = new Printing(known === undefined ? 'en' : languageOfCustomer(ctx, known));
  const { hello, claim: words } = printing.mailed;
  const money = printing.money(amount, currency);
  const subject = words.subject(from.name, money);
  const parts: MailPart[] = [{ text: hello(recipient_name) }, { text: words.text(from.name, money) }];
  if (note !== null) parts.push({ text: note });
  parts.push({ label: words.claim(money), path: url });
  if (expires_at !== null) parts.push({ text: words.until(printing.day(expires_at)) });
  sendMail(ctx, { from, locale: printing.tag, to, subject, parts });
}

/** The recipient's destination: a card without its number, or a bank account. */
export type ClaimInstrument = { card: Card } | { bank_account: BankAccountFields; rail?: 'ach' | 'rtp' };

export interface Claim {
  /** The recipient's contact details; default: the email address to which the link was sent. */
  contact?: CustomerFields;
  instrument: ClaimInstrument;
}

/**
 * Claims a directed link for its recipient. The held amount becomes a payout, and the fee is deducted.
 * @throws 409 `invalid_state`; 400 `parameter_invalid` or `ACCOUNT_NOT_ELIGIBLE`; 503 if a rule makes the network
 * unavailable (to be returned as `Refused`, so that the rule counts the call)
 */
export function claimLink(ctx: Context, link: PayoutLink, { contact = {}, instrument }: Claim): PayoutLink {
  if (!may(payoutLinkLifecycle, link, 'claim')) throw moveRefused(payoutLinkLifecycle, link, 'claim');
  const customer = recipientOf(ctx, { ...contact, email: contact.email ?? link.recipient_email ?? '' });
  const payout = payFromHold(ctx, link, customer, destinationOf(ctx, customer, instrument));
  ctx.cancelJobs(link.id);
  return ctx.transition(payoutLinkLifecycle, link, 'claim', { payout_id: payout.id, claimed_at: ctx.at });
}

/**
 * Returns the customer with an email address, or creates one. Input from a public page does not change an existing
 * customer.
 */
const recipientOf = (ctx: Context, contact: CustomerFields & { email: string }): Customer =>
  customerByEmail(ctx, contact.email) ?? upsertCustomer(ctx, contact).customer;

function destinationOf(ctx: Context, customer: Customer, instrument: ClaimInstrument): Destination {
  if ('bank_account' in instrument) return findDestination(ctx, customer, instrument);
  const { card } = instrument;
  requireEligible(ctx, card, 'card');
  return { rail: 'card', rtp_network: null, card, bank_account: null, token: null };
}

/**
 * Pays out a directed link. The money moves directly from the hold to the reserve of the payout. If it moved to
 * `available` first, it would fill a negative balance, which a refund or dispute can cause, and could not be paid
 * out.
 * @throws 503 if a rule makes the network unavailable
 */
function payFromHold(ctx: Context, link: PayoutLink, customer: Customer, destination: Destination): Payout {
  const { id, fee, currency, metadata } = link;
  const payout = createPayout(ctx, {
    customer,
    destination,
    amount: link.amount ?? 0,
    currency,
    reference_id: null,
    descriptor: null,
    metadata,
    from: 'held',
    onBehalfOf: 'payout_links.claim',
  });
  if (fee > 0)
    moveMoney(ctx, { kind: 'payout_link_fee', subject: id, currency, from: 'held', to: 'external', amount: fee });
  return payout;
}

/**
 * Cancels a link for the merchant and releases the held money.
 * @throws 409 `invalid_state`
 */
export function cancelLink(ctx: Context, link: PayoutLink): PayoutLink {
  const cancelled = ctx.transition(payoutLinkLifecycle, link, 'cancel', { cancelled_at: ctx.at });
  ctx.cancelJobs(link.id);
  release(ctx, cancelled);
  return cancelled;
}

/** Expires a directed link that was not claimed in time and releases the held money. */
export function expireLink(ctx: Context, link: PayoutLink): PayoutLink {
  const expired = ctx.transition(payoutLinkLifecycle, link, 'expire');
  ctx.cancelJobs(link.id);
  release(ctx, expired);
  return expired;
}

export const expireJob = job('payout_link.expire', {
  about: 'expire a directed link that was not claimed in time',
  run: (ctx, id) => void expireLink(ctx, ctx.get(payoutLinks, id)),
});

function release(ctx: Context, { id, type, amount, fee, currency }: PayoutLink): void {
  if (type !== 'directed' || amount === null) return;
  const held = { subject: id, currency, amount: amount + fee };
  moveMoney(ctx, { kind: 'payout_link_released', ...held, from: 'held', to: 'available' });
}

/**
 * Returns a link whose form accepts requests now.
 * @throws 400 `parameter_invalid` for an unknown link, 409 `invalid_state` for a link that does not accept requests
 */
export function openForm(ctx: Context, id: string): PayoutLink {
  const link = ctx.find(payoutLinks, id);
  if (link === undefined) throw invalid('payout_link_id', `No such payout link: '${id}'.`);
  if (link.status !== 'active') {
    throw wrongState(`Payout link ${id} is ${link.status}; only an active link accepts requests.`, 409);
  }
  return link;
}
