import type { Sandbox } from '../control/sandbox.ts';
import { Assets } from '../pages/assets.ts';
import type { RunTold } from './format.ts';
import { linesOf } from './lines.ts';
import { packed, recordPage } from './page.ts';
import { recordOf } from './parse.ts';
import { type RecordSummary, summaryOf } from './summary.ts';
import type { Tape } from './tape.ts';

interface WriteOptions {
  /** How many bytes the page may have. */
  readonly limit: number;
  /** What ran, where something did. */
  readonly run: RunTold | null;
}

export interface WrittenRecord {
  readonly page: string;
  readonly summary: RecordSummary;
}

/** Writes what happened until now as the page of a record. */
export async function writeRecord(sandbox: Sandbox, tape: Tape, { run }: WriteOptions): Promise<WrittenRecord> {
  const lines = await linesOf(sandbox, tape, run);
  const summary = summaryOf(recordOf(lines, 'The record'));
  const title = run === null ? 'Record' : run.command.join(' ');
  return { page: recordPage(new Assets(), await packed(lines), title), summary };
}
