import type { OutputKind } from '../../../core/system/output-file.ts';
import type { Ledger } from '../../../sandbox/profile/ledger.ts';
import type { Assumption } from './observations.ts';

export const ledgerKind: OutputKind = {
  noun: 'ledger of assumptions',
  example: 'assumptions.json',
  isOwn: (beginning) => /^\{\s*"version":\s*1,\s*"assumptions":/.test(beginning),
};

/** Updates the ledger with the results of a comparison. The newest result for an assumption wins. */
export function addToLedger(
  present: Ledger | undefined,
  assumptions: readonly Assumption[],
  { date, captures }: { date: string; captures: readonly string[] },
): Ledger {
  const kept = new Map((present?.assumptions ?? []).map((each) => [each.assumption, each]));
  const capture = captures.join(', ').slice(0, 300);
  for (const { id, state } of assumptions) {
    if (state !== 'untouched') kept.set(id, { assumption: id, verdict: state, date, capture });
  }
  return {
    version: 1,
    assumptions: [...kept.values()].sort((one, other) => (one.assumption < other.assumption ? -1 : 1)),
  };
}
