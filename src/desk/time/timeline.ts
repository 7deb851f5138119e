import type { ChangeTold, DeliveryView, EventView, LeftOut, MarkView, StreamMessage } from '../../control/wire.ts';
import { instant } from '../../text.ts';
import {
  type Cause,
  type ChangeFact,
  type EventFact,
  type Fact,
  factsOf,
  type Group,
  isChange,
  type Note,
  withDays,
} from './facts.ts';

const toldBy = (cause: Cause | null, { id, verb }: Pick<ChangeTold, 'id' | 'verb'>): string =>
  `${cause?.id ?? ''} ${id} ${verb}`;

/** A mark has no id: equal words at the same instant are the same mark. */
const keyOfMark = ({ at, kind, text, to }: MarkView): string => `${at} ${kind} ${to} ${text}`;

const keyOfAttempt = ({ id, attempts }: DeliveryView): string => `${id}/${attempts.length}`;

/** How many groups are kept of an emulator that goes on. */
const usualGroups = 400;
/** A job's change joins the group of its object where that is one of the last so many groups. */
const recentGroups = 12;
const maxStates = 5_000;

/** Groups what happened by its cause, and drops old groups. */
export class Timeline {
  #groups: Group[] = [];
  readonly #byCause = new Map<string, Group>();
  readonly #bySubject = new Map<string, Group>();
  readonly #events = new Map<string, EventFact>();
  readonly #states = new Map<string, { object: string; state: string }>();
  #keys = 0;
  /** The last move of the clock, while its jobs may still run. */
  #advance: Group | null = null;
  /** Where messages were left out, and how many of each kind are still missing there. */
  #gaps: { readonly group: Group; readonly missing: LeftOut }[] = [];
  /** The marks that are already in the time line. */
  readonly #marks = new Set<string>();
  readonly #sentAgain = new Set<string>();
  readonly #told = new Map<string, ChangeFact>();
  #facts: Fact[] | null = null;
  readonly #most: number;

  /** @param most how many groups it keeps: those that happened last */
  constructor(most = usualGroups) {
    this.#most = most;
  }

  /** The last known state of an object. */
  stateOf(id: string): { object: string; state: string } | undefined {
    return this.#states.get(id);
  }

  clear(): void {
    this.#groups = [];
    this.#gaps = [];
    this.#advance = null;
    for (const map of [
      this.#byCause,
      this.#bySubject,
      this.#events,
      this.#states,
      this.#sentAgain,
      this.#told,
      this.#marks,
    ])
      map.clear();
    this.#facts = null;
  }

  add(message: StreamMessage): void {
    this.#facts = null;
    const { at } = message;
    switch (message.type) {
      case 'request':
        this.#groupOf({ type: 'request', id: message.data.id }, at).request = message.data;
        return;
      case 'change':
        this.#addChange(message.data, at);
        return;
      case 'event':
        this.#addEvent(message.data, at);
        return;
      case 'delivery':
        this.#addDelivery(message.data);
        return;
      case 'clock': {
        // Marks report the position of the clock.
        const { data } = message;
        if ('job' in data && data.error !== null)
          this.#note(at, `${data.job.kind} ${data.job.subject}: ${data.error}`, 'bad');
        return;
      }
      case 'mark': {
        const { text, failed, kind, to } = message.data;
        if (kind === 'settle') return;
        this.#marks.add(keyOfMark(message.data));
        if (to !== null) this.#advance = this.#add({ key: `note:${++this.#keys}`, at, to });
        else if (kind === 'clock') this.#note(at, `${text} at ${instant(at)}`, 'plain');
        else this.#note(at, `${failed ? 'failed: ' : ''}${text}`, failed ? 'bad' : 'plain', text);
        return;
      }
      case 'left_out':
        this.#addLeftOut(message.data, at);
        return;
    }
  }

