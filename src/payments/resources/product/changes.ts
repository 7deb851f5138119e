import type { Context } from '../../../core/kernel/context.ts';
import { about, assumed, Flag, nullable, T, Text, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid, missing } from '../../../core/kernel/errors.ts';
import { checkAmount, checkCurrency, checkImage, checkMetadata } from '../../platform/checks.ts';
import { Metadata, Price } from '../../platform/fields.ts';
import { CurrencyInput, ImageInput } from '../common/fields.ts';
import {
  type Product,
  products,
  RecurringInput,
  Stock,
  type Variant,
  type VariantFields,
  VariantsInput,
} from './model.ts';

const fields = {
  description: about(assumed(T.Optional(nullable(Text(5_000)))), 'The product description.'),
  sku: about(assumed(T.Optional(nullable(Text(100)))), 'Your stock number (SKU).'),
  image_url: assumed(T.Optional(nullable(ImageInput('The product image')))),
  currency: assumed(CurrencyInput()),
  active: about(assumed(T.Optional(Flag())), 'Whether the product is for sale. Defaults to true.'),
  stock_quantity: about(T.Optional(Stock()), 'The number of units in stock.'),
  track_inventory: about(T.Optional(Flag()), 'Whether orders reduce the stock. Defaults to false.'),
  recurring: about(assumed(T.Optional(nullable(RecurringInput))), 'The billing interval; null for a one-time payment.'),
  variants: about(assumed(T.Optional(VariantsInput())), 'The product variants. A new list replaces the existing list.'),
  metadata: assumed(T.Optional(Metadata())),
};

export const ProductInput = T.Object({
  name: about(assumed(Words(200)), 'The product name.'),
  price: about(assumed(Price()), 'The unit price, in cents; 0 means free.'),
  ...fields,
});
export const ProductChange = T.Object({
  name: about(assumed(T.Optional(Words(200))), 'The product name.'),
  price: about(assumed(T.Optional(Price())), 'The unit price, in cents; 0 means free.'),
  ...fields,
});
type ProductFields = T.Static<typeof ProductChange>;

/**
 * Creates a product. Its stock is tracked only with `track_inventory`.
 * @throws 400 `parameter_missing`, `parameter_invalid` or `amount_too_large`
 */
export function createProduct(ctx: Context, fields: T.Static<typeof ProductInput>): Product {
  return ctx.put(products, {
    ...ctx.base(products, 'product'),
    name: fields.name,
    description: fields.description ?? null,
    sku: fields.sku ?? null,
    image_url: readUrl(fields.image_url ?? null),
    price: checkAmount(fields.price, 'price'),
    currency: checkCurrency(fields.currency),
    active: fields.active ?? true,
    stock_quantity: fields.stock_quantity ?? 0,
    track_inventory: fields.track_inventory ?? false,
    recurring: readRecurring(fields.recurring ?? null),
    variants: readVariants(ctx, [], fields.variants ?? []),
    metadata: checkMetadata(fields.metadata),
  });
}

/**
 * Changes the fields of a product that the request contains. Null clears a field, and a list of variants replaces the
 * existing list.
 * @throws 400 `parameter_missing`, `parameter_invalid` or `amount_too_large`
 */
export function updateProduct(ctx: Context, product: Product, fields: ProductFields): Product {
  const { name, description, sku, image_url, price, currency, active, stock_quantity, track_inventory } = fields;
  const { recurring, variants, metadata } = fields;
  return ctx.update(products, product, {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(sku === undefined ? {} : { sku }),
    ...(image_url === undefined ? {} : { image_url: readUrl(image_url) }),
    ...(price === undefined ? {} : { price: checkAmount(price, 'price') }),
    ...(currency === undefined ? {} : { currency: checkCurrency(currency) }),
    ...(active === undefined ? {} : { active }),
    ...(stock_quantity === undefined ? {} : { stock_quantity }),
    ...(track_inventory === undefined ? {} : { track_inventory }),
    ...(recurring === undefined ? {} : { recurring: readRecurring(recurring) }),
    ...(variants === undefined ? {} : { variants: readVariants(ctx, product.variants, variants) }),
    ...(metadata === undefined ? {} : { metadata: checkMetadata(metadata) }),
  });
}

const readUrl = (url: string | null): string | null => (url === null ? null : checkImage(url, 'image_url'));

const readRecurring = (given: ProductFields['recurring']): Product['recurring'] =>
  given == null ? null : { interval: given.interval, interval_count: given.interval_count ?? 1 };

/** Returns the new list of variants. A variant with an existing id keeps the fields that the request omits. */
function readVariants(ctx: Context, before: readonly Variant[], given: readonly VariantFields[]): Variant[] {
  const seen = new Set<string>();
  return given.map((fields, index) => {
    const at = `variants.${index}` as const;
    const known = fields.id === undefined ? undefined : before.find(({ id }) => id === fields.id);
    if (fields.id !== undefined && known === undefined) {
      throw invalid(`${at}.id`, `The product has no variant '${fields.id}'; omit id to create a new variant.`);
    }
    if (known !== undefined && seen.has(known.id))
      throw invalid(`${at}.id`, `The variant ${known.id} is listed twice; list each variant only once.`);
    const name = fields.name ?? known?.name;
    if (name === undefined) throw missing(`${at}.name`);
    const price = fields.price === undefined ? (known?.price ?? null) : fields.price;
    if (price !== null) checkAmount(price, `${at}.price`);
    const id = known?.id ?? ctx.newId('var');
    seen.add(id);
    return {
      id,
      name,
      sku: fields.sku === undefined ? (known?.sku ?? null) : fields.sku,
      price,
      stock_quantity: fields.stock_quantity ?? known?.stock_quantity ?? 0,
      track_inventory: fields.track_inventory ?? known?.track_inventory ?? false,
    };
  });
}
