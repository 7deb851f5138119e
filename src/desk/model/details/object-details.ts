import { amount, safeJson, wholeAt } from '../../../core/base/terminal-text.ts';
import type { EventView, LedgerEntryView, ObjectDetails, UpcomingJob } from '../../../sandbox/control/wire.ts';
import { bold, type Cell, dim } from '../cells.ts';
import { daysIn, idCell, statusSpan, timeCell, when, words } from '../format.ts';
import { movesOf } from '../moves/moves.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import { titleOf } from '../views/activity.ts';
import { belongingSections, personSection } from './customer-details.ts';
import { type Block, type Details, type Field, jsonText, type Section, type Step } from './structure.ts';
import { type KnownObject, loadKnown, mostEvents, summaryOf } from './summary.ts';
import { isoOf } from './times.ts';

/** The number of code units of an edited value to show. */
const longestValue = 60;

/** An object: what decided its state, its history, its legal moves, and its ledger entries. */
export async function objectDetails(session: Session, id: string): Promise<Details> {
  const known = await loadKnown(session, id);
  const { object, events } = known;
  const json = safeJson(object.data, 2);
  const isPerson = object.object === 'customer';
  const theirs = isPerson
    ? belongingSections(session, id, await session.client.call('objects.belongings', { id }))
    : [];
  const life = lifeOf(session, object, events);
  const summary: Block[] = [
    { type: 'fields', fields: summaryOf(known, session.now) },
    ...(life === null ? [] : [life]),
  ];
  const sections: Section[] = [
    ...(isPerson ? [personSection(object), ...theirs] : []),
    ...(object.state === null ? [] : [{ heading: 'Summary', blocks: summary }]),
    { heading: 'Actions', blocks: object.moves.length === 0 ? [] : [{ type: 'moves', names: object.moves }] },
    tableSection('History', historyOf(session, known)),
    relatedSection(session, object),
    tableSection('Created by', madeBy(object)),
    ...ledgerSection(known),
    { heading: 'As returned by the API', blocks: [jsonText(json)], isFolded: true },
  ];
  return {
    title: `${nounOf(session, object.object)} ${id}`,
    object,
    json,
    sections: sections.filter(({ blocks }) => blocks.length > 0),
  };
}

const tableSection = (
  heading: string,
  rows: readonly (readonly Cell[])[],
  amounts: readonly number[] = [],
): Section => ({
  heading,
  blocks: rows.length === 0 ? [] : [{ type: 'table', rows, amounts }],
});

/** The entries of an object's movements, with the movement that each belongs to. */
export const ledgerSection = ({ entries }: Pick<KnownObject, 'entries'>): Section[] =>
  entries.length === 0 ? [] : [tableSection('Ledger entries', entries.map(entryCells), [0])];

const entryCells = ({ account, amount: cents, currency, kind, group }: LedgerEntryView): Cell[] => [
  amount(cents, currency),
  account,
  dim(words(kind)),
  { ...idCell(group), tone: 'dim' },
];

const madeBy = ({ made_by }: ObjectDetails): Cell[][] =>
  made_by === null ? [] : [[bold(`${made_by.method} ${made_by.path}`), statusSpan(made_by.status), idCell(made_by.id)]];

/** The objects that the object refers to. */
function relatedSection({ now }: Session, { leads_to }: ObjectDetails): Section {
  const fields = leads_to.map(
    ({ field, id, about }): Field => ({
      name: words(field.slice(0, -'_id'.length)),
      value: [idCell(id), dim(daysIn(about, now))],
    }),
  );
  return { heading: 'Related', blocks: fields.length === 0 ? [] : [{ type: 'fields', fields }] };
}

