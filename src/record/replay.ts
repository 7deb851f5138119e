import type { Registry } from '../kernel/declare/registry.ts';
import { type DataSet, State } from '../kernel/state.ts';
import { clockStateAt, instantAt } from '../kernel/time/clock.ts';
import { type Workspace, workspaces } from '../kernel/workspace.ts';
import type { LoggedRequest } from '../requests/log.ts';
import type { Mark } from '../requests/marks.ts';
import { type RateWindow, RateWindows } from '../requests/rate-windows.ts';
import type { Collection, Stored } from '../store/collection.ts';
import { RecordError } from './errors.ts';
import {
  type CommitLine,
  isCommit,
  isCount,
  isMark,
  isRequest,
  type Records,
  type RunRecord,
  type StepLine,
} from './format.ts';

/** A run at one moment: what an emulator needs to go on from there. */
export interface Moment {
  readonly state: State;
  /** How many ids of calls had been drawn. */
  readonly calls: number;
  /** The machine's time then, in milliseconds. */
  readonly real: number;
  readonly requests: readonly LoggedRequest[];
  readonly marks: readonly Mark[];
  /** What rate limits had counted. */
  readonly windows: readonly RateWindow[];
}

/**
 * What a run was after its first `count` steps.
 * @throws RecordError for records of a kind that this emulator does not know
 */
export function momentOf({ head, sets, steps, end }: RunRecord, count: number, registry: Registry): Moment {
  const state = new State(head.seed);
  state.starts = head.starts;
  state.seq = head.seq;
  for (const { set: key, count: drawn, kinds } of sets) {
    const set = state.set(key);
    set.count = drawn;
    for (const { kind, records } of kinds) put(set, { [kind]: records }, registry);
  }
  let requests: LoggedRequest[] = [];
  const marks: Mark[] = [];
  const windows = new RateWindows();
  windows.goOnFrom(head.windows);
  for (const step of steps.slice(0, count)) {
    if (isCommit(step)) apply(state, step, registry);
    else if (isRequest(step)) requests.push(step.request);
    else if (isCount(step)) windows.put(step.counted);
    else marks.push(step.mark);
    const begun = begunAnewBy(step);
    if (begun.length > 0) requests = requests.filter(({ workspace_id }) => !begun.includes(workspace_id ?? ''));
  }
  const { calls, real } = count === steps.length ? end : count === 0 ? head : steps[count - 1]!;
  const next = steps[count];
  // Calls that changed nothing are no steps. One that sets a mark has drawn its own id and those of all before it.
  const drawn = next !== undefined && isMark(next) && next.mark.kind === 'marker' ? next.calls - 1 : calls;
  return { state, calls: Math.max(calls, drawn), real, requests, marks, windows: windows.all() };
}

/** The workspaces that a step ended or began anew, and with them their logs of requests. */
function begunAnewBy(step: StepLine): readonly string[] {
  if (isMark(step)) return beginnings.has(step.mark.kind) ? [step.mark.workspace_id] : [];
  if (!isCommit(step)) return [];
  return Object.values(step.sets).flatMap(({ del }) => del?.[workspaces.name] ?? []);
}

const beginnings: ReadonlySet<Mark['kind']> = new Set(['restore', 'reset', 'fixture']);

function apply(state: State, { commit, drop = [], adopt = {}, sets }: CommitLine, registry: Registry): void {
  for (const key of drop) state.drop(key);
  for (const [key, { count, put: records }] of Object.entries(adopt)) {
    const set = state.set(key);
    set.count = count;
    put(set, records, registry);
  }
  for (const [key, { count, put: records = {}, del = {} }] of Object.entries(sets)) {
    const set = state.set(key);
    set.count = count;
    // A call may take a record away and make one of the same id: the new one comes last.
    for (const [name, ids] of Object.entries(del)) remove(collectionOf(set, name, registry), ids);
    put(set, records, registry);
  }
  state.seq = commit;
}

function put(set: DataSet, records: Records, registry: Registry): void {
  for (const [name, some] of Object.entries(records)) {
    const collection = collectionOf(set, name, registry);
    for (const record of some) collection.load(record as Stored);
  }
}

function remove(collection: Collection<Stored>, ids: readonly string[]): void {
  for (const id of ids) {
    const entry = collection.entryToChange(id);
    if (entry !== undefined) collection.remove(entry);
  }
}

function collectionOf(set: DataSet, name: string, registry: Registry): Collection<Stored> {
  const def = registry.collections.get(name);
  if (def === undefined) throw new RecordError(`The record holds ${name} records, which this emulator does not know.`);
  return set.of(def);
}

/**
 * Sets the clocks of a moment to what they told then: they go on from there, however long ago that was.
 * @param held `frozen`: they stand still there
 */
export function setClocks({ state, real }: Pick<Moment, 'state' | 'real'>, held?: 'frozen'): void {
  const all = state.root.of(workspaces);
  for (const workspace of [...all.oldestFirst()] as Workspace[]) {
    const { mode, rate = 1 } = workspace.clock;
    const then = instantAt(workspace.clock, real);
    all.load({ ...workspace, clock: clockStateAt(then, held ?? mode, held === undefined ? rate : 1) });
  }
}
