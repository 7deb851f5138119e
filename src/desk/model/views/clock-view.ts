import { amount } from '../../../core/base/terminal-text.ts';
import type { UpcomingJob } from '../../../sandbox/control/wire.ts';
import { type CellSpan, dim } from '../cells.ts';
import { idCell, receiverOf, until, whenCell, words } from '../format.ts';
import type { View } from './view.ts';

/** The symbol of a job by its position among the jobs that are due at the same instant. */
const branches = { alone: '●', first: '┬', between: '├', last: '└' } as const;

/** The symbol that connects a job to its neighbors that are due at the same instant. */
function branchOf(jobs: readonly UpcomingJob[], at: number): string {
  const due = jobs[at]?.due_at;
  const [joinsAbove, joinsBelow] = [at > 0 && jobs[at - 1]!.due_at === due, jobs[at + 1]?.due_at === due];
  if (joinsAbove) return joinsBelow ? branches.between : branches.last;
  return joinsBelow ? branches.first : branches.alone;
}

/** `transaction.settle`, or `settle` if that does not fit; an attempt names its receiver: `attempt → :3000/hooks`. */
function kindCell({ kind, to }: UpcomingJob): CellSpan {
  const receiver = to === undefined ? '' : ` → ${receiverOf(to)}`;
  const short = `${words(kind.slice(kind.indexOf('.') + 1))}${receiver}`;
  return { text: `${words(kind)}${receiver}`, shorter: to === undefined ? [short] : [short, receiver.trim()] };
}

/** The clock view: upcoming jobs on a timeline. */
export const clock: View = {
  name: 'clock',
  place: 10,
  title: 'Clock',
  brief: 'Clock',
  empty: () => 'No jobs are scheduled.',
  columns: [
    { name: 'in', rank: 0 },
    { name: 'due', rank: 1 },
    { name: '', isBranch: true, rank: 0 },
    { name: 'job', rank: 0 },
    { name: 'for', rank: 0 },
    { name: 'amount', right: true, rank: 0 },
    { name: 'person', rank: 2 },
  ],
  isSearched: true,
  total: ({ status }) => status?.counts.job,
  lists: ({ lists }) => [lists.jobs],
  rows: (session) => {
    const jobs = session.lists.jobs.items;
    return jobs.map((job, at) => {
      const { id, subject, due_at, concerns, why = '' } = job;
      const branch = branchOf(jobs, at);
      const begins = branch === branches.alone || branch === branches.first;
      return {
        key: id,
        target: { type: 'job', job },
        cells: () => [
          due_at === null || !begins ? '' : until(session.now, due_at),
          due_at === null ? dim('by hand') : whenCell(due_at, session.now),
          branch,
          kindCell(job),
          idCell(concerns?.id ?? subject),
          amount(concerns?.amount, concerns?.currency),
          [concerns?.who ?? '', why].filter((part) => part !== '').join(' · '),
        ],
      };
    });
  },
};
