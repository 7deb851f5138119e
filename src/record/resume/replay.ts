import type { Registry } from '../../core/kernel/declare/registry.ts';
import { State } from '../../core/kernel/state.ts';
import { clockStateAt, instantAt } from '../../core/kernel/time/clock.ts';
import { controlTokens, type Workspace, workspaces } from '../../core/kernel/workspace.ts';
import { Fault } from '../../sandbox/files/errors.ts';
import { applyCommit, applyPart, type Load } from '../../sandbox/files/journal/commits.ts';
import { loadRecord } from '../../sandbox/files/journal/line-reader.ts';
import type { LoggedRequest } from '../../sandbox/requests/log.ts';
import { type Mark, marksOfNewState } from '../../sandbox/requests/marks.ts';
import { type RateWindow, RateWindows } from '../../sandbox/requests/rate-windows.ts';
import { RecordError } from '../errors.ts';
import { type CommitLine, isCommit, isCount, isMark, isRequest, type RunRecord, type StepLine } from '../format.ts';

/** The state of a run at a moment, with everything that an emulator needs to resume the run. */
export interface RunState {
  readonly state: State;
  /** How many call ids the emulator had generated. */
  readonly calls: number;
  /** The time on the machine's clock at that moment, in milliseconds. */
  readonly real: number;
  readonly requests: readonly LoggedRequest[];
  readonly marks: readonly Mark[];
  /** The rate-limit counts. */
  readonly windows: readonly RateWindow[];
}

/**
 * Computes the state of a run after its first `count` steps.
 * @throws RecordError if the record contains objects of a kind that this emulator does not know
 */
export function momentOf(record: RunRecord, count: number, registry: Registry): RunState {
  const { head, steps, end } = record;
  const { calls, real } = count === steps.length ? end : count === 0 ? head : steps[count - 1]!;
  const next = steps[count];
  // Calls without changes are not steps. A call that sets a mark has generated its own id after the ids of all previous
  // calls.
  const drawn = next !== undefined && isMark(next) && next.mark.kind === 'marker' ? next.calls - 1 : calls;
  return {
    state: stateAfter(record, count, registry),
    calls: Math.max(calls, drawn),
    real,
    ...logsAfter(record, count),
  };
}

function stateAfter({ head, sets, steps }: RunRecord, count: number, registry: Registry): State {
  const state = new State(head.seed);
  state.starts = head.starts;
  state.seq = head.seq;
  try {
    for (const { set: key, count: drawn, kinds } of sets) {
      const set = state.set(key);
      for (const { kind, records } of kinds) applyPart(set, { count: drawn, put: { [kind]: records } }, registry, load);
      set.count = drawn;
    }
    for (const step of steps.slice(0, count)) if (isCommit(step)) apply(state, step, registry);
    // A token from the recorded run must not give access to the emulator that resumes it.
    const tokens = state.root.of(controlTokens);
    for (const { id } of [...tokens.oldestFirst()]) tokens.remove(tokens.entry(id)!);
  } catch (error) {
    if (error instanceof Fault) throw new RecordError(`This emulator cannot replay the record: ${error.message}.`);
    throw error;
  }
  return state;
}

function logsAfter(
  { windows: counted, steps }: RunRecord,
  count: number,
): Pick<RunState, 'requests' | 'marks' | 'windows'> {
  let requests: LoggedRequest[] = [];
  const marks: Mark[] = [];
  const windows = new RateWindows();
  windows.goOnFrom(counted);
  for (const step of steps.slice(0, count)) {
    if (isRequest(step)) requests.push(step.request);
    else if (isMark(step)) marks.push(step.mark);
    else if (isCount(step)) windows.put(step.counted);
    const begun = begunAnewBy(step);
    if (begun.length > 0) requests = requests.filter(({ workspace_id }) => !begun.includes(workspace_id ?? ''));
  }
  return { requests, marks, windows: windows.all() };
}

/** The workspaces that a step deleted or reset. Their request logs start again. */
function begunAnewBy(step: StepLine): readonly string[] {
  if (isMark(step)) return marksOfNewState.has(step.mark.kind) ? [step.mark.workspace_id] : [];
  if (!isCommit(step)) return [];
  return Object.values(step.sets).flatMap(({ del }) => del?.[workspaces.name] ?? []);
}

function apply(state: State, { commit, drop, adopt = {}, sets }: CommitLine, registry: Registry): void {
  const adopted = Object.entries(adopt).map(([key, part]) => {
    const set = state.detached(key);
    applyPart(set, part, registry, load);
    return set;
  });
  applyCommit(state, { seq: commit, drop, sets }, registry, load, adopted);
}

const load: Load = (collection, records) => {
  for (const record of records) loadRecord(collection, record);
};

/** An instant on the clock of a workspace, in milliseconds. */
interface InstantOf {
  readonly workspace: string;
  readonly instant: number;
  /**
   * Whether the run ended at this instant. Jobs with later due times did not run, so the clock must not pass the end of
   * the run.
   */
  readonly isEnd: boolean;
}

/**
 * Sets the clocks to the instants that they showed at a moment of the run. The clocks continue from there, regardless
 * of how long ago that was.
 * @param held `frozen` if the clocks must not move
 * @param at an instant between two steps, in milliseconds on a workspace's clock
 */
export function setClocks({ state, real }: Pick<RunState, 'state' | 'real'>, held?: 'frozen', at?: InstantOf): void {
  const all = state.root.of(workspaces);
  for (const workspace of [...all.oldestFirst()] as Workspace[]) {
    const { mode, rate = 1 } = workspace.clock;
    const told = instantAt(workspace.clock, real);
    const asked = at?.workspace === workspace.id ? at : undefined;
    const then = asked === undefined ? told : asked.isEnd ? Math.min(asked.instant, told) : asked.instant;
    all.load({ ...workspace, clock: clockStateAt(then, held ?? mode, held === undefined ? rate : 1) });
  }
}
