import { invalid } from '../../engine/errors.ts';
import type { Items } from './model.ts';

const mostItems = 100;

/**
 * What was chosen on the page of a link, as a query says it: `prod_1:2,prod_2:1`.
 * @throws 400 `parameter_invalid`
 */
export function readQueriedItems(text: string | undefined): Items | undefined {
  if (text === undefined) return undefined;
  const items = text === '' ? [] : text.split(',').map(readItem);
  if (items.length > mostItems) throw invalid('items', `items names more than ${mostItems} products.`);
  return items;
}

function readItem(text: string): Items[number] {
  const [, productId, quantity] = /^(\w{1,64}):([1-9]\d{0,8})$/.exec(text) ?? [];
  if (productId !== undefined && quantity !== undefined) return { productId, quantity: Number(quantity) };
  throw invalid('items', 'items must be written as prod_1:2,prod_2:1, a product and how many of it.');
}
