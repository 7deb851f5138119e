import { type FilterFacts, statesOfTrouble } from '../../../core/base/filter-words.ts';
import { amount, spell, unknownFieldsText } from '../../../core/base/terminal-text.ts';
import { type Cause, type ChangeFact, type Fact, type Group, summaryOf } from '../../../record/stories/facts.ts';
import type { DeliveryView, RequestView } from '../../../sandbox/control/wire.ts';
import { bold, type Cell, type Column, dim, spanOf } from '../cells.ts';
import {
  answerLine,
  dayOf,
  idCell,
  latency,
  receiverOf,
  shortDayOf,
  shortPath,
  stateSpan,
  statusSpan,
  when,
  words,
} from '../format.ts';
import type { RowSubject } from '../targets.ts';

/** The columns of the timeline. */
export const activityColumns: readonly Column[] = [
  { name: 'at', rank: 1 },
  { name: 'what', isTree: true, rank: 0 },
  { name: 'answer', rank: 0 },
  { name: 'latency', right: true, rank: 5 },
  { name: 'object', rank: 1 },
  { name: 'amount', right: true, rank: 0 },
  { name: 'person', rank: 3 },
  { name: '', rank: 4 },
];

export function targetOf(fact: Fact): RowSubject {
  const { undoneBy } = fact;
  if (undoneBy === null) return currentTarget(fact);
  const request = fact.type === 'root' ? fact.group.request : null;
  if (request !== null) return { type: 'request', request, about: null, undoneBy };
  return { type: 'note', text: `Undone: ${undoneBy}. Its ids can name other objects now.` };
}

function currentTarget(fact: Fact): RowSubject {
  switch (fact.type) {
    case 'root': {
      const { request, note, cause } = fact.group;
      const about = fact.first?.change.id ?? null;
      if (request !== null) return { type: 'request', request, about };
      if (about !== null) return { type: 'named', id: about };
      if (note !== null) return { type: 'note', text: note.text, mark: note.mark };
      return {
        type: 'note',
        text: fact.group.to === null ? titleOf(cause) : advanceWords(fact.group, fact.group.to),
      };
    }
    case 'change':
      return { type: 'named', id: fact.fact.change.id };
    case 'event':
      return { type: 'event', event: fact.fact.event, delivery: fact.delivery };
    case 'delivery':
    case 'again':
      return { type: 'delivery', delivery: fact.delivery };
    case 'day':
      return { type: 'note', text: dayOf(fact.at) };
    default:
      return fact satisfies never;
  }
}

/** The words for a move of the clock: `advanced to 04 Mar 09:00: 2 settle, 1 renew` */
function advanceWords(group: Group, to: string): string {
  const did = summaryOf(group);
  return `advanced to ${shortDayOf(to)} ${to.slice(11, 16)}${did === '' ? '' : `: ${did}`}`;
}

/**
 * @param isSent whether any endpoint receives events; if not, no delivery is expected
 * @param now the emulated time in milliseconds
 */
export function activityCells(fact: Fact, isSent: boolean, now: number): Cell[] {
  const cells = currentCells(fact, isSent, now);
  if (fact.undoneBy === null) return cells;
  // An id of an undone object does not lead to an object of the present state.
  const plain = cells.map((cell): Cell => {
    const { id: _, ...span } = spanOf(cell);
    return span;
  });
  const remark = spanOf(plain.at(-1) ?? '').text;
  return [...plain.slice(0, -1), dim(['undone', remark].filter((part) => part !== '').join('  '))];
}

function currentCells(fact: Fact, isSent: boolean, now: number): Cell[] {
  // The time matters more than the day, so a row does not omit it where space is limited.
  const at: Cell = { text: when(fact.at, now), tone: 'dim', at: fact.at };
  switch (fact.type) {
    case 'root':
      return rootCells(at, fact.group, fact.first);
    case 'change': {
      const { change, by } = fact.fact;
      return [
        at,
        change.edited === undefined ? words(change.to) : reachedSpan(change),
        '',
        '',
        idCell(change.id),
        moneyOf(fact.fact),
        change.person ?? '',
        remarkOf(fact.fact, by),
      ];
    }
    case 'event': {
      const { event } = fact.fact;
      const why = event.unsent === null ? (isSent ? '' : 'no endpoint') : unsentWords[event.unsent];
      return [at, event.type, ...deliveryCells(fact.delivery, why, now)];
    }
    case 'delivery':
      return [at, fact.delivery.event_type, ...deliveryCells(fact.delivery, '', now)];
    case 'again': {
      const { delivery } = fact;
      const { about, manual, event_type } = delivery;
      const isCopy = delivery.attempts.at(-1)?.fault === 'duplicate';
      const what = `${isCopy ? 'copy of' : manual ? 'resent' : 'retried'} ${event_type}`;
      const [answer = '', took = '', remark = ''] = deliveryCells(delivery, '', now);
      const money = amount(about?.amount, about?.currency);
      return [at, what, answer, took, about === null ? '' : idCell(about.id), money, about?.who ?? '', remark];
    }
    case 'day':
      return ['', dim(dayOf(fact.at))];
    default:
      return fact satisfies never;
  }
}

