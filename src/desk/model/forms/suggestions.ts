import type { CodesRow } from '../../../sandbox/control/wire.ts';
import type { Session } from '../session.ts';
import type { FieldSpec, Suggestion } from './form-fields.ts';

/** Suggestions for form fields, from the emulator's declarations. */

/** The maximum number of customers that a search returns. */
const mostCustomers = 20;

function codesIn(rows: readonly CodesRow[]): Suggestion[] {
  const codes = new Map(rows.flatMap((row) => row.codes.map(({ code, about }) => [code, about] as const)));
  return [...codes].map(([value, about]) => ({ value, about }));
}

/** The codes that a move, such as `payout.return`, accepts. */
export const codesOfMove = ({ codes }: Session, move: string): Suggestion[] =>
  codesIn(codes.filter(({ moves }) => moves.includes(move)));

/** The events that the user can trigger, for a list of event types. */
export const eventTypes = ({ triggers }: Session): Suggestion[] =>
  triggers.filter(({ kind }) => kind === 'event').map(({ name, about }) => ({ value: name, about }));

/** The codes that a kind of rule, such as `decline`, accepts. */
export const codesOfRule = ({ codes }: Session, kind: string): Suggestion[] =>
  codesIn(codes.filter(({ rules }) => rules.includes(kind)));

/** A field for a customer; the emulator searches for the typed text. */
export const customerField = (session: Session): Partial<FieldSpec> => ({
  look: async (typed) => {
    const search = typed.trim() === '' ? undefined : typed;
    const { objects } = await session.client.call('objects.list', { kind: 'customer', search, limit: mostCustomers });
    return objects.map(({ id, who, what }) => ({ value: id, about: `${who.text}  ${what.text}` }));
  },
});
