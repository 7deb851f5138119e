import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { joined } from '../common/cells.ts';
import { discountSettings, spentDiscount } from './discount.ts';
import { InventoryModel, ProductModel, products } from './model.ts';
import {
  adjustInventoryOperation,
  changeProduct,
  createProductOperation,
  getProduct,
  listProducts,
} from './operations.ts';
import { spentStock } from './stock.ts';

/** Products, their variants and their stock. */
export const product = slice('product', {
  models: { Product: ProductModel, Inventory: InventoryModel },
  settings: [discountSettings],
  collections: [products],
  operations: [listProducts, createProductOperation, getProduct, changeProduct, adjustInventoryOperation],
  spends: [spentDiscount, spentStock],
  fixtures: [{ section: 'products', as: createProductOperation }],
  list: objectList(products, {
    title: 'Products',
    part: 2,
    amount: ({ price }) => price,
    who: () => '',
    what: ({ name, active, recurring, sku, stock_quantity, track_inventory }) =>
      joined(
        name,
        active ? null : 'not active',
        recurring && 'recurring',
        sku,
        track_inventory ? `${stock_quantity} in stock` : null,
      ),
  }),
});
