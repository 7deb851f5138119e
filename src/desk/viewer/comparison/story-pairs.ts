import { parseIso } from '../../../core/base/instants.ts';
import { amount } from '../../../core/base/terminal-text.ts';
import { faultsInWords } from '../../../core/kernel/faults/fault-kinds.ts';
import { type Fact, factsOf, type Group } from '../../../record/stories/facts.ts';
import { Stories } from '../../../record/stories/stories.ts';
import type { AttemptView, DeliveryView, StreamMessage } from '../../../sandbox/control/wire.ts';
import { spanOf } from '../../model/cells.ts';
import { idOf } from '../../model/targets.ts';
import { activityCells, targetOf, titleOf } from '../../model/views/activity.ts';

/** One line of a story. */
export interface Line {
  /** The name of the fact, which is the same in every run, such as `POST /charges` or `payment.completed`. */
  readonly key: string;
  readonly depth: number;
  readonly at: string;
  readonly what: string;
  /** The compared parts: a response, a state and an amount, if the fact has them. */
  readonly answer: string;
  readonly state: string;
  readonly amount: string;
  /** Additional words: the reason for a refusal, or the URL of a delivery. */
  readonly remark: string;
  /** The id of the line's details; null if the line has no details. */
  readonly id: string | null;
  /** All ids by which a finding can refer to the line. */
  readonly ids: readonly string[];
  /** Whether the clock caused the line, instead of the call above it. */
  readonly isByClock: boolean;
  /** Whether the application gave a wrong response: 2xx to a forgery, or a refusal of anything else. */
  readonly isWrong: boolean;
  /** The adversity's effect on the line, in words; null if there was no effect. */
  readonly doing: string | null;
}

/** A cause and its effects, in one run. */
export interface Story {
  readonly key: string;
  readonly kind: 'write' | 'read' | 'platform' | 'delivery' | 'mark';
  /** The lines: first the cause, then its effects. */
  readonly lines: readonly [Line, ...Line[]];
  /** The delivery that the application was handling at the time; null if it was handling no delivery, or several. */
  readonly during: string | null;
  /** The data set that contains the story's ids. */
  readonly place: { readonly run: string; readonly workspace: string; readonly mode: string };
}

/** The messages of a data set. */
export interface DataSetLog {
  readonly place: Story['place'];
  readonly messages: readonly StreamMessage[];
  /** The body of each request, by the request's id. */
  readonly bodies: ReadonlyMap<string, string | null>;
}

/** The stories of a data set, in the order in which they started. */
export function storiesOf({ place, messages, bodies }: DataSetLog): Story[] {
  const stories = new Stories();
  for (const message of messages) stories.add(message);
  const handled = handledIn(messages);
  return inOrder(stories.groups).map((group) => storyOf(group, handled, place, bodies));
}

/**
 * An attempt is logged when its response arrives, but it belongs before the calls that the application made while
 * handling it.
 */
function inOrder(groups: readonly Group[]): Group[] {
  const order: Group[] = [];
  for (const group of groups) {
    const sent = sentAt(group);
    let at = order.length;
    if (sent !== null) while (at > 0 && (order[at - 1]!.request?.received ?? Number.NEGATIVE_INFINITY) >= sent) at--;
    order.splice(at, 0, group);
  }
  return order;
}

const sentAt = ({ cause, note, to, children: [only] }: Group): number | null =>
  cause === null && note === null && to === null && only !== undefined && 'delivery' in only
    ? (only.delivery.attempts.at(-1)?.sent ?? null)
    : null;

