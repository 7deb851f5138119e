import type { UpcomingJob } from '../../control/wire.ts';
import { amount, instant } from '../../text.ts';
import { dim } from '../cells.ts';
import { idIn, until, when, words } from '../format.ts';
import type { View } from './view.ts';

/** Where a job stands among those that are due at the same instant. */
const branches = { alone: '●', first: '┬', between: '├', last: '└' } as const;

/** What joins a job to those above and below it that are due at the same instant. */
export function branchOf(jobs: readonly UpcomingJob[], at: number): string {
  const due = jobs[at]?.due_at;
  const [joinsAbove, joinsBelow] = [at > 0 && jobs[at - 1]!.due_at === due, jobs[at + 1]?.due_at === due];
  if (joinsAbove) return joinsBelow ? branches.between : branches.last;
  return joinsBelow ? branches.first : branches.alone;
}

/** How wide an instant with its date and time is. */
const fullInstant = 20;

const dueIn = (due: string, now: number, width = fullInstant): string =>
  width < fullInstant ? when(due, now, width) : instant(due);

/** `transaction.settle`, or `settle` where there is no room for all of it. */
const kindIn = (kind: string, width: number): string =>
  words(kind.length <= width ? kind : kind.slice(kind.indexOf('.') + 1));

/** The jobs to come on a line of time. */
export const clock: View = {
  key: '0',
  title: 'Clock',
  brief: 'Clock',
  empty: 'No job waits for the clock.',
  columns: [
    { name: 'in', width: 10, rank: 0 },
    { name: 'due', width: 8, grow: 3, most: fullInstant, rank: 1 },
    { name: '', width: 1, rank: 0 },
    { name: 'job', width: 14, grow: 2, most: 34, rank: 0 },
    { name: 'for', width: 9, grow: 1, most: 26, rank: 0 },
    { name: 'amount', width: 9, right: true, rank: 0 },
    { name: 'with', width: 12, grow: 2, most: 36, rank: 2 },
  ],
  lists: () => [],
  rows: (session) => {
    const jobs = session.clock?.upcoming ?? [];
    return jobs.map((job, at) => {
      const { id, kind, subject, due_at, concerns } = job;
      const branch = branchOf(jobs, at);
      const begins = branch === branches.alone || branch === branches.first;
      return {
        key: id,
        target: { type: 'job', job },
        facts: () => ({
          text: () => `${words(kind)} ${subject} ${concerns?.id ?? ''} ${concerns?.who ?? ''}`,
          type: kind,
          at: due_at,
          cents: concerns?.amount ?? null,
          currency: concerns?.currency ?? null,
          customer: () => concerns?.who ?? '',
          isProblem: false,
        }),
        cells: (widths) => [
          due_at === null || !begins ? '' : until(session.now, due_at),
          dim(due_at === null ? 'by hand' : dueIn(due_at, session.now, widths[1])),
          branch,
          kindIn(kind, widths[3] ?? 14),
          idIn(concerns?.id ?? subject, widths[4] ?? 9),
          amount(concerns?.amount, concerns?.currency),
          concerns?.who ?? '',
        ],
      };
    });
  },
};
