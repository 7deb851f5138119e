import { findingsBy } from '../../findings.ts';
import { evidenceOf, type ObservedRequest } from '../../observed/observed-run.ts';
import { isSurelyOfScenario, readsByApplication } from '../../observed/scenario-requests.ts';
import { inapplicable, type Rule, verdictOf } from '../../rule.ts';

export const stockOverwritten: Rule = {
  id: 'request/stock-overwritten',
  level: 'warning',
  ways: ['lint'],
  wrong: 'The application reads the stock and then sets it, instead of adjusting it by a difference.',
  why: 'Between the read and the write, another order takes from the same stock, and the write overwrites that change: you sell more than you have.',
  fix: ({ lastCall }) =>
    `Instead of ${lastCall}, send the difference with POST /inventory/adjust {product_id, delta}; a 409 means that there is not enough stock.`,
  source:
    'A stock adjustment is one atomic change; PATCH reads, changes and writes, and can oversell (specification, "Products and inventory").',
  lint: (record) => {
    const changed = record
      .of('products.update', 'inventory.adjust')
      .filter((asked) => asked.isAccepted && !isSurelyOfScenario(record, asked));
    const set = changed.filter((asked) => stockIn(asked) !== undefined);
    if (set.length + record.of('inventory.adjust').length === 0) {
      return inapplicable('No stock was changed', 'have the application change the stock of a product');
    }
    const found = set.flatMap((write) => {
      const id = isAdjusting(write) ? String(write.body?.product_id) : write.path.split('/').at(-1)!;
      const read = readsByApplication(record, id).findLast(({ answered }) => answered <= write.received);
      return read === undefined ? [] : [{ write, read, id }];
    });
    return verdictOf(
      findingsBy(
        found,
        ({ write }) => write.place,
        (all) => {
          const { id, write, read } = all[0]!;
          return {
            message: `The stock of ${id} was read and then set to ${stockIn(write)} with ${write.view.method} ${write.path}${all.length > 1 ? `, ${all.length} times in total` : ''}.`,
            evidence: evidenceOf({ requests: [read, write] }),
          };
        },
      ),
    );
  },
};

const isAdjusting = ({ operation }: ObservedRequest): boolean => operation === 'inventory.adjust';

/** The absolute stock that a write sets; undefined if the write sets no stock. */
const stockIn = (asked: ObservedRequest): unknown =>
  isAdjusting(asked) ? asked.body?.quantity : asked.body?.stock_quantity;
