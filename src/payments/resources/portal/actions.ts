import type { Context, Kernel } from '../../../core/kernel/context.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import type { Owner } from '../../../core/kernel/declare/operation.ts';
import { errorOf, invalid, notFound, refusal } from '../../../core/kernel/errors.ts';
import { checkEmail, checkUrl } from '../../platform/checks.ts';
import { platformSettings } from '../../platform/settings.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import { type ShippingAddressFields, shippingOf, wholeShippingOf } from '../common/address.ts';
import { type Card, isSameCard } from '../common/card.ts';
import { customerByEmail, ontoRail, updateCustomer } from '../customer/actions.ts';
import { type Customer, customers } from '../customer/model.ts';
import { removePaymentMethod } from '../customer/payment-methods.ts';
import { refusesFunding, saveCard } from '../payment-method/actions.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { cancelSubscription, chargeTo, keepSubscription } from '../subscription/actions.ts';
import { subscriptionLifecycle } from '../subscription/lifecycle.ts';
import { type Subscription, subscriptions } from '../subscription/model.ts';
import { aliasedCard } from '../token/vault.ts';
import { type Portal, portals } from './model.ts';

/** Returns the portal of a customer. The first call creates the portal; later calls return the same portal. */
export function portalOf(ctx: Context, customer: Pick<Customer, 'id'>): Portal {
  const known = ctx.of(portals).newest({ customer_id: [customer.id] });
  if (known !== undefined) return known;
  return ctx.add(portals, {
    id: ctx.newId(portals.prefix),
    customer_id: customer.id,
    ...ctx.drawAddresses(portals, () => ({ slug: ctx.newSlug() })),
    created_at: ctx.at,
  });
}

/**
 * Sets the URL of the link back to the shop.
 * @throws 400 `parameter_invalid` if it is not an http or https URL
 */
export function leadBack(ctx: Context, portal: Portal, returnUrl: string | null): Portal {
  const return_url = returnUrl === null ? null : checkUrl(returnUrl, 'return_url');
  return ctx.put(portals, { ...portal, return_url });
}

export const portalPath = ({ slug }: Pick<Portal, 'slug'>): string => `/portal/${slug}`;

/** Returns the owner of the portal with a slug; null for an unknown slug. */
export const ownerOfPortal = (kernel: Pick<Kernel, 'ownerOf'>, slug: string): Owner | null =>
  kernel.ownerOf(portals, { slug: [slug] });

/** @throws 404 `resource_missing` for an unknown slug */
export function portalNamed(ctx: Context, slug: string): Portal {
  const portal = ctx.of(portals).newest({ slug: [slug] });
  if (portal === undefined) throw notFound('portal', slug);
  return portal;
}

/** @throws 404 `resource_missing` for an unknown slug */
export const customerOf = (ctx: Context, slug: string): Customer =>
  ctx.get(customers, portalNamed(ctx, slug).customer_id);

/** The details that customers can change themselves. Null removes a field; an absent field does not change. */
export interface OwnDetails {
  readonly email?: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly phone?: string | null;
  readonly shippingAddress?: ShippingAddressFields | null;
}

/**
 * Changes a customer's name, contact details and shipping address.
 * @throws 400 `parameter_missing` or `parameter_invalid`, also for an email address that belongs to another customer
 */
export function changeOwnDetails(ctx: Context, customer: Customer, given: OwnDetails): Customer {
  const { email, firstName, lastName, phone, shippingAddress } = given;
  const holder = email === undefined ? undefined : customerByEmail(ctx, checkEmail(email));
  // The message does not reveal who has the address.
  if (holder !== undefined && holder.id !== customer.id)
    throw invalid('email', 'This email address is already in use.');
  const shipping =
    shippingAddress === undefined ? {} : shippingAddress === null ? nowhere : wholeShippingOf(shippingAddress);
  return updateCustomer(ctx, customer, {
    email,
    first_name: firstName === '' ? null : firstName,
    last_name: lastName === '' ? null : lastName,
    phone: phone === '' ? null : phone,
    ...shipping,
  });
}

const nowhere = shippingOf({});

