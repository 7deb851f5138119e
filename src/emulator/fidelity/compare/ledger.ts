import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { sentenceOf } from '../../../core/validation/fault.ts';
import { firstFault } from '../../../core/validation/validator.ts';
import type { Assumption } from './assumptions.ts';

const text = T.String({ maxLength: 300 });
const day = T.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

const LedgerModel = T.Object({
  version: T.Unsafe<1>({ type: 'integer', const: 1 }),
  assumptions: T.Array(
    T.Object({ assumption: text, verdict: OneOf(['confirmed', 'refuted']), date: day, capture: text }),
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

/**
 * Reads a ledger.
 * @param file its name, for the message
 * @param refuse makes the error of a sentence
 */
export function readLedger(text: string, file: string, refuse: (sentence: string) => Error): Ledger {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(`${file} is no ledger of assumptions, which \`compare --keep\` writes: it is not JSON.`);
  }
  const fault = firstFault(LedgerModel, value);
  if (fault === null) return value as Ledger;
  throw refuse(`${file} is no ledger of assumptions, which \`compare --keep\` writes: ${sentenceOf(fault)}`);
}

/** The days on which assumptions were confirmed, by the names of the assumptions. */
export const confirmedIn = ({ assumptions }: Ledger): Map<string, string> =>
  new Map(assumptions.filter(({ verdict }) => verdict === 'confirmed').map((each) => [each.assumption, each.date]));

/** The ledger with the verdicts of a comparison. A refutation wins over what older captures confirmed. */
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
