import type { DataSet } from '../../../core/kernel/state.ts';
import type { AnyCollectionDef, Stored } from '../../../core/store/collection.ts';
import { type Mail, mails } from '../../../payments/mail/mail-draft.ts';
import { type LedgerGroup, ledgerGroups } from '../../../payments/platform/ledger.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { type MonthView, RelatedObjects } from '../wire.ts';
import { mailView } from './mail.ts';
import { shownKinds } from './object-kinds.ts';
import { viewNamed } from './objects.ts';

/** How many of the latest records of each kind are shown. */
const mostShown = 5;

export const belongingsOperations = [
  sandboxOperation('GET /objects/{id}/belongings', {
    id: 'objects.belongings',
    reach: 'workspace',
    summary:
      'Read the data related to an object, such as a customer: the latest objects of each kind, the mail, and the money by month',
    answers: [200, RelatedObjects],
    handle: async (sandbox: Uses<'engine' | 'mail'>, { params, workspace, mode }) => {
      const { registry } = sandbox.engine;
      const set = sandbox.engine.dataSet(workspace.id, mode);
      const owner = viewNamed(registry, set, params.id);
      const owned = ownedBy(sandbox, set, owner.object, owner.id);
      const subjects = [owner.id, ...owned.flatMap(({ records }) => records.map(({ id }) => id))];
      const sent = mailTo(set, owner.data.email);
      return {
        kinds: owned.map(({ kind, records }) => ({
          kind,
          total: records.length,
          latest: records.slice(0, mostShown).map(({ id }) => viewNamed(registry, set, id)),
        })),
        mail: {
          total: sent.length,
          latest: await Promise.all(sent.slice(0, mostShown).map((mail) => mailView(sandbox, mail))),
        },
        months: monthsOf(set, subjects),
      };
    },
  }),
];

interface Owned {
  readonly kind: string;
  /** The records, newest first. */
  readonly records: readonly Stored[];
}

/**
 * The objects that name an owner, and the objects that name one of those objects. For example, a dispute belongs to
 * the owner of its payment.
 */
function ownedBy({ engine: { registry } }: Uses<'engine'>, set: DataSet, owner: string, id: string): Owned[] {
  const kinds = shownKinds(registry).filter(({ name }) => name !== owner);
  const direct = kinds.flatMap(({ name, def }): Owned[] => {
    const field = `${owner}_id`;
    return field in def.model.properties ? [{ kind: name, records: naming(set, def, field, new Set([id])) }] : [];
  });
  const further = kinds
    .filter(({ name }) => !direct.some(({ kind }) => kind === name))
    .flatMap(({ name, def }): Owned[] => {
      const between = direct.find(({ kind }) => `${kind}_id` in def.model.properties);
      if (between === undefined || between.records.length === 0) return [];
      const ids = new Set(between.records.map((record) => record.id));
      return [{ kind: name, records: naming(set, def, `${between.kind}_id`, ids) }];
    });
  return [...direct, ...further].filter(({ records }) => records.length > 0);
}

/** The records of a collection whose field contains one of these ids. Uses the index of the field if there is one. */
function naming(set: DataSet, def: AnyCollectionDef, field: string, ids: ReadonlySet<string>): Stored[] {
  const all = set.of(def);
  const isIndexed = def.indexes.some((fields) => fields.length === 1 && fields[0] === field);
  if (isIndexed && ids.size === 1) return [...all.newestFirst({ [field]: [...ids] })];
  return [...all.newestFirst()].filter((record) => ids.has((record as Record<string, unknown>)[field] as string));
}

const mailTo = (set: DataSet, address: unknown): Mail[] =>
  typeof address === 'string' ? [...set.of(mails).newestFirst({ to: [address] })] : [];

/**
 * The money of each month. Incoming money is positive, and outgoing money is negative. Money that is neither yet
 * counts as open in the month of its subject's first movement.
 */
function monthsOf(set: DataSet, subjects: readonly string[]): MonthView[] {
  const months = new Map<string, MonthView>();
  const rowOf = ({ at, currency }: Pick<LedgerGroup, 'at' | 'currency'>): MonthView => {
    const month = at.slice(0, 7);
    const key = `${month} ${currency}`;
    const row = months.get(key) ?? { month, currency, movements: {}, open: 0 };
    months.set(key, row);
    return row;
  };
  for (const subject of subjects) {
    const groups = [...set.of(ledgerGroups).newestFirst({ subject: [subject] })].reverse();
    const [first] = groups;
    if (first === undefined) continue;
    for (const group of groups) {
      const { kind, from, to, amount } = group;
      const signed = from === 'external' ? amount : to === 'external' ? -amount : 0;
      if (signed !== 0) {
        const { movements } = rowOf(group);
        movements[kind] = (movements[kind] ?? 0) + signed;
      }
      for (const account of ['pending', 'reserved', 'held']) {
        if (to === account) rowOf(first).open += amount;
        if (from === account) rowOf(first).open -= amount;
      }
    }
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? 1 : a.month > b.month ? -1 : 0));
}
