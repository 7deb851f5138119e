import type { Fact, Group } from '../../../record/stories/facts.ts';
import type { DeliveryView } from '../../../sandbox/control/wire.ts';
import type { Tone } from '../cells.ts';
import { statusSpan } from '../format.ts';

/** The timeline as lanes, which show simultaneous facts side by side. */

export const laneNames = ['requests', 'events', 'deliveries', 'jobs', 'clock'] as const;
type LaneName = (typeof laneNames)[number];

/** The instants at which a fact started and ended, in milliseconds. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** The instants of its retries. */
  readonly again: readonly number[];
}

/** The scale of the lanes: the order only, real time, or emulated time. */
export const scales = ['order', 'real', 'emulated'] as const;
export type Scale = (typeof scales)[number];

export interface LaneMark {
  readonly lane: LaneName;
  /** The key of the mark's row in the timeline. */
  readonly key: string;
  /** The index of that row in the timeline. */
  readonly place: number;
  readonly tone: Tone;
  readonly times: Readonly<Record<Exclude<Scale, 'order'>, Span>>;
}

/** Converts lines of the timeline into marks in lanes. */
export function lanesOf(facts: readonly Fact[]): LaneMark[] {
  // Only requests and attempts have a real time. Every other fact gets the real time of the fact before it.
  let real = facts.reduce((first, fact) => Math.min(first, realTimeOf(fact)?.from ?? first), Number.POSITIVE_INFINITY);
  return facts.flatMap((fact, place): LaneMark[] => {
    const own = realTimeOf(fact);
    real = own?.from ?? real;
    const known = Number.isFinite(real) ? real : Date.parse(fact.at);
    const times = { emulated: at(Date.parse(fact.at)), real: own ?? at(known) };
    const mark = (lane: LaneName, tone: Tone, own: Partial<LaneMark['times']> = {}): LaneMark => {
      return { lane, key: fact.key, place, tone, times: { ...times, ...own } };
    };
    switch (fact.type) {
      case 'root':
        return rootMarks(fact.group, mark);
      case 'event':
        return [
          mark('events', 'plain', { real: at(known) }),
          ...(fact.delivery === null ? [] : [deliveryMark(fact.delivery, mark)]),
        ];
      case 'delivery':
      case 'again':
        return [deliveryMark(fact.delivery, mark)];
      default:
        return [];
    }
  });
}

const at = (moment: number): Span => ({ from: moment, to: moment, again: [] });

/** The real time of a line; null if the line has no real time. */
function realTimeOf(fact: Fact): Span | null {
  if (fact.type === 'root') {
    const { request } = fact.group;
    return request === null ? null : { ...at(request.received), to: request.received + request.latency_ms };
  }
  const delivery = 'delivery' in fact ? fact.delivery : null;
  const sent = delivery?.attempts.flatMap((attempt) => attempt.sent ?? []) ?? [];
  const [from] = sent;
  if (from === undefined) return null;
  return { from, to: sent.at(-1)! + (delivery?.attempts.at(-1)?.latency_ms ?? 0), again: sent.slice(1) };
}

type MarkMaker = (lane: LaneName, tone: Tone, times?: Partial<LaneMark['times']>) => LaneMark;

function rootMarks({ request, note, cause, to, at: from }: Group, mark: MarkMaker): LaneMark[] {
  const span = (end: number): Partial<LaneMark['times']> => ({
    emulated: { from: Date.parse(from), to: end, again: [] },
  });
  if (to !== null) return [mark('clock', 'wait', span(Date.parse(to)))];
  if (request !== null)
    return [mark('requests', statusSpan(request.status).tone ?? 'plain', span(Date.parse(from) + request.latency_ms))];
  if (note !== null) return note.mark !== null ? [mark('clock', note.tone)] : [];
  return cause === null ? [] : [mark(cause.type === 'job' ? 'jobs' : 'requests', 'plain')];
}

function deliveryMark(delivery: DeliveryView, mark: MarkMaker): LaneMark {
  const { attempts, next_attempt_at, status } = delivery;
  const last = attempts.at(-1);
  const tone = status === 'delivered' ? 'good' : status === 'failed' || last?.error != null ? 'bad' : 'wait';
  const tried = attempts.map(({ at: when }) => Date.parse(when));
  const [from] = tried;
  if (from === undefined) return mark('deliveries', tone);
  const until = next_attempt_at === null ? tried.at(-1)! + last!.latency_ms : Date.parse(next_attempt_at);
  return mark('deliveries', tone, { emulated: { from, to: Math.max(from, until), again: tried.slice(1) } });
}

/** A mark on a scale from 0 to 1. */
export type PlacedMark = Span & { readonly mark: LaneMark };

/** The instants at both ends of a scale, in milliseconds. */
export interface Ends {
  readonly from: number;
  readonly to: number;
}

/**
 * The instants at which a scale starts and ends. For the scale by order, these are the instants of the first and the
 * last mark.
 */
export function endsOf(marks: readonly LaneMark[], scale: Scale): Ends | null {
  const [first] = marks;
  if (first === undefined) return null;
  if (scale === 'order') return { from: first.times.emulated.from, to: marks.at(-1)!.times.emulated.from };
  const from = marks.reduce((least, { times }) => Math.min(least, times[scale].from), Number.POSITIVE_INFINITY);
  return { from, to: marks.reduce((most, { times }) => Math.max(most, times[scale].to), from) };
}

/** Positions marks on a scale. */
export function placeMarks(marks: readonly LaneMark[], scale: Scale): PlacedMark[] {
  if (scale === 'order') {
    const first = marks[0]?.place ?? 0;
    const length = Math.max(1, (marks.at(-1)?.place ?? first) - first);
    return marks.map((mark) => ({ mark, ...at((mark.place - first) / length) }));
  }
  const { from: start, to: end } = endsOf(marks, scale) ?? { from: 0, to: 0 };
  const share = (moment: number): number => (moment - start) / Math.max(1, end - start);
  return marks.map((mark) => {
    const { from, to, again } = mark.times[scale];
    return { mark, from: share(from), to: share(to), again: again.map(share) };
  });
}
