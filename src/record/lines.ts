import { realNow } from '../base/time.ts';
import { Turns } from '../base/turns.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { writtenOut } from '../requests/log.ts';
import type { AnyCollectionDef, Stored } from '../store/collection.ts';
import { sparseShapeOf } from '../store/shape.ts';
import { type Beginning, beginningOf, type SetThen } from './beginning.ts';
import { Disguise } from './disguise.ts';
import {
  type CommitLine,
  type EndLine,
  type HeadLine,
  type KindLine,
  type PartLine,
  type RunTold,
  recordFormat,
  type SetLine,
} from './format.ts';
import type { Tape, TakenCommit, TapeEntry } from './tape.ts';

/** How many records stand in one line. */
const recordsALine = 200;

/**
 * A run as the lines of a record, in slices, so that others are answered meanwhile. The moment that it shows is that of
 * the call.
 */
export async function linesOf(sandbox: Sandbox, tape: Tape, run: RunTold | null): Promise<string[]> {
  const { engine, version, url, defaultWorkspace, options, overrides } = sandbox;
  const entries = tape.entries();
  const { state, calls } = engine;
  const beginning = beginningOf(state, entries);
  const end: EndLine = { end: { real: realNow(), calls, run } };
  const head: HeadLine = {
    record: recordFormat,
    emulator: version,
    seed: state.seed,
    starts: state.starts,
    seq: beginning.seq,
    ...tape.began,
    url,
    workspace: defaultWorkspace,
    options: { ...options },
    overrides,
    missing: { requests: tape.cut, bodies: 0 },
  };
  const turns = new Turns();
  const disguise = new Disguise();
  const lines = [JSON.stringify(head)];
  const add = async (line: object): Promise<void> => {
    lines.push(disguise.of(line));
    if (turns.isDue) await turns.next();
  };
  for (const set of beginning.sets) {
    await add({ set: set.key, count: set.count } satisfies SetLine);
    for (const { def, records } of set.kinds) {
      for (let from = 0; from < records.length; from += recordsALine) {
        const some = records.slice(from, from + recordsALine).map(sparseShapeOf(def.model));
        await add({ kind: def.name, records: some } satisfies KindLine);
      }
    }
  }
  for (const entry of entries) await add(stepOf(entry, beginning));
  await add(end);
  return lines;
}

function stepOf(entry: TapeEntry, beginning: Beginning): object {
  const { real, calls } = entry;
  switch (entry.type) {
    case 'request':
      return { request: writtenOut(entry.request), real, calls };
    case 'mark':
      return { mark: entry.mark, real, calls };
    default:
      return commitOf(entry, beginning.adopted.get(entry));
  }
}

function commitOf(entry: TakenCommit, adopted: readonly SetThen[] | undefined): CommitLine {
  const { seq, workspaceId, at, cause, real, calls, done } = entry;
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
    ...(done.dropped.length === 0 ? {} : { drop: done.dropped.map(({ key }) => key) }),
    ...(adopted === undefined ? {} : { adopt: Object.fromEntries(adopted.map((set) => [set.key, wholeOf(set)])) }),
    sets,
    real,
    calls,
  };
}

function partsOf(changes: TakenCommit['done']['changes']): Pick<PartLine, 'put' | 'del'> {
  const put: Record<string, object[]> = {};
  const del: Record<string, string[]> = {};
  for (const { collection, before, after } of changes) {
    const { def } = collection;
    if (after !== undefined) (put[def.name] ??= []).push(sparse(def, after));
    else if (before !== undefined) (del[def.name] ??= []).push(before.id);
  }
  return {
    ...(Object.keys(put).length === 0 ? {} : { put }),
    ...(Object.keys(del).length === 0 ? {} : { del }),
  };
}

const wholeOf = ({ count, kinds }: SetThen) => ({
  count,
  put: Object.fromEntries(kinds.map(({ def, records }) => [def.name, records.map((each) => sparse(def, each))])),
});

const sparse = ({ model }: AnyCollectionDef, record: Stored): object => sparseShapeOf(model)(record);
