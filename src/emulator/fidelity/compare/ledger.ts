import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { firstFault } from '../../../core/validation/validator.ts';
import type { Assumption } from './assumptions.ts';

const text = T.String({ maxLength: 300 });

const LedgerModel = T.Object({
  version: T.Unsafe<1>({ type: 'integer', const: 1 }),
  assumptions: T.Array(
    T.Object({ assumption: text, verdict: OneOf(['confirmed', 'refuted']), date: text, capture: text }),
    { maxItems: 10_000 },
  ),
});
/** What captures said of the emulator's assumptions, as a team keeps it. */
export type Ledger = T.Static<typeof LedgerModel>;

export const ledgerKind: OutputKind = {
  noun: 'ledger of assumptions',
  example: 'assumptions.json',
  isOwn: (beginning) => /^\{\s*"version":\s*1,\s*"assumptions":/.test(beginning),
};

/** @throws Error of one line for anything else than a ledger */
export function readLedger(value: unknown): Ledger {
  const fault = firstFault(LedgerModel, value);
  if (fault === null) return value as Ledger;
  throw new Error(`it is no ledger of assumptions: ${fault.path.join('.') || 'the whole'} is not as it should be`);
}

/** The ledger with the verdicts of a comparison. A refutation wins over what older captures confirmed. */
export function addToLedger(
  present: unknown,
  assumptions: readonly Assumption[],
  { date, captures }: { date: string; captures: readonly string[] },
): Ledger {
  const kept = new Map(
    (present === undefined ? [] : readLedger(present).assumptions).map((each) => [each.assumption, each]),
  );
  const capture = captures.join(', ').slice(0, 300);
  for (const { id, state } of assumptions) {
    if (state !== 'untouched') kept.set(id, { assumption: id, verdict: state, date, capture });
  }
  return {
    version: 1,
    assumptions: [...kept.values()].sort((one, other) => (one.assumption < other.assumption ? -1 : 1)),
  };
}
