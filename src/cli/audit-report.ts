import type { AuditSettings } from '../audit/acceptance.ts';
import { type Selection, whyNoRule } from '../audit/lint.ts';
import { junitKind, junitReport } from '../audit/report/junit.ts';
import type { Report } from '../audit/report/models.ts';
import { failsOn } from '../audit/report/report.ts';
import { summaryReport } from '../audit/report/summary.ts';
import { terminalReport } from '../audit/report/terminal.ts';
import type { Level } from '../audit/rule.ts';
import { type OutputKind, type OutputOptions, writeOutput } from '../core/system/output-file.ts';
import { exitCodes, wrongUsage } from './failure.ts';
import { appendToJobSummary } from './job-summary.ts';
import { checkOutputPath } from './options/output-path.ts';
import { acceptancesIn, configFile, type RawSettings } from './options/settings.ts';
import type { Output } from './output.ts';

/** The options of every form of `audit`. */
export interface ReportOptions extends Selection, OutputOptions {
  readonly failOn?: Level;
  readonly junit?: string;
  /** The file for the JSON report. */
  readonly jsonFile?: string;
  /** Whether an audit of an empty record succeeds. */
  readonly allowEmpty?: boolean;
  /** Whether the report for a person has the complete evidence. */
  readonly verbose?: boolean;
}

/**
 * The acceptances in the configuration file.
 * @param further names that can be selected in addition to rules: adversities
 * @throws CommandFailure (wrong usage) if the file or the command line names an unknown rule
 */
export function checkedAcceptances(
  file: RawSettings,
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

const reportKind: OutputKind = {
  noun: 'JSON audit report',
  example: 'audit.json',
  isOwn: (beginning) => /^\{\s*"version":\s*\d+,\s*"way":/.test(beginning),
  isStreamable: true,
};

/** Checks the files of a report before the audit starts. @throws CommandFailure (wrong usage) */
export function checkReportPaths({ junit, jsonFile, ...options }: ReportOptions): void {
  if (junit !== undefined) checkOutputPath(junit, '--junit', junitKind, options);
  if (jsonFile !== undefined) checkOutputPath(jsonFile, '--json-file', reportKind, options);
}

/**
 * Prints a report and writes it for CI: a JUnit file, a JSON file and the job summary.
 * @param show prints the report for a person, or as JSON
 * @returns the exit status of the report
 */
export async function tellReport(
  report: Report,
  out: Output,
  { failOn = 'error', junit, jsonFile, allowEmpty = false, verbose = false, force }: ReportOptions,
  show: (report: Report, human: () => string) => void,
): Promise<number> {
  show(report, () => terminalReport(report, (style, text) => out.paint(style, text), verbose));
  await writeReport(report, { failOn, junit, jsonFile, force });
  return failsOn(report, failOn) || (report.empty && !allowEmpty) ? exitCodes.violated : exitCodes.done;
}

/** Writes a report for CI, as `tellReport` does, and prints nothing. */
export async function writeReport(
  report: Report,
  { failOn = 'error', junit, jsonFile, force }: ReportOptions,
): Promise<void> {
  if (junit !== undefined) await writeOutput(junit, junitReport(report, failOn), junitKind, { force });
  if (jsonFile !== undefined)
    await writeOutput(jsonFile, `${JSON.stringify(report, null, 2)}\n`, reportKind, { force });
  appendToJobSummary(() => summaryReport(report));
}
