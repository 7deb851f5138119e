import { amount } from '../../../core/base/terminal-text.ts';
import type { KindView, ObjectView } from '../../../sandbox/control/wire.ts';
import type { Cell, Column } from '../cells.ts';
import { daysIn, idCell, stateSpan, whenCell } from '../format.ts';
import type { Session } from '../session.ts';
import { countBadge, type View } from './view.ts';

/** The view for all kinds that do not declare a view. */
const more: NonNullable<KindView['view']> = { place: 13, title: 'More', brief: 'More' };

/** The columns of every list of objects. */
const columns: readonly Column[] = [
  { name: 'created', rank: 2 },
  { name: 'id', rank: 0 },
  { name: 'amount', right: true, rank: 0 },
  { name: 'state', rank: 0 },
  { name: 'person', rank: 2 },
  { name: '', rank: 4 },
];

/** @param now the emulated time in milliseconds */
function cellsOf(object: ObjectView, now: number): Cell[] {
  const { id, state, who, what, data } = object;
  const made = typeof data.created_at === 'string' ? whenCell(data.created_at, now) : '';
  return [
    made,
    idCell(id),
    amount(object.amount, data.currency),
    stateSpan(state),
    who,
    { ...what, text: daysIn(what.text, now) },
  ];
}

/** The views of the objects of a workspace. Kinds whose views have the same place are parts of one view. */
export function objectViews(kinds: readonly KindView[]): View[] {
  const parts = new Map<number, KindView[]>();
  for (const kind of kinds) {
    const { place } = kind.view ?? more;
    parts.set(place, [...(parts.get(place) ?? []), kind]);
  }
  return [...parts.values()].map((own) => objectView(own[0]!.view ?? more, own));
}

function objectView(view: NonNullable<KindView['view']>, kinds: readonly KindView[]): View {
  const listOf = (session: Session, part: number) => session.lists.objectsOf(kinds[part]!.name);
  return {
    ...view,
    empty: ({ otherKinds, trigger }) => view.empty?.replace('{trigger}', trigger) ?? `None yet. ${otherKinds}.`,
    name: view.title.toLowerCase().replaceAll(/\W+/g, '-'),
    kinds,
    columns,
    isSearched: true,
    badge: ({ status }) => (kinds.length > 1 ? null : countBadge(status?.counts[kinds[0]!.collection])),
    total: ({ status }, part) => status?.counts[kinds[part]!.collection],
    lists: (session, part) => [listOf(session, part)],
    rows: (session, part) =>
      listOf(session, part).items.map((object) => ({
        key: object.id,
        target: { type: 'object', object },
        cells: () => cellsOf(object, session.now),
      })),
  };
}
