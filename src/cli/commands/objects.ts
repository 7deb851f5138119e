import { quoted } from '../../core/base/terminal-text.ts';
import { moneyOf } from '../../payments/platform/money.ts';
import type { EditView, EventView, LedgerEntryView, ObjectView } from '../../sandbox/control/wire.ts';
import { overridesFrom } from '../options/data.ts';
import { type Cell, clean, instant, type Output, safeJson } from '../output.ts';
import type { Session } from '../session.ts';
import { eventTime, nextResults, type PageOptions, tablePart } from '../views.ts';

/** The filters of a list, and the page. */
export interface ObjectsOptions extends PageOptions {
  state?: string;
  search?: string;
}

/** Lists the objects of a kind. Without a kind, lists the kinds. */
export async function listObjects(session: Session, kind: string | undefined, options: ObjectsOptions): Promise<void> {
  const { client, out } = session;
  if (kind === undefined) {
    const kinds = await client.call('kinds.list');
    out.document(kinds, () =>
      out.table(
        ['kind', 'title'],
        kinds.data.map(({ name, title }) => [name, title]),
        'No kinds.',
      ),
    );
    return;
  }
  const { state, search } = options;
  const page = await nextResults(
    options,
    (query) => client.call('objects.list', { kind, state, search, ...query }),
    ({ objects }) => objects.length === 0,
  );
  const rows = page.objects.map((object) => [
    object.id,
    object.state,
    amountCell(object),
    cellOf(object.who),
    cellOf(object.what),
  ]);
  out.document(page, () => out.table(['id', 'state', 'amount', 'with', 'about'], rows, 'No objects.'));
  if (page.next !== null && !out.json)
    out.note(`More results are available; to continue, add --starting-after ${page.next}`);
}

/** How many of an object's newest events and ledger entries are shown. */
const mostShown = 20;

/** Shows an object: its allowed moves, its history, its ledger entries, and its representation in the API. */
export async function showObject({ client, out }: Session, id: string): Promise<void> {
  const [object, events, entries] = await Promise.all([
    client.call('objects.get', { id }),
    client.call('events.list', { id, limit: mostShown }),
    client.call('ledger.list', { subject: id, limit: mostShown }),
  ]);
  const facts: [name: string, value: Cell][] = [
    [object.object, object.id],
    ['state', object.state],
    ['amount', amountCell(object)],
    ['with', cellOf(object.who)],
    ['about', cellOf(object.what)],
    ['may now', object.moves.join(', ') || null],
  ];
  out.document({ ...object, events: events.data, ledger: entries.data }, () =>
    [
      out.pairs(facts.filter(([, value]) => value !== null)),
      ...eventsOf(out, events.data),
      ...editsOf(out, object.edits),
      ...movementsOf(out, entries.data),
      safeJson(object.data, 2),
    ].join('\n\n'),
  );
  if (events.has_more && !out.json)
    out.note(`To see more events: npx payments-emulator events list --id ${quoted(id)}`);
  if (object.moves.length > 0 && !out.json)
    out.note(`To make a move: npx payments-emulator trigger ${object.moves[0]} --id ${quoted(id)}`);
}

const eventsOf = (out: Output, events: readonly EventView[]): string[] =>
  tablePart(
    out,
    ['happened', 'event', 'from', 'to', 'id'],
    events.map(({ id, type, created, change }) => [eventTime(created), type, change.from, change.to, id]),
  );

const editsOf = (out: Output, edits: readonly EditView[]): string[] =>
  tablePart(
    out,
    ['edited', 'field', 'from', 'to', 'by'],
    edits.flatMap(({ at, by, fields }) =>
      fields.map(({ field, from, to }) => [instant(at), field, plainText(from), plainText(to), by]),
    ),
  );

/** A string unchanged, or another value as JSON. */
const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Edits fields of an object. In a text field, a value that looks like a number remains text. */
export async function setFields(session: Session, id: string, given: readonly string[], emit?: boolean): Promise<void> {
  const { client, out } = session;
  const { data: editable } = await client.call('objects.editable', { id });
  const texts = new Set(editable.flatMap(({ name, type }) => (type === 'text' && !isMetadata(name) ? [name] : [])));
  const set = overridesFrom(given, (path) => texts.has(path));
  const edited = await client.call('objects.set', { id, set, emit, by: 'cli' });
  out.document(edited, () => {
    const { edit } = edited;
    if (edit === null) return `${id} already has these values.`;
    const lines = edit.fields.map(({ field, from, to }) => `${id}  ${field}: ${plainText(from)} > ${plainText(to)}`);
    return [...lines, ...(edit.event === null ? [] : [`event  ${edit.event}`])].map(clean).join('\n');
  });
}

/** Metadata values have no declared type. */
const isMetadata = (path: string): boolean => path.startsWith('metadata.');

const movementsOf = (out: Output, entries: readonly LedgerEntryView[]): string[] =>
  tablePart(
    out,
    ['money moved', 'why', 'account', 'amount'],
    entries.map(({ at, kind, account, amount, currency }) => [
      instant(at),
      kind,
      account,
      moneyOf(amount, currency, 'code'),
    ]),
  );

const amountCell = ({ amount, data }: ObjectView): Cell =>
  amount === null ? null : moneyOf(amount, String(data.currency ?? 'USD'), 'code');

const styles = { bad: 'red', wait: 'yellow', dim: 'dim' } as const;

function cellOf({ text, tone }: ObjectView['who']): Cell {
  if (text === '') return null;
  return tone === 'plain' ? text : { text, style: styles[tone] };
}
