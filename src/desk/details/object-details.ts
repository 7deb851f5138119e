import type { EventView, ObjectView, UpcomingJob } from '../../control/wire.ts';
import { amount, instant, safeJson } from '../../text.ts';
import { dim } from '../cells.ts';
import { idCell, stateSpan, until, whenCell, words } from '../format.ts';
import type { CustomerLists } from '../lists/customer-lists.ts';
import { movesOf } from '../moves/moves.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import { titleOf } from '../views/activity.ts';
import { type Block, type Details, jsonText, type Section } from './structure.ts';
import { isoOf } from './times.ts';

/** An object: its state, its legal moves, its history and its ledger entries. */
export async function objectDetails(session: Session, id: string, lists?: CustomerLists): Promise<Details> {
  const { client } = session;
  const [object, events, entries] = await Promise.all([
    client.objects.get(id),
    client.events.list({ subject: id, limit: 20 }),
    client.ledger({ subject: id, limit: 20 }),
  ]);
  const json = safeJson(object.data, 2);
  if (object.object === 'customer') await lists?.load(id);
  const history: Block = {
    type: 'table',
    rows: events.data
      .toReversed()
      .map(({ id: event, created, type, change, cause }) => [
        whenCell(isoOf(created), session.now),
        type,
        dim(words(change.to)),
        dim(titleOf(cause)),
        { ...idCell(event), tone: 'dim' },
      ]),
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
  const state: Block = { type: 'table', rows: [[stateSpan(object.state), dim(object.what.text)]] };
  const life = lifeOf(session, object, events.data);
  const own: Section[] = [
    ...(object.state === null ? [] : [{ heading: 'State', blocks: life === null ? [state] : [state, life] }]),
    ...(object.moves.length === 0
      ? []
      : [{ heading: 'May now', blocks: [{ type: 'moves', names: object.moves } as const] }]),
    ...(history.rows.length === 0 ? [] : [{ heading: 'What happened', blocks: [history] }]),
    ...(money.rows.length === 0 ? [] : [{ heading: 'Money moved', blocks: [money] }]),
  ];
  const shown: Section = { heading: 'As the API shows it', blocks: [jsonText(json)] };
  return {
    title: `${nounOf(session, object.object)} ${id}`,
    object,
    json,
    // What belongs to a customer appears as it is found.
    get sections() {
      return [...own, ...(lists?.sections ?? []), shown];
    },
  };
}

/** The states that an object went through; null: its kind has no known moves. */
function lifeOf(session: Session, { object, state, moves }: ObjectView, events: readonly EventView[]): Block | null {
  const own = movesOf(session.triggers).filter(({ kind }) => kind === object);
  if (state === null || own.length === 0) return null;
  const steps = events.toReversed().map(({ id, created, change: { from, to, verb } }) => ({
    from,
    to,
    verb,
    at: isoOf(created),
    event: id,
  }));
  return { type: 'life', life: { state, moves: own, steps, legal: moves } };
}

/** A job, with its object if that still exists. */
export async function jobDetails(session: Session, job: UpcomingJob): Promise<Details> {
  const { id, kind, subject, about, due_at } = job;
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
        ],
      },
    ],
  };
  const object = await objectDetails(session, subject).catch(() => null);
  const further = object?.sections ?? [{ heading: 'JSON', blocks: [jsonText(json)] }];
  return { title: `job ${id}`, json, sections: [what, ...further] };
}
