import { closest } from '../../core/base/closest.ts';
import { Turns } from '../../core/base/turns.ts';
import type { AuditLine, AuditSummary } from '../audit-line.ts';
import { RecordError } from '../errors.ts';
import type { RunRecord } from '../format.ts';
import { placeIn, type RecordMoment } from '../record-moments.ts';
import { garbled, invalid, parsedLine, type Reading, RunReader } from './parse-lines.ts';

/*
 * A record may contain several runs: the runs of an audit that its findings refer to. The runs follow each other, each
 * with a head of its own, and the last line is the report of the audit.
 */

export interface NamedRun {
  readonly name: string;
  readonly record: RunRecord;
}

/** The runs of a record, and the report of the audit that they belong to. */
export interface RecordedRuns {
  readonly runs: readonly [NamedRun, ...NamedRun[]];
  /** The report of the audit; null if the record has only one run. */
  readonly audit: AuditSummary | null;
}

/** The name of a run that does not belong to an audit. */
const onlyName = 'run';
const headBegins = '{"record":';
const auditBegins = '{"audit":';

/**
 * Reads the runs of a record from the lines of its content: the head and the chunks of each run. The event loop can
 * do other work between the lines.
 * @param name the name of the file, for error messages
 * @throws RecordError if the file is not a record, is incomplete, or has a newer format
 */
export async function runsOf(
  lines: Iterable<string> | AsyncIterable<string>,
  name: string,
  reading: Reading = {},
): Promise<RecordedRuns> {
  const readers: RunReader[] = [];
  const turns = new Turns();
  let audit: AuditSummary | null = null;
  for await (const line of lines) {
    const latest = readers.at(-1);
    if (audit !== null) throw garbled(name);
    // `RunReader` also reports an error if the first line is not a head.
    if (latest === undefined || line.startsWith(headBegins)) readers.push(new RunReader(line, name, reading));
    else if (line.startsWith(auditBegins)) audit = auditIn(line, name, reading);
    else await latest.take(line, turns);
  }
  if (readers.length === 0) throw garbled(name);
  const runs = readers.map(
    (reader, at): NamedRun => ({
      name: audit?.runs[at]?.name ?? onlyName,
      record: reader.record(),
    }),
  );
  return { runs: runs as [NamedRun, ...NamedRun[]], audit };
}

function auditIn(text: string, name: string, { check }: Reading): AuditSummary {
  // Earlier records call the fix of a finding `mend`.
  const line = parsedLine(text.replaceAll('"mend":', '"fix":')) as AuditLine | null;
  if (line === null) throw garbled(name);
  try {
    check?.line(line);
  } catch (error) {
    throw invalid(name, (error as Error).message);
  }
  return line.audit;
}

/**
 * Returns the run of a record with a name.
 * @throws RecordError if the record has no run with this name
 */
export function runNamed({ runs }: RecordedRuns, name: string, file: string): NamedRun {
  const found = runs.find((run) => run.name === name);
  if (found !== undefined) return found;
  if (runs.length === 1) throw new RecordError(`${file} contains only one run; omit --run.`);
  const [near] = closest(name, namesOf(runs), 1);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  throw new RecordError(`${file} has no run '${name}'. Available runs: ${namesOf(runs).join(', ')}.${hint}`);
}

const namesOf = (runs: readonly NamedRun[]): string[] => runs.map(({ name }) => name);

/** A run of a record, and a place to resume from. */
export interface RunSelection {
  readonly run: NamedRun;
  readonly place: RecordMoment;
  /** A note for a user who did not choose one of several runs; null if there is none. */
  readonly remark: string | null;
}

/**
 * Finds the run that a user resumes, and the place in it. Without a name, the first run is used.
 * @throws RecordError if the record does not have the run or the place; the message names another run that has the
 * place
 */
export function chosenRun(
  recorded: RecordedRuns,
  { run: name, place }: { readonly run: string | undefined; readonly place: string | undefined },
  file: string,
): RunSelection {
  const { runs } = recorded;
  const run = name === undefined ? runs[0] : runNamed(recorded, name, file);
  const remark =
    name !== undefined || runs.length === 1
      ? null
      : `${file} contains ${runs.length} runs; this is ${run.name}. Choose another one with --run: ${namesOf(runs.slice(1)).join(', ')}.`;
  try {
    return { run, place: placeIn(run.record, place, file), remark };
  } catch (error) {
    const others = runs.filter((other) => other !== run && hasPlace(other, place, file));
    if (!(error instanceof RecordError) || others.length === 0) throw error;
    throw new RecordError(
      `In ${file}, the run ${run.name} has no place '${place}'. The place exists in ${namesOf(others).join(', ')}; add --run ${others[0]!.name}.`,
    );
  }
}

function hasPlace({ record }: NamedRun, place: string | undefined, file: string): boolean {
  try {
    placeIn(record, place, file);
    return true;
  } catch {
    return false;
  }
}
