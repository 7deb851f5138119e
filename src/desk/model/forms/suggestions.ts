import type { CodesRow } from '../../../sandbox/control/wire.ts';
import type { Session } from '../session.ts';
import type { FieldSpec, Suggestion } from './form-fields.ts';

/** Suggestions for fields of forms, from the emulator's declarations. */

/** The most customers that a search returns. */
const mostCustomers = 20;

function codesIn(rows: readonly CodesRow[]): Suggestion[] {
  const codes = new Map(rows.flatMap((row) => row.codes.map(({ code, about }) => [code, about] as const)));
  return [...codes].map(([value, about]) => ({ value, about }));
}

/** The codes that a move accepts: `payout.return`. */
export const codesOfMove = ({ codes }: Session, move: string): Suggestion[] =>
  codesIn(codes.filter(({ moves }) => moves.includes(move)));

/** The events that can be triggered, for a list of types of events. */
export const eventTypes = ({ triggers }: Session): Suggestion[] =>
  triggers.filter(({ kind }) => kind === 'event').map(({ name, about }) => ({ value: name, about }));

/** The codes that a kind of rule accepts: `decline`. */
export const codesOfRule = ({ codes }: Session, kind: string): Suggestion[] =>
  codesIn(codes.filter(({ rules }) => rules.includes(kind)));

/** A field for a customer; the emulator searches for the typed text. */
export const customerField = (session: Session): Partial<FieldSpec> => ({
  look: async (typed) => {
    const search = typed.trim() === '' ? undefined : typed;
    const { objects } = await session.client.objects.list('customer', { search, limit: mostCustomers });
    return objects.map(({ id, who, what }) => ({ value: id, about: `${who.text}  ${what.text}` }));
  },
});