/** The facts of a line that filters can match. */
export function activityFacts(fact: Fact, cells: readonly Cell[]): FilterFacts {
  const { id = null, text, ...known } = knownOf(fact);
  return {
    ...known,
    text: () => [...cells.map((cell) => spanOf(cell).text), id ?? '', text ?? ''].join(' '),
    at: fact.at,
  };
}

interface Known extends Omit<FilterFacts, 'text' | 'at'> {
  readonly id?: string | null;
  readonly text?: string;
}

function knownOf(fact: Fact): Known {
  switch (fact.type) {
    case 'root': {
      const { request, note } = fact.group;
      const change = fact.first?.change;
      const isProblem = (request !== null && request.status >= 400) || note?.tone === 'bad' || isBad(change?.to);
      const statuses = request === null ? [] : [request.status];
      const type =
        request !== null
          ? `${request.method} ${request.path}`
          : note?.mark != null
            ? 'mark'
            : titleOf(fact.group.cause);
      const known = knownOfChange(fact.first);
      return { ...known, statuses, type, isProblem, text: `${known.text ?? ''} ${request?.id ?? ''}` };
    }
    case 'change':
      return knownOfChange(fact.fact);
    case 'event': {
      const { event } = fact.fact;
      const { amount: cents, currency } = event.data;
      return {
        ...knownOfDelivery(fact.delivery, fact.who),
        id: event.id,
        text: `${event.subject} ${Object.values(event.data)
          .filter((value) => typeof value === 'string')
          .join(' ')}`,
        type: event.type,
        cents: typeof cents === 'number' ? cents : null,
        currency: typeof currency === 'string' ? currency : null,
      };
    }
    case 'delivery':
      return knownOfDelivery(fact.delivery, fact.who);
    case 'again':
      return knownOfDelivery(fact.delivery);
    case 'day':
      return { isProblem: false };
    default:
      return fact satisfies never;
  }
}

const isBad = (state: string | undefined): boolean => state !== undefined && statesOfTrouble.has(state);

function knownOfChange(fact: ChangeFact | null): Known {
  if (fact === null) return { isProblem: false };
  const { id, to, object, amount: cents, currency, reference = '', who = '' } = fact.change;
  // The data of events contains the people involved in a change.
  const data = fact.events.flatMap(({ event }) => Object.values(event.data));
  const texts = data.filter((value) => typeof value === 'string').join(' ');
  return {
    id,
    state: to,
    type: object,
    cents,
    currency,
    text: `${reference} ${who} ${texts} ${fact.change.edited?.join(' ') ?? ''}`,
    customer: () => `${who} ${texts}`,
    isProblem: isBad(to),
  };
}

/** @param who the people involved in the change */
function knownOfDelivery(delivery: DeliveryView | null, who = ''): Known {
  if (delivery === null) return { customer: () => who, isProblem: false };
  const { id, about, attempts, status } = delivery;
  const last = attempts.at(-1);
  return {
    id,
    text: `${delivery.event_id} ${about?.id ?? ''} ${about?.who ?? ''} ${last?.body ?? ''}`,
    state: status,
    type: delivery.event_type,
    statuses: attempts.flatMap((each) => each.status ?? []),
    cents: about?.amount ?? null,
    currency: about?.currency ?? null,
    customer: () => `${who} ${about?.who ?? ''}`,
    isProblem: status !== 'delivered' && last !== undefined && last.error !== null,
  };
}

