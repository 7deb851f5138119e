import type { ChangeMessage, DeliveryView, EventView, MarkView, RequestView } from '../../sandbox/control/wire.ts';

/** What caused a change: a request, a job, a trigger. */
export type Cause = ChangeMessage['cause'];

/** A state change, and the events that reported it. */
export interface ChangeFact {
  readonly key: string;
  readonly number: number;
  readonly at: string;
  change: Omit<ChangeMessage, 'cause'>;
  /** The cause of this change, if it is not the cause of the group. */
  readonly by: Cause | null;
  readonly events: EventFact[];
}

export interface EventFact {
  readonly event: EventView;
  readonly deliveries: Map<string, DeliveryView>;
}

/** A delivery that was sent again, by a retry or by a user. */
export interface Redelivery {
  readonly key: string;
  readonly number: number;
  readonly at: string;
  /** The delivery with its attempts up to and including this one. */
  delivery: DeliveryView;
}

/** A cause with all its effects, or a message without its own cause. */
export interface Group {
  readonly key: string;
  /** The number of its first message. */
  readonly number: number;
  readonly at: string;
  /** The workspace of the cause; null if the message does not belong to a workspace, or if it belongs to both modes. */
  readonly workspace: string | null;
  readonly mode: 'test' | 'live' | null;
  readonly cause: Cause | null;
  request: RequestView | null;
  /** State changes in order; for a move of the clock, also retries. */
  readonly children: (ChangeFact | Redelivery)[];
  /** The note that replaces a cause: a mark, a failed job, or missing messages. */
  readonly note: Note | null;
  /** The target of a move of the clock; null if the group is not a move of the clock. */
  readonly to: string | null;
  /** The lines of the group; null if they must be created again. */
  facts: readonly Fact[] | null;
}

export interface Note {
  text: string;
  /**
   * The text of a mark, which divides the timeline: a test starts, a snapshot is saved. Null if the note is not a mark.
   */
  readonly mark: string | null;
  readonly tone: 'plain' | 'dim' | 'bad';
  /** The kind of a mark; `gap` if messages were omitted; null if the note is neither. */
  readonly kind: MarkView['kind'] | 'gap' | null;
}

/** A line of the timeline. Effects are indented below their cause. */
export type Fact = {
  readonly key: string;
  readonly at: string;
  readonly depth: 0 | 1 | 2;
  /** The text of the mark that undid it, such as `snapshot before restored`; null if it was not undone. */
  readonly undoneBy: string | null;
} & (
  | { readonly type: 'day' }
  | { readonly type: 'root'; readonly group: Group; readonly first: ChangeFact | null }
  | { readonly type: 'change'; readonly group: Group; readonly fact: ChangeFact }
  | { readonly type: 'event'; readonly fact: EventFact; readonly delivery: DeliveryView | null; readonly who: string }
  | { readonly type: 'delivery'; readonly delivery: DeliveryView; readonly who: string }
  | { readonly type: 'again'; readonly delivery: DeliveryView }
);

/** Whether the child of a group is a change, and not a delivery that was sent again. */
export const isChange = (child: ChangeFact | Redelivery): child is ChangeFact => 'change' in child;

/** Summarizes the effects of a move of the clock: `2 settle, 1 renew, 3 sent again`. */
export function summaryOf({ children }: Group): string {
  const counts = new Map<string, number>();
  for (const child of children) {
    const what = isChange(child) ? child.change.verb.replaceAll('_', ' ') : 'sent again';
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`).join(', ');
}

/** Finds the mark that undid a message of a group. */
export type UndoneBy = (number: number, workspace: string | null) => string | null;

/** Returns the lines of a group. They are cached until the group changes. */
export function factsOf(group: Group, undoneBy: UndoneBy = () => null): readonly Fact[] {
  group.facts ??= makeFacts(group, (number) => undoneBy(number, group.workspace)).map((fact) =>
    // The new state uses the ids, and therefore the keys, of undone facts again.
    fact.undoneBy === null ? fact : { ...fact, key: `${fact.key}#${group.number}` },
  );
  return group.facts;
}

function makeFacts(group: Group, undone: (number: number) => string | null): Fact[] {
  const { key, at, children, cause, note, to } = group;
  // A mark is no part of the state that a later mark undid.
  const own = note === null ? undone(group.number) : null;
  const [only] = children;
  if (cause === null && note === null && to === null && only !== undefined && !isChange(only))
    return [{ key, at, depth: 0, undoneBy: own, type: 'again', delivery: only.delivery }];
  // The first change is on the same line as its cause.
  const first = only !== undefined && isChange(only) && only.by === null ? only : null;
  const facts: Fact[] = [{ key, at, depth: 0, undoneBy: own, type: 'root', group, first }];
  for (const fact of children) {
    const line = { key: fact.key, at: fact.at, depth: 1, undoneBy: undone(fact.number) } as const;
    if (!isChange(fact)) {
      facts.push({ ...line, type: 'again', delivery: fact.delivery });
      continue;
    }
    if (fact !== first) facts.push({ ...line, type: 'change', group, fact });
    const depth = fact === first ? 1 : 2;
    for (const each of fact.events) {
      const [delivery = null, ...further] = each.deliveries.values();
      const { who = '' } = fact.change;
      facts.push({ ...line, key: each.event.id, depth, type: 'event', fact: each, delivery, who });
      for (const more of further) facts.push({ ...line, key: more.id, depth, type: 'delivery', delivery: more, who });
    }
  }
  return facts;
}

/**
 * Inserts a line before the first cause of each new day, except for the first day. The effects of a cause can have later
 * days, so they do not divide the days.
 */
export function withDays(facts: readonly Fact[]): Fact[] {
  const shown: Fact[] = [];
  let day = facts[0]?.at.slice(0, 10);
  for (const fact of facts) {
    const own = fact.depth === 0 ? fact.at.slice(0, 10) : day;
    if (own !== day) shown.push({ key: `day:${own}:${fact.key}`, at: fact.at, depth: 0, undoneBy: null, type: 'day' });
    day = own;
    shown.push(fact);
  }
  return shown;
}