/** The events and edits of an object, oldest first. An edit comes before the event that it sent. */
function historyOf({ now }: Session, { object, events }: KnownObject): Cell[][] {
  const rows: { id: string; at: string; cells: Cell[] }[] = events
    .toReversed()
    .map(({ id, created, type, change, cause }) => ({
      id,
      at: isoOf(created),
      cells: [type, dim(words(change.to)), dim(titleOf(cause)), { ...idCell(id), tone: 'dim' as const }],
    }));
  for (const { id, at, by, fields, event } of object.edits.toReversed()) {
    const next = rows.findIndex((row) => row.id === event || row.at > at);
    const edited = fields.map(({ field, from, to }) => ({
      id,
      at,
      cells: [`edited ${field}`, `${valueText(from)} → ${valueText(to)}`, dim(by === 'api' ? 'control API' : by), ''],
    }));
    rows.splice(next === -1 ? rows.length : next, 0, ...edited);
  }
  return rows.map(({ at, cells }) => [timeCell(at, now), ...cells]);
}

/** The value of an edited field, on one line. */
function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, wholeAt(text, longestValue))}…` : text;
}

/** The states that an object went through; null if the moves of its kind are unknown. */
function lifeOf(session: Session, object: ObjectDetails, events: readonly EventView[]): Block | null {
  const { state, moves } = object;
  const own = movesOf(session.triggers).filter(({ kind }) => kind === object.object);
  if (state === null || own.length === 0) return null;
  const told = events.toReversed().map(
    ({ id, created, change: { from, to, verb } }): Step => ({
      from,
      to,
      verb,
      at: isoOf(created),
      shown: when(isoOf(created), session.now),
      id,
    }),
  );
  return { type: 'life', life: { state, moves: own, steps: wayOf(session, object, state, told), legal: moves } };
}

/**
 * All states that an object went through, because its events do not report every move.
 * @param told the steps that the events report
 */
function wayOf({ now }: Session, { id, data, made_by }: ObjectDetails, state: string, told: readonly Step[]): Step[] {
  const isWhole = told.length < mostEvents;
  const { created_at, updated_at } = data;
  const untold = (from: string | null, to: string, at: unknown): Step => ({
    from,
    to,
    verb: from === null ? 'made' : '',
    at: typeof at === 'string' ? at : null,
    shown: typeof at === 'string' ? when(at, now) : '',
    id: from === null ? (made_by?.id ?? id) : id,
  });
  const way: Step[] = [];
  const first = told[0]?.from ?? null;
  if (isWhole && (told.length === 0 || first !== null)) way.push(untold(null, first ?? state, created_at));
  for (const step of told) {
    const latest = way.at(-1);
    // Two events can report one move.
    if (latest?.from === step.from && latest.to === step.to && latest.at === step.at) continue;
    const before = latest?.to ?? step.from;
    if (before !== step.from && step.from !== null && before !== null) way.push(untold(before, step.from, null));
    way.push(step);
  }
  const last = way.at(-1)?.to ?? state;
  return last === state ? way : [...way, untold(last, state, updated_at)];
}

/** A job, with its object if the object still exists. */
export async function jobDetails(session: Session, job: UpcomingJob): Promise<Details> {
  const { id, kind, subject, about, due_at, why } = job;
  const json = safeJson(job, 2);
  const { data: pending } = await session.client.call('jobs.list', { search: `id:${id}`, limit: 1 });
  const what: Section = {
    heading: words(kind),
    blocks: [
      {
        type: 'fields',
        fields: [
          { name: 'for', value: [about] },
          {
            name: 'due',
            value: [
              due_at === null ? 'by hand' : timeCell(due_at, session.now),
              // The time until then passes without a reload, so only the list shows it.
              pending.length > 0 ? '' : { text: 'the job has run or was canceled', tone: 'wait' },
            ],
          },
          ...(why === undefined ? [] : [{ name: 'why then', value: [why] }]),
        ],
      },
    ],
  };
  const object = await objectDetails(session, subject).catch(() => null);
  const further = object?.sections ?? [{ heading: 'JSON', blocks: [jsonText(json)] }];
  return { title: `job ${id}`, json, sections: [what, ...further] };
}
