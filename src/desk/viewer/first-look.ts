import type { Judgement } from '../../audit/judge.ts';
import { addressOfPrinted, wordOf } from '../../core/base/inspector-address.ts';
import { type RecordSummary, summaryOf } from '../../record/summary.ts';
import type { Runs } from './runs.ts';
import { addressOfFinding } from './sides/address.ts';

/** What a page shows that was asked for nothing: what a finding rests on, what failed first, or what the audit finds. */
export async function firstLook(runs: Runs): Promise<string | undefined> {
  const { audit } = runs.recorded;
  if (audit !== null && audit.findings.length > 0) return addressOfFinding(0);
  const run = runs.named(null);
  const summary = summaryOf(run.record);
  return failedFirst(summary) ?? (await findingsFirst(summary, () => runs.judged(run)));
}

/**
 * What failed first, in the section of the test that failed first where one did. If every call in it went well, the time
 * line, which selects the failure. If no test failed and every call went well, what the command printed last.
 */
function failedFirst({ failures: [first, ...others], sections }: RecordSummary): string | undefined {
  if (first === undefined) return undefined;
  if (first.kind === 'command') return addressOfPrinted(sections.at(-1)?.text ?? null);
  const shown = [first, ...others].find(({ shows, section }) => shows !== null && section === first.section)?.shows;
  return shown == null ? '#/timeline' : `#/${wordOf(shown)}/${encodeURIComponent(shown)}?in=timeline`;
}

/** With more events and deliveries than this, nobody waits for an audit before something is shown. */
const mostJudgedFirst = 5_000;

/** The findings of the audit, where there are any. If the audit fails, their view says why. */
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
