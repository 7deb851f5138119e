import { refusals } from '../../kernel/errors.ts';
import { spend } from '../common/spending.ts';
import { addStock, requireStock, stockedAs } from './actions.ts';

/** What an order took from the stock: exactly that is given back, whatever became of the product meanwhile. */
type Taken = readonly { readonly product_id: string; readonly variant_id: string | null; readonly quantity: number }[];

const stockRequest = { refuses: [refusals.insufficientStock] };

/** The stock of tracked products and variants. */
export const spentStock = spend<Taken>('stock', {
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
