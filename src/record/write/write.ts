import { Assets } from '../../pages/assets.ts';
import type { Uses } from '../../sandbox/control/sandbox.ts';
import type { CommandRun } from '../format.ts';
import { type RecordSummary, summaryOf } from '../summary.ts';
import { packed, recordPage } from './page.ts';
import type { RunRecorder } from './run-recorder.ts';
import { chunksOf, type SerializedRun, serializeRun } from './serialize-run.ts';
import { type Omission, omissions } from './trim-entries.ts';

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
  recorder: RunRecorder,
  { limit, run }: WriteOptions,
): Promise<WrittenRecord> {
  const assets = new Assets();
  const write = async ([leaving, ...further]: readonly Omission[]): Promise<WrittenRecord> => {
    const serialized = serializeRun(sandbox, recorder, run, leaving!);
    const title = serialized.end.run === null ? 'Record' : serialized.end.run.command.join(' ');
    const page = await recordPage(assets, await packed(chunksOf(serialized)), serialized.disguise.of(title));
    if (Buffer.byteLength(page) > limit && further.length > 0) return write(further);
    return { page, summary: summaryIn(serialized) };
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
