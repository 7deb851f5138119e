import { defineOperation } from '../../engine/operation.ts';
import { assumed, Flag, Id, Integer, Metadata, nullable, publicSchema, T, Text, Words } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { adjustInventory } from './actions.ts';
import { createProduct, updateProduct } from './changes.ts';
import { InventoryModel, Price, ProductModel, products, RecurringInput, Stock, VariantsInput } from './model.ts';

const Product = publicSchema(ProductModel);

const fields = {
  description: assumed(T.Optional(nullable(Text(5_000)))),
  sku: assumed(T.Optional(nullable(Text(100)))),
  image_url: assumed(T.Optional(nullable(Text(2_000)))),
  currency: assumed(T.Optional(Text(10))),
  active: assumed(T.Optional(Flag())),
  stock_quantity: T.Optional(Stock()),
  track_inventory: T.Optional(Flag()),
  recurring: assumed(T.Optional(nullable(RecurringInput))),
  variants: assumed(T.Optional(VariantsInput())),
  metadata: assumed(T.Optional(Metadata())),
};

export const listProducts = defineOperation({
  id: 'products.list',
  method: 'GET',
  path: '/products',
  summary: 'List products',
  access: 'read',
  query: T.Object({ ...listQuery }),
  success: 200,
  envelope: 'list',
  answer: Product,
  errors: [400],
  example: { query: { limit: 10 } },
  handle: (ctx, { query }) => ctx.page(products, query),
});

export const createProductOperation = defineOperation({
  id: 'products.create',
  method: 'POST',
  path: '/products',
  summary: 'Create a product',
  access: 'secret',
  body: T.Object({ name: assumed(Words(200)), price: assumed(Price()), ...fields }),
  success: 201,
  envelope: 'data',
  answer: Product,
  errors: [400],
  example: {
    body: {
      name: 'A bag of coffee',
      price: 1800,
      recurring: { interval: 'month', interval_count: 1 },
      track_inventory: true,
      stock_quantity: 40,
      variants: [{ name: 'Decaf', price: 1900 }],
    },
  },
  handle: (ctx, { body }) => createProduct(ctx, body),
});

export const getProduct = defineOperation({
  id: 'products.get',
  method: 'GET',
  path: '/products/{id}',
  summary: 'Read a product',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: Product,
  errors: [404],
  example: { params: { id: 'prod_1' } },
  handle: (ctx, { params }) => ctx.get(products, params.id!),
});

export const changeProduct = defineOperation({
  id: 'products.update',
  method: 'PATCH',
  path: '/products/{id}',
  summary: 'Change what is given of a product; a list of variants replaces the one there was',
  access: 'secret',
  body: T.Object({ name: assumed(T.Optional(Words(200))), price: assumed(T.Optional(Price())), ...fields }),
  success: 200,
  envelope: 'data',
  answer: Product,
  errors: [400, 404],
  example: { params: { id: 'prod_1' }, body: { price: 2900 } },
  handle: (ctx, { body, params }) => updateProduct(ctx, ctx.get(products, params.id!), body),
});

export const adjustInventoryOperation = defineOperation({
  id: 'inventory.adjust',
  method: 'POST',
  path: '/inventory/adjust',
  summary: 'Adjust the stock of a product or variant as one atomic change',
  access: 'secret',
  scope: 'inventory:write',
  body: T.Object({
    product_id: Id(),
    delta: T.Optional(Integer()),
    quantity: T.Optional(Stock()),
    variant_id: T.Optional(Id()),
  }),
  success: 200,
  envelope: 'data',
  answer: InventoryModel,
  errors: [400, 404, 409],
  example: { body: { product_id: 'prod_1', delta: -1 } },
  handle: (ctx, { body }) => adjustInventory(ctx, body),
});
