import type { Sandbox } from '../control/sandbox.ts';
import { Assets } from '../pages/assets.ts';
import type { RunTold } from './format.ts';
import { leavings, linesOf } from './lines.ts';
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

/** Writes what happened until now as the page of a record. What it leaves out to be as small as it may, it says. */
export async function writeRecord(sandbox: Sandbox, tape: Tape, { limit, run }: WriteOptions): Promise<WrittenRecord> {
  const title = run === null ? 'Record' : run.command.join(' ');
  const assets = new Assets();
  let lines: string[] = [];
  let page = '';
  for (const leaving of leavings) {
    lines = await linesOf(sandbox, tape, run, leaving);
    page = recordPage(assets, await packed(lines), title);
    if (Buffer.byteLength(page) <= limit) break;
  }
  return { page, summary: summaryOf(recordOf(lines, 'The record')) };
}
