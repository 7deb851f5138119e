import { findingsBy } from '../../findings.ts';
import { evidenceOf } from '../../record.ts';
import { inapplicable, pass, type Rule, violation } from '../../rule.ts';

export const stockOverwritten: Rule = {
  id: 'request/stock-overwritten',
  level: 'warning',
  ways: ['lint'],
  wrong: 'Stock is read and then set, where it could be adjusted by a difference.',
  why: 'Between the read and the write another order takes from the same stock, and its taking is overwritten: more is sold than there is.',
  mend: 'Send the difference with POST /inventory/adjust {product_id, delta}; a 409 says that there is not enough.',
  says: 'A stock adjustment is one atomic change; PATCH reads, changes and writes, and can oversell (specification, "Products and inventory").',
  lint: (record) => {
    const patched = record
      .of('products.update')
      .filter(({ body, isAccepted }) => isAccepted && body?.stock_quantity !== undefined);
    const adjusted = record.of('inventory.adjust');
    if (patched.length + adjusted.length === 0) {
      return inapplicable('No stock was changed', 'let the application change the stock of a product');
    }
    const found = patched.flatMap((write) => {
      const id = write.path.split('/').at(-1)!;
      const read = record.readsOf(id).findLast(({ answered }) => answered <= write.received);
      return read === undefined ? [] : [{ write, read, id }];
    });
    if (found.length === 0) return pass;
    return violation(
      findingsBy(
        found,
        () => 'products.update',
        (all) => {
          const { id, write, read } = all[0]!;
          return {
            message: `The stock of ${id} was read and then set to ${write.body?.stock_quantity} with PATCH${all.length > 1 ? `, and so ${all.length} times in all` : ''}.`,
            evidence: evidenceOf({ requests: [read, write] }),
          };
        },
      ),
    );
  },
};
