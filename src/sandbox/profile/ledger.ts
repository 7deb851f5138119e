import { OneOf, T } from '../../core/kernel/declare/schema.ts';
import type { Confirmed } from './descriptions.ts';
import { readWritten } from './json-file.ts';

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

/**
 * Reads the file of a ledger.
 * @param option the option that names it: `--assumptions`
 * @param refuse makes the error of a sentence
 */
export const readLedger = (option: string, file: string, refuse: (sentence: string) => Error): Ledger =>
  readWritten({
    option,
    file,
    model: LedgerModel,
    what: 'a ledger of assumptions, which `compare --keep` writes',
    refuse,
  });

/** What a ledger says that captures confirmed. */
export const confirmedIn = ({ assumptions }: Ledger): Confirmed =>
  new Map(assumptions.filter(({ verdict }) => verdict === 'confirmed').map((each) => [each.assumption, each.date]));
