import type { Client } from '../client.ts';
import type { DeliveryView, StreamMessage } from '../control/wire.ts';

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
  // An event carries whole seconds, and a request the time of its answer: within a second, requests go first, and marks before them.
  const second = ({ at }: StreamMessage) => at.slice(0, 19);
  const again = attempts.filter((message) => !isFirst(message));
  // What a move of the clock found stood there before it.
  const isMove = (message: StreamMessage): boolean => message.type === 'mark' && message.data.to !== null;
  const moves = marks.toReversed().filter(isMove);
  const others = marks.toReversed().filter((mark) => !isMove(mark));
  const inOrder = [...others, ...causes.toReversed(), ...effects.toReversed(), ...moves, ...again].sort((a, b) =>
    second(a).localeCompare(second(b)),
  );
  return [...inOrder, ...attempts.filter(isFirst)];
}

/** A delivery as it was after each of its attempts. */
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