/** The time in which the application handled an attempt of a delivery. */
interface Handled {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

function handledIn(messages: readonly StreamMessage[]): Handled[] {
  const attempts = new Map<string, Handled>();
  for (const message of messages) {
    if (message.type !== 'delivery') continue;
    const { id, event_type, attempts: made } = message.data;
    for (const [at, { sent, latency_ms, fault }] of made.entries()) {
      const what = `${fault === 'duplicate' && at > 0 ? 'the copy of ' : ''}${event_type}`;
      if (sent !== undefined) attempts.set(`${id} ${at}`, { what, from: sent, to: sent + latency_ms });
    }
  }
  return [...attempts.values()];
}

function storyOf(
  group: Group,
  handled: readonly Handled[],
  place: Story['place'],
  bodies: DataSetLog['bodies'],
): Story {
  const [first, ...further] = factsOf(group).map((fact) => lineOf(fact, bodies));
  const lines = [first!, ...further] as const;
  const { request } = group;
  const within = handled.filter(
    ({ from, to }) => request !== null && from <= request.received && request.received <= to,
  );
  return { key: first!.key, kind: kindOf(group), lines, during: within.length === 1 ? within[0]!.what : null, place };
}

function kindOf(group: Group): Story['kind'] {
  const { request, note, cause, to } = group;
  if (request !== null) return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
  if (to !== null) return 'platform';
  if (note !== null) return note.mark === null ? 'platform' : 'mark';
  return cause === null ? 'delivery' : 'platform';
}

function lineOf(fact: Fact, bodies: DataSetLog['bodies']): Line {
  const cells = activityCells(fact, true, parseIso(fact.at) ?? 0).map((cell) => spanOf(cell).text);
  const target = targetOf(fact);
  const own = idOf(target);
  const { answer, state, money } = comparedIn(fact, bodies);
  return {
    key: keyOf(fact, copyWords(fact) ?? cells[1] ?? ''),
    depth: fact.depth,
    at: fact.at,
    what: copyWords(fact) ?? (cells[1] || (cells[0] ?? '')),
    answer,
    state,
    amount: money,
    remark: remarkOf(fact, cells),
    id: target.type === 'note' ? null : own,
    ids: [own, 'delivery' in fact ? fact.delivery?.id : null].filter((id) => id != null),
    isByClock: isByClock(fact),
    isWrong: isWrong(fact),
    doing: doingOf(fact),
  };
}

/**
 * The words for a delivery that the adversity added to another delivery: a forged copy or an unknown event. Null if
 * the line is not such a delivery.
 */
function copyWords(fact: Fact): string | null {
  if (fact.type !== 'again') return null;
  const { event_type, attempts } = fact.delivery;
  const { forgery, beside } = attempts.at(-1) ?? {};
  if (forgery !== undefined) return `forged copy of ${event_type}`;
  return beside === true ? `unknown event in addition to ${event_type}` : null;
}

/** Ids, which differ in every run. */
const idText = /\b[a-z]+_[A-Za-z0-9]{8,}…?|\b[a-z]+_[A-Za-z0-9]+…/g;

function keyOf(fact: Fact, what: string): string {
  if (fact.type === 'change') return `${fact.fact.change.object} ${fact.fact.change.verb}`;
  if (fact.type !== 'root') return what.replace(idText, '…');
  const { request, note, to, cause } = fact.group;
  if (request !== null) return `${request.method} ${request.path.replace(idText, '…')}`;
  if (to !== null) return 'clock';
  if (note !== null) return note.mark === null ? 'note' : `mark ${note.text}`;
  return titleOf(cause) || 'the platform';
}

interface Compared {
  readonly answer: string;
  readonly state: string;
  readonly money: string;
}

function comparedIn(fact: Fact, bodies: DataSetLog['bodies']): Compared {
  switch (fact.type) {
    case 'root': {
      const { request } = fact.group;
      const answer = request === null ? '' : request.status === 0 ? 'cut' : String(request.status);
      const change = fact.first?.change;
      const money =
        amount(change?.amount, change?.currency) || (request === null ? '' : moneyIn(bodies.get(request.id)));
      return { answer, state: change?.to ?? '', money };
    }
    case 'change': {
      const { to, amount: cents, currency } = fact.fact.change;
      return { answer: '', state: to, money: amount(cents, currency) };
    }
    case 'event': {
      // A refund also contains the amount of the payment.
      const { amount: paid, refunded_amount: cents = paid, currency } = fact.fact.event.data;
      const isMoney = typeof cents === 'number' && typeof currency === 'string';
      return { answer: answerOf(fact.delivery), state: '', money: isMoney ? amount(cents, currency) : '' };
    }
    case 'delivery':
    case 'again':
      return { answer: answerOf(fact.delivery), state: '', money: '' };
    case 'day':
      return { answer: '', state: '', money: '' };
    default:
      return fact satisfies never;
  }
}

/** The amount in a request, in USD if the request has no currency. */
function moneyIn(body: string | null | undefined): string {
  try {
    const { amount: cents, currency = 'USD' } = JSON.parse(body ?? '{}') as { amount?: unknown; currency?: unknown };
    return typeof cents === 'number' && typeof currency === 'string' ? amount(cents, currency) : '';
  } catch {
    return '';
  }
}

/** The receiver's response to the latest attempt. */
function answerOf(delivery: DeliveryView | null): string {
  const last = delivery?.attempts.at(-1);
  if (last === undefined) return '';
  return last.status === null ? 'no answer' : String(last.status);
}

/** The reason for a refusal, or the fault in a receiver's invalid response. */
function remarkOf(fact: Fact, cells: readonly string[]): string {
  if (fact.type === 'root') return fact.group.request?.refusal?.message ?? '';
  if (fact.type === 'change' || fact.type === 'day') return '';
  const last = fact.delivery?.attempts.at(-1);
  if (last === undefined) return fact.type === 'event' ? (cells.at(-1) ?? '') : '';
  return last.status === null ? (last.error ?? '') : '';
}

function isWrong(fact: Fact): boolean {
  const last = 'delivery' in fact ? fact.delivery?.attempts.at(-1) : undefined;
  if (last === undefined || last.status === null) return false;
  const isTaken = last.status >= 200 && last.status < 300;
  return last.forgery === undefined ? !isTaken : isTaken;
}

function isByClock(fact: Fact): boolean {
  if (fact.type === 'change') return fact.fact.by?.type === 'job';
  return fact.type === 'event' && fact.fact.event.cause.type === 'job';
}

/** An audit calls settle to let time pass, which is not an adversity. */
const lettingTimePass = 'settle';

function doingOf(fact: Fact): string | null {
  switch (fact.type) {
    case 'root': {
      const { request, cause } = fact.group;
      if (request?.audit != null) return faultWords('request', request.fault ?? '');
      return isOfAdversity(cause) ? 'made this happen' : null;
    }
    case 'change':
      return isOfAdversity(fact.fact.by) ? 'made this happen' : null;
    case 'event': {
      const attempt = fact.delivery?.attempts.find(({ audit }) => audit !== undefined);
      if (attempt !== undefined) return attemptWords(attempt);
      return isOfAdversity(fact.fact.event.cause) ? 'made this happen' : null;
    }
    case 'delivery':
    case 'again': {
      const { attempts } = fact.delivery;
      const own =
        attempts.at(-1)?.audit === undefined ? attempts.find(({ audit }) => audit !== undefined) : attempts.at(-1);
      return own === undefined ? null : attemptWords(own);
    }
    case 'day':
      return null;
    default:
      return fact satisfies never;
  }
}

const isOfAdversity = (cause: { readonly audit?: string; readonly origin?: { readonly audit?: string } } | null) =>
  [cause?.audit, cause?.origin?.audit].some((audit) => audit !== undefined && audit !== lettingTimePass);

const forgeryWords = {
  unsigned: 'a forged copy without a signature',
  wrong_signature: 'a forged copy with a wrong signature',
  altered: 'a forged copy that was altered after signing',
  stale: 'a copy with a signature timestamp one hour in the past',
  future: 'a copy with a signature timestamp one hour in the future',
} as const;

function attemptWords({ fault, forgery, beside }: AttemptView): string {
  if (forgery !== undefined) return forgeryWords[forgery];
  if (beside === true) return 'an event of a type that does not exist yet';
  return faultWords('delivery', fault ?? '');
}

/** @param fault the kind of a fault, followed by its id */
function faultWords(of: keyof typeof faultsInWords, fault: string): string {
  const kind = fault.split(' ', 1)[0]!;
  return (faultsInWords[of] as Readonly<Record<string, string>>)[kind] ?? kind.replaceAll('_', ' ');
}

/** The story at the point where the emulator of a run was killed and started again. */
export function restartOf(place: Story['place']): Story {
  const what = 'the emulator is killed and restarted';
  const bare = {
    depth: 0,
    at: '',
    answer: '',
    state: '',
    amount: '',
    remark: '',
    id: null,
    ids: [],
    isByClock: false,
    isWrong: false,
  };
  return {
    key: 'restart',
    kind: 'platform',
    lines: [{ ...bare, key: 'restart', what, doing: what }],
    during: null,
    place,
  };
}
