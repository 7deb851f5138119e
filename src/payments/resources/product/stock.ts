import { spend } from '../common/spending.ts';
import { addStock, insufficientStock, requireStock, stockedAs } from './actions.ts';

const stockRequest = { refuses: [insufficientStock] };

/**
 * The stock of tracked products and variants. Exactly the quantity that a charge took is given back, even if the
 * stock has changed in the meantime.
 */
export const spentStock = spend('stock', {
  asks: { merchant: stockRequest, client: stockRequest },
  backAfter: ['declined', 'not_charged', 'failed', 'voided'],
  check: (ctx, { line_items }) => {
    requireStock(ctx, line_items);
    const what = line_items
      .filter(({ product_id, variant_id }) => stockedAs(ctx, product_id, variant_id)?.track_inventory)
      .map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }));
    return what.length === 0 ? null : { what };
  },
  take: (ctx, taken) => {
    for (const { product_id, variant_id, quantity } of taken) addStock(ctx, product_id, variant_id, -quantity);
  },
  giveBack: (ctx, taken) => {
    for (const { product_id, variant_id, quantity } of taken) addStock(ctx, product_id, variant_id, quantity);
  },
});
