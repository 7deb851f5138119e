import { controlOperation } from '../../../core/kernel/declare/operation.ts';
import { about, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import { callersOrigin } from '../../platform/surroundings.ts';
import { UrlInput } from '../common/fields.ts';
import { customers } from '../customer/model.ts';
import { leadBack, portalOf, portalPath } from './actions.ts';

export const openPortal = controlOperation('POST /customers/{id}/portal', {
  id: 'customers.portal',
  summary: "Return the URL of a customer's portal; the first call creates the portal",
  pageOf: customers.name,
  body: T.Object({
    return_url: T.Optional(nullable(UrlInput('The new URL for the link to the shop; null removes the link.'))),
  }),
  answers: [201, T.Object({ url: about(T.String(), 'The portal URL, which is the same for every call.') })],
  refuses: [resourceMissing],
  example: { params: { id: 'cus_ada' }, body: { return_url: 'https://shop.example/account' } },
  handle: (ctx, { params, body: { return_url } }) => {
    const portal = portalOf(ctx, ctx.get(customers, params.id));
    if (return_url !== undefined) leadBack(ctx, portal, return_url);
    return { url: `${callersOrigin(ctx)}${portalPath(portal)}` };
  },
});
