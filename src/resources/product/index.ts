import { defineResource } from '../../engine/resource.ts';
import { InventoryModel, ProductModel, products, stockTakings } from './model.ts';
import {
  adjustInventoryOperation,
  changeProduct,
  createProductOperation,
  getProduct,
  listProducts,
} from './operations.ts';

/** What is sold, its variants and its stock. */
export const product = defineResource({
  name: 'product',
  models: { Product: ProductModel, Inventory: InventoryModel },
  collections: [products, stockTakings],
  operations: [listProducts, createProductOperation, getProduct, changeProduct, adjustInventoryOperation],
});
