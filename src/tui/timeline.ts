import type { ChangeTold, DeliveryView, EventView, LeftOut, RequestView, StreamMessage } from '../control/wire.ts';
import { instant } from '../text.ts';

/** What caused a change: a request, a job, a trigger. */
export type Cause = ChangeTold['cause'];

/** A change of state, and the events that told of it. */
export interface ChangeFact {
  readonly key: string;
  readonly at: string;
  change: Omit<ChangeTold, 'cause'>;
  /** Its own cause, where that is not the cause of the group. */
  readonly by: Cause | null;
  readonly events: EventFact[];
}

export interface EventFact {
  readonly event: EventView;
  readonly deliveries: Map<string, DeliveryView>;
}

/** A delivery that was sent again: by itself after it failed, or by hand. */
export interface SentAgain {
  readonly key: string;
  readonly at: string;
  /** With its attempts up to that one. */
  readonly delivery: DeliveryView;
}

/** A cause with all that came of it, or something without a cause of its own. */
export interface Group {
  readonly key: string;
  readonly at: string;
  readonly cause: Cause | null;
  request: RequestView | null;
  /** Changes of state, and of an advance what was sent again too, in their order. */
  readonly children: (ChangeFact | SentAgain)[];
  /** What stands there instead of a cause: a mark, a job that failed, messages that were left out. */
  readonly note: Note | null;
  /** Where a move of the clock leads; null: this is none. */
  readonly to: string | null;
}

interface Note {
  text: string;
  readonly tone: 'plain' | 'dim' | 'bad';
}

/** One line of the time line: effects stand below their cause, further in. */
export type Fact = { readonly key: string; readonly at: string; readonly depth: 0 | 1 | 2 } & (
  | { readonly type: 'day' }
  | { readonly type: 'root'; readonly group: Group; readonly first: ChangeFact | null }
  | { readonly type: 'change'; readonly group: Group; readonly fact: ChangeFact }
  | { readonly type: 'event'; readonly fact: EventFact; readonly delivery: DeliveryView | null; readonly who: string }
  | { readonly type: 'delivery'; readonly delivery: DeliveryView; readonly who: string }
  | { readonly type: 'again'; readonly delivery: DeliveryView }
);

const toldBy = (cause: Cause | null, { id, verb }: Pick<ChangeTold, 'id' | 'verb'>): string =>
  `${cause?.id ?? ''} ${id} ${verb}`;

const isChange = (child: ChangeFact | SentAgain): child is ChangeFact => 'change' in child;

