import type { Fact } from '../../../record/stories/facts.ts';
import { dim } from '../cells.ts';
import { activityCells, activityColumns, activityFacts, targetOf } from './activity.ts';
import type { Row, View } from './view.ts';

/** The kind of divider that a line is: between days, or between the time before and after a mark. */
function dividedBy(fact: Fact): Row['divides'] {
  if (fact.type === 'day') return 'day';
  return fact.type === 'root' && fact.group.note?.mark != null ? 'mark' : undefined;
}

/** The row of each line. An unchanged line keeps its row, so that a filter tests the row only once. */
const rows = { sent: new WeakMap<Fact, Row>(), unsent: new WeakMap<Fact, Row>() };

function rowOf(fact: Fact, isSent: boolean): Row {
  const known = rows[isSent ? 'sent' : 'unsent'];
  let row = known.get(fact);
  if (row === undefined) {
    row = {
      key: fact.key,
      depth: fact.depth,
      divides: dividedBy(fact),
      target: targetOf(fact),
      cells: () => activityCells(fact, isSent),
      facts: () => activityFacts(fact, activityCells(fact, isSent)),
    };
    known.set(fact, row);
  }
  return row;
}

let latest: { readonly facts: readonly Fact[]; readonly isSent: boolean; readonly rows: readonly Row[] } | null = null;

function rowsOf(facts: readonly Fact[], isSent: boolean): readonly Row[] {
  if (latest?.facts !== facts || latest.isSent !== isSent)
    latest = { facts, isSent, rows: facts.map((fact) => rowOf(fact, isSent)) };
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
  columns: activityColumns,
  lists: ({ timeline }) => [timeline],
  rows: ({ timeline, status }) => {
    const shown = rowsOf(timeline.facts(), status?.endpoints.some(({ enabled }) => enabled) ?? false);
    return timeline.cut > 0 && !timeline.hasMore ? [cutRow(timeline.cut), ...shown] : shown;
  },
};
