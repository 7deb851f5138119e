import { statesOfTrouble } from '../../../core/base/filter-words.ts';
import { amount, unsentTexts } from '../../../core/base/terminal-text.ts';
import type {
  DeliveryView,
  EventDetails,
  EventView,
  LedgerEntryView,
  ObjectDetails,
} from '../../../sandbox/control/wire.ts';
import { type Cell, dim } from '../cells.ts';
import { daysIn, deliverySpan, idCell, receiverOf, shortId, stateSpan, statusSpan, words } from '../format.ts';
import { conditionWords } from '../rule-words.ts';
import type { Session } from '../session.ts';
import { titleOf } from '../views/activity.ts';
import type { Field } from './structure.ts';

/** The number of an object's latest events and ledger entries to load. */
export const mostEvents = 20;
const mostEntries = 100;
/** The maximum number of undelivered webhooks to show before the latest webhook. */
const mostUndelivered = 3;

/** An object with what it caused. */
export interface KnownObject {
  readonly object: ObjectDetails;
  /** The latest events, newest first. */
  readonly events: readonly EventView[];
  /** The newest event with its deliveries; null if the object has no event. */
  readonly latest: EventDetails | null;
  /** The latest webhooks about the object that have not reached their receivers. */
  readonly undelivered: readonly DeliveryView[];
  readonly entries: readonly LedgerEntryView[];
}

/** What one request did to an object, without the effects of all other requests. */
export interface RequestEffects {
  readonly isMaker: boolean;
  /** The state in which the request left the object; null if the request did not change the object. */
  readonly state: string | null;
  /** The latest event that the request caused, also through a job; null if there is none. */
  readonly latest: EventDetails | null;
  /** The ids of the object's events that the request caused. */
  readonly events: ReadonlySet<string>;
  readonly entries: readonly LedgerEntryView[];
}

export async function loadKnown({ client }: Session, id: string): Promise<KnownObject> {
  const entriesOf = async (subject: string) => (await client.call('ledger.list', { subject, limit: mostEntries })).data;
  // A list by status reads only these deliveries, of which there are few.
  const withStatus = async (status: 'failed' | 'pending') =>
    (await client.call('deliveries.list', { status, search: `${id} !`, limit: mostUndelivered })).data;
  const [object, { data: events }, own, failed, pending] = await Promise.all([
    client.call('objects.get', { id }),
    client.call('events.list', { subject: id, limit: mostEvents }),
    entriesOf(id),
    withStatus('failed'),
    withStatus('pending'),
  ]);
  const undelivered = [...failed, ...pending].filter(({ about }) => about?.id === id);
  const [newest] = events;
  const [latest, belonging] = await Promise.all([
    newest === undefined ? null : client.call('events.get', { id: newest.id }),
    // The entries of a dispute move the payment's money, but belong to the dispute.
    typeof object.data.disputed_at === 'string'
      ? client.call('objects.belongings', { id }).then(({ kinds }) => kinds.flatMap((kind) => kind.latest))
      : [],
  ]);
  const further = await Promise.all(belonging.map((each) => entriesOf(each.id)));
  return { object, events, latest, undelivered, entries: [...further.flat(), ...own] };
}

/** The first questions about an object: what decided its state, whether its webhook arrived, where its money is. */
export function summaryOf(known: KnownObject, now: number): Field[] {
  const { object } = known;
  if (object.state === null) return [];
  // Not every move sends an event. An event that led to another state explains nothing about this one.
  const latest = known.latest?.change.to === object.state ? known.latest : null;
  const decided = deciderOf(known);
  return [
    ...(decided === null ? [] : [{ name: 'decided by', value: decided }]),
    stateField(object, object.state, now),
    ...known.undelivered.filter(({ event_id }) => event_id !== latest?.id).map(deliveryField),
    ...(latest === null ? [withoutEvent(known)] : webhookFields(latest)),
    ...moneyFields(known.entries),
  ];
}

/** The same questions about what one request did to an object, and the present state if it is another one. */
export function summaryOfRequest(known: KnownObject, effects: RequestEffects, now: number): Field[] {
  const { object } = known;
  const { state, latest, events, entries, isMaker } = effects;
  if (object.state === null) return [];
  const present: Field[] = object.state === state ? [] : [{ name: 'now', value: [stateSpan(object.state)] }];
  if (state === null) return present;
  const isDecided = isMaker && object.decided_by !== null && [state, latest?.change.to].includes(object.state);
  const decided = isDecided ? deciderOf(known) : null;
  const own = known.undelivered.filter(({ event_id }) => events.has(event_id) && event_id !== latest?.id);
  return [
    ...(decided === null ? [] : [{ name: 'decided by', value: decided }]),
    stateField(object, state, now),
    ...present,
    ...own.map(deliveryField),
    ...(latest === null ? [withoutEvent(known)] : webhookFields(latest)),
    ...moneyFields(entries),
  ];
}

