import type { Client } from '../../client.ts';
import type { DeliveryView, StreamMessage } from '../../control/wire.ts';
import { shortened } from '../lists/shortened.ts';

const latest = 60;

type Told<Type extends StreamMessage['type']> = Extract<StreamMessage, { type: Type }>;

/** Rebuilds the latest messages of the stream from what the emulator keeps. */
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
    (data): Told<'request'> => ({ workspace, mode: data.mode, at: data.at, type: 'request', data }),
  );
  const effects = events.data.map((data): Told<'event'> => {
    const at = new Date(data.created * 1_000).toISOString();
    return { workspace, mode: data.mode, at, type: 'event', data };
  });
  const sent = deliveries.data.toReversed().flatMap((data) => attemptsOf(data));
  const attempts = sent.map(
    (data): StreamMessage => ({
      workspace,
      mode: data.mode,
      at: data.attempts.at(-1)?.at ?? '',
      type: 'delivery',
      data,
    }),
  );
  const isFirst = ({ data }: StreamMessage): boolean => 'attempts' in data && data.attempts.length < 2 && !data.manual;
  const again = attempts.filter((message) => !isFirst(message));
  // Whether the message is a move of the clock, which comes after what was there when the clock moved.
  const isMove = (message: StreamMessage): boolean => message.type === 'mark' && message.data.to !== null;
  const moves = marks.toReversed().filter(isMove);
  const others = marks.toReversed().filter((mark) => !isMove(mark));
  const calls = merged(causes.toReversed(), effects.toReversed());
  // Events carry whole seconds. Within a second, marks come before calls, and moves of the clock after them.
  const inOrder = [...others, ...calls, ...moves, ...again].sort((a, b) => secondOf(a).localeCompare(secondOf(b)));
  return shortened([...inOrder, ...attempts.filter(isFirst)]);
}

const secondOf = ({ at }: StreamMessage): string => at.slice(0, 19);

/**
 * Merges requests and events into one order; both lists are oldest first. An event comes after its request, and
 * whatever precedes the one precedes the other: while the clock stands still, times give no order.
 */
function merged(requests: readonly Told<'request'>[], events: readonly Told<'event'>[]): StreamMessage[] {
  const places = new Map(requests.map(({ data }, at) => [data.id, at]));
  const left = [...requests];
  const inOrder: StreamMessage[] = [];
  for (const event of events) {
    const own = places.get(event.data.cause.id) ?? -1;
    const isBefore = (request: Told<'request'>): boolean =>
      requests.length - left.length <= own || secondOf(request) < secondOf(event);
    while (left[0] !== undefined && isBefore(left[0])) inOrder.push(left.shift()!);
    inOrder.push(event);
  }
  return [...inOrder, ...left];
}

/** One copy of a delivery for each of its attempts, as it was after that attempt. */
function attemptsOf(delivery: DeliveryView): DeliveryView[] {
  const { attempts } = delivery;
  if (attempts.length < 2) return [delivery];
  return attempts.map((_, at) =>
    at === attempts.length - 1
      ? delivery
      : {
          ...delivery,
          status: 'pending',
          next_attempt_at: attempts[at + 1]!.at,
          attempts: attempts.slice(0, at + 1),
        },
  );
}