  /**
   * Adds the latest messages, oldest first, after some were left out. Known calls move, so that all calls stand in the
   * order in which they were made.
   */
  fillUp(messages: readonly StreamMessage[]): void {
    for (const message of messages) {
      if (message.type === 'mark' && this.#marks.has(keyOfMark(message.data))) continue;
      for (const type of this.#newIn(message)) this.#lowerGap(type);
      this.add(message);
    }
    this.#groups = this.#groups.filter((group) => group.note?.text !== '');
    this.#facts = null;
    const calls = new Set(messages.flatMap((message) => this.#callOf(message) ?? []));
    const places = new Set(this.#groups);
    const inOrder = [...calls].filter((group) => places.has(group)).values();
    this.#groups = this.#groups.map((group) => (calls.has(group) ? (inOrder.next().value ?? group) : group));
  }

  /** What is new in a message. An event also reports its change. */
  #newIn({ type, data }: StreamMessage): (keyof LeftOut)[] {
    switch (type) {
      case 'request':
        return (this.#byCause.get(data.id)?.request ?? null) === null ? ['request'] : [];
      case 'event': {
        if (this.#events.has(data.id)) return [];
        const isTold = this.#told.has(toldBy(data.cause as Cause, data.change));
        return isTold ? ['event'] : ['event', 'change'];
      }
      case 'delivery': {
        const isKnown = this.#events.get(data.event_id)?.deliveries.has(data.id) === true;
        return isKnown || this.#sentAgain.has(keyOfAttempt(data)) ? [] : ['delivery'];
      }
      default:
        return [type];
    }
  }

  /** Counts a message as no longer missing, at the latest gap. */
  #lowerGap(type: keyof LeftOut): void {
    const gap = this.#gaps.findLast(({ missing }) => (missing[type] ?? 0) > 0);
    if (gap === undefined) return;
    gap.missing[type]!--;
    sayMissing(gap);
  }

  /** The group of a message's call: the call itself, or the one that directly caused the message. */
  #callOf({ type, data }: StreamMessage): Group | undefined {
    const id = type === 'request' ? data.id : type === 'event' ? data.cause.id : null;
    const group = id === null ? undefined : this.#byCause.get(id);
    return group?.cause?.id === id ? group : undefined;
  }

  /** All causes with their effects, oldest first. */
  get groups(): readonly Group[] {
    return this.#groups;
  }

  /** The groups as lines. */
  facts(): readonly Fact[] {
    this.#facts ??= withDays(this.#groups.flatMap(factsOf));
    return this.#facts;
  }

  #groupOf(cause: Cause, at: string): Group {
    const known = this.#byCause.get(cause.id);
    if (known !== undefined) return known;
    // A call ends a move of the clock that has arrived: later work of the clock does not belong to that move.
    if (cause.type !== 'job' && this.#advance !== null && at >= this.#advance.to!) this.#advance = null;
    const group = this.#add({ key: cause.id, at, cause });
    this.#byCause.set(cause.id, group);
    return group;
  }

  #add({ cause = null, note = null, to = null, ...own }: Pick<Group, 'key' | 'at'> & Partial<Group>): Group {
    const group: Group = { ...own, cause, note, to, request: null, children: [] };
    this.#groups.push(group);
    this.#dropOld();
    return group;
  }

  /** The move of the clock to which an instant belongs. */
  #advanceAt(at: string): Group | null {
    const advance = this.#advance;
    return advance !== null && advance.at <= at && at <= advance.to! ? advance : null;
  }

  #dropOld(): void {
    if (this.#groups.length <= this.#most) return;
    const gone = this.#groups.splice(0, Math.ceil(this.#most / 10));
    for (const each of gone) {
      if (each.cause !== null) this.#byCause.delete(each.cause.id);
      for (const child of each.children) {
        if (!isChange(child)) {
          this.#sentAgain.delete(child.key);
          continue;
        }
        const { change, by, events } = child;
        this.#told.delete(toldBy(by ?? each.cause, change));
        if (by !== null) this.#byCause.delete(by.id);
        if (this.#bySubject.get(change.id) === each) this.#bySubject.delete(change.id);
        for (const { event } of events) this.#events.delete(event.id);
      }
    }
  }

  /**
   * The group of a change, and the change's cause if it differs from the group's: a job's change joins the earlier
   * changes of its object.
   */
  #groupFor(cause: Cause, id: string, at: string): { group: Group; by: Cause | null } {
    const known = this.#byCause.get(cause.id);
    if (known !== undefined) return { group: known, by: known.cause?.id === cause.id ? null : cause };
    const advance = cause.type === 'job' ? this.#advanceAt(at) : null;
    if (advance !== null) {
      this.#byCause.set(cause.id, advance);
      return { group: advance, by: cause };
    }
    const earlier = cause.type === 'job' ? this.#bySubject.get(id) : undefined;
    if (earlier !== undefined && this.#groups.lastIndexOf(earlier) >= this.#groups.length - recentGroups) {
      this.#byCause.set(cause.id, earlier);
      return { group: earlier, by: cause };
    }
    return { group: this.#groupOf(cause, at), by: null };
  }

  #addChange({ cause, ...change }: ChangeTold, at: string): ChangeFact {
    this.#remember(change.id, change.object, change.to);
    const { group, by } = this.#groupFor(cause, change.id, at);
    // A change is reported twice: by itself and by its event.
    const told = toldBy(cause, change);
    const same = this.#told.get(told);
    if (same !== undefined) return same;
    const fact: ChangeFact = { key: `${group.key}/${++this.#keys}`, at, change, by, events: [] };
    group.children.push(fact);
    this.#told.set(told, fact);
    this.#bySubject.set(change.id, group);
    return fact;
  }

  #addEvent(event: EventView, at: string): void {
    if (this.#events.has(event.id)) return;
    const fact: EventFact = { event, deliveries: new Map() };
    const told = this.#addChange({ ...event.change, cause: event.cause as Cause }, at);
    // A refund shows the amount that was paid back, not the amount that was paid.
    const { amount, refunded_amount = amount, currency = told.change.currency ?? 'USD' } = event.data;
    if (typeof refunded_amount === 'number' && typeof currency === 'string')
      told.change = { ...told.change, amount: refunded_amount, currency };
    told.events.push(fact);
    this.#events.set(event.id, fact);
  }

  #addDelivery(delivery: DeliveryView): void {
    const { attempts, manual } = delivery;
    const deliveries = this.#events.get(delivery.event_id)?.deliveries;
    if (attempts.length > 1 || manual) this.#addSentAgain(delivery);
    else deliveries?.set(delivery.id, delivery);
    // A duplicate may come together with its original: the row of the event keeps the first answer.
    if (!manual && deliveries?.has(delivery.id) === false)
      deliveries.set(delivery.id, { ...delivery, attempts: attempts.slice(0, 1) });
  }

  /** It is inserted where it happened, so that nothing above changes for somebody who follows the end. */
  #addSentAgain(delivery: DeliveryView): void {
    const at = delivery.attempts.at(-1)?.at;
    if (at === undefined) return;
    const key = keyOfAttempt(delivery);
    if (this.#sentAgain.has(key)) return;
    this.#sentAgain.add(key);
    const group = (delivery.manual ? null : this.#advanceAt(at)) ?? this.#add({ key, at });
    group.children.push({ key, at, delivery });
  }

  #addLeftOut(counts: LeftOut, at: string): void {
    const last = this.#gaps.at(-1);
    const isSame = last !== undefined && last.group === this.#groups.at(-1);
    const gap = isSame ? last : { group: this.#note(at, '', 'dim'), missing: {} };
    if (!isSame) this.#gaps = [...this.#gaps.filter(({ group }) => this.#groups.includes(group)), gap];
    for (const type of Object.keys(counts) as (keyof LeftOut)[])
      gap.missing[type] = (gap.missing[type] ?? 0) + (counts[type] ?? 0);
    sayMissing(gap);
  }

  #note(at: string, text: string, tone: Note['tone'], mark: string | null = null): Group {
    return this.#add({ key: `note:${++this.#keys}`, at, note: { text, tone, mark } });
  }

  #remember(id: string, object: string, state: string): void {
    this.#states.delete(id);
    this.#states.set(id, { object, state });
    if (this.#states.size <= maxStates) return;
    const [oldest] = this.#states.keys();
    this.#states.delete(oldest!);
  }
}

/** Says how many messages are missing at a gap; nothing if none are. */
function sayMissing({ group, missing }: { readonly group: Group; readonly missing: LeftOut }): void {
  const total = Object.values(missing).reduce((sum, count) => sum + count, 0);
  group.note!.text = total === 0 ? '' : `${total.toLocaleString('en-US')} more, too fast to show`;
}