/** A state of an object; if it is the present state, with its reason. */
function stateField(object: ObjectDetails, state: string, now: number): Field {
  if (state !== object.state) return { name: 'state', value: [stateSpan(state)] };
  const reason = reasonIn(object);
  const { status } = object.data;
  return {
    name: 'state',
    value: [
      stateSpan(state),
      reason === '' ? dim(daysIn(object.what.text, now)) : daysIn(reason, now),
      ...(typeof status !== 'string' || status === state ? [] : [dim(`status ${status} in the API`)]),
    ],
  };
}

/** Why no webhook reports the state of an object. A payment without an event was created in its state. */
function withoutEvent({ object, events }: KnownObject): Field {
  const isDeclined = events.length === 0 && typeof object.data.error_code === 'string';
  const why = isDeclined ? 'a charge that is declined at once sends no event' : 'no event reports this state';
  return { name: 'webhook', value: [dim(why)] };
}

/** The code and the message of a failed object, as the API shows them; or else the payment that failed for it. */
function reasonIn({ data, state, leads_to }: ObjectDetails): string {
  const texts = [
    [data.error_code, data.error_message],
    [data.return_code, data.return_reason],
  ];
  const [own] = texts.filter(([code]) => typeof code === 'string');
  if (own !== undefined) return own.filter((text) => typeof text === 'string').join(': ');
  const cause = leads_to.find(({ field }) => field === 'latest_transaction_id');
  return cause === undefined || !statesOfTrouble.has(state ?? '') ? '' : `${shortId(cause.id)} ${cause.about}`;
}

/** The kinds of decisions that need more words than the description of the decision. */
const sources = { workspace: 'rule', header: 'request header', 'built-in': 'test value' } as const;

/** What decided the state of an object: the simulated network, or the last cause of a change. */
function deciderOf({ object, events }: KnownObject): readonly Cell[] | null {
  // The event of an edit reports the same state before and after it.
  const move = events.find(({ change: { from, to } }) => from !== to && to === object.state);
  const { decided_by: by, made_by } = object;
  // A decision can be about a later move that has not happened yet.
  if (by !== null && by.source === 'forced') {
    const fault = made_by?.fault ?? null;
    return [fault === null ? 'a trigger or an injected fault' : `fault ${fault}`];
  }
  if (by !== null && by.source in sources) {
    const source = sources[by.source as keyof typeof sources];
    const why = by.about === '' ? conditionWords(by.when ?? {}) : by.about;
    return [source, ...(by.rule === null ? [] : [idCell(by.rule)]), dim(why)];
  }
  if (by !== null && by.about !== '') return [by.about];
  if (move === undefined) return made_by === null ? null : [`${made_by.method} ${made_by.path}`, idCell(made_by.id)];
  const { cause } = move;
  if (cause.type === 'control' && cause.name === 'start') return ['loaded when the emulator started'];
  const root = cause.type === 'job' ? cause.origin : cause;
  const via = cause.type === 'job' ? [`clock: ${titleOf(cause)}`] : [titleOf(cause)];
  return [...via, ...(root?.type === 'request' ? [idCell(root.id)] : [])];
}

function webhookFields({ id, type, deliveries, unsent }: EventDetails): Field[] {
  if (deliveries.length === 0)
    return [
      { name: 'webhook', value: [type, dim(unsentTexts[unsent ?? 'no_endpoint']), { ...idCell(id), tone: 'dim' }] },
    ];
  // A resent delivery replaces the earlier delivery to the same receiver.
  const latest = new Map(deliveries.map((delivery) => [delivery.url, delivery]));
  return [...latest.values()].map(deliveryField);
}

function deliveryField(delivery: DeliveryView): Field {
  const { event_id, event_type, attempts, url, manual } = delivery;
  const last = attempts.at(-1);
  const answer = last === undefined ? dim('on its way') : statusSpan(last.status);
  const to = dim(`→ ${receiverOf(url)}${manual ? ', resent' : ''}`);
  return {
    name: 'webhook',
    value: [event_type, deliverySpan(delivery), answer, to, { ...idCell(event_id), tone: 'dim' }],
  };
}

/** How much money came from and went to the outside, by kind, and the accounts that the object's movements changed. */
function moneyFields(entries: readonly LedgerEntryView[]): Field[] {
  const sums = (of: 'kind' | 'account', isOutside: boolean, sign: 1 | -1) => {
    const totals = new Map<string, { name: string; currency: string; cents: number }>();
    for (const entry of entries.toReversed()) {
      if ((entry.account === 'external') !== isOutside) continue;
      const { currency } = entry;
      const name = entry[of];
      const cents = (totals.get(`${name} ${currency}`)?.cents ?? 0) + sign * entry.amount;
      totals.set(`${name} ${currency}`, { name, currency, cents });
    }
    return [...totals.values()].filter(({ cents }) => cents !== 0);
  };
  if (entries.length === 0) return [];
  const moved = sums('kind', true, -1).map(({ name, currency, cents }) => `${words(name)} ${amount(cents, currency)}`);
  const own = sums('account', false, 1).map(
    ({ name, currency, cents }) => `${amount(Math.abs(cents), currency)} ${cents > 0 ? 'to' : 'from'} ${name}`,
  );
  return [{ name: 'money', value: [moved.join(', '), dim(own.join(', '))] }];
}
