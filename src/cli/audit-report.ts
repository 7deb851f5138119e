import { writeFileSync } from 'node:fs';
import type { AuditSettings } from '../audit/acceptance.ts';
import { type Selection, whyNoRule } from '../audit/lint.ts';
import { junitReport } from '../audit/report/junit.ts';
import { failsOn, type Report } from '../audit/report/report.ts';
import { summaryReport } from '../audit/report/summary.ts';
import { terminalReport } from '../audit/report/terminal.ts';
import type { Level } from '../audit/rule.ts';
import { exitCodes, wrongUsage } from './failure.ts';
import { appendToJobSummary } from './job-summary.ts';
import type { Output } from './output.ts';
import { acceptancesIn, configFile, type Values } from './settings.ts';

/** The options that every form of `audit` takes. */
export interface ReportOptions extends Selection {
  readonly failOn?: Level;
  readonly junit?: string;
  /** The file for the JSON report. */
  readonly jsonFile?: string;
  /** Whether an audit without any record succeeds. */
  readonly allowEmpty?: boolean;
}

/**
 * The acceptances of the configuration file.
 * @param further what may be selected beside rules: adversities
 * @throws CommandFailure (wrong usage) if the file or the command line names an unknown rule
 */
export function checkedAcceptances(
  file: Values,
  { only = [], skip = [] }: Selection,
  further: readonly string[] = [],
): AuditSettings['accept'] {
  for (const name of [...only, ...skip]) if (!further.includes(name)) checkRule(name, '', further);
  const accept = acceptancesIn(file);
  for (const { rule } of accept) checkRule(rule, `${configFile}: audit.accept: `);
  return accept;
}

function checkRule(name: string, where: string, further: readonly string[] = []): void {
  const reason = whyNoRule(name, further);
  if (reason !== null) throw wrongUsage(`${where}${reason}`);
}

/**
 * Prints a report, and writes it for CI: a JUnit file, a JSON file, and the summary of the job.
 * @param show prints the report for a person, or as JSON
 * @returns the exit status of the report
 */
export function tellReport(
  report: Report,
  out: Output,
  { failOn = 'error', junit, jsonFile, allowEmpty = false }: ReportOptions,
  show: (report: Report, human: () => string) => void,
): number {
  show(report, () => terminalReport(report, (style, text) => out.paint(style, text)));
  if (junit !== undefined) writeFileSync(junit, junitReport(report, failOn), { mode: 0o600 });
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  appendToJobSummary(() => summaryReport(report));
  return failsOn(report, failOn) || (report.empty && !allowEmpty) ? exitCodes.violated : exitCodes.done;
}