/**
 * Cancels a customer's subscription, as POST /subscriptions/{id}/cancel does: at the end of the paid period, or
 * immediately if there is no paid period.
 * @throws 404 for another customer's subscription
 */
export const cancelOwn = (ctx: Context, customer: Customer, id: string): Subscription =>
  cancelSubscription(ctx, ownSubscription(ctx, customer, id), { reason: 'requested_by_customer' });

/**
 * Revokes a pending cancellation, as POST /subscriptions/{id}/resume does.
 * @throws 404 for another customer's subscription, 400 `invalid_state` if no cancellation is pending
 */
export function keepOwn(ctx: Context, customer: Customer, id: string): Subscription {
  const subscription = ownSubscription(ctx, customer, id);
  if (!may(subscriptionLifecycle, subscription, 'keep')) throw moveRefused(subscriptionLifecycle, subscription, 'keep');
  return keepSubscription(ctx, subscription);
}

/**
 * Charges the next periods of a subscription to another saved instrument.
 * @throws 404 for a subscription or an instrument of another customer, 400 `parameter_invalid` for an instrument that
 * cannot be charged, 400 `invalid_state` for a subscription that has ended
 */
export function chargeOwnTo(ctx: Context, customer: Customer, id: string, paymentMethodId: string): Subscription {
  const subscription = ownSubscription(ctx, customer, id);
  return chargeTo(ctx, subscription, ownMethod(ctx, customer, paymentMethodId), 'paymentMethodId');
}

/** The vault's aliases for a card that a customer adds, as in a payment on a page. */
export interface NewCard {
  readonly vaultPanAlias: string;
  readonly vaultCvcAlias?: string;
  readonly vaultExpMonth: string | number;
  readonly vaultExpYear: string | number;
}

/** The refusal of a type of card before any charge. */
export const pageUnsupported = refusal(400, 'unsupported_card', { type: 'card_error' });

/**
 * Saves a card from the vault. A card that is already saved is not saved again, so the call can be repeated.
 * @throws 400 `parameter_invalid`, also for an expired card, `token_expired`, or `unsupported_card` for a card that
 * the workspace's gateway can never charge
 */
export function addCard(ctx: Context, customer: Customer, given: NewCard): PaymentMethod {
  const { card, behaviour } = aliasedCard(ctx, given.vaultPanAlias, {
    expMonth: given.vaultExpMonth,
    expYear: given.vaultExpYear,
    cvcAlias: given.vaultCvcAlias,
  });
  if (hasExpired(card, ctx.at)) throw invalid('vaultExpYear', 'This card has expired.');
  if (!canChargeHere(ctx, card)) {
    const message = 'This is a credit card; the debit_payouts gateway accepts only debit and prepaid cards.';
    throw errorOf(pageUnsupported, message, { param: 'vaultPanAlias' });
  }
  for (const method of ctx.of(paymentMethods).newestFirst({ customer_id: [customer.id] })) {
    if (method.card !== null && isSameCard(method.card, card)) return method;
  }
  return saveCard(ctx, ontoRail(ctx, customer), card, behaviour);
}

/** Returns whether this workspace can charge saved cards of a funding type. */
export const canChargeHere = (ctx: Context, { funding }: Pick<Card, 'funding'>): boolean =>
  !refusesFunding(platformSettings.of(ctx).gateway, funding);

/**
 * Removes a saved instrument, as DELETE /customers/{id}/payment-methods/{billingId} does.
 * @throws 404 for another customer's instrument, 400 `invalid_state` for an instrument that pays for a subscription
 */
export const removeOwnMethod = (ctx: Context, customer: Customer, id: string): void =>
  removePaymentMethod(ctx, ownMethod(ctx, customer, id));

function ownSubscription(ctx: Context, customer: Customer, id: string): Subscription {
  const subscription = ctx.find(subscriptions, id);
  if (subscription?.customer_id !== customer.id) throw notFound('subscription', id);
  return subscription;
}

function ownMethod(ctx: Context, customer: Customer, id: string): PaymentMethod {
  const method = ctx.find(paymentMethods, id);
  if (method?.customer_id !== customer.id) throw notFound('payment method', id);
  return method;
}
