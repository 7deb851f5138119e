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

/** The billing interval, in answers. */
export const Recurring = () =>
  about(
    assumed(
      nullable(
        T.Object({
          interval: about(OneOf(intervals), 'The unit of a period.'),
          interval_count: about(T.Integer({ minimum: 1 }), 'How many units a period has.'),
        }),
      ),
    ),
    'How often it is paid for; null where once.',
  );
/** The largest stock of a product or variant (assumed). */
export const largestStock = 999_999_999;
/** The most variants of a product, and the most lines of an order (assumed). */
const longestList = 100;

export const Stock = () => Integer({ minimum: 0, maximum: largestStock });

const VariantModel = T.Object({
  id: fixed(IdOf('variant'), 'is drawn by the emulator: PATCH /api/v1/products/{id} adds variants and removes them'),
  name: about(T.String(), 'What it is called.'),
  sku: about(nullable(T.String()), 'Your stock number; null where there is none.'),
  price: about(nullable(SignedCents()), "Cents of one; null where it has the product's price."),
  stock_quantity: about(T.Integer(), 'How many there are.'),
  track_inventory: about(T.Boolean(), 'Whether orders take from its stock.'),
});
export type Variant = Readonly<T.Static<typeof VariantModel>>;

/** A product (specification, "Product"). */
export const ProductModel = T.Object({
  ...baseFields('product'),
  name: about(assumed(T.String()), 'What it is called.'),
  description: about(assumed(nullable(T.String())), 'What is said of it; null where nothing.'),
  sku: about(assumed(nullable(T.String())), 'Your stock number; null where there is none.'),
  image_url: about(assumed(nullable(T.String())), 'The address of a picture; null where there is none.'),
  price: about(assumed(SignedCents()), 'Cents of one; 0 is free.'),
  currency: assumed(Currency()),
  active: about(assumed(T.Boolean()), 'Whether it can be bought.'),
  stock_quantity: about(T.Integer(), 'How many there are.'),
  track_inventory: about(T.Boolean(), 'Whether orders take from the stock.'),
  recurring: Recurring(),
  variants: about(assumed(T.Array(VariantModel)), 'The forms that it comes in.'),
  metadata: assumed(Metadata()),
});
export type Product = Readonly<T.Static<typeof ProductModel>>;

export const products = collection('product', { model: ProductModel, prefix: 'prod', indexes: [] });

/** The billing interval of a recurring product, in a body. */
export const RecurringInput = T.Object({
  interval: about(OneOf(intervals), 'The unit of a period.'),
  interval_count: about(
    T.Optional(Integer({ minimum: 1, maximum: 365 })),
    'How many units a period has; 1 where none is given.',
  ),
});

/** A variant in a body: an existing variant with its id, or a new variant without an id. */
const VariantInput = T.Object({
  id: about(T.Optional(Id()), 'The id of a variant that is there; left out for a new one.'),
  name: about(T.Optional(Words(200)), 'What it is called; a new one needs it.'),
  sku: about(T.Optional(nullable(Text(100))), 'Your stock number.'),
  price: about(T.Optional(nullable(Price())), "Cents of one; null for the product's price."),
  stock_quantity: about(T.Optional(Stock()), 'How many there are.'),
  track_inventory: about(T.Optional(Flag()), 'Whether orders take from its stock.'),
});
export type VariantFields = T.Static<typeof VariantInput>;
export const VariantsInput = () => T.Array(VariantInput, { maxItems: longestList });

/** An item of an order, in the bodies of charges and similar requests. */
const OrderedInput = T.Object({
  product_id: IdInput('product'),
  variant_id: about(
    assumed(T.Optional(nullable(Id()))),
    'The id of a variant of it; null or left out for the product itself.',
  ),
  quantity: about(Integer({ minimum: 1, maximum: largestStock }), 'How many of it are ordered.'),
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

/** The fields that adjust a stock; a body has exactly one of them. */
export const adjustments = ['delta', 'quantity'] as const;

/** The answer of POST /inventory/adjust (specification, "Inventory result"). */
export const InventoryModel = T.Object({
  object: ObjectName('inventory'),
  product_id: IdOf('product'),
  variant_id: IdOfAny('variant', "null where the stock is the product's own"),
  stock_quantity: about(T.Integer(), 'How many there are now.'),
  track_inventory: about(T.Boolean(), 'Whether orders take from this stock.'),
});
export type Inventory = Readonly<T.Static<typeof InventoryModel>>;
