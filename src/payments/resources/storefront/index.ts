import { controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { checkUrl } from '../../platform/checks.ts';
import { accountOf } from '../account/actions.ts';
import { UrlInput } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { StorefrontModel, storefrontStatuses, storefronts } from './model.ts';

const listStorefronts = operation('GET /storefronts', {
  id: 'storefronts.list',
  summary: 'List storefronts with their status and live URL',
  access: 'read',
  scope: 'storefronts:read',
  query: T.Object({ ...listQuery }),
  answers: [200, list(StorefrontModel)],
  example: { query: { limit: 10 }, further: { starting_after: 'store_main' } },
  handle: (ctx, { query }) => ctx.page(storefronts, query),
});

const createStorefront = controlOperation('POST /storefronts', {
  id: 'storefronts.create',
  summary: 'Create a storefront, published or as a draft',
  body: T.Object({
    status: T.Optional(OneOf(storefrontStatuses)),
    url: T.Optional(UrlInput('The live storefront URL.')),
  }),
  answers: [201, StorefrontModel],
  example: { body: { status: 'published', url: 'https://shop.example' } },
  handle: (ctx, { body: { status = 'published', url } }) => {
    if (url !== undefined) checkUrl(url, 'url');
    if (url !== undefined && status === 'draft') throw invalid('url', 'A draft has no live URL; omit url.');
    const live = url ?? `https://${accountOf(ctx).subdomain}.payments-service.example`;
    return ctx.add(storefronts, {
      ...ctx.base(storefronts, 'storefront'),
      status,
      url: status === 'draft' ? null : live,
    });
  },
});

/** The public sites of the merchant. The merchant API can only read them. */
export const storefront = slice('storefront', {
  models: { Storefront: StorefrontModel },
  collections: [storefronts],
  operations: [listStorefronts, createStorefront],
  fixtures: [{ section: 'storefronts', as: createStorefront }],
});
