import { realNow } from '../../core/base/time.ts';
import { Turns } from '../../core/base/turns.ts';
import { events, type StateChange, type StoredEvent } from '../../core/kernel/events.ts';
import type { AnyCollectionDef, Stored } from '../../core/store/collection.ts';
import { withoutNulls } from '../../core/store/nullable-fields.ts';
import { hideInCommand, hideSecrets } from '../../payments/secrets/hide.ts';
import type { Uses } from '../../sandbox/control/sandbox.ts';
import { type LoggedRequest, writtenOut } from '../../sandbox/requests/log.ts';
import { type RateWindow, RateWindows } from '../../sandbox/requests/rate-windows.ts';
import {
  type CommandRun,
  type CommitLine,
  type EndLine,
  type HeadLine,
  type KindLine,
  type PartLine,
  recordFormat,
  type SetLine,
  type StepLine,
  type WindowsLine,
} from '../format.ts';
import { beginningOf, type DataSetState, type InitialState } from '../resume/initial-state.ts';
import { sectionsOf } from '../sections.ts';
import { Disguise } from './disguise.ts';
import { Packer } from './pack.ts';
import type { CommitEntry, RecorderEntry, RequestEntry } from './recorder-entries.ts';
import type { RunRecorder } from './run-recorder.ts';

/** The number of records in a line. */
const recordsALine = 200;

/** The parts to omit from sections without a failure to keep a record small, in increasing order. */
export const omissions = ['nothing', 'bodies', 'requests', 'everything before the first failure'] as const;
export type Omission = (typeof omissions)[number];

/** A run in the format of a record. Its lines are created when the writer requests them. */
export interface SerializedRun {
  readonly head: HeadLine;
  readonly sets: () => Iterable<SetLine | KindLine | WindowsLine>;
  readonly steps: () => Iterable<StepLine>;
  readonly end: EndLine['end'];
  readonly disguise: Disguise;
}

/** Returns the run up to now. */
export function toldOf(
  sandbox: Uses<'defaultWorkspace' | 'engine' | 'options' | 'overrides' | 'profile' | 'url' | 'version'>,
  tape: RunRecorder,
  run: CommandRun | null,
  leaving: Omission,
): SerializedRun {
  const { engine, version, url, defaultWorkspace, options, overrides, profile } = sandbox;
  const taken = trimmed(tape.entries(), leaving);
  const { entries } = taken;
  const { state, calls } = engine;
  const beginning = beginningOf(state, entries);
  const head: HeadLine = {
    record: recordFormat,
    emulator: version,
    seed: state.seed,
    starts: state.starts,
    seq: beginning.seq,
    ...(taken.began ?? tape.began),
    url,
    workspace: defaultWorkspace,
    options: { ...options, ...(profile === null ? {} : { profile: profile.file }) },
    overrides,
    missing: { requests: tape.cut + taken.requests, bodies: taken.bodies },
  };
  return {
    head,
    sets: () => setLines(beginning, windowsAt(tape, taken.before)),
    steps: () => stepLines(entries, beginning),
    end: { real: realNow(), calls, run: run === null ? null : withoutSecrets(run) },
    disguise: disguiseOf(entries, beginning),
  };
}

/** Hides the secrets in the command and its output. */
const withoutSecrets = ({ command, status, output }: CommandRun): CommandRun => ({
  command: hideInCommand(command),
  status,
  output: hideSecrets(output),
});

/**
 * The content of a record: the head, and then chunks of columns, one per line. The event loop can do other work
 * between the chunks.
 */
export async function* chunksOf({ head, sets, steps, end, disguise }: SerializedRun): AsyncGenerator<string> {
  const turns = new Turns();
  const packer = new Packer(
    (text) => disguise.of(text),
    (name, value) => disguise.field(name, value),
  );
  yield `${JSON.stringify(head)}\n`;
  for (const lines of [sets(), steps(), [{ end }]]) {
    for (const line of lines) {
      packer.add(line);
      if (packer.isFull) yield `${packer.chunk()}\n`;
      if (turns.isDue) await turns.next();
    }
  }
  yield `${packer.chunk()}\n`;
}

function* setLines(
  { sets }: InitialState,
  windows: readonly RateWindow[],
): Generator<SetLine | KindLine | WindowsLine> {
  for (const { key, count, kinds } of sets) {
    yield { set: key, count };
    for (const { def, records } of kinds) {
      for (let from = 0; from < records.length; from += recordsALine) {
        yield { kind: def.name, records: records.slice(from, from + recordsALine).map((each) => sparse(def, each)) };
      }
    }
  }
  yield { windows };
}

function* stepLines(entries: readonly RecorderEntry[], beginning: InitialState): Generator<StepLine> {
  for (const entry of entries) yield stepOf(entry, beginning);
}

/**
 * Learns all secrets of a run before its first line is written, because a text can contain a secret before the record
 * with that secret is written.
 */
function disguiseOf(entries: readonly RecorderEntry[], { sets, adopted }: InitialState): Disguise {
  const disguise = new Disguise();
  for (const { kinds } of [...sets, ...[...adopted.values()].flat()]) {
    for (const { def, records } of kinds) for (const record of records) disguise.learn(def, record);
  }
  for (const entry of entries) {
    if (entry.type !== 'commit') continue;
    for (const { collection, after } of entry.done.changes) {
      if (after !== undefined) disguise.learn(collection.def, after);
    }
  }
  return disguise;
}

