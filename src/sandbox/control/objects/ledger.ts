import { type FilterFacts, longestFilter } from '../../../core/base/filter-words.ts';
import { bare } from '../../../core/kernel/declare/operation.ts';
import { T, Text } from '../../../core/kernel/declare/schema.ts';
import { filters, notInList, pageOf, usualLimit } from '../../../core/kernel/pagination.ts';
import { entriesOf, type LedgerGroup, ledgerGroups } from '../../../payments/platform/ledger.ts';
import { sandboxOperation } from '../operation.ts';
import { type LedgerEntryView, LedgerPage, lastPage, pageFields } from '../wire.ts';
import { pick, readFilter } from './filtered-page.ts';
import { personsOf } from './persons.ts';
import { type Addend, sumsOf, withSums } from './sums.ts';

export const ledgerOperations = [
  sandboxOperation('GET /ledger', {
    id: 'ledger.list',
    reach: 'workspace',
    summary: 'List the ledger entries, newest movement first; the entries of a movement sum to 0',
    query: T.Object({
      subject: T.Optional(Text(100)),
      /** Only entries that match every word of this filter, such as `available amount:>50`. */
      search: T.Optional(Text(longestFilter)),
      ...withSums,
      ...lastPage,
      ...pageFields,
    }),
    answers: [200, bare(LedgerPage)],
    handle: async ({ engine }, { query, workspace, mode, turns }) => {
      const { limit = usualLimit, starting_after, search = '', page: asked } = query;
      // The id of an entry ends with its number within its movement. Pages contain whole movements.
      const after = starting_after?.replace(/-\d+$/, '');
      const set = engine.dataSet(workspace.id, mode);
      const groups = set.of(ledgerGroups);
      const fits = search.trim() === '' ? () => true : readFilter(search, engine.clock(workspace).now());
      const view = (group: LedgerGroup): LedgerEntryView[] | null => {
        if (query.subject !== undefined && group.subject !== query.subject) return null;
        const persons = (): string => personsOf(engine.registry, set, group.subject);
        const found = entriesOf(group).filter((entry) => fits(filteredEntry(entry, persons)));
        return found.length === 0 ? null : found;
      };
      const addend = (group: LedgerGroup) => addendOf(view(group));
      const sums = query.sums === true ? { sums: await sumsOf(groups.newestInSteps(), addend, turns) } : {};
      if (after !== undefined && groups.get(after) === undefined) {
        throw notInList('starting_after', String(starting_after));
      }
      if (search.trim() === '' && asked === undefined) {
        const page = pageOf(groups, { limit, starting_after: after }, filters(query, 'subject'));
        const data = page.data.flatMap(entriesOf);
        return { data, has_more: page.has_more, next: page.has_more ? data.at(-1)!.id : null, ...sums };
      }
      const { picked, next } = await pick(groups, { limit, starting_after: after, page: asked, turns }, view);
      return { data: picked.flat(), has_more: next !== null, next, ...sums };
    },
  }),
];

/** What the entries of a movement add to the sums: one entry, because the entries of a movement sum to 0. */
function addendOf(entries: readonly LedgerEntryView[] | null): Addend | null {
  const own = entries?.filter(({ account }) => account !== 'external') ?? [];
  const entry = own.find(({ amount }) => amount > 0) ?? own[0] ?? entries?.[0];
  return entry === undefined ? null : { currency: entry.currency, amount: null, movements: [entry] };
}

/** The fields of an entry that a filter can use. */
const filteredEntry = (entry: LedgerEntryView, persons: () => string): FilterFacts => ({
  text: () => `${entry.account} ${entry.kind.replaceAll('_', ' ')} ${entry.subject} ${entry.group} ${persons()}`,
  type: entry.kind,
  state: entry.account,
  cents: entry.amount,
  currency: entry.currency,
  customer: persons,
  at: entry.at,
  isProblem: false,
});
