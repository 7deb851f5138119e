import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { toIso } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import { type OutputKind, type OutputOptions, writeOutput } from '../../../core/system/output-file.ts';
import { merged, readCapture } from '../../../emulator/fidelity/capture/read-capture.ts';
import { type Comparison, compareCalls } from '../../../emulator/fidelity/compare/compare.ts';
import { addToLedger, ledgerKind } from '../../../emulator/fidelity/compare/ledger.ts';
import { profileKind, profileOf, profileText } from '../../../emulator/fidelity/compare/profile-of.ts';
import {
  compareReportSchema,
  comparisonJunitKind,
  junitComparison,
  markdownComparison,
  reportOf,
  terminalComparison,
} from '../../../emulator/fidelity/compare/report.ts';
import {
  type BaselineChanges,
  baselineKind,
  baselineText,
  changesInReport,
  changesLine,
  changesSince,
  readBaseline,
} from '../../../emulator/fidelity/report/baseline.ts';
import { confirmNext, type NextCall, nextLine } from '../../../emulator/fidelity/report/confirm-next.ts';
import type { ComparisonFinding, ComparisonReport } from '../../../sandbox/control/wire.ts';
import { declarations } from '../../../sandbox/declarations.ts';
import { type Ledger, readLedger } from '../../../sandbox/profile/ledger.ts';
import { readProfile } from '../../../sandbox/profile/read.ts';
import { exitCodes, wrongUsage } from '../../failure.ts';
import { appendToJobSummary } from '../../job-summary.ts';
import { checkOutputPath } from '../../options/output-path.ts';
import { clean, counted, markdownText } from '../../output.ts';
import type { Session } from '../../session.ts';
import { type AgainstOptions, captureWalk } from './against.ts';
import { failedComparison } from './failures.ts';

export interface CompareFlags extends OutputOptions, Partial<AgainstOptions> {
  readonly fixture?: string;
  readonly profile?: string;
  readonly overSpecification?: boolean;
  readonly writeProfile?: string;
  readonly keep?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly assumptions?: boolean;
  readonly markdown?: boolean;
  readonly junit?: string;
  readonly jsonFile?: string;
  readonly schema?: boolean;
}

