import { OneOf, T } from '../engine/schema.ts';
import { showLink, switchLink } from '../resources/payment-link/actions.ts';
import { PaymentLinkView, paymentLinkStatuses, paymentLinks } from '../resources/payment-link/model.ts';
import { createLink, LinkInput } from '../resources/payment-link/new-link.ts';
import { defineControl } from './operation.ts';

export const paymentLinkOperations = [
  defineControl({
    id: 'payment_links.create',
    method: 'POST',
    path: '/payment-links',
    summary: 'Make a payment link, as a merchant does in the dashboard of the service',
    body: LinkInput,
    success: 201,
    envelope: 'data',
    answer: PaymentLinkView,
    example: { body: { name: 'A bag of coffee', amount: 1800 } },
    handle: ({ engine }, { body, workspace, mode, cause }) =>
      showLink(
        { engine },
        engine.run(workspace, mode, cause, (ctx) => createLink(ctx, body)),
      ),
  }),
  defineControl({
    id: 'payment_links.update',
    method: 'PATCH',
    path: '/payment-links/{id}',
    summary: 'Let a payment link take payments, or no more',
    body: T.Object({ status: OneOf(paymentLinkStatuses) }),
    success: 200,
    envelope: 'data',
    answer: PaymentLinkView,
    example: { body: { status: 'inactive' } },
    handle: ({ engine }, { body, params, workspace, mode, cause }) => {
      const link = engine.run(workspace, mode, cause, (ctx) =>
        switchLink(ctx, ctx.get(paymentLinks, params.id ?? ''), body.status),
      );
      return showLink({ engine }, link);
    },
  }),
];
