import { getOrMake } from '../../core/base/maps.ts';
import { instant } from '../../core/base/terminal-text.ts';
import type {
  ChangeMessage,
  DeliveryView,
  EventView,
  OmittedCounts,
  StreamMessage,
} from '../../sandbox/control/wire.ts';
import { marksOfNewState, UndoneMessages } from '../../sandbox/requests/marks.ts';
import {
  type Cause,
  type ChangeFact,
  type EventFact,
  type Fact,
  factsOf,
  type Group,
  type Note,
  type Redelivery,
  type UndoneBy,
  withDays,
} from './facts.ts';

const keyOfChange = (cause: Cause | null, { id, verb }: Pick<ChangeMessage, 'id' | 'verb'>): string =>
  `${cause?.id ?? ''} ${id} ${verb}`;

const keyOfAttempt = ({ id, attempts }: DeliveryView): string => `${id}/${attempts.length}`;

/** The note between the events of an earlier start and the messages of this start. */
const restarted = {
  text: 'The emulator started again here. It keeps earlier events, but not the calls and marks before this line.',
  tone: 'dim',
} as const;

/** What the ids in a data set refer to, until its state is replaced. */
class Names {
  readonly causes = new Map<string, Group>();
  readonly subjects = new Map<string, Group>();
  readonly events = new Map<string, { readonly fact: EventFact; readonly group: Group }>();
  readonly changes = new Map<string, ChangeFact>();
  readonly attempts = new Set<string>();
  /** The deliveries that were sent again, by event. */
  readonly again = new Map<string, { readonly child: Redelivery; readonly group: Group }[]>();
}

/**
 * Groups messages into stories: a story is a cause with all its effects. The messages can belong to several
 * workspaces, and must be added in order.
 */
export class Stories {
  readonly #joined: number;
  readonly #groups: Group[] = [];
  /** The index of each group among all groups. */
  readonly #places = new Map<Group, number>();
  readonly #names = new Map<string, Names>();
  readonly #states = new Map<string, { object: string; state: string }>();
  /** The last move of the clock in each workspace, while its jobs can still run. */
  readonly #moves = new Map<string, Group>();
  readonly #undone = new UndoneMessages();
  /** The number of messages that were omitted at the end, by kind. */
  #missing: OmittedCounts = {};
  #facts: readonly Fact[] | null = null;
  /** Whether the last message is about an event of an earlier start of the emulator; such messages have no positive number. */
  #isOfEarlierStart = false;

  /**
   * @param joined a change by the clock is added to the story of its object if that story is among the last `joined`
   * ones; by default, it is always added
   */
  constructor(joined = Number.POSITIVE_INFINITY) {
    this.#joined = joined;
  }

  /** The last known state of an object. */
  stateOf(id: string): { object: string; state: string } | undefined {
    return this.#states.get(id);
  }

  /** All causes with their effects, oldest first. */
  get groups(): readonly Group[] {
    return this.#groups;
  }

  /** The groups as lines. */
  facts(): readonly Fact[] {
    const undoneBy: UndoneBy = (number, workspace) => this.#undone.undoneBy(number, workspace);
    this.#facts ??= withDays(this.#groups.flatMap((group) => factsOf(group, undoneBy)));
    return this.#facts;
  }

