import { type Judgement, judgeObserved } from '../../audit/judge.ts';
import { type Client, clientOver } from '../../client/client.ts';
import { getOrMake } from '../../core/base/maps.ts';
import { type Mode, modes } from '../../core/kernel/workspace.ts';
import { type OpenRecord, openRecord } from '../../record/answers/recorded-client.ts';
import { isCommit, isRequest, type RunRecord } from '../../record/format.ts';
import type { NamedRun, RecordedRuns } from '../../record/read/runs.ts';
import { declarations } from '../../sandbox/declarations.ts';
import type { Judge } from '../model/lists/findings.ts';
import type { Scope } from '../model/scope.ts';
import type { Side } from './comparison/comparison.ts';
import type { DataSetLog } from './comparison/story-pairs.ts';

/** The runs of the page. Each run is opened when it is first shown. */
export class Runs {
  readonly recorded: RecordedRuns;
  readonly #opened = new Map<string, OpenRecord>();
  readonly #judged = new Map<string, Promise<Judgement>>();

  constructor(recorded: RecordedRuns) {
    this.recorded = recorded;
  }

  /** A run by its name; the first run if no run has that name. */
  named(name: string | null): NamedRun {
    const { runs } = this.recorded;
    return runs.find((run) => run.name === name) ?? runs[0];
  }

  open({ name, record }: NamedRun): OpenRecord {
    return getOrMake(this.#opened, name, () => openRecord(record, declarations()));
  }

  /** Creates clients for a run's data sets. */
  connect(run: NamedRun): (scope: Scope) => Client {
    const { transport } = this.open(run);
    return (scope) => clientOver(transport, { url: run.record.head.url, ...scope });
  }

  /** Audits a run. Each workspace is audited only once, because a recorded run does not change. */
  judge(run: NamedRun): Judge {
    const { real } = run.record.end;
    return (client, { workspace = '' }) =>
      getOrMake(this.#judged, `${run.name} ${workspace}`, async () =>
        judgeObserved({ ...(await client.call('record.get')), real_now: real }),
      );
  }

  /** The findings of the audit in the first workspace of a run. */
  judged(run: NamedRun): Promise<Judgement> {
    return this.judge(run)(this.connect(run)({}), {});
  }

  /** A run with the runs that continue it, as one side of a comparison. */
  side(name: string): Side {
    const { runs, audit } = this.recorded;
    const first = runs.findIndex((run) => run.name === name);
    const goesOn = (audit?.runs ?? []).findIndex((told, at) => at > first && !told.goesOn);
    const parts = runs.slice(first, goesOn === -1 ? undefined : goesOn);
    const all = new Map<string, DataSetLog[]>();
    for (const part of parts) {
      for (const [key, told] of this.#toldBy(part)) getOrMake(all, key, (): DataSetLog[] => []).push(told);
    }
    const { run } = parts.at(-1)!.record.end;
    return { told: [...all.values()], status: run?.status ?? null, said: audit?.runs[first]?.said ?? '' };
  }

  /** The messages of each data set of a run that has any messages. */
  #toldBy(run: NamedRun): [key: string, told: DataSetLog][] {
    const { messages } = this.open(run);
    const bodies = new Map(
      run.record.steps.flatMap((step) => (isRequest(step) ? [[step.request.id, step.request.body]] : [])),
    );
    return scopesOf(run.record).flatMap(({ workspace, mode }): [string, DataSetLog][] => {
      const own = messages({ workspace, mode });
      if (own.every(({ type }) => type === 'mark')) return [];
      return [[`${workspace} ${mode}`, { place: { run: run.name, workspace, mode }, messages: own, bodies }]];
    });
  }
}

/** The data sets of a run, in the order of their first messages. */
function scopesOf({ steps }: RunRecord): { workspace: string; mode: Mode }[] {
  const scopes = new Map<string, { workspace: string; mode: Mode }>();
  const add = (workspace: string, mode: string): void => {
    if (modes.includes(mode as Mode)) scopes.set(`${workspace}/${mode}`, { workspace, mode: mode as Mode });
  };
  for (const step of steps) {
    if (isRequest(step) && step.request.workspace_id !== null) add(step.request.workspace_id, step.request.mode ?? '');
    if (!isCommit(step)) continue;
    for (const key of Object.keys(step.sets))
      add(key.slice(0, key.lastIndexOf('/')), key.slice(key.lastIndexOf('/') + 1));
  }
  return [...scopes.values()];
}
