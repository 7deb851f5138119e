import { realNow } from '../../core/base/time.ts';
import { Turns } from '../../core/base/turns.ts';
import { events, type StateChange, type StoredEvent } from '../../core/kernel/events.ts';
import type { AnyCollectionDef, Stored } from '../../core/store/collection.ts';
import { withoutNulls } from '../../core/store/nullable-fields.ts';
import { hideInCommand, hideSecrets } from '../../payments/secrets/hide.ts';
import type { Uses } from '../../sandbox/control/sandbox.ts';
import { writtenOut } from '../../sandbox/requests/log.ts';
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
import { Disguise } from './disguise.ts';
import { Packer } from './pack.ts';
import type { CommitEntry, RecorderEntry } from './recorder-entries.ts';
import type { RunRecorder } from './run-recorder.ts';
import { type Omission, trimEntries } from './trim-entries.ts';

/** The number of records in a line. */
const recordsALine = 200;

/** A run in the format of a record. Its lines are created when the writer requests them. */
export interface SerializedRun {
  readonly head: HeadLine;
  readonly sets: () => Iterable<SetLine | KindLine | WindowsLine>;
  readonly steps: () => Iterable<StepLine>;
  readonly end: EndLine['end'];
  readonly disguise: Disguise;
}

/** Returns the run up to now. */
export function serializeRun(
  sandbox: Uses<'defaultWorkspace' | 'engine' | 'options' | 'overrides' | 'profile' | 'url' | 'version'>,
  recorder: RunRecorder,
  run: CommandRun | null,
  leaving: Omission,
): SerializedRun {
  const { engine, version, url, defaultWorkspace, options, overrides, profile } = sandbox;
  const kept = trimEntries(recorder.entries(), leaving);
  const { entries } = kept;
  const { state, calls } = engine;
  const beginning = beginningOf(state, entries);
  const head: HeadLine = {
    record: recordFormat,
    emulator: version,
    seed: state.seed,
    starts: state.starts,
    seq: beginning.seq,
    ...(kept.began ?? recorder.began),
    url,
    workspace: defaultWorkspace,
    options: { ...options, ...(profile === null ? {} : { profile: profile.file }) },
    overrides,
    missing: { requests: recorder.cut + kept.requests, bodies: kept.bodies },
  };
  return {
    head,
    sets: () => setLines(beginning, windowsAt(recorder, kept.before)),
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

/** The rate-limit counts after the first entries of a recording. */
function windowsAt({ windows: atItsBeginning }: RunRecorder, before: readonly RecorderEntry[]): RateWindow[] {
  const windows = new RateWindows();
  windows.goOnFrom(atItsBeginning.all());
  for (const entry of before) if (entry.type === 'count') windows.put(entry.window);
  return windows.all();
}

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
  const changes = unreported(entry);
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
function unreported({ changes, done }: CommitEntry): readonly StateChange[] {
  if (changes.length === 0) return changes;
  const emitted = done.changes.flatMap(({ collection, before, after }) =>
    collection.def.name === events.name && before === undefined ? [(after as StoredEvent).change] : [],
  );
  return changes.filter(({ id, verb }) => !emitted.some((event) => event.id === id && event.verb === verb));
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