  add(message: StreamMessage): void {
    this.#facts = null;
    const { number, workspace, at } = message;
    if (number > 0) this.endEarlierStart(message);
    else this.#isOfEarlierStart = true;
    const key = workspace ?? '';
    const names = this.#namesOf(key);
    switch (message.type) {
      case 'request': {
        const group = this.#groupOf(names, message, { type: 'request', id: message.data.id });
        group.request = message.data;
        group.facts = null;
        return;
      }
      case 'change':
        this.#addChange(names, message, message.data);
        return;
      case 'event':
        this.#addEvent(names, message, message.data);
        return;
      case 'delivery':
        this.#addDelivery(names, message, message.data);
        return;
      case 'clock': {
        // The mark of the move reports the position of the clock.
        const { data } = message;
        if ('job' in data && data.error !== null)
          this.#note(message, { text: `${data.job.kind} ${data.job.subject}: ${data.error}`, tone: 'bad' });
        return;
      }
      case 'mark': {
        const { text, failed, kind, to } = message.data;
        if (kind === 'settle') return;
        this.#undone.add(number, { ...message.data, workspace_id: key });
        if (marksOfNewState.has(kind)) this.#endState(key);
        if (to !== null)
          this.#moves.set(key, this.#add({ key: `note:${number}`, number, at, workspace, mode: null, to }));
        else if (kind === 'clock') this.#note(message, { text: `${text} at ${instant(at)}`, tone: 'plain', kind });
        else
          this.#note(message, {
            text: `${failed ? 'failed: ' : ''}${text}`,
            tone: failed ? 'bad' : 'plain',
            mark: text,
            kind,
          });
        return;
      }
      case 'left_out':
        this.#addLeftOut(message, message.data);
        return;
    }
  }

  /** Adds a note after the events of an earlier start, unless it was added. @param last the message beside the note */
  endEarlierStart(last: StreamMessage | undefined): void {
    if (!this.#isOfEarlierStart || last === undefined) return;
    this.#facts = null;
    this.#note({ ...last, number: 0 }, restarted);
    this.#isOfEarlierStart = false;
  }

  #namesOf(workspace: string): Names {
    let names = this.#names.get(workspace);
    if (names === undefined) {
      names = new Names();
      this.#names.set(workspace, names);
    }
    return names;
  }

  /** The ids of a replaced state no longer refer to its objects. */
  #endState(workspace: string): void {
    this.#names.delete(workspace);
    for (const group of this.#groups) if (group.workspace === workspace) group.facts = null;
  }

  #groupOf(names: Names, { number, workspace, mode, at }: StreamMessage, cause: Cause): Group {
    const known = names.causes.get(cause.id);
    if (known !== undefined) return known;
    // A call ends a move of the clock that has reached its target. Later work of the clock does not belong to this
    // move.
    const move = this.#moves.get(workspace ?? '');
    if (cause.type !== 'job' && move !== undefined && at >= move.to!) this.#moves.delete(workspace ?? '');
    const group = this.#add({ key: cause.id, number, at, workspace, mode, cause });
    names.causes.set(cause.id, group);
    return group;
  }

  #add(own: Pick<Group, 'key' | 'number' | 'at' | 'workspace' | 'mode'> & Partial<Group>): Group {
    const group: Group = { cause: null, note: null, to: null, request: null, children: [], facts: null, ...own };
    this.#places.set(group, this.#groups.push(group) - 1);
    return group;
  }

  /** The move of the clock that an instant belongs to. */
  #moveAt(workspace: string | null, at: string): Group | null {
    const move = this.#moves.get(workspace ?? '');
    return move !== undefined && move.at <= at && at <= move.to! ? move : null;
  }

  /**
   * The group of a change, and the change's cause if it is not the cause of the group. A change by a job is added to
   * the earlier changes of its object.
   */
  #groupFor(names: Names, message: StreamMessage, cause: Cause, id: string): { group: Group; by: Cause | null } {
    const known = names.causes.get(cause.id);
    if (known !== undefined) return { group: known, by: known.cause?.id === cause.id ? null : cause };
    if (cause.type === 'job') {
      const earlier = this.#moveAt(message.workspace, message.at) ?? this.#recent(names.subjects.get(id));
      if (earlier !== undefined) {
        names.causes.set(cause.id, earlier);
        return { group: earlier, by: cause };
      }
    }
    return { group: this.#groupOf(names, message, cause), by: null };
  }

  #recent(group: Group | undefined): Group | undefined {
    return group !== undefined && this.#places.get(group)! >= this.#groups.length - this.#joined ? group : undefined;
  }

  #addChange(
    names: Names,
    message: StreamMessage,
    { cause, ...change }: ChangeMessage,
  ): { readonly fact: ChangeFact; readonly group: Group } {
    this.#states.set(change.id, { object: change.object, state: change.to });
    const { group, by } = this.#groupFor(names, message, cause, change.id);
    // Each change is reported twice: in its own message and by its event.
    const key = keyOfChange(cause, change);
    const same = names.changes.get(key);
    if (same !== undefined) return { fact: same, group };
    const { number, at } = message;
    const fact: ChangeFact = { key: `${group.key}/${number}`, number, at, change, by, events: [] };
    group.children.push(fact);
    group.facts = null;
    names.changes.set(key, fact);
    names.subjects.set(change.id, group);
    return { fact, group };
  }

  #addEvent(names: Names, message: StreamMessage, event: EventView): void {
    if (names.events.has(event.id)) return;
    const own: EventFact = { event, deliveries: new Map() };
    const { fact, group } = this.#addChange(names, message, { ...event.change, cause: event.cause as Cause });
    // A refund shows the refunded amount, not the amount of the payment.
    const { amount, refunded_amount = amount, currency = fact.change.currency ?? 'USD' } = event.data;
    if (typeof refunded_amount === 'number' && typeof currency === 'string')
      fact.change = { ...fact.change, amount: refunded_amount, currency };
    fact.events.push(own);
    group.facts = null;
    names.events.set(event.id, { fact: own, group });
  }

  #addDelivery(names: Names, message: StreamMessage, delivery: DeliveryView): void {
    const { attempts, manual } = delivery;
    const event = names.events.get(delivery.event_id);
    const deliveries = event?.fact.deliveries;
    if (event !== undefined) event.group.facts = null;
    if (manual && delivery.status === 'delivered') this.#endEarlier(names, delivery);
    if (attempts.length > 1 || manual) this.#addSentAgain(names, message, delivery);
    else deliveries?.set(delivery.id, delivery);
    // A duplicate can arrive together with its original. The row of the event keeps the first response.
    if (!manual && deliveries?.has(delivery.id) === false)
      deliveries.set(delivery.id, { ...delivery, attempts: attempts.slice(0, 1) });
  }

  /**
   * Adds a delivery that was sent again as the latest group or effect, so that the lines above do not change for a user
   * who reads the end.
   */
  #addSentAgain(names: Names, { number, workspace, mode }: StreamMessage, delivery: DeliveryView): void {
    const at = delivery.attempts.at(-1)?.at;
    if (at === undefined) return;
    const key = keyOfAttempt(delivery);
    if (names.attempts.has(key)) return;
    names.attempts.add(key);
    const group =
      (delivery.manual ? null : this.#moveAt(workspace, at)) ?? this.#add({ key, number, at, workspace, mode });
    const child: Redelivery = { key, number, at, delivery };
    group.children.push(child);
    group.facts = null;
    getOrMake(names.again, delivery.event_id, () => []).push({ child, group });
  }

  /** The earlier deliveries of an event wait for no retry after a resent delivery has reached their endpoint. */
  #endEarlier(names: Names, { id, event_id, endpoint_id }: DeliveryView): void {
    const ended = (each: DeliveryView): DeliveryView =>
      each.endpoint_id !== endpoint_id || each.due || each.status === 'delivered'
        ? each
        : { ...each, status: 'delivered', next_attempt_at: null, delivered_by: id };
    const deliveries = names.events.get(event_id)?.fact.deliveries;
    for (const [key, each] of deliveries ?? []) deliveries!.set(key, ended(each));
    for (const { child, group } of names.again.get(event_id) ?? []) {
      child.delivery = ended(child.delivery);
      group.facts = null;
    }
  }

  #addLeftOut(message: StreamMessage, counts: OmittedCounts): void {
    const last = this.#groups.at(-1);
    const isSame = last?.note?.kind === 'gap';
    if (!isSame) this.#missing = {};
    for (const type of Object.keys(counts) as (keyof OmittedCounts)[])
      this.#missing[type] = (this.#missing[type] ?? 0) + (counts[type] ?? 0);
    const total = Object.values(this.#missing).reduce((sum, count) => sum + count, 0);
    const text = `${total.toLocaleString('en-US')} more messages arrived too fast to show`;
    if (!isSame) this.#note(message, { text, tone: 'dim', kind: 'gap' });
    else {
      last.note!.text = text;
      last.facts = null;
    }
  }

  #note(
    { number, at, workspace, mode }: StreamMessage,
    { mark = null, kind = null, ...words }: Pick<Note, 'text' | 'tone'> & Partial<Note>,
  ): void {
    this.#add({ key: `note:${number}`, number, at, workspace, mode, note: { ...words, mark, kind } });
  }
}
