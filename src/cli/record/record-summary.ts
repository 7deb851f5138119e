import { basename } from 'node:path';
import { markdownCode, markdownText } from '../../core/base/terminal-text.ts';
import { ownWayBack } from '../../record/resume/resume-command.ts';
import type { RecordSummary } from '../../record/summary.ts';
import { clean, counted } from '../output.ts';

/**
 * The sentences about a record: its file, its first failure, and the command that resumes the run just before that
 * failure.
 */
export function recordSentence(file: string, { status, failures: [first] }: RecordSummary): string {
  if (status === 0 || first === undefined) return `emulator: the record is in ${file}.`;
  return [
    `emulator: the record is in ${file}. First failure: ${clean(first.text)}`,
    `emulator: to resume just before the failure: ${ownWayBack(file, first.place)}`,
  ].join('\n');
}

/** How many failures the job summary lists. */
const mostListed = 10;

/** The same sentences as Markdown, for the summary of the job from which the file can be downloaded. */
export function recordMarkdown(path: string, { failures, requests, events, deliveries }: RecordSummary): string {
  const file = basename(path);
  const [first] = failures;
  const listed = failures.slice(0, mostListed).map(({ kind, text }) => `- ${kind}: ${markdownText(text)}`);
  const more = failures.length - listed.length;
  return [
    '## Run record',
    '',
    `${markdownCode(file)} has ${counted(requests, 'request')}, ${counted(events, 'event')} and ${counted(deliveries, 'delivery', 'deliveries')}.`,
    '',
    ...(first === undefined
      ? ['The run has no failures.']
      : [
          `First failure: **${markdownText(first.text)}**. To resume just before the failure:`,
          '',
          '```sh',
          ownWayBack(file, first.place),
          '```',
          ...(listed.length < 2 ? [] : ['', ...listed, ...(more > 0 ? [`- and ${more} more`] : [])]),
        ]),
    '',
  ].join('\n');
}
