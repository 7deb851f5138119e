import type { Context } from '../../../core/kernel/context.ts';
import { Flag, T, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid, missing } from '../../../core/kernel/errors.ts';
import { checkAmount, checkCurrency, checkMetadata, exactlyOne } from '../../platform/checks.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { CurrencyInput } from '../common/fields.ts';
import { type PricedOrder, priceOrder } from '../product/actions.ts';
import { OrderInput } from '../product/model.ts';
import { type CustomField, type CustomFields, CustomFieldsInput, type PaymentLink, paymentLinks } from './model.ts';

/** The fields of a new link. */
export const LinkInput = T.Object({
  name: Words(200),
  products: T.Optional(OrderInput()),
  amount: T.Optional(Cents()),
  currency: CurrencyInput(),
  custom_fields: T.Optional(CustomFieldsInput()),
  collect_shipping_address: T.Optional(Flag()),
  metadata: T.Optional(Metadata()),
});

type LinkFields = T.Static<typeof LinkInput>;

/**
 * Creates a link for an amount or for products.
 * @throws 400 `parameter_missing`, `parameter_invalid` or `amount_too_large`
 */
export function createLink(ctx: Context, fields: LinkFields): PaymentLink {
  const { currency } = offerOf(ctx, fields);
  const { name, products = [], amount = null, collect_shipping_address = false } = fields;
  return ctx.open(paymentLinks, 'create', {
    ...ctx.base(paymentLinks, 'payment_link'),
    ...ctx.drawAddresses(paymentLinks, () => ({ slug: ctx.newSlug() })),
    name,
    products: products.map(({ product_id, variant_id = null, quantity }) => ({ product_id, variant_id, quantity })),
    amount,
    currency,
    custom_fields: readFields(fields.custom_fields ?? []),
    collect_shipping_address,
    metadata: checkMetadata(fields.metadata),
  });
}

/** Returns the products of a link at current prices. */
function offerOf(ctx: Context, fields: LinkFields): PricedOrder {
  exactlyOne(fields, ['products', 'amount']);
  const { products, amount = 0 } = fields;
  const currency = fields.currency === undefined ? undefined : checkCurrency(fields.currency);
  if (products === undefined) return { amount: checkAmount(amount), currency: currency ?? 'USD', lines: [] };
  const seen = new Set<string>();
  for (const [index, { product_id }] of products.entries()) {
    if (seen.has(product_id))
      throw invalid(`products.${index}.product_id`, `${product_id} is listed twice; list each product only once.`);
    seen.add(product_id);
  }
  return priceOrder(ctx, products, { currency, list: 'products' });
}

/**
 * Reads the questions of a page. Each question has a unique id, and a select has options.
 * @throws 400
 */
export function readFields(given: CustomFields): CustomField[] {
  const seen = new Set<string>();
  return given.map(({ id, label, type, required = false, options = null }, index) => {
    const at = `custom_fields.${index}` as const;
    if (seen.has(id)) throw invalid(`${at}.id`, `The field id ${id} is used twice; use a different id.`);
    seen.add(id);
    if (id in {}) throw invalid(`${at}.id`, `'${id}' is a property of every JavaScript object; use a different id.`);
    if (type === 'select' && options === null) throw missing(`${at}.options`, 'A select field requires options.');
    if (type !== 'select' && options !== null) {
      throw invalid(`${at}.options`, `options is allowed only for select fields; omit options for a ${type} field.`);
    }
    return { id, label, type, required, options };
  });
}
