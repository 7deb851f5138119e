import { OneOf, T, Words } from '../engine/schema.ts';
import { addStorefront } from '../resources/storefront/actions.ts';
import { StorefrontModel, storefrontStatuses } from '../resources/storefront/model.ts';
import { defineControl } from './operation.ts';

export const storefrontOperations = [
  defineControl({
    id: 'storefronts.create',
    method: 'POST',
    path: '/storefronts',
    summary: 'Put up a storefront, published or as a draft',
    body: T.Object({ status: T.Optional(OneOf(storefrontStatuses)), url: T.Optional(Words(2_000)) }),
    success: 201,
    envelope: 'data',
    answer: StorefrontModel,
    example: { body: { status: 'published', url: 'https://shop.example' } },
    handle: ({ engine }, { body: { status = 'published', url }, workspace, mode, cause }) =>
      engine.run(workspace, mode, cause, (ctx) => addStorefront(ctx, { status, url })),
  }),
];
