import { resolve } from 'node:path';
import { quoted } from '../../core/base/terminal-text.ts';
import type { OutputOptions } from '../../core/system/output-file.ts';
import { isSuccess } from '../../payments/webhooks/deliveries.ts';
import type { ReceiverAnswer } from '../../record/answers/resend.ts';
import type { AuditSummary } from '../../record/audit-line.ts';
import { exitWords } from '../../record/exit-status.ts';
import { readRecord, readRuns } from '../../record/read/read.ts';
import { type NamedRun, runNamed } from '../../record/read/runs.ts';
import { documentVersion } from '../../record/read/schema.ts';
import { resumeCommand } from '../../record/resume/resume-command.ts';
import { type RecordSummary, summaryOf } from '../../record/summary.ts';
import { recordKind, writeRecordFile } from '../../record/write/record-file.ts';
import { declarations } from '../../sandbox/declarations.ts';
import { exitCodes } from '../failure.ts';
import { appendToJobSummary } from '../job-summary.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { clean, counted, instant, type Output } from '../output.ts';
import { recordMarkdown } from '../record/record-summary.ts';
import type { Session } from '../session.ts';

/** Saves the run of a running emulator as a record. */
export async function saveRecord(
  { client, out }: Session,
  file: string,
  options: { limit?: number } & OutputOptions,
): Promise<void> {
  checkOutputPath(file, 'save', recordKind, options);
  await writeRecordFile(file, await client.savedRecord(options.limit), options);
  const summary = summaryOf(await readRecord(file, declarations()));
  appendToJobSummary(() => recordMarkdown(file, summary));
  out.document(
    { file: resolve(file) },
    () =>
      `Saved the record to ${file}. Open it in a browser, or resume the run: npx payments-emulator start --from ${quoted(file)}`,
  );
}

/**
 * Prints a summary of a record, or the complete record with `--json`. @param name a run, if the record has several
 */
export async function showRecord({ out }: Session, file: string, { run: name }: { run?: string }): Promise<void> {
  const recorded = await readRuns(file, declarations());
  const { audit, runs } = recorded;
  if (audit === null || name !== undefined) {
    const { record } = name === undefined ? runs[0] : runNamed(recorded, name, file);
    const summary = summaryOf(record);
    out.document({ version: documentVersion, summary, ...record }, () =>
      summaryLines(out, file, summary, record.end.run?.output, name).join('\n'),
    );
    return;
  }
  const shown = runs.map(({ name: each, record }) => ({ name: each, summary: summaryOf(record), ...record }));
  out.document({ version: documentVersion, audit, runs: shown }, () => auditLines(out, file, audit, shown).join('\n'));
}

type ShownRun = NamedRun['record'] & { readonly name: string; readonly summary: RecordSummary };

function auditLines(out: Output, file: string, { about, findings }: AuditSummary, runs: readonly ShownRun[]): string[] {
  const width = Math.max(...runs.map(({ name }) => name.length));
  const told = runs.map(({ name, summary: { requests, events, deliveries, status } }) =>
    clean(
      `  ${name.padEnd(width)}  ${counted(requests, 'request')}, ${counted(events, 'event')}, ${counted(deliveries, 'delivery', 'deliveries')}, ended with status ${status}`,
    ),
  );
  const found = findings.flatMap(({ level, rule, message, run, control, at }) => [
    '',
    `${out.paint(level === 'error' ? 'red' : 'yellow', level)}  ${clean(rule)}`,
    clean(`  ${message}`),
    clean(`  Shown by ${run}${control === null ? '' : ` beside ${control}`}: ${resumeCommand(file, at, run)}`),
  ]);
  return [clean(about), '', 'Its runs:', ...told, ...(found.length === 0 ? ['', 'The runs have no findings.'] : found)];
}

interface ResendCommandOptions {
  forwardTo: string;
  run?: string;
  only?: 'failed';
  secret?: string;
  allowRemoteWebhooks?: boolean;
}

/**
 * Sends the deliveries of a record again, and prints the new responses next to the recorded ones.
 * @returns the exit status: 1 if a delivery still fails
 */
