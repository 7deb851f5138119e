import { OneOf, T, textForm } from '../../core/kernel/declare/schema.ts';
import type { Confirmed } from './descriptions.ts';
import { readWritten } from './json-file.ts';

const text = T.String({ maxLength: 300 });
const day = T.String(textForm('^\\d{4}-\\d\\d-\\d\\d$', 'a date', '2026-03-31'));

const LedgerModel = T.Object({
  version: T.Unsafe<1>({ type: 'integer', const: 1 }),
  assumptions: T.Array(
    T.Object({ assumption: text, verdict: OneOf(['confirmed', 'refuted']), date: day, capture: text }),
    { maxItems: 10_000 },
  ),
});
/** The results of captures for the emulator's assumptions, as a team stores them. */
export type Ledger = T.Static<typeof LedgerModel>;

/**
 * Reads a ledger file.
 * @param option the option that names the file, such as `--assumptions`
 * @param refuse creates the error for a sentence
 */
export const readLedger = (option: string, file: string, refuse: (sentence: string) => Error): Ledger =>
  readWritten({
    option,
    file,
    model: LedgerModel,
    what: 'an assumption ledger, which `compare --keep` writes',
    refuse,
  });

/** The assumptions that captures confirmed, according to a ledger. */
export const confirmedIn = ({ assumptions }: Ledger): Confirmed =>
  new Map(assumptions.filter(({ verdict }) => verdict === 'confirmed').map((each) => [each.assumption, each.date]));
