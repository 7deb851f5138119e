import { collection } from '../../engine/collection.ts';
import {
  assumed,
  baseFields,
  Flag,
  Id,
  Integer,
  Metadata,
  nullable,
  OneOf,
  SignedCents,
  T,
  Text,
  Words,
} from '../../engine/schema.ts';

export const intervals = ['day', 'week', 'month', 'year'] as const;
/** The largest stock that is kept of anything (assumed). */
export const largestStock = 999_999_999;
/** How many variants a product, and how many lines an order, may have (assumed). */
const longestList = 100;

/** Integer cents, 0 or more. */
export const Price = () => T.Integer({ minimum: 0, 'x-cents': true });
export const Stock = () => Integer({ minimum: 0, maximum: largestStock });

const VariantModel = T.Object({
  id: T.String(),
  name: T.String(),
  sku: nullable(T.String()),
  /** Cents; null: the product's price. */
  price: nullable(SignedCents()),
  stock_quantity: T.Integer(),
  track_inventory: T.Boolean(),
});
export type Variant = Readonly<T.Static<typeof VariantModel>>;

/** What is sold (specification, "Product"). */
export const ProductModel = T.Object({
  ...baseFields('product'),
  name: assumed(T.String()),
  description: assumed(nullable(T.String())),
  sku: assumed(nullable(T.String())),
  image_url: assumed(nullable(T.String())),
  /** Cents. */
  price: assumed(SignedCents()),
  currency: assumed(T.String()),
  active: assumed(T.Boolean()),
  stock_quantity: T.Integer(),
  track_inventory: T.Boolean(),
  recurring: assumed(nullable(T.Object({ interval: OneOf(intervals), interval_count: T.Integer() }))),
  variants: assumed(T.Array(VariantModel)),
  metadata: assumed(Metadata()),
});
export type Product = Readonly<T.Static<typeof ProductModel>>;

export const products = collection('product', { model: ProductModel, prefix: 'prod', indexes: [] });

/** How often a recurring product is paid for, as a body gives it. */
export const RecurringInput = T.Object({
  interval: OneOf(intervals),
  interval_count: T.Optional(Integer({ minimum: 1, maximum: 365 })),
});

/** A variant as a body gives it: with the id of one that is there, or without for a new one. */
const VariantInput = T.Object({
  id: T.Optional(Id()),
  name: T.Optional(Words(200)),
  sku: T.Optional(nullable(Text(100))),
  price: T.Optional(nullable(Price())),
  stock_quantity: T.Optional(Stock()),
  track_inventory: T.Optional(Flag()),
});
export type VariantFields = T.Static<typeof VariantInput>;
export const VariantsInput = () => T.Array(VariantInput, { maxItems: longestList });

/** What is ordered, as the bodies of charges and the like give it. */
const OrderedInput = T.Object({
  product_id: Id(),
  variant_id: assumed(T.Optional(nullable(Id()))),
  quantity: Integer({ minimum: 1, maximum: largestStock }),
});
export type Ordered = T.Static<typeof OrderedInput>;
export const OrderInput = () => T.Array(OrderedInput, { minItems: 1, maxItems: longestList });

/** A line of an order with its price, as transactions, invoices and fulfillments show it. */
export interface OrderLine {
  product_id: string;
  variant_id: string | null;
  name: string;
  quantity: number;
  /** Cents. */
  unit_amount: number;
  /** Cents: the unit's times the quantity. */
  amount: number;
}

/**
 * What an order took from the stock: exactly that is given back if it comes to nothing, whatever became of the product
 * meanwhile. Its id is that of the order's holder, a transaction as a rule.
 */
const StockTakingModel = T.Object({
  id: T.String(),
  lines: T.Array(T.Object({ product_id: T.String(), variant_id: nullable(T.String()), quantity: T.Integer() })),
});
export type StockTaking = Readonly<T.Static<typeof StockTakingModel>>;

export const stockTakings = collection('stock_taking', {
  model: StockTakingModel,
  prefix: 'take',
  removable: true,
  indexes: [],
});

/** What POST /inventory/adjust answers (specification, "Inventory result"). */
export const InventoryModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'inventory' }),
  product_id: T.String(),
  variant_id: nullable(T.String()),
  stock_quantity: T.Integer(),
  track_inventory: T.Boolean(),
});
export type Inventory = Readonly<T.Static<typeof InventoryModel>>;
