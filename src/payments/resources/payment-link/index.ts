import { objectList, on, taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { OneOf } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { Cents } from '../../platform/fields.ts';
import { checkoutView, joined } from '../common/cells.ts';
import { buyer, demoInstrument } from '../transaction/demo-buyer.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { followPayment, payLink, switchLink } from './actions.ts';
import { type PaymentLink, PaymentLinkView, paymentLinkLifecycle, paymentLinks } from './model.ts';
import { readFields } from './new-link.ts';
import { createPaymentLink, getPaymentLink, listPaymentLinks, updatePaymentLink } from './operations.ts';

const shipping = {
  shipping_address_1: '1 Main St',
  shipping_city: 'Springfield',
  shipping_state: 'IL',
  shipping_postal_code: '62701',
  shipping_country: 'US',
};

const paymentLinkTrigger = triggers(paymentLinks, {
  create: {
    operation: createPaymentLink,
    takes: { amount: Cents() },
    body: (_ctx, { given: { amount = 4200 }, set }) => ({
      name: 'A demo purchase',
      ...(set.products === undefined ? { amount } : {}),
    }),
  },
  moves: {
    pay: taking({ kind: OneOf(['card', 'ach']) }, (ctx, link, { kind = 'card' }) => {
      const payment = {
        instrument: demoInstrument(ctx, kind),
        payer: buyer,
        shipping: link.collect_shipping_address ? shipping : null,
      };
      const result = payLink(ctx, link, payment);
      if (result.outcome !== 'charged') throw result.refused.error;
    }),
    deactivate: (ctx, link) => switchLink(ctx, link, 'inactive'),
    activate: (ctx, link) => switchLink(ctx, link, 'active'),
  },
});

/** Pages on which anyone can pay. The API can only read links; the events of their payments report them. */
export const paymentLink = slice('payment_link', {
  models: { PaymentLink: PaymentLinkView },
  collections: [paymentLinks],
  lifecycle: paymentLinkLifecycle,
  afterEdit: (_ctx, { custom_fields }: PaymentLink) => ({ custom_fields: readFields([...custom_fields]) }),
  operations: [listPaymentLinks, getPaymentLink, createPaymentLink, updatePaymentLink],
  reactions: [on(transactionLifecycle, ['accept', 'approve'], followPayment)],
  trigger: paymentLinkTrigger,
  fixtures: [{ section: 'payment_links', as: createPaymentLink }],
  list: objectList(paymentLinks, {
    title: 'Payment links',
    view: checkoutView,
    part: 2,
    who: () => '',
    what: ({ name, slug }) => joined(name, `/pay/${slug}`),
  }),
});
