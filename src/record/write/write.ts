import { Assets } from '../../pages/assets.ts';
import type { Uses } from '../../sandbox/control/sandbox.ts';
import type { CommandRun } from '../format.ts';
import { type RecordSummary, summaryOf } from '../summary.ts';
import { packed, recordPage } from './page.ts';
import type { RunRecorder } from './run-recorder.ts';
import { chunksOf, type Omission, omissions, type SerializedRun, toldOf } from './serialize-run.ts';

interface WriteOptions {
  /** The maximum size of the page, in bytes. */
  readonly limit: number;
  /** The command of the run; null if the emulator ran without a command. */
  readonly run: CommandRun | null;
}

export interface WrittenRecord {
  readonly page: string;
  readonly summary: RecordSummary;
}

/**
 * Writes the run up to now as the HTML page of a record. The record lists the parts that were omitted to stay below
 * the limit.
 */
export async function writeRecord(
  sandbox: Uses<'defaultWorkspace' | 'engine' | 'options' | 'overrides' | 'profile' | 'url' | 'version'>,
  tape: RunRecorder,
  { limit, run }: WriteOptions,
): Promise<WrittenRecord> {
  const assets = new Assets();
  const write = async ([leaving, ...further]: readonly Omission[]): Promise<WrittenRecord> => {
    const told = toldOf(sandbox, tape, run, leaving!);
    const title = told.end.run === null ? 'Record' : told.end.run.command.join(' ');
    const page = await recordPage(assets, await packed(chunksOf(told)), told.disguise.of(title));
    if (Buffer.byteLength(page) > limit && further.length > 0) return write(further);
    return { page, summary: summaryIn(told) };
  };
  return write(omissions);
}

/** The summary of a written record. It is printed, so its secrets are hidden too. */
const summaryIn = ({ head, steps, end, disguise }: SerializedRun): RecordSummary =>
  JSON.parse(
    JSON.stringify(summaryOf({ head, steps: steps(), end }), (_, value) =>
      typeof value === 'string' ? disguise.of(value) : value,
    ),
  );
