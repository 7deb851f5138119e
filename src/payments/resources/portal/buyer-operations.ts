import type { Kernel } from '../../../core/kernel/context.ts';
import { bare, buyerOperation } from '../../../core/kernel/declare/operation.ts';
import { about, Flag, nullable, T, Text, Words } from '../../../core/kernel/declare/schema.ts';
import { invalidState, resourceMissing } from '../../../core/kernel/errors.ts';
import { ShippingAddressInput } from '../common/address.ts';
import { EmailInput, IdInput, IdOf, pageSlug } from '../common/fields.ts';
import { tokenExpired } from '../token/actions.ts';
import { ExpMonthPart, ExpYearPart, vault } from '../token/vault.ts';
import {
  addCard,
  cancelOwn,
  changeOwnDetails,
  chargeOwnTo,
  customerOf,
  keepOwn,
  ownerOfPortal,
  pageUnsupported,
  removeOwnMethod,
} from './actions.ts';
import { CustomerView, MethodView, PortalView, SubscriptionView } from './buyer-fields.ts';
import { viewCustomer, viewMethod, viewPortal, viewSubscription } from './view.ts';

/** Returns the owner of the portal in the path. */
const owner = (kernel: Kernel, { params }: { params: { readonly slug: string } }) => ownerOfPortal(kernel, params.slug);

/** The maximum number of changes per minute from one client address, the same limit as for payments. */
const rate = 30;

export const loadPortal = buyerOperation('GET /api/portal/{slug}', {
  id: 'portal.load',
  summary: 'Read the payments, subscriptions, saved payment methods and invoices in a customer portal',
  params: pageSlug,
  assumed: true,
  query: T.Object({
    paymentsAfter: about(T.Optional(Text(100)), 'The id of the last payment on the previous page.'),
  }),
  answers: [200, bare(PortalView)],
  refuses: [resourceMissing],
  example: { params: { slug: 'ada' }, further: { paymentsAfter: 'txn_1002' } },
  owner,
  handle: (ctx, { params: { slug }, query: { paymentsAfter } }) =>
    viewPortal(ctx, slug, customerOf(ctx, slug), paymentsAfter),
});

export const changeDetailsInPortal = buyerOperation('POST /api/portal/{slug}/details', {
  id: 'portal.change_details',
  summary: 'Change the name, email address, phone number or shipping address of a customer',
  params: pageSlug,
  rate,
  assumed: true,
  body: T.Object({
    email: T.Optional(EmailInput('The email address, which must not be used by another customer.')),
    firstName: about(T.Optional(nullable(Text(100))), 'The first name; null removes it.'),
    lastName: about(T.Optional(nullable(Text(100))), 'The last name; null removes it.'),
    phone: about(T.Optional(nullable(Text(40))), 'The phone number; null removes it.'),
    shippingAddress: about(
      T.Optional(nullable(ShippingAddressInput)),
      'The complete shipping address, with street, city, postal code and country; null removes it.',
    ),
  }),
  answers: [200, bare(CustomerView)],
  refuses: [resourceMissing],
  example: { params: { slug: 'ada' }, body: { email: 'ada@example.com', lastName: 'King' } },
  owner,
  handle: (ctx, { params, body }) => viewCustomer(changeOwnDetails(ctx, customerOf(ctx, params.slug), body)),
});

export const cancelInPortal = buyerOperation('POST /api/portal/{slug}/subscriptions/{id}/cancel', {
  id: 'portal.cancel',
  summary: 'Cancel a subscription at the end of the paid period, or immediately if there is no paid period',
  params: pageSlug,
  rate,
  assumed: true,
  answers: [200, bare(SubscriptionView)],
  refuses: [resourceMissing],
  example: { params: { slug: 'ada', id: 'sub_1001' } },
  owner,
  handle: (ctx, { params }) => viewSubscription(ctx, cancelOwn(ctx, customerOf(ctx, params.slug), params.id)),
});

export const keepInPortal = buyerOperation('POST /api/portal/{slug}/subscriptions/{id}/keep', {
  id: 'portal.keep',
  summary: 'Revoke the pending cancellation of a subscription',
  params: pageSlug,
  rate,
  assumed: true,
  answers: [200, bare(SubscriptionView)],
  refuses: [resourceMissing, invalidState],
  example: { params: { slug: 'ada', id: 'sub_1001' } },
  owner,
  handle: (ctx, { params }) => viewSubscription(ctx, keepOwn(ctx, customerOf(ctx, params.slug), params.id)),
});

export const changeMethodInPortal = buyerOperation('POST /api/portal/{slug}/subscriptions/{id}/payment-method', {
  id: 'portal.change_method',
  summary: 'Change the saved payment method for the next periods of a subscription',
  params: pageSlug,
  rate,
  assumed: true,
  body: T.Object({ paymentMethodId: IdInput('saved payment method to charge in the next periods') }),
  answers: [200, bare(SubscriptionView)],
  refuses: [resourceMissing, invalidState],
  example: { params: { slug: 'ada', id: 'sub_1001' }, body: { paymentMethodId: 'pm_visa' } },
  owner,
  handle: (ctx, { params, body }) =>
    viewSubscription(ctx, chargeOwnTo(ctx, customerOf(ctx, params.slug), params.id, body.paymentMethodId)),
});

export const addCardInPortal = buyerOperation('POST /api/portal/{slug}/payment-methods', {
  id: 'portal.add_card',
  summary: 'Save a card by its vault aliases, unless the card is already saved',
  params: pageSlug,
  rate,
  assumed: true,
  body: T.Object({
    vaultPanAlias: about(Words(100), 'The vault alias for the card number.'),
    vaultCvcAlias: about(T.Optional(Words(100)), 'The vault alias for the security code.'),
    vaultExpMonth: ExpMonthPart(),
    vaultExpYear: ExpYearPart(),
  }),
  answers: [200, bare(MethodView)],
  capability: vault,
  refuses: [tokenExpired, pageUnsupported, resourceMissing],
  example: {
    params: { slug: 'ada' },
    body: { vaultPanAlias: 'tok_sandbox_visa', vaultExpMonth: '12', vaultExpYear: '2030' },
  },
  owner,
  handle: (ctx, { params, body }) => viewMethod(ctx, addCard(ctx, customerOf(ctx, params.slug), body), []),
});

export const removeMethodInPortal = buyerOperation('POST /api/portal/{slug}/payment-methods/{id}/remove', {
  id: 'portal.remove_method',
  summary: 'Remove a saved payment method that does not pay for a subscription',
  params: pageSlug,
  rate,
  assumed: true,
  answers: [
    200,
    bare(
      T.Object({
        id: IdOf('removed payment method'),
        removed: about(Flag(), 'Always true. The request fails if the payment method cannot be removed.'),
      }),
    ),
  ],
  refuses: [resourceMissing, invalidState],
  example: { params: { slug: 'ada', id: 'pm_old' } },
  owner,
  handle: (ctx, { params: { slug, id } }) => {
    removeOwnMethod(ctx, customerOf(ctx, slug), id);
    return { id, removed: true };
  },
});