/** What a move of the clock brought about, in words: `2 settle, 1 renew, 3 sent again`. */
export function summaryOf({ children }: Group): string {
  const counts = new Map<string, number>();
  for (const child of children) {
    const what = isChange(child) ? child.change.verb.replaceAll('_', ' ') : 'sent again';
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`).join(', ');
}

const maxGroups = 400;
/** Of a move of the clock so much of what it did is shown, the latest. */
const maxChildren = 300;
/** A job's change joins the group of its object where that is one of the last so many groups. */
const recentGroups = 12;
const maxStates = 5_000;

/** What happened, grouped by its cause; old groups are dropped. */
export class Timeline {
  #groups: Group[] = [];
  readonly #byCause = new Map<string, Group>();
  readonly #bySubject = new Map<string, Group>();
  readonly #events = new Map<string, EventFact>();
  readonly #states = new Map<string, { object: string; state: string }>();
  #keys = 0;
  /** The last move of the clock, while jobs may still be its own. */
  #advance: Group | null = null;
  readonly #leftOut: { group: Group | null; count: number } = { group: null, count: 0 };
  readonly #sentAgain = new Set<string>();
  readonly #told = new Map<string, ChangeFact>();
  #facts: Fact[] | null = null;

  /** The state that an object was last seen in. */
  stateOf(id: string): { object: string; state: string } | undefined {
    return this.#states.get(id);
  }

  clear(): void {
    this.#groups = [];
    this.#advance = null;
    for (const map of [this.#byCause, this.#bySubject, this.#events, this.#states, this.#sentAgain, this.#told])
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
        // Where the clock stands is a mark's to tell.
        const { data } = message;
        if ('job' in data && data.error !== null)
          this.#note(at, `${data.job.kind} ${data.job.subject}: ${data.error}`, 'bad');
        return;
      }
      case 'mark': {
        const { text, failed, kind, to } = message.data;
        if (kind === 'settle') return;
        if (to !== null) this.#advance = this.#add({ key: `note:${++this.#keys}`, at, to });
        else if (kind === 'clock') this.#note(at, `${text} at ${instant(at)}`, 'plain');
        else this.#note(at, `── ${failed ? 'failed: ' : ''}${text}`, failed ? 'bad' : 'plain');
        return;
      }
      case 'left_out':
        this.#addLeftOut(message.data, at);
        return;
    }
  }

  /**
   * Adds the latest of what happened, oldest first, of which some was left out before. Calls that are known already
   * change places, so that all of them stand in the order in which they were made.
   */
  fillUp(messages: readonly StreamMessage[]): void {
    for (const message of messages) this.add(message);
    const calls = new Set(messages.flatMap((message) => this.#callOf(message) ?? []));
    const places = new Set(this.#groups);
    const inOrder = [...calls].filter((group) => places.has(group)).values();
    this.#groups = this.#groups.map((group) => (calls.has(group) ? (inOrder.next().value ?? group) : group));
  }

  /** The group of the call that a message is of, or that brought it about at once. */
  #callOf({ type, data }: StreamMessage): Group | undefined {
    const id = type === 'request' ? data.id : type === 'event' ? data.cause.id : null;
    const group = id === null ? undefined : this.#byCause.get(id);
    return group?.cause?.id === id ? group : undefined;
  }

  /** All lines, oldest first. */
  facts(): readonly Fact[] {
    this.#facts ??= withDays(this.#groups.flatMap(factsOf));
    return this.#facts;
  }

  #groupOf(cause: Cause, at: string): Group {
    const known = this.#byCause.get(cause.id);
    if (known !== undefined) return known;
    // A call ends a move of the clock that has arrived: what the clock does from then on is not of that move.
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

  /** The move of the clock that what happens at an instant is of. */
  #advanceAt(at: string): Group | null {
    const advance = this.#advance;
    return advance !== null && advance.at <= at && at <= advance.to! ? advance : null;
  }

  #dropOld(): void {
    if (this.#groups.length <= maxGroups) return;
    const gone = this.#groups.splice(0, Math.ceil(maxGroups / 10));
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

  /** The group of a change, and its own cause where that is another: a job's change joins what its object did before. */
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
    // A change is told twice: by itself, and by its event.
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
    // Of a refund the row says what was paid back, not what was paid.
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
    // A copy may come with what it is a copy of: the row of the event keeps the first answer.
    if (!manual && deliveries?.has(delivery.id) === false)
      deliveries.set(delivery.id, { ...delivery, attempts: attempts.slice(0, 1) });
  }

  /** It stands where it happened, so that nothing above changes for whoever follows what comes. */
  #addSentAgain(delivery: DeliveryView): void {
    const at = delivery.attempts.at(-1)?.at;
    if (at === undefined) return;
    const key = `${delivery.id}/${delivery.attempts.length}`;
    if (this.#sentAgain.has(key)) return;
    this.#sentAgain.add(key);
    const group = (delivery.manual ? null : this.#advanceAt(at)) ?? this.#add({ key, at });
    group.children.push({ key, at, delivery });
  }

  #addLeftOut(counts: LeftOut, at: string): void {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const last = this.#groups.at(-1);
    const isSame = last !== undefined && last === this.#leftOut.group;
    this.#leftOut.count = isSame ? this.#leftOut.count + total : total;
    if (!isSame) this.#leftOut.group = this.#note(at, '', 'dim');
    this.#leftOut.group!.note!.text = `${this.#leftOut.count.toLocaleString('en-US')} more, too fast to show`;
  }

  #note(at: string, text: string, tone: Note['tone']): Group {
    return this.#add({ key: `note:${++this.#keys}`, at, note: { text, tone } });
  }

  #remember(id: string, object: string, state: string): void {
    this.#states.delete(id);
    this.#states.set(id, { object, state });
    if (this.#states.size <= maxStates) return;
    const [oldest] = this.#states.keys();
    this.#states.delete(oldest!);
  }
}

function factsOf(group: Group): Fact[] {
  const { key, at, children, cause, note, to } = group;
  const [only] = children;
  if (cause === null && note === null && to === null && only !== undefined && !isChange(only))
    return [{ key, at, depth: 0, type: 'again', delivery: only.delivery }];
  // The first change stands on the line of its cause.
  const first = only !== undefined && isChange(only) && only.by === null ? only : null;
  const facts: Fact[] = [{ key, at, depth: 0, type: 'root', group, first }];
  for (const fact of children.slice(-maxChildren)) {
    if (!isChange(fact)) {
      facts.push({ key: fact.key, at: fact.at, depth: 1, type: 'again', delivery: fact.delivery });
      continue;
    }
    if (fact !== first) facts.push({ key: fact.key, at: fact.at, depth: 1, type: 'change', group, fact });
    const depth = fact === first ? 1 : 2;
    for (const each of fact.events) {
      const [delivery = null, ...further] = each.deliveries.values();
      const { who = '' } = fact.change;
      facts.push({ key: each.event.id, at: fact.at, depth, type: 'event', fact: each, delivery, who });
      for (const more of further)
        facts.push({ key: more.id, at: fact.at, depth: 2, type: 'delivery', delivery: more, who });
    }
  }
  return facts;
}

/** With a line wherever another day begins than that of the line above; the first day needs none. */
function withDays(facts: readonly Fact[]): Fact[] {
  const shown: Fact[] = [];
  let day = facts[0]?.at.slice(0, 10);
  for (const fact of facts) {
    const own = fact.at.slice(0, 10);
    if (own !== day) shown.push({ key: `day:${own}:${fact.key}`, at: fact.at, depth: 0, type: 'day' });
    day = own;
    shown.push(fact);
  }
  return shown;
}
