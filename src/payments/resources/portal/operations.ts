import { controlOperation } from '../../../core/kernel/declare/operation.ts';
import { about, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import { UrlInput } from '../common/fields.ts';
import { customers } from '../customer/model.ts';
import { leadBack, portalOf, portalPath } from './actions.ts';

export const openPortal = controlOperation('POST /customers/{id}/portal', {
  id: 'customers.portal',
  summary: "Give the address of a customer's portal; it is made the first time",
  pageOf: customers.name,
  body: T.Object({
    return_url: T.Optional(
      nullable(UrlInput("Where the page's way back to the shop leads from now on; null takes it away")),
    ),
  }),
  answers: [201, T.Object({ url: about(T.String(), 'The address of the page; every call answers the same.') })],
  refuses: [resourceMissing],
  example: { params: { id: 'cus_ada' }, body: { return_url: 'https://shop.example/account' } },
  handle: (ctx, { params, body: { return_url } }) => {
    const portal = portalOf(ctx, ctx.get(customers, params.id));
    if (return_url !== undefined) leadBack(ctx, portal, return_url);
    return { url: `${ctx.origin}${portalPath(portal)}` };
  },
});
