import type { Judgement } from '../../audit/judge.ts';
import { addressOfPrinted, wordOf } from '../../core/base/inspector-address.ts';
import { type RecordSummary, summaryOf } from '../../record/summary.ts';
import { addressOfFinding } from './comparison/address.ts';
import type { Runs } from './runs.ts';

/**
 * The URL fragment for a page that was opened without one: the evidence of a finding, the first failure, or the
 * findings of an audit.
 */
export async function firstAddress(runs: Runs): Promise<string | undefined> {
  const { audit } = runs.recorded;
  if (audit !== null && audit.findings.length > 0) return addressOfFinding(0);
  const run = runs.named(null);
  const summary = summaryOf(run.record);
  return failedFirst(summary) ?? (await findingsFirst(summary, () => runs.judged(run)));
}

/**
 * The URL fragment of the first failure. If a test failed, it is the first failed call in the section of that test.
 * If every call in that section succeeded, it is the timeline, which selects the failure. If no test and no call
 * failed, it is the last output of the command.
 */
function failedFirst({ failures: [first, ...others], sections }: RecordSummary): string | undefined {
  if (first === undefined) return undefined;
  if (first.kind === 'command') return addressOfPrinted(sections.at(-1)?.text ?? null);
  const shown = [first, ...others].find(({ shows, section }) => shows !== null && section === first.section)?.shows;
  return shown == null ? '#/timeline' : `#/${wordOf(shown)}/${encodeURIComponent(shown)}?in=timeline`;
}

/** With more events and deliveries than this, the page shows its content before an audit has finished. */
const mostJudgedFirst = 5_000;

/** The URL fragment of the findings, if the audit has any. If the audit fails, the Findings view shows the reason. */
async function findingsFirst(
  { events, deliveries }: RecordSummary,
  judge: () => Promise<Judgement>,
): Promise<string | undefined> {
  if (events + deliveries > mostJudgedFirst) return undefined;
  try {
    const { found } = await judge();
    return found.length === 0 ? undefined : '#/findings';
  } catch {
    return undefined;
  }
}
