import { checkUrl } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid } from '../../engine/errors.ts';
import { accountOf } from '../account/actions.ts';
import { type Storefront, type StorefrontStatus, storefronts } from './model.ts';

/**
 * Puts up a storefront, which happens outside the merchant API. A published one without an address gets the account's.
 * @throws 400 `parameter_invalid` for what is no address, or for a draft with one
 */
export function addStorefront(ctx: Context, { status, url }: { status: StorefrontStatus; url?: string }): Storefront {
  if (url !== undefined) checkUrl(url, 'url');
  if (url !== undefined && status === 'draft') throw invalid('url', 'A draft is nowhere live: leave url out.');
  const live = url ?? `https://${accountOf(ctx).subdomain}.payments-service.example`;
  return ctx.add(storefronts, {
    ...ctx.base(storefronts, 'storefront'),
    status,
    url: status === 'draft' ? null : live,
  });
}
