import {
  about,
  assumed,
  baseFields,
  Flag,
  fixed,
  Id,
  Integer,
  nullable,
  ObjectName,
  OneOf,
  T,
  Text,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Metadata, Price, SignedCents } from '../../platform/fields.ts';
import { Currency, IdInput, IdOf, IdOfAny } from '../common/fields.ts';

export const intervals = ['day', 'week', 'month', 'year'] as const;

/** The billing interval, in responses. */
export const Recurring = () =>
  about(
    assumed(
      nullable(
        T.Object({
          interval: about(OneOf(intervals), 'The unit of the billing period, such as month.'),
          interval_count: about(T.Integer({ minimum: 1 }), 'The number of units in a billing period.'),
        }),
      ),
    ),
    'The billing interval; null for a one-time payment.',
  );
/** The maximum stock of a product or variant (assumed). */
export const largestStock = 999_999_999;
/** The maximum number of variants of a product, and of lines in an order (assumed). */
const longestList = 100;

export const Stock = () => Integer({ minimum: 0, maximum: largestStock });

const VariantModel = T.Object({
  id: fixed(
    IdOf('variant'),
    'cannot be edited, because the emulator generates it; use PATCH /api/v1/products/{id} to add or remove variants',
  ),
  name: about(T.String(), 'The product or variant name.'),
  sku: about(nullable(T.String()), 'Your stock number (SKU); null if there is none.'),
  price: about(nullable(SignedCents()), 'The unit price, in cents; null if the product price applies.'),
  stock_quantity: about(T.Integer(), 'The number of units in stock.'),
  track_inventory: about(T.Boolean(), 'Whether orders reduce the stock of the variant.'),
});
export type Variant = Readonly<T.Static<typeof VariantModel>>;

/** A product (specification, "Product"). */
export const ProductModel = T.Object({
  ...baseFields('product'),
  name: about(assumed(T.String()), 'The product or variant name.'),
  description: about(assumed(nullable(T.String())), 'The product description; null if there is none.'),
  sku: about(assumed(nullable(T.String())), 'Your stock number (SKU); null if there is none.'),
  image_url: about(assumed(nullable(T.String())), 'The URL of the product image; null if there is none.'),
  price: about(assumed(SignedCents()), 'The unit price, in cents; 0 means free.'),
  currency: assumed(Currency()),
  active: about(assumed(T.Boolean()), 'Whether the product is for sale.'),
  stock_quantity: about(T.Integer(), 'The number of units in stock.'),
  track_inventory: about(T.Boolean(), 'Whether orders reduce the stock.'),
  recurring: Recurring(),
  variants: about(assumed(T.Array(VariantModel)), 'The product variants.'),
  metadata: assumed(Metadata()),
});
export type Product = Readonly<T.Static<typeof ProductModel>>;

export const products = collection('product', { model: ProductModel, prefix: 'prod', indexes: [] });

/** The billing interval of a recurring product, in a body. */
export const RecurringInput = T.Object({
  interval: about(OneOf(intervals), 'The unit of the billing period, such as month.'),
  interval_count: about(
    T.Optional(Integer({ minimum: 1, maximum: 365 })),
    'The number of units in a billing period. Defaults to 1.',
  ),
});

/** A variant in a body: an existing variant with its id, or a new variant without an id. */
const VariantInput = T.Object({
  id: about(T.Optional(Id()), 'The id of an existing variant; omit the id for a new variant.'),
  name: about(T.Optional(Words(200)), 'The variant name; required for a new variant.'),
  sku: about(T.Optional(nullable(Text(100))), 'Your stock number (SKU).'),
  price: about(T.Optional(nullable(Price())), 'The unit price, in cents; null to use the product price.'),
  stock_quantity: about(T.Optional(Stock()), 'The number of units in stock.'),
  track_inventory: about(T.Optional(Flag()), 'Whether orders reduce the stock of the variant.'),
});
export type VariantFields = T.Static<typeof VariantInput>;
export const VariantsInput = () => T.Array(VariantInput, { maxItems: longestList });

/** An item of an order, in the bodies of charges and similar requests. */
const OrderedInput = T.Object({
  product_id: IdInput('product'),
  variant_id: about(
    assumed(T.Optional(nullable(Id()))),
    'The id of a variant of the product; null or omitted for the product itself.',
  ),
  quantity: about(Integer({ minimum: 1, maximum: largestStock }), 'The quantity ordered.'),
});
export type OrderItem = T.Static<typeof OrderedInput>;
export const OrderInput = () => T.Array(OrderedInput, { minItems: 1, maxItems: longestList });

/** A line of an order with its price, in transactions, invoices and fulfillments. */
export interface OrderLine {
  product_id: string;
  variant_id: string | null;
  name: string;
  quantity: number;
  /** The price of one unit, in cents. */
  unit_amount: number;
  /** The unit amount times the quantity, in cents. */
  amount: number;
}

/** The fields that adjust the stock. A body has exactly one of them. */
export const adjustments = ['delta', 'quantity'] as const;

/** The response of POST /inventory/adjust (specification, "Inventory result"). */
export const InventoryModel = T.Object({
  object: ObjectName('inventory'),
  product_id: IdOf('product'),
  variant_id: IdOfAny('variant', 'null for the stock of the product itself'),
  stock_quantity: about(T.Integer(), 'The new stock quantity.'),
  track_inventory: about(T.Boolean(), 'Whether orders reduce this stock.'),
});
export type Inventory = Readonly<T.Static<typeof InventoryModel>>;
