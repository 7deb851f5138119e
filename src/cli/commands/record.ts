import { resolve } from 'node:path';
import { readRecord } from '../../record/read.ts';
import { type RecordSummary, summaryOf } from '../../record/summary.ts';
import { quoted } from '../environment.ts';
import { clean, counted, instant, type Output } from '../output.ts';
import { checkRecordPath, wayBack, writeRecordFile } from '../record-file.ts';
import type { Session } from '../session.ts';

/** Writes what happened in a running emulator as a record. */
export async function saveRecord({ client, out }: Session, file: string, { limit }: { limit?: number }): Promise<void> {
  checkRecordPath(file, 'save');
  await writeRecordFile(file, await client.savedRecord(limit));
  out.document({ file: resolve(file) }, () => `The record is in ${file}. Open it in a browser, or go back into it: emulator start --from ${quoted(file)}`);
}

/** Prints what a record tells at a glance, or with `--json` all that is in it. */
export async function showRecord({ out }: Session, file: string): Promise<void> {
  const record = readRecord(file);
  const summary = summaryOf(record);
  out.document({ summary, ...record }, () => summaryLines(out, file, summary).join('\n'));
}

/** How many failures are printed. */
const mostPrinted = 10;

export function summaryLines(out: Output, file: string, summary: RecordSummary): string[] {
  const { command, status, from, to, failures, sections } = summary;
  const failed = sections.filter((section) => section.failed).length;
  const lines = [
    command.length === 0 ? `A run of emulator ${summary.emulator}` : clean(command.map(quoted).join(' ')),
    ...(status === null ? [] : [`ended with status ${status}`]),
    ...(from === null ? [] : [`from ${instant(from)} to ${instant(to ?? from)} of its clock`]),
    `${counted(summary.requests, 'request')} (${summary.refused} not 2xx), ${counted(summary.events, 'event')}, ${counted(summary.deliveries, 'delivery', 'deliveries')} (${summary.failed_deliveries} with a failed attempt)`,
    ...(sections.length === 0 ? [] : [`${counted(sections.length, 'section')}, ${failed} failed`]),
    ...(summary.missing_requests === 0 ? [] : [`${counted(summary.missing_requests, 'request')} from before it are missing`]),
  ];
  if (failures.length === 0) return lines;
  const told = failures.slice(0, mostPrinted).map(({ kind, text }) => `  ${out.paint('red', kind.padEnd(8))}  ${clean(text)}`);
  const more = failures.length > mostPrinted ? [`  and ${failures.length - mostPrinted} more`] : [];
  return [...lines, '', 'What went wrong:', ...told, ...more, '', `Go back to just before it: ${wayBack(file, failures[0]!.place)}`];
}
