import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { compareAnswers } from './differences/answers.ts';
import { causesIn, compareEvents } from './differences/events.ts';
import type { EventPairs } from './event-pairs.ts';
import type { Replay } from './exchange.ts';
import { sentIn } from './names.ts';
import type { Context, Observations } from './observations.ts';
import type { Pair } from './pairs.ts';

/** What the stages between the replay and the report work on. */
export interface Paired {
  readonly registry: Registry;
  readonly calls: readonly CapturedCall[];
  readonly own: Pick<Replay, 'events' | 'bindings' | 'delays'>;
  readonly pairs: readonly Pair[];
  readonly events: EventPairs;
  /** The ids of objects from before the capture, and whether any of them can change a balance. */
  readonly earlier: ReadonlySet<string>;
  readonly hasEarlierMoney: boolean;
  /** The ids in the service's responses. */
  readonly shown: ReadonlySet<string>;
}

/** Every difference between the two sides, in the order of the capture, and every place that was read. */
export function differencesOf({ registry, calls, own, pairs, events, earlier }: Paired): Observations {
  const found: Observations = { differences: [], readings: [] };
  const sent = new Set<string>();
  const context: Context = { bindings: own.bindings, sent, earlier };
  for (const pair of pairs) {
    for (const text of sentIn(pair.call)) sent.add(text);
    compareAnswers(pair, registry, context, found);
  }
  compareEvents(events, own, { registry, context, first: calls[0]!, causes: causesIn(pairs) }, found);
  return found;
}