function rootCells(at: Cell, group: Group, first: ChangeFact | null): Cell[] {
  const { request, note, cause } = group;
  if (group.to !== null) {
    const by = spell(Date.parse(group.to) - Date.parse(group.at));
    return [bold(`+${by}`), bold(advanceWords(group, group.to))];
  }
  if (note !== null) return [at, { text: note.text, tone: note.tone }];
  const object = first === null ? '' : idCell(first.change.id);
  const who = first?.change.person ?? '';
  const state = first === null ? '' : reachedSpan(first.change);
  if (cause?.type === 'job' && first !== null) {
    return [at, words(first.change.to), '', '', object, moneyOf(first), who, remarkOf(first, cause)];
  }
  if (request === null) {
    // An emulator that starts again has the events of its earlier starts, but not their requests.
    const answer: Cell = cause?.type === 'request' ? { text: 'gone', tone: 'dim' } : '';
    return [at, titleOf(cause), answer, '', object, moneyOf(first), who, state];
  }
  const { method, path, status, latency_ms, refusal } = request;
  const unknown = unknownFieldsText(request);
  const line = [at, callCell(method, path), statusSpan(status), dim(latency(latency_ms))];
  // If a request changed no object, the reason for its refusal fills the object columns.
  if (first === null && refusal !== null) return [...line, refusalSpan(refusal, status)];
  return [
    ...line,
    object,
    moneyOf(first),
    who,
    refusal !== null ? refusalSpan(refusal, status) : unknown === null ? state : { text: unknown, tone: 'wait' },
  ];
}

/** A call; where space is limited, with only the action on an object: `POST …/refund`. */
function callCell(method: string, path: string): Cell {
  const action = /_[A-Za-z0-9]{8,}(\/[a-z_-]+)$/.exec(path)?.[1];
  const shorter = action === undefined ? [] : [`${method} …${action}`];
  return { text: `${method} ${shortPath(path)}`, shorter, tone: 'bold' };
}

/** The state that a change led to, or the fields that were edited. */
const reachedSpan = ({ to, edited }: ChangeFact['change']): Cell =>
  edited === undefined ? stateSpan(to) : `edited: ${edited.join(', ')}`;

/** Why a request was refused: the error code and the message. */
const refusalSpan = ({ code, message }: NonNullable<RequestView['refusal']>, status: number): Cell => ({
  text: code === null ? message : `${code}: ${message}`,
  tone: status >= 500 ? 'bad' : 'wait',
});

/** The reason for a failed change, from its events; if there is no reason, the cause of the change. */
function remarkOf({ events, change }: ChangeFact, by: Cause | null): Cell {
  const codes = events.flatMap(({ event: { data } }) => [data.error_code, data.return_code, data.decline_code]);
  const code = codes.find((each) => typeof each === 'string');
  if (typeof code === 'string') return { text: words(code), tone: isBad(change.to) ? 'bad' : 'plain' };
  return dim(by === null ? '' : byWords(by));
}

/** Why an event was not sent, in few words that fit in a row. */
const unsentWords = {
  history: 'history, not sent',
  disabled: 'endpoint disabled',
  not_subscribed: 'no endpoint subscribes',
  profile: 'not in the profile',
} as const;

/**
 * The response, its latency and the receiver. The last cell fills the object columns.
 * @param unsent the text to show if there is no delivery
 */
function deliveryCells(delivery: DeliveryView | null, unsent: string, now: number): Cell[] {
  if (delivery === null) return ['', '', dim(unsent)];
  const last = delivery.attempts.at(-1);
  const to = `→ ${receiverOf(delivery.url)}`;
  if (last === undefined) return [{ text: '…', tone: 'wait' }, '', dim(to)];
  const { next_attempt_at, status, attempts, manual, delivered_by } = delivery;
  const tries = manual
    ? 'by hand'
    : delivered_by !== undefined
      ? 'delivered when it was resent'
      : attempts.length > 1 || status !== 'delivered'
        ? `attempt ${last.number} of 3`
        : '';
  const next = next_attempt_at === null ? '' : `, next ${when(next_attempt_at, now)}`;
  const why = answerLine(last);
  const rest = `${tries}${next}`;
  return [
    statusSpan(last.status),
    dim(latency(last.latency_ms)),
    // The receiver distinguishes the deliveries of one event, so it comes before the reason.
    { text: [to, why, rest].filter((part) => part !== '').join('  '), tone: why === '' ? 'dim' : 'plain' },
  ];
}

const moneyOf = (fact: ChangeFact | null): string => amount(fact?.change.amount, fact?.change.currency);

/** The words for a cause: `POST /charges`, `trigger payout.returned`. */
export function titleOf(cause: Cause | null): string {
  if (cause === null) return '';
  const { type, method = '', path = '', kind = '', name = '' } = cause;
  if (type === 'request') return `${method} ${shortPath(path)}`.trim() || 'request';
  if (type === 'job') return words(kind);
  return `${type === 'trigger' ? 'trigger ' : ''}${name}`;
}

function byWords(by: Cause): string {
  if (by.type !== 'job') return titleOf(by);
  return by.due_at === null ? 'by hand' : 'by the clock';
}
