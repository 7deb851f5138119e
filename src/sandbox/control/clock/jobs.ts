import { type FilterFacts, longestFilter } from '../../../core/base/filter-words.ts';
import { bare } from '../../../core/kernel/declare/operation.ts';
import { T, Text } from '../../../core/kernel/declare/schema.ts';
import { notInList, usualLimit } from '../../../core/kernel/pagination.ts';
import { type Job, jobs } from '../../../core/kernel/time/jobs.ts';
import { type Mode, modes } from '../../../core/kernel/workspace.ts';
import { deliveries } from '../../../payments/webhooks/deliveries.ts';
import { aboutSubject } from '../events/event-views.ts';
import { pickFrom, readFilter } from '../objects/filtered-page.ts';
import { personsOf } from '../objects/persons.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { JobPage, type JobView, lastPage, pageFields, type UpcomingJob } from '../wire.ts';

/** A scheduled job, and the mode of its object. */
export interface ScheduledJob {
  readonly job: Job;
  readonly mode: Mode;
}

export const jobOperations = [
  sandboxOperation('GET /jobs', {
    id: 'jobs.list',
    reach: 'workspace',
    summary: 'List the scheduled jobs in the order in which they run; jobs that wait for a manual settlement come last',
    query: T.Object({
      /** Only jobs that match every word of this filter, such as `renewal ada`. */
      search: T.Optional(Text(longestFilter)),
      ...lastPage,
      ...pageFields,
    }),
    answers: [200, bare(JobPage)],
    handle: async (sandbox: Uses<'engine' | 'scheduler'>, { query, workspace, turns }) => {
      const { limit = usualLimit, starting_after, search = '', page } = query;
      const fits = readFilter(search, sandbox.engine.clock(workspace).now());
      const view = ({ job, mode }: ScheduledJob): UpcomingJob | null => {
        const shown = upcomingJob(sandbox, workspace.id, { job, mode });
        return fits(filteredJob(sandbox, workspace.id, shown)) ? shown : null;
      };
      const all = bookedIn(sandbox, workspace.id);
      const at = starting_after === undefined ? -1 : all.findIndex(({ job }) => job.id === starting_after);
      if (starting_after !== undefined && at === -1) throw notInList('starting_after', starting_after);
      const rest = page === 'last' ? all.toReversed() : all.slice(at + 1);
      const { picked, next } = await pickFrom(rest, ({ job }) => job.id, { limit, page, turns }, view);
      return { data: picked, has_more: next !== null, next };
    },
  }),
];

/** All jobs of a workspace in the order in which they run. Jobs that wait for a manual settlement come last. */
function bookedIn({ engine, scheduler }: Uses<'engine' | 'scheduler'>, workspaceId: string): ScheduledJob[] {
  const held = modes.flatMap((mode) => {
    const all = engine.dataSet(workspaceId, mode).of(jobs);
    if (all.unorderedSize === 0) return [];
    return [...all.oldestFirst()].filter(({ due_at }) => due_at === null).map((job): ScheduledJob => ({ job, mode }));
  });
  return [...scheduler.upcoming(workspaceId, Number.POSITIVE_INFINITY), ...held];
}

export const jobView = ({ engine: { registry } }: Uses<'engine'>, job: Job): JobView => {
  const { id, kind, subject, due_at, why } = job;
  return { id, kind, subject, about: registry.subjectOf(job), due_at, ...(why === undefined ? {} : { why }) };
};

export const upcomingJob = (
  sandbox: Uses<'engine'>,
  workspaceId: string,
  { job, mode }: ScheduledJob,
): UpcomingJob => ({
  ...jobView(sandbox, job),
  mode,
  noun: sandbox.engine.registry.nounOfJob(job),
  concerns: aboutSubject(sandbox.engine, workspaceId, mode, job.subject),
  ...receiverOf(sandbox, workspaceId, { job, mode }),
});

/** The receiver of a job that sends a webhook. */
function receiverOf({ engine }: Uses<'engine'>, workspaceId: string, { job, mode }: ScheduledJob): { to?: string } {
  const delivery = engine.dataSet(workspaceId, mode).of(deliveries).get(job.subject);
  return delivery === undefined ? {} : { to: delivery.url };
}

/** The fields of a job that a filter can use. */
function filteredJob({ engine }: Uses<'engine'>, workspaceId: string, job: UpcomingJob): FilterFacts {
  const { id, kind, noun, about, due_at, mode, concerns } = job;
  const persons = (): string =>
    personsOf(engine.registry, engine.dataSet(workspaceId, mode), concerns?.id ?? job.subject);
  return {
    text: () =>
      `${id} ${kind.replaceAll('_', ' ')} ${noun} ${about} ${concerns?.id ?? ''} ${concerns?.who ?? ''} ${persons()}`,
    type: kind,
    at: due_at,
    cents: concerns?.amount ?? null,
    currency: concerns?.currency ?? null,
    customer: () => `${concerns?.who ?? ''} ${persons()}`,
    isProblem: false,
  };
}
