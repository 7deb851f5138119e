import { exactly, ruled } from '../../../core/kernel/declare/field-rules.ts';
import { list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, Integer, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import { amountTooLarge } from '../../platform/checks.ts';
import { IdInput } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { adjustInventory, stockBelowZero } from './actions.ts';
import { createProduct, ProductChange, ProductInput, updateProduct } from './changes.ts';
import { adjustments, InventoryModel, ProductModel, products, Stock } from './model.ts';

export const listProducts = operation('GET /products', {
  id: 'products.list',
  summary: 'List products',
  access: 'read',
  query: T.Object({ ...listQuery }),
  answers: [200, list(ProductModel)],
  example: { query: { limit: 10 }, further: { starting_after: 'prod_pen' } },
  handle: (ctx, { query }) => ctx.page(products, query),
});

export const createProductOperation = operation('POST /products', {
  id: 'products.create',
  summary: 'Create a product',
  access: 'secret',
  body: ProductInput,
  answers: [201, ProductModel],
  refuses: [amountTooLarge],
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

export const getProduct = readOne('GET /products/{id}', products, { exampleId: 'prod_notebook' });

export const changeProduct = operation('PATCH /products/{id}', {
  id: 'products.update',
  summary: 'Update a product; a list of variants replaces the existing list',
  access: 'secret',
  body: ProductChange,
  answers: [200, ProductModel],
  refuses: [amountTooLarge, resourceMissing],
  example: { params: { id: 'prod_notebook' }, body: { price: 1600 } },
  handle: (ctx, { body, params }) => updateProduct(ctx, ctx.get(products, params.id), body),
});

export const adjustInventoryOperation = operation('POST /inventory/adjust', {
  id: 'inventory.adjust',
  summary: 'Adjust the stock of a product or variant as one atomic change',
  access: 'secret',
  effects: ['counts_twice'],
  scope: 'inventory:write',
  body: ruled(
    T.Object({
      product_id: IdInput('product'),
      delta: about(T.Optional(Integer()), 'A relative change; rejected with 409 if the result would be below zero.'),
      quantity: about(T.Optional(Stock()), 'The absolute value to set, meant for imports.'),
      variant_id: T.Optional(nullable(IdInput('variant whose stock changes; null or omitted for the product itself'))),
    }),
    exactly(...adjustments),
  ),
  answers: [200, InventoryModel],
  refuses: [resourceMissing, stockBelowZero],
  example: { body: { product_id: 'prod_pen', delta: -1 } },
  handle: (ctx, { body }) => adjustInventory(ctx, body),
});
