import { realNow } from '../base/time.ts';
import { Turns } from '../base/turns.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { type LoggedRequest, writtenOut } from '../requests/log.ts';
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
import { sectionsOf } from './sections.ts';
import type { TakenCommit, TakenRequest, TapeEntry } from './taken.ts';
import type { Tape } from './tape.ts';

/** How many records stand in one line. */
const recordsALine = 200;

/** What of sections without a failure is left out to keep a record small, from nothing to all that can be. */
export const leavings = ['nothing', 'bodies', 'requests', 'what came before the first failure'] as const;
export type Leaving = (typeof leavings)[number];

/**
 * A run as the lines of a record, in slices, so that others are answered meanwhile. The moment that it shows is that of
 * the call.
 */
export async function linesOf(
  sandbox: Sandbox,
  tape: Tape,
  run: RunTold | null,
  leaving: Leaving = 'nothing',
): Promise<string[]> {
  const { engine, version, url, defaultWorkspace, options, overrides } = sandbox;
  const taken = trimmed(tape.entries(), leaving);
  const { entries } = taken;
  const { state, calls } = engine;
  const beginning = beginningOf(state, entries);
  const end: EndLine = { end: { real: realNow(), calls, run } };
  const head: HeadLine = {
    record: recordFormat,
    emulator: version,
    seed: state.seed,
    starts: state.starts,
    seq: beginning.seq,
    ...(taken.began ?? tape.began),
    url,
    workspace: defaultWorkspace,
    options: { ...options },
    overrides,
    missing: { requests: tape.cut + taken.requests, bodies: taken.bodies },
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

interface Trimmed {
  readonly entries: readonly TapeEntry[];
  /** How many requests, and how many bodies of others, were left out. */
  readonly requests: number;
  readonly bodies: number;
  /** When it begins, where that is later. */
  readonly began?: { readonly real: number; readonly calls: number };
}

/** Nothing of a section with a failure is ever left out, and no commit between two that stay. */
function trimmed(all: readonly TapeEntry[], leaving: Leaving): Trimmed {
  if (leaving === 'nothing') return { entries: all, requests: 0, bodies: 0 };
  const sections = sectionsOf(all);
  const isRequest = (entry: TapeEntry): entry is TakenRequest => entry.type === 'request';
  if (leaving === 'what came before the first failure') {
    const from = sections.find(({ failed }) => failed)?.from ?? 0;
    const before = all.slice(0, from);
    const rest = trimmed(all.slice(from), 'requests');
    const last = before.at(-1);
    return {
      ...rest,
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
  return { entries, requests, bodies };
}

const withoutBodies = (request: LoggedRequest): LoggedRequest => ({
  ...writtenOut(request),
  body: null,
  response: null,
  redacted: true,
});

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

const wholeOf = ({ count, kinds }: SetThen) => ({
  count,
  put: Object.fromEntries(kinds.map(({ def, records }) => [def.name, records.map((each) => sparse(def, each))])),
});

const sparse = ({ model }: AnyCollectionDef, record: Stored): object => sparseShapeOf(model)(record);
