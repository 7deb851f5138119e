import type { MetadataValues } from '../../engine/checks.ts';
import { dayMs } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, notFound, wrongState } from '../../engine/errors.ts';
import { may, refusalOf } from '../../engine/lifecycle.ts';
import { requireEligible } from '../account-check/actions.ts';
import { move, requireAvailable } from '../balance/actions.ts';
import type { Card } from '../common/card.ts';
import { type CustomerFields, customerByEmail, upsertCustomer } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import type { BankAccountFields } from '../payment-method/model.ts';
import { type Destination, findDestination } from '../payout/destination.ts';
import { payFromHold } from './hold.ts';
import { payoutLinkLifecycle } from './lifecycle.ts';
import { sendClaimLink } from './mail.ts';
import { type PayoutLink, payoutLinks } from './model.ts';

/** How long a directed link can be claimed, in milliseconds (assumed). */
const claimableFor = 30 * dayMs;

export interface NewLink {
  /** Cents. */
  amount: number | null;
  currency: string;
  recipient_email: string | null;
  recipient_name: string | null;
  note: string | null;
  reference_id: string | null;
  metadata: MetadataValues;
}

/**
 * Makes a link for one recipient: amount and fee are held against the balance, and the recipient gets an e-mail.
 * @throws 400 `insufficient_funds`
 */
export function createDirectedLink(
  ctx: Context,
  wanted: NewLink & { amount: number; recipient_email: string },
): PayoutLink {
  const { amount, currency } = wanted;
  const fee = ctx.settings.payout_link_fee;
  requireAvailable(ctx, currency, amount + fee);
  const fresh = newLink(ctx, 'directed', wanted, fee, ctx.later(claimableFor));
  const link = ctx.open(payoutLinkLifecycle, 'create', fresh);
  const held = { subject: link.id, currency, amount: amount + fee };
  move(ctx, { kind: 'payout_link', ...held, from: 'available', to: 'held' });
  ctx.schedule('payout_link.expire', link.id, claimableFor);
  sendClaimLink(ctx, link);
  return link;
}

/** Makes a form that anybody may fill to ask for a payout; nothing is held. */
export function createRequestLink(ctx: Context, wanted: NewLink): PayoutLink {
  return ctx.open(payoutLinkLifecycle, 'open', newLink(ctx, 'request', wanted, 0, null));
}

function newLink(ctx: Context, type: PayoutLink['type'], wanted: NewLink, fee: number, expires_at: string | null) {
  const base = ctx.base(payoutLinks, 'payout_link');
  // Whoever knows it may claim the money, so that it is no part of the id, which many see.
  const slug = ctx.newId('').slice(1);
  return {
    ...base,
    type,
    amount: wanted.amount,
    fee,
    currency: wanted.currency,
    recipient_email: wanted.recipient_email,
    recipient_name: wanted.recipient_name,
    note: wanted.note,
    url: `/${type === 'directed' ? 'claim' : 'request'}/${slug}`,
    slug,
    payout_id: null,
    claimed_at: null,
    cancelled_at: null,
    expires_at,
    reference_id: wanted.reference_id,
    metadata: wanted.metadata,
  };
}

/** Where a recipient wants the money: a card, of which the number is gone already, or a bank account. */
export type ClaimInstrument = { card: Card } | { bank_account: BankAccountFields; rail?: 'ach' | 'rtp' };

export interface Claim {
  /** Who claims; the address that the link was sent to where none is given. */
  contact?: CustomerFields;
  instrument: ClaimInstrument;
}

/**
 * The recipient claims a directed link: what it holds becomes a payout of its amount, and the fee is taken.
 * @throws 409 `invalid_state`; 400 `parameter_invalid` or `ACCOUNT_NOT_ELIGIBLE`; 503 where a rule makes the network
 * unavailable (to be returned as `Refused`, so that the rule counts the call)
 */
export function claimLink(ctx: Context, link: PayoutLink, { contact = {}, instrument }: Claim): PayoutLink {
  if (!may(payoutLinkLifecycle, link, 'claim')) throw refusalOf(payoutLinkLifecycle, link, 'claim');
  const customer = recipientOf(ctx, { ...contact, email: contact.email ?? link.recipient_email ?? '' });
  const payout = payFromHold(ctx, link, customer, destinationOf(ctx, customer, instrument));
  ctx.cancelJobs(link.id);
  return ctx.transition(payoutLinkLifecycle, link, 'claim', { payout_id: payout.id, claimed_at: ctx.at });
}

/** The customer of an address. What a public page says changes nobody whom the merchant knows already. */
const recipientOf = (ctx: Context, contact: CustomerFields & { email: string }): Customer =>
  customerByEmail(ctx, contact.email) ?? upsertCustomer(ctx, contact).customer;

function destinationOf(ctx: Context, customer: Customer, instrument: ClaimInstrument): Destination {
  if ('bank_account' in instrument) return findDestination(ctx, customer, instrument);
  const { card } = instrument;
  requireEligible(card, 'card');
  return { rail: 'card', rtp_network: null, card, bank_account: null, token: null };
}

/**
 * The merchant takes a link back; what it holds is available again.
 * @throws 409 `invalid_state`
 */
export function cancelLink(ctx: Context, link: PayoutLink): PayoutLink {
  const cancelled = ctx.transition(payoutLinkLifecycle, link, 'cancel', { cancelled_at: ctx.at });
  ctx.cancelJobs(link.id);
  release(ctx, cancelled);
  return cancelled;
}

/** Nobody claimed a directed link in time; what it holds is available again. */
export function expireLink(ctx: Context, link: PayoutLink): PayoutLink {
  const expired = ctx.transition(payoutLinkLifecycle, link, 'expire');
  ctx.cancelJobs(link.id);
  release(ctx, expired);
  return expired;
}

function release(ctx: Context, { id, type, amount, fee, currency }: PayoutLink): void {
  if (type !== 'directed' || amount === null) return;
  const held = { subject: id, currency, amount: amount + fee };
  move(ctx, { kind: 'payout_link_released', ...held, from: 'held', to: 'available' });
}

/**
 * The link behind a public page's address.
 * @throws 404 `resource_missing`
 */
export function linkBySlug(ctx: Context, slug: string, type: PayoutLink['type']): PayoutLink {
  const link = ctx.of(payoutLinks).newest({ slug: [slug] });
  if (link?.type !== type) throw notFound('payout link', slug);
  return link;
}

/**
 * A link whose form can be filled now.
 * @throws 400 `parameter_invalid` for a link that is none, 409 `invalid_state` for one that takes no requests
 */
export function openForm(ctx: Context, id: string, param = 'payout_link_id'): PayoutLink {
  const link = ctx.find(payoutLinks, id);
  if (link === undefined) throw invalid(param, `No such payout link: '${id}'.`);
  if (link.status !== 'active') {
    throw wrongState(`Payout link ${id} is ${link.status}; a request needs an active one.`, 409);
  }
  return link;
}