interface Trimmed {
  readonly entries: readonly RecorderEntry[];
  /** The number of omitted requests. `bodies`: the number of other requests without bodies. */
  readonly requests: number;
  readonly bodies: number;
  /** The start of the trimmed run, if it is after the start of the recording. */
  readonly began?: { readonly real: number; readonly calls: number };
  /** The entries before the trimmed run. */
  readonly before: readonly RecorderEntry[];
}

/** The rate-limit counts after the first entries of a recording. */
function windowsAt({ windows: atItsBeginning }: RunRecorder, before: readonly RecorderEntry[]): RateWindow[] {
  const windows = new RateWindows();
  windows.goOnFrom(atItsBeginning.all());
  for (const entry of before) if (entry.type === 'count') windows.put(entry.window);
  return windows.all();
}

/**
 * Omits parts of a run. A section with a failure stays complete, and so do the commits between two sections that are
 * kept.
 */
function trimmed(all: readonly RecorderEntry[], leaving: Omission): Trimmed {
  if (leaving === 'nothing') return { entries: all, requests: 0, bodies: 0, before: [] };
  const sections = sectionsOf(all);
  const isRequest = (entry: RecorderEntry): entry is RequestEntry => entry.type === 'request';
  if (leaving === 'everything before the first failure') {
    const from = sections.find(({ failed }) => failed)?.from ?? 0;
    const before = all.slice(0, from);
    const rest = trimmed(all.slice(from), 'requests');
    const last = before.at(-1);
    return {
      ...rest,
      before,
      requests: rest.requests + before.filter(isRequest).length,
      ...(last === undefined ? {} : { began: { real: last.real, calls: last.calls } }),
    };
  }
  let requests = 0;
  let bodies = 0;
  const entries = sections.flatMap(({ from, to, failed }) => {
    const own = all.slice(from, to);
    if (failed) return own;
    if (leaving === 'requests') {
      requests += own.filter(isRequest).length;
      return own.filter((entry) => !isRequest(entry));
    }
    bodies += own.filter(isRequest).length;
    return own.map((entry) => (isRequest(entry) ? { ...entry, request: withoutBodies(entry.request) } : entry));
  });
  return { entries, requests, bodies, before: [] };
}

const withoutBodies = (request: LoggedRequest): LoggedRequest => ({
  ...writtenOut(request),
  body: null,
  response: null,
  redacted: true,
});

function stepOf(entry: RecorderEntry, beginning: InitialState): StepLine {
  const { real, calls } = entry;
  switch (entry.type) {
    case 'request':
      return { request: writtenOut(entry.request), real, calls };
    case 'mark':
      return { mark: entry.mark, real, calls };
    case 'count':
      return { counted: entry.window, real, calls };
    default:
      return commitOf(entry, beginning.adopted.get(entry));
  }
}

function commitOf(entry: CommitEntry, adopted: readonly DataSetState[] | undefined): CommitLine {
  const { seq, workspaceId, at, cause, real, calls, done } = entry;
  const changes = untold(entry);
  const isWhole = (key: string) => adopted?.some((each) => each.key === key) ?? false;
  const sets: Record<string, PartLine> = {};
  for (const { set, after } of done.counts) {
    if (done.dropped.includes(set) || isWhole(set.key)) continue;
    sets[set.key] = { count: after, ...partsOf(done.changes.filter((change) => change.set === set)) };
  }
  return {
    commit: seq,
    workspace: workspaceId,
    at,
    cause,
    ...(changes.length === 0 ? {} : { changes }),
    ...(done.dropped.length === 0 ? {} : { drop: done.dropped.map(({ key }) => key) }),
    ...(adopted === undefined ? {} : { adopt: Object.fromEntries(adopted.map((set) => [set.key, wholeOf(set)])) }),
    sets,
    real,
    calls,
  };
}

/** The state changes that no event of the same commit reports. */
function untold({ changes, done }: CommitEntry): readonly StateChange[] {
  if (changes.length === 0) return changes;
  const emitted = done.changes.flatMap(({ collection, before, after }) =>
    collection.def.name === events.name && before === undefined ? [(after as StoredEvent).change] : [],
  );
  return changes.filter(({ id, verb }) => !emitted.some((told) => told.id === id && told.verb === verb));
}

function partsOf(changes: CommitEntry['done']['changes']): Pick<PartLine, 'put' | 'del'> {
  const put: Record<string, object[]> = {};
  const del: Record<string, string[]> = {};
  for (const { collection, before, after } of changes) {
    const { def } = collection;
    if (after !== undefined) addTo(put, def.name, sparse(def, after));
    else if (before !== undefined) addTo(del, def.name, before.id);
  }
  return {
    ...(Object.keys(put).length === 0 ? {} : { put }),
    ...(Object.keys(del).length === 0 ? {} : { del }),
  };
}

function addTo<T>(lists: Record<string, T[]>, name: string, one: T): void {
  lists[name] ??= [];
  lists[name].push(one);
}

const wholeOf = ({ count, kinds }: DataSetState) => ({
  count,
  put: Object.fromEntries(kinds.map(({ def, records }) => [def.name, records.map((each) => sparse(def, each))])),
});

const sparse = ({ model }: AnyCollectionDef, record: Stored): object => withoutNulls(model, record);
