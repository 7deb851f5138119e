import type { Fact } from '../time/facts.ts';
import { activityCells, activityColumns, activityFacts, targetOf } from './activity.ts';
import type { Row, View } from './view.ts';

/** What a line separates: days, or what lies before and after a mark. */
function dividedBy(fact: Fact): Row['divides'] {
  if (fact.type === 'day') return 'day';
  return fact.type === 'root' && fact.group.note?.mark != null ? 'mark' : undefined;
}

/** The activity view: effects stand below their causes. */
export const activity: View = {
  name: 'activity',
  place: 1,
  title: 'Activity',
  brief: 'Act',
  isLog: true,
  empty: ({ trigger }) => `Nothing has happened yet. Call the API, or ${trigger} to trigger something.`,
  columns: activityColumns,
  lists: () => [],
  rows: ({ timeline, status }) => {
    const isSent = status?.endpoints.some(({ enabled }) => enabled) ?? false;
    return timeline.facts().map((fact) => ({
      key: fact.key,
      depth: fact.depth,
      divides: dividedBy(fact),
      target: targetOf(fact),
      cells: () => activityCells(fact, isSent),
      facts: () => activityFacts(fact, activityCells(fact, isSent)),
    }));
  },
};
