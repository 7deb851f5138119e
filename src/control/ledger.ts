import { list } from '../kernel/declare/operation.ts';
import { T, Text } from '../kernel/declare/schema.ts';
import { filters, notInList, pageOf } from '../kernel/pagination.ts';
import { entriesOf, ledgerGroups } from '../platform/ledger.ts';
import { sandboxOperation } from './operation.ts';
import { LedgerEntryView, pageFields } from './wire.ts';

export const ledgerOperations = [
  sandboxOperation('GET /ledger', {
    id: 'ledger.list',
    summary: 'List the entries of the ledger, newest movement first; those of one movement sum to 0',
    query: T.Object({ subject: T.Optional(Text(100)), ...pageFields }),
    answers: [200, list(LedgerEntryView)],
    handle: ({ engine }, { query, workspace, mode }) => {
      const { limit, starting_after } = query;
      // An entry's id ends in its number within its movement; pages consist of whole movements.
      const after = starting_after?.replace(/-\d+$/, '');
      const groups = engine.dataSet(workspace.id, mode).of(ledgerGroups);
      if (after !== undefined && groups.get(after) === undefined) {
        throw notInList('starting_after', String(starting_after));
      }
      const page = pageOf(groups, { limit, starting_after: after }, filters(query, 'subject'));
      return { data: page.data.flatMap(entriesOf), has_more: page.has_more };
    },
  }),
];
