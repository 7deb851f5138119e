import type { DeliveryView } from '../../control/wire.ts';
import type { Tone } from '../cells.ts';
import { statusSpan } from '../format.ts';
import type { Fact, Group } from './facts.ts';

/** The time line as lanes: what happened side by side over time. */

export const laneNames = ['requests', 'events', 'deliveries', 'jobs', 'clock'] as const;
export type LaneName = (typeof laneNames)[number];

export interface LaneMark {
  readonly lane: LaneName;
  /** The row of the time line that the mark stands for. */
  readonly key: string;
  /** Its beginning and its end, in emulated milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Its place in the order of everything that happened. */
  readonly place: number;
  readonly tone: Tone;
  /** When it was retried, in emulated milliseconds. */
  readonly again: readonly number[];
}

/** Converts lines of the time line into marks in lanes. */
export function lanesOf(facts: readonly Fact[]): LaneMark[] {
  return facts.flatMap((fact, place): LaneMark[] => {
    const { key, at } = fact;
    const from = Date.parse(at);
    const mark = (lane: LaneName, tone: Tone, to = from): LaneMark => ({ lane, key, from, to, place, tone, again: [] });
    switch (fact.type) {
      case 'root':
        return rootMarks(fact.group, mark);
      case 'event':
        return [
          mark('events', 'plain'),
          ...(fact.delivery === null ? [] : [deliveryMark(fact.delivery, key, from, place)]),
        ];
      case 'delivery':
      case 'again':
        return [deliveryMark(fact.delivery, key, from, place)];
      default:
        return [];
    }
  });
}

function rootMarks(
  { request, note, cause, to, at }: Group,
  mark: (lane: LaneName, tone: Tone, to?: number) => LaneMark,
): LaneMark[] {
  if (to !== null) return [mark('clock', 'wait', Date.parse(to))];
  if (request !== null)
    return [mark('requests', statusSpan(request.status).tone ?? 'plain', Date.parse(at) + request.latency_ms)];
  if (note !== null) return note.isMark ? [mark('clock', note.tone)] : [];
  return cause === null ? [] : [mark(cause.type === 'job' ? 'jobs' : 'requests', 'plain')];
}

function deliveryMark(delivery: DeliveryView, key: string, from: number, place: number): LaneMark {
  const { attempts, next_attempt_at, status } = delivery;
  const tried = attempts.map(({ at }) => Date.parse(at));
  const last = attempts.at(-1);
  const until =
    next_attempt_at === null ? (tried.at(-1) ?? from) + (last?.latency_ms ?? 0) : Date.parse(next_attempt_at);
  const tone = status === 'delivered' ? 'good' : status === 'failed' || last?.error != null ? 'bad' : 'wait';
  return {
    lane: 'deliveries',
    key,
    from: tried[0] ?? from,
    to: Math.max(from, until),
    place,
    tone,
    again: tried.slice(1),
  };
}
