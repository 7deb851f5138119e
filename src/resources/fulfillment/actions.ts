import { checkUrl } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { markFulfilled } from '../transaction/actions.ts';
import type { Transaction } from '../transaction/model.ts';
import { type Fulfillment, fulfillments } from './model.ts';

export interface FulfillmentFields {
  tracking_number?: string | null;
  carrier?: string | null;
  tracking_url?: string | null;
}

/**
 * Fulfills an order as a whole: every line item, once (specification, "Fulfillment").
 * @throws 400 `already_fulfilled`, `invalid_state` or `parameter_invalid`
 */
export function fulfill(ctx: Context, transaction: Transaction, fields: FulfillmentFields): Fulfillment {
  const { tracking_number = null, carrier = null, tracking_url = null } = fields;
  if (tracking_url !== null) checkUrl(tracking_url, 'tracking_url');
  const { id, line_items } = markFulfilled(ctx, transaction);
  return ctx.put(fulfillments, {
    ...ctx.base(fulfillments, 'fulfillment'),
    transaction_id: id,
    tracking_number,
    carrier,
    tracking_url,
    line_items,
  });
}
