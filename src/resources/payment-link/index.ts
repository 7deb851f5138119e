import { defineResource } from '../../engine/resource.ts';
import { paymentLinkLifecycle } from './lifecycle.ts';
import { PaymentLinkView, paymentLinks } from './model.ts';
import { getPaymentLink, listPaymentLinks } from './operations.ts';
import { paymentLinkReactions } from './reactions.ts';
import { paymentLinkTrigger } from './trigger.ts';

/** Pages that anybody may pay on; the API only reads them, and their payments' events tell. */
export const paymentLink = defineResource({
  name: 'payment_link',
  models: { PaymentLink: PaymentLinkView },
  collections: [paymentLinks],
  lifecycle: paymentLinkLifecycle,
  operations: [listPaymentLinks, getPaymentLink],
  reactions: paymentLinkReactions,
  trigger: paymentLinkTrigger,
});