export async function resendRecord(
  { out }: Session,
  file: string,
  { forwardTo, run, only, secret, allowRemoteWebhooks = false }: ResendCommandOptions,
  version: string,
): Promise<number> {
  const { resend } = await import('../../record/answers/resend.ts');
  const registry = declarations();
  const recorded = await readRuns(file, registry);
  const { record } = run === undefined ? recorded.runs[0] : runNamed(recorded, run, file);
  let sent = 0;
  let failing = 0;
  let recovered = 0;
  const failedOnly = only === 'failed';
  const options = { to: forwardTo, failedOnly, secret, allowRemote: allowRemoteWebhooks, version, registry };
  for await (const resent of resend(record, options)) {
    const { now, then, event, type } = resent;
    sent++;
    if (!isSuccess(now.status)) failing++;
    else if (then !== null && !isSuccess(then.status)) recovered++;
    out.item(resent, () => {
      const style = isSuccess(now.status) ? 'green' : 'red';
      return `${clean(`${type.padEnd(24)}  ${event}  before ${answerWords(then)}`)}, now ${out.paint(style, clean(answerWords(now)))}`;
    });
  }
  if (sent === 0) {
    out.note(only === 'failed' ? `${file} contains no failed deliveries.` : `${file} contains no deliveries.`);
    return exitCodes.done;
  }
  out.note(
    `${counted(sent, 'delivery', 'deliveries')}: ${recovered} that failed before ${recovered === 1 ? 'is' : 'are'} now accepted, ${failing} still ${failing === 1 ? 'fails' : 'fail'}.`,
  );
  return failing === 0 ? exitCodes.done : exitCodes.refused;
}

/** A response in a word or two. For a refusal, includes the start of the response body. */
function answerWords(answer: ReceiverAnswer | null): string {
  if (answer === null) return 'nothing';
  const { status, error, body } = answer;
  if (status === null) return error ?? 'no answer';
  const line = isSuccess(status) ? '' : body.trim().split('\n')[0]!.slice(0, 120);
  return line === '' ? String(status) : `${status} ${line}`;
}

/** The maximum number of printed failures. */
const mostPrinted = 10;

/** The maximum number of printed lines from the end of a command's output. */
const mostOfOutput = 12;

/**
 * @param output the end of the command's output, which is printed if the command failed
 * @param run the name of the run, if the record has several
 */
export function summaryLines(out: Output, file: string, summary: RecordSummary, output = '', run?: string): string[] {
  const { command, status, from, to, failures, sections, seed } = summary;
  const failed = sections.filter((section) => section.failed).length;
  const lines = [
    command.length === 0
      ? `A run of payments-emulator ${clean(summary.emulator)}`
      : clean(command.map(quoted).join(' ')),
    ...(status === null ? [] : [exitWords(status)]),
    ...(from === null ? [] : [`from ${instant(from)} to ${instant(to ?? from)} (emulated time)`]),
    `${counted(summary.requests, 'request')} (${summary.refused} not 2xx), ${counted(summary.events, 'event')}, ${counted(summary.deliveries, 'delivery', 'deliveries')} (${summary.failed_deliveries} with a failed attempt)`,
    ...(sections.length === 0 ? [] : [`${counted(sections.length, 'section')}, ${failed} failed`]),
    seed === null
      ? 'no seed, so the next run will have different ids'
      : `seed ${seed}; another run with --seed ${seed} has the same ids`,
    ...(summary.missing_requests === 0
      ? []
      : [`missing from the start of the run: ${counted(summary.missing_requests, 'request')}`]),
  ];
  const printed = status === null || status === 0 ? [] : output.trimEnd().split('\n').slice(-mostOfOutput);
  if (printed.join('') !== '')
    lines.push('', 'Last output of the command:', ...printed.map((line) => clean(`  ${line}`)));
  if (failures.length === 0) return lines;
  const told = failures
    .slice(0, mostPrinted)
    .map(({ kind, text }) => `  ${out.paint('red', kind.padEnd(8))}  ${clean(text)}`);
  const more = failures.length > mostPrinted ? [`  and ${failures.length - mostPrinted} more`] : [];
  return [
    ...lines,
    '',
    'What went wrong:',
    ...told,
    ...more,
    '',
    clean(`To resume just before the first failure: ${resumeCommand(file, failures[0]!.place, run)}`),
  ];
}
