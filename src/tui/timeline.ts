import type { Client } from '../client.ts';
import type {
  ChangeTold,
  DeliveryView,
  EventView,
  LeftOut,
  MarkView,
  RequestView,
  StreamMessage,
} from '../control/wire.ts';
import { instant } from '../text.ts';

/** What caused a change: a request, a job, a trigger. */
export type Cause = ChangeTold['cause'];

/** A change of state, and the events that told of it. */
export interface ChangeFact {
  readonly key: string;
  readonly at: string;
  readonly change: Omit<ChangeTold, 'cause'>;
  /** Its own cause, where that is not the cause of the group. */
  readonly by: Cause | null;
  readonly events: EventFact[];
}

export interface EventFact {
  readonly event: EventView;
  readonly deliveries: Map<string, DeliveryView>;
}

/** A cause with all its changes. */
export interface Group {
  readonly key: string;
  readonly at: string;
  readonly cause: Cause | null;
  request: RequestView | null;
  readonly changes: ChangeFact[];
  /** What stands there instead of changes: the clock was moved, a job failed, messages were left out. */
  readonly note: Note | null;
}

interface Note {
  text: string;
  readonly tone: 'plain' | 'dim' | 'bad';
}

/** One line of the time line: effects stand below their cause, further in. */
export type Fact = { readonly key: string; readonly at: string; readonly depth: 0 | 1 | 2 } & (
  | { readonly type: 'root'; readonly group: Group; readonly first: ChangeFact | null }
  | { readonly type: 'change'; readonly group: Group; readonly fact: ChangeFact }
  | { readonly type: 'event'; readonly fact: EventFact; readonly delivery: DeliveryView | null }
  | { readonly type: 'delivery'; readonly delivery: DeliveryView }
);

const maxGroups = 400;
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
  readonly #leftOut: { group: Group | null; count: number } = { group: null, count: 0 };
  #facts: Fact[] | null = null;

  /** The state that an object was last seen in. */
  stateOf(id: string): { object: string; state: string } | undefined {
    return this.#states.get(id);
  }

  clear(): void {
    this.#groups = [];
    for (const map of [this.#byCause, this.#bySubject, this.#events, this.#states]) map.clear();
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
        const { data } = message;
        if (!('job' in data))
          this.#note(
            at,
            `clock ${data.mode}${data.rate === 1 ? '' : `, ${data.rate} times as fast,`} at ${instant(data.now)}`,
            'plain',
          );
        else if (data.error !== null) this.#note(at, `${data.job.kind} ${data.job.subject}: ${data.error}`, 'bad');
        return;
      }
      case 'mark': {
        const { text, failed } = message.data;
        if (isShown(message.data)) this.#note(at, `── ${failed ? 'failed: ' : ''}${text}`, failed ? 'bad' : 'plain');
        return;
      }
      case 'left_out':
        this.#addLeftOut(message.data, at);
        return;
    }
  }

  /** All lines, oldest first. */
  facts(): readonly Fact[] {
    this.#facts ??= this.#groups.flatMap(factsOf);
    return this.#facts;
  }

  #groupOf(cause: Cause, at: string): Group {
    const known = this.#byCause.get(cause.id);
    if (known !== undefined) return known;
    const group: Group = { key: cause.id, at, cause, request: null, changes: [], note: null };
    this.#byCause.set(cause.id, group);
    this.#push(group);
    return group;
  }

  #push(group: Group): void {
    this.#groups.push(group);
    if (this.#groups.length <= maxGroups) return;
    const gone = this.#groups.splice(0, Math.ceil(maxGroups / 10));
    for (const each of gone) {
      if (each.cause !== null) this.#byCause.delete(each.cause.id);
      for (const { change, by, events } of each.changes) {
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
    const same = group.changes.find(
      (each) =>
        each.change.id === change.id && each.change.verb === change.verb && (each.by?.id ?? null) === (by?.id ?? null),
    );
    if (same !== undefined) return same;
    const fact: ChangeFact = { key: `${group.key}/${++this.#keys}`, at, change, by, events: [] };
    group.changes.push(fact);
    this.#bySubject.set(change.id, group);
    return fact;
  }

  #addEvent(event: EventView, at: string): void {
    if (this.#events.has(event.id)) return;
    const { amount, currency } = event.data;
    const money = typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : {};
    const fact: EventFact = { event, deliveries: new Map() };
    this.#addChange({ ...event.change, ...money, cause: event.cause as Cause }, at).events.push(fact);
    this.#events.set(event.id, fact);
  }

  #addDelivery(delivery: DeliveryView): void {
    const fact = this.#events.get(delivery.event_id);
    if (fact === undefined) return;
    const known = fact.deliveries.get(delivery.id);
    if (known !== undefined && known.attempts.length > delivery.attempts.length) return;
    fact.deliveries.set(delivery.id, delivery);
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
    const note = { text, tone };
    const group: Group = { key: `note:${++this.#keys}`, at, cause: null, request: null, changes: [], note };
    this.#push(group);
    return group;
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
  const { key, at, changes } = group;
  // The first change stands on the line of its cause.
  const first = changes[0] !== undefined && changes[0].by === null ? changes[0] : null;
  const facts: Fact[] = [{ key, at, depth: 0, type: 'root', group, first }];
  for (const fact of changes) {
    if (fact !== first) facts.push({ key: fact.key, at: fact.at, depth: 1, type: 'change', group, fact });
    const depth = fact === first ? 1 : 2;
    for (const each of fact.events) {
      const [delivery = null, ...further] = each.deliveries.values();
      facts.push({ key: each.event.id, at: fact.at, depth, type: 'event', fact: each, delivery });
      for (const more of further) facts.push({ key: more.id, at: fact.at, depth: 2, type: 'delivery', delivery: more });
    }
  }
  return facts;
}

/** What the clock does has lines of its own. */
const isShown = ({ kind }: MarkView): boolean => kind !== 'clock' && kind !== 'settle';

const latest = 60;

/** The latest messages as the stream would have sent them, made from what the emulator keeps. */
export async function latestMessages(client: Client): Promise<StreamMessage[]> {
  const [requests, events, deliveries, markers] = await Promise.all([
    client.requests.list({ limit: latest }),
    client.events.list({ limit: latest }),
    client.webhooks.deliveries({ limit: latest }),
    client.markers.list(),
  ]);
  const workspace = null;
  const marks = markers.data.map((data): StreamMessage => ({ workspace, mode: null, at: data.at, type: 'mark', data }));
  const causes = requests.data.map(
    (data): StreamMessage => ({ workspace, mode: data.mode, at: data.at, type: 'request', data }),
  );
  const effects = events.data.map((data): StreamMessage => {
    const at = new Date(data.created * 1_000).toISOString();
    return { workspace, mode: data.mode, at, type: 'event', data };
  });
  const attempts = deliveries.data.map((data): StreamMessage => {
    const at = data.attempts.at(-1)?.at ?? '';
    return { workspace, mode: data.mode, at, type: 'delivery', data };
  });
  // An event carries whole seconds, and a request the time of its answer: within a second, requests go first, and marks before them.
  const second = ({ at }: StreamMessage) => at.slice(0, 19);
  const inOrder = [...marks.toReversed(), ...causes.toReversed(), ...effects.toReversed()].sort((a, b) =>
    second(a).localeCompare(second(b)),
  );
  return [...inOrder, ...attempts.toReversed()];
}
