import { refusals } from '../../engine/errors.ts';
import { controlOperation } from '../../engine/operation.ts';
import { about, T } from '../../engine/schema.ts';
import { customers } from '../customer/model.ts';
import { portalOf, portalPath } from './actions.ts';

export const openPortal = controlOperation('POST /customers/{id}/portal', {
  id: 'customers.portal',
  summary: "Give the address of a customer's portal; it is made the first time",
  pageOf: customers.name,
  answers: [201, T.Object({ url: about(T.String(), 'The address of the page; every call answers the same.') })],
  refuses: [refusals.resourceMissing],
  example: { params: { id: 'cus_1' } },
  handle: (ctx, { params }) => ({
    url: `${ctx.origin}${portalPath(portalOf(ctx, ctx.get(customers, params.id)))}`,
  }),
});
