import type { Fact } from '../../../record/stories/facts.ts';
import { dim } from '../cells.ts';
import type { Session } from '../session.ts';
import { activityCells, activityColumns, activityFacts, targetOf } from './activity.ts';
import type { Row, View } from './view.ts';

/** The kind of divider that a line is: between days, or between the time before and after a mark. */
function dividedBy(fact: Fact): Row['divides'] {
  if (fact.type === 'day') return 'day';
  return fact.type === 'root' && fact.group.note?.mark != null ? 'mark' : undefined;
}

/** The row of each line. An unchanged line keeps its row, so that a filter tests the row only once. */
const rows = { sent: new WeakMap<Fact, Row>(), unsent: new WeakMap<Fact, Row>() };

function rowOf(fact: Fact, isSent: boolean, session: Session): Row {
  const known = rows[isSent ? 'sent' : 'unsent'];
  let row = known.get(fact);
  if (row === undefined) {
    const cells = () => activityCells(fact, isSent, session.now);
    row = {
      key: fact.key,
      depth: fact.depth,
      divides: dividedBy(fact),
      ends: fact.type === 'root' && fact.group.note?.tone === 'bad',
      target: targetOf(fact),
      cells,
      facts: () => activityFacts(fact, cells()),
    };
    known.set(fact, row);
  }
  return row;
}

let latest: { readonly facts: readonly Fact[]; readonly isSent: boolean; readonly rows: readonly Row[] } | null = null;

function rowsOf(session: Session): readonly Row[] {
  const facts = session.timeline.facts();
  const isSent = session.status?.endpoints.some(({ enabled }) => enabled) ?? false;
  if (latest?.facts !== facts || latest.isSent !== isSent)
    latest = { facts, isSent, rows: facts.map((fact) => rowOf(fact, isSent, session)) };
  return latest.rows;
}

/** The first row of a log that no longer keeps its earliest entries. */
function cutRow(cut: number): Row {
  const text = `${cut.toLocaleString('en-US')} earlier requests are no longer in the log`;
  return { key: 'cut', divides: 'day', target: { type: 'note', text }, cells: () => ['', dim(text)] };
}

/** The activity view, which shows effects below their causes. */
export const activity: View = {
  name: 'activity',
  place: 1,
  title: 'Activity',
  brief: 'Act',
  isLog: true,
  empty: ({ trigger }) => `The log is empty. Call the API, or ${trigger} to trigger an event.`,
  lacks: ({ timeline }) =>
    timeline.hasRestarted ? 'The emulator started again, and keeps no calls and marks of its earlier start.' : '',
  columns: activityColumns,
  lists: ({ timeline }) => [timeline],
  rows: (session) => {
    const { timeline } = session;
    const shown = rowsOf(session);
    return timeline.cut > 0 && !timeline.hasMore ? [cutRow(timeline.cut), ...shown] : shown;
  },
};
