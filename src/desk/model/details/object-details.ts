import { amount, instant, safeJson, wholeAt } from '../../../core/base/terminal-text.ts';
import type { EventView, ObjectDetails, UpcomingJob } from '../../../sandbox/control/wire.ts';
import { bold, dim } from '../cells.ts';
import { idCell, stateSpan, statusSpan, until, whenCell, words } from '../format.ts';
import { movesOf } from '../moves/moves.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import { titleOf } from '../views/activity.ts';
import { belongingSections, personSection } from './customer-details.ts';
import { type Block, type Details, type Field, jsonText, type Section, type Step } from './structure.ts';
import { isoOf } from './times.ts';

/** The number of an object's latest events to show. */
const mostEvents = 20;
/** The number of code units of an edited value to show. */
const longestValue = 60;

/** An object: its state, its legal moves, its history and its ledger entries. */
export async function objectDetails(session: Session, id: string): Promise<Details> {
  const { client } = session;
  const [object, events, entries] = await Promise.all([
    client.objects.get(id),
    client.events.list({ subject: id, limit: mostEvents }),
    client.ledger({ subject: id, limit: 20 }),
  ]);
  const json = safeJson(object.data, 2);
  const isPerson = object.object === 'customer';
  const theirs = isPerson ? belongingSections(session, id, await client.objects.belongings(id)) : [];
  const told = events.data.map(({ id: event, created, type, change, cause }) => ({
    at: isoOf(created),
    rest: [type, dim(words(change.to)), dim(titleOf(cause)), { ...idCell(event), tone: 'dim' as const }],
  }));
  const edited = object.edits.flatMap(({ at, by, fields }) =>
    fields.map(({ field, from, to }) => ({
      at,
      rest: [`edited ${field}`, `${valueText(from)} → ${valueText(to)}`, dim(by === 'api' ? 'control API' : by)],
    })),
  );
  const history: Block = {
    type: 'table',
    rows: [...told.toReversed(), ...edited.toReversed()]
      .sort((a, b) => a.at.localeCompare(b.at))
      .map(({ at, rest }) => [whenCell(at, session.now), ...rest]),
  };
  const money: Block = {
    type: 'table',
    isOfAmounts: true,
    rows: entries.data.map(({ account, amount: cents, currency, kind }) => [
      amount(cents, currency),
      account,
      dim(words(kind)),
    ]),
  };
  const { made_by } = object;
  const maker: Section[] =
    made_by === null
      ? []
      : [
          {
            heading: 'Made by',
            blocks: [
              {
                type: 'table',
                rows: [[bold(`${made_by.method} ${made_by.path}`), statusSpan(made_by.status), idCell(made_by.id)]],
              },
            ],
          },
        ];
  const led = object.leads_to.map(
    ({ field, id: named, about }): Field => ({
      name: words(field.slice(0, -'_id'.length)),
      value: [idCell(named), dim(about)],
    }),
  );
  const state: Block = { type: 'table', rows: [[stateSpan(object.state), dim(object.what.text)]] };
  const life = lifeOf(session, object, events.data);
  const own: Section[] = [
    ...(object.state === null ? [] : [{ heading: 'State', blocks: life === null ? [state] : [state, life] }]),
    ...(object.moves.length === 0
      ? []
      : [{ heading: 'May now', blocks: [{ type: 'moves', names: object.moves } as const] }]),
    ...(led.length === 0 ? [] : [{ heading: 'Leads to', blocks: [{ type: 'fields', fields: led } as const] }]),
    ...maker,
    ...(history.rows.length === 0 ? [] : [{ heading: 'What happened', blocks: [history] }]),
    ...(money.rows.length === 0 ? [] : [{ heading: 'Money moved', blocks: [money] }]),
  ];
  const shown: Section = { heading: 'As returned by the API', blocks: [jsonText(json)] };
  return {
    title: `${nounOf(session, object.object)} ${id}`,
    object,
    json,
    sections: [...(isPerson ? [personSection(object), ...theirs] : []), ...own, shown],
  };
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
  const told = events
    .toReversed()
    .map(({ id, created, change: { from, to, verb } }): Step => ({ from, to, verb, at: isoOf(created), id }));
  return { type: 'life', life: { state, moves: own, steps: wayOf(object, state, told), legal: moves } };
}

/**
 * All states that an object went through, because its events do not report every move.
 * @param told the steps that the events report
 */
function wayOf({ id, data, made_by }: ObjectDetails, state: string, told: readonly Step[]): Step[] {
  const isWhole = told.length < mostEvents;
  const { created_at, updated_at } = data;
  const untold = (from: string | null, to: string, at: unknown): Step => ({
    from,
    to,
    verb: from === null ? 'made' : '',
    at: typeof at === 'string' ? at : null,
    id: from === null ? (made_by?.id ?? id) : id,
  });
  const way: Step[] = [];
  const first = told[0]?.from ?? null;
  if (isWhole && (told.length === 0 || first !== null)) way.push(untold(null, first ?? state, created_at));
  for (const step of told) {
    const before = way.at(-1)?.to ?? step.from;
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
  const due = due_at === null ? 'by hand' : `${instant(due_at)}, ${until(session.now, due_at)}`;
  const what: Section = {
    heading: words(kind),
    blocks: [
      {
        type: 'fields',
        fields: [
          { name: 'for', value: [about] },
          { name: 'due', value: [due] },
          ...(why === undefined ? [] : [{ name: 'why then', value: [why] }]),
        ],
      },
    ],
  };
  const object = await objectDetails(session, subject).catch(() => null);
  const further = object?.sections ?? [{ heading: 'JSON', blocks: [jsonText(json)] }];
  return { title: `job ${id}`, json, sections: [what, ...further] };
}
