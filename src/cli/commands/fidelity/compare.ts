import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { toIso } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import { type OutputKind, type OutputOptions, writeOutput } from '../../../core/system/output-file.ts';
import { readCapture } from '../../../emulator/fidelity/capture/read-capture.ts';
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
import { type Ledger, readLedger } from '../../../sandbox/profile/ledger.ts';
import { readProfile } from '../../../sandbox/profile/read.ts';
import { exitCodes, wrongUsage } from '../../failure.ts';
import { appendToJobSummary } from '../../job-summary.ts';
import { checkOutputPath } from '../../options/output-path.ts';
import { clean, counted } from '../../output.ts';
import type { Session } from '../../session.ts';
import { type AgainstOptions, captureWalk } from './against.ts';
import { failedComparison } from './failures.ts';

export interface CompareFlags extends OutputOptions, Partial<AgainstOptions> {
  readonly fixture?: string;
  readonly profile?: string;
  readonly overSpecification?: boolean;
  readonly writeProfile?: string;
  readonly keep?: string;
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
  const { junit, jsonFile, writeProfile, keep, force } = options;
  if (junit !== undefined) checkOutputPath(junit, '--junit', comparisonJunitKind, { force });
  if (jsonFile !== undefined) checkOutputPath(jsonFile, '--json-file', reportKind, { force });
  if (writeProfile !== undefined) checkOutputPath(writeProfile, '--write-profile', profileKind, { force });
  if (keep !== undefined) checkOutputPath(keep, '--keep', ledgerKind, { force });
  const { against } = options;
  if (given.length === 0 && against === undefined) {
    throw wrongUsage('Pass a capture file, as in npx payments-emulator compare service.har.');
  }
  if (given.length > 0 && against !== undefined) {
    throw wrongUsage('Pass either capture files or --against, which creates a capture.');
  }
  const ledger = keep === undefined ? undefined : ledgerAt(keep);
  const { fixture, profile, overSpecification } = options;
  // If a local file is invalid, no call is made to a service.
  if (profile !== undefined) readProfile(profile);
  const files = against === undefined ? given : [await captureWalk(session, { ...options, against }, version)];
  const captures = await Promise.all(files.map(async (file) => ({ file, ...(await readCapture(file)) })));
  const calls = captures.flatMap((capture) => capture.calls).sort((one, other) => one.startedAt - other.startedAt);
  const left = captures.flatMap((capture) => capture.left.map((each) => ({ ...each, capture: capture.file })));
  const comparison = await compareCalls(calls, { version, fixture, profile, overSpecification, left });
  const report = reportOf(files, comparison);
  if (options.markdown === true) out.print(markdownComparison(report));
  else out.document(report, () => terminalComparison(report, (style, text) => out.paint(style, text)));
  if (options.assumptions === true) out.print(assumptionLines(comparison));
  if (junit !== undefined) await writeOutput(junit, junitComparison(report), comparisonJunitKind, { force });
  if (jsonFile !== undefined) {
    await writeOutput(jsonFile, JSON.stringify(report), reportKind, { force });
    out.note(
      `Wrote ${clean(jsonFile)}. To compare the responses side by side, run npx payments-emulator start --comparison ${clean(jsonFile)}`,
    );
  }
  appendToJobSummary(() => markdownComparison(report));
  if (writeProfile !== undefined) {
    const made = profileOf(
      comparison,
      files.map((file) => basename(file)),
    );
    await writeOutput(writeProfile, profileText(made), profileKind, { force });
    out.note(
      `Wrote ${writeProfile} with ${counted(made.adopted.length, 'change')}. To use the profile, run npx payments-emulator start --profile ${clean(writeProfile)}`,
    );
  }
  if (keep !== undefined) {
    const kept = addToLedger(ledger, comparison.assumptions, { date: toIso(realNow()).slice(0, 10), captures: files });
    await writeOutput(keep, `${JSON.stringify(kept, null, 2)}\n`, ledgerKind, { force });
  }
  if (report.compared === 0) return exitCodes.violated;
  return report.findings.length === 0 ? exitCodes.done : exitCodes.refused;
}

/** The existing ledger; undefined if there is none. */
const ledgerAt = (file: string): Ledger | undefined =>
  existsSync(file) ? readLedger('--keep', file, wrongUsage) : undefined;

const assumptionLines = ({ assumptions }: Comparison): string =>
  assumptions.map(({ id, state }) => `${state.padEnd(9)}  ${id}`).join('\n');