const reportKind: OutputKind = {
  noun: 'comparison report',
  example: 'compare.json',
  isOwn: (beginning) => /^\{\s*"version":\s*\d+,\s*"captures":/.test(beginning),
  isStreamable: true,
};

/**
 * Sends a fresh emulator the calls that captures sent to the service, and reports the differences.
 * @returns 0 without differences, 1 with findings, 5 if nothing could be compared
 * @throws CommandFailure with a status that does not mean findings: 2 for wrong usage or a service that cannot be
 * reached, 70 for a fault of this program
 */
export async function compare(...args: Parameters<typeof compareFiles>): Promise<number> {
  try {
    return await compareFiles(...args);
  } catch (error) {
    throw failedComparison(error);
  }
}

async function compareFiles(
  session: Session,
  given: readonly string[],
  options: CompareFlags,
  version: string,
): Promise<number> {
  const { out } = session;
  if (options.schema === true) {
    out.raw(JSON.stringify(compareReportSchema(), null, 2));
    return exitCodes.done;
  }
  checkOptions(given, options);
  const { against, fixture, profile, overSpecification, keep, baseline: known } = options;
  // If a local file is invalid, no call is made to a service.
  const ledger = keep === undefined ? undefined : ledgerAt(keep);
  const baseline = known === undefined ? null : readBaseline(known, wrongUsage);
  if (profile !== undefined) readProfile(profile);
  const files = against === undefined ? given : [await captureWalk(session, { ...options, against }, version)];
  const captures = await Promise.all(files.map(async (file) => ({ file, ...(await readCapture(file)) })));
  const calls = merged(captures);
  const left = captures.flatMap((capture) => capture.left.map((each) => ({ ...each, capture: capture.file })));
  const comparison = await compareCalls(calls, { version, fixture, profile, overSpecification, left });
  const whole = reportOf(files, comparison);
  const changes = baseline === null ? null : changesSince(baseline, whole.findings);
  const report = {
    ...whole,
    confirm_next: confirmNext(declarations(), comparison.assumptions).slice(0, mostNext),
    ...(changes === null ? {} : { baseline: changesInReport(changes) }),
  };
  print(session, { report, comparison, changes }, options);
  await writeFiles(session, { report, comparison, ledger }, options);
  if (report.compared === 0) return exitCodes.violated;
  if (changes === null) {
    // Findings that the command stores as known are no reason to fail.
    const isAccepted = options.writeBaseline !== undefined;
    return report.findings.length === 0 || isAccepted ? exitCodes.done : exitCodes.refused;
  }
  return changes.added.length + changes.changed.length === 0 ? exitCodes.done : exitCodes.refused;
}

/** @throws CommandFailure (wrong usage) */
function checkOptions(given: readonly string[], options: CompareFlags): void {
  const { force, against, cleanUp } = options;
  const check = (flag: string, file: string | undefined, kind: OutputKind): void => {
    if (file !== undefined) checkOutputPath(file, flag, kind, { force });
  };
  check('--junit', options.junit, comparisonJunitKind);
  check('--json-file', options.jsonFile, reportKind);
  check('--write-profile', options.writeProfile, profileKind);
  check('--write-baseline', options.writeBaseline, baselineKind);
  check('--keep', options.keep, ledgerKind);
  if (given.length === 0 && against === undefined) {
    throw wrongUsage('Pass a capture file, as in npx payments-emulator compare service.har.');
  }
  if (given.length > 0 && against !== undefined) {
    throw wrongUsage('Pass either capture files or --against, which creates a capture.');
  }
  if (cleanUp === true && against === undefined) {
    throw wrongUsage('--clean-up takes back what --against creates. Add --against and --key-env.');
  }
}

interface Result {
  readonly report: ComparisonReport & { readonly confirm_next: NextCall[] };
  readonly comparison: Comparison;
  readonly changes: BaselineChanges<ComparisonFinding> | null;
}

/** Prints the report; with a baseline, only what is new, changed or gone. */
function print({ out }: Session, { report, comparison, changes }: Result, options: CompareFlags): void {
  const shown = changes === null ? report : { ...report, findings: notKnown(changes) };
  const isOld = changes !== null && report.compared > 0;
  const since = isOld ? [...changeLines(changes), changesLine(changes, clean(options.baseline ?? ''))] : [];
  const markdown = [markdownComparison(shown), ...since.map(markdownText)].join('\n\n');
  if (options.markdown === true) out.print(markdown);
  else {
    out.document(report, () => {
      const isSame = isOld && shown.findings.length === 0;
      const parts = [
        ...(isSame ? [] : [terminalComparison(shown, (style, text) => out.paint(style, text))]),
        ...(since.length === 0 ? [] : [since.join('\n')]),
        ...(report.compared === 0 ? [] : nextLines(report.confirm_next)),
      ];
      return parts.join('\n\n');
    });
  }
  if (options.assumptions === true) out.print(assumptionLines(comparison));
  appendToJobSummary(() => markdown);
}

const nextLines = (next: readonly NextCall[]): string[] =>
  next.length === 0 ? [] : [['Confirm next:', ...next.map((each) => `  ${clean(nextLine(each))}`)].join('\n')];

/** How many calls a report suggests. */
const mostNext = 3;

const notKnown = ({ added, changed }: BaselineChanges<ComparisonFinding>): ComparisonFinding[] => [
  ...added,
  ...changed.map(({ finding }) => finding),
];

const changeLines = ({ changed, gone }: BaselineChanges<ComparisonFinding>): string[] => [
  ...changed.map(
    ({ finding, was }) => `Changed: ${clean(finding.operation)} ${clean(finding.place)}; before: ${clean(was)}`,
  ),
  ...gone.map(({ finding, says }) => `Gone: ${clean(finding)}: ${clean(says)}`),
];

/** The existing ledger; undefined if there is none. */
const ledgerAt = (file: string): Ledger | undefined =>
  existsSync(file) ? readLedger('--keep', file, wrongUsage) : undefined;

/** Writes the files that the options name. */
async function writeFiles(
  { out }: Session,
  { report, comparison, ledger }: Omit<Result, 'changes'> & { ledger: Ledger | undefined },
  { junit, jsonFile, writeProfile, writeBaseline, keep, force }: CompareFlags,
): Promise<void> {
  if (junit !== undefined) await writeOutput(junit, junitComparison(report), comparisonJunitKind, { force });
  if (jsonFile !== undefined) {
    await writeOutput(jsonFile, JSON.stringify(report), reportKind, { force });
    out.note(
      `Wrote ${clean(jsonFile)}. To compare the responses side by side, run npx payments-emulator start --comparison ${clean(jsonFile)}`,
    );
  }
  if (writeProfile !== undefined) {
    const made = profileOf(
      comparison,
      report.captures.map((file) => basename(file)),
    );
    await writeOutput(writeProfile, profileText(made), profileKind, { force });
    out.note(
      `Wrote ${writeProfile} with ${counted(made.adopted.length, 'change')}. To use the profile, run npx payments-emulator start --profile ${clean(writeProfile)}`,
    );
  }
  if (writeBaseline !== undefined && report.compared > 0) {
    await writeOutput(writeBaseline, baselineText(report.findings), baselineKind, { force });
    const file = clean(writeBaseline);
    out.note(
      `Wrote ${file} with ${counted(report.findings.length, 'finding')}. To see only changes, use --baseline ${file}`,
    );
  }
  if (keep !== undefined) {
    const { captures } = report;
    const kept = addToLedger(ledger, comparison.assumptions, { date: toIso(realNow()).slice(0, 10), captures });
    await writeOutput(keep, `${JSON.stringify(kept, null, 2)}\n`, ledgerKind, { force });
  }
}

const assumptionLines = ({ assumptions }: Comparison): string =>
  assumptions.map(({ id, state }) => `${state.padEnd(9)}  ${id}`).join('\n');
