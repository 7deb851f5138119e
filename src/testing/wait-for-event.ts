import type { EventType, EventView } from '../client/names.ts';
import { type Client, missingEventSentences, type Page } from '../client/node-client.ts';
import { addDuration, durationForms, parseDuration } from '../core/base/duration.ts';
import { wakeAfter } from '../core/base/time.ts';
import type { Mode } from '../core/kernel/workspace.ts';
import type { StreamMessage } from '../sandbox/control/wire.ts';
import { refuseUnknownOptions } from './check-options.ts';
import { type Connection, everyItem } from './connection.ts';
import { EmulatorError, WaitTimeoutError } from './errors.ts';
import type { EventFilter, WaitOptions } from './types.ts';

/** The default timeout in real milliseconds, because test runners allow five seconds for a test. */
const patience = 4_000;

const waitOptions: readonly (keyof WaitOptions)[] = ['id', 'after', 'status', 'delivered', 'where', 'timeout'];

interface Source {
  connection: Connection;
  client: Client;
  workspace: string;
  mode: Mode;
}

/**
 * Returns the newest matching event as soon as it exists. The function queries the emulator only after messages about
 * events and deliveries.
 * @throws WaitTimeoutError, EmulatorError for an invalid timeout, ClientError for an unknown type
 */
export async function waitForEvent<E extends EventType>(
  source: Source,
  type: E,
  options: WaitOptions<E> = {},
): Promise<EventView<E>> {
  refuseUnknownOptions('waitFor', options, waitOptions);
  const timeout = millisecondsOf(options.timeout ?? patience);
  const concerns = ({ type: kind, data }: StreamMessage): boolean =>
    (kind === 'event' && data.type === type) || (kind === 'delivery' && data.event_type === type);
  let wake = (): void => {};
  let news = Promise.resolve();
  const expectNews = (): void => {
    news = new Promise((resolve) => {
      wake = resolve;
    });
  };
  // The stream is opened before the first query, so that no event is missed between the two.
  const end = await source.connection.onEvent({ workspace: source.workspace, mode: source.mode }, (message) => {
    if (message === null || concerns(message)) wake();
  });
  let isOver = false;
  const cancel = wakeAfter(timeout, () => {
    isOver = true;
    wake();
  });
  try {
    for (;;) {
      expectNews();
      const found = await findEvent(source.client, type, options);
      if (found !== null) return found;
      if (!isOver) await news;
      if (isOver) throw await timedOut(source.client, type, options, timeout);
    }
  } finally {
    cancel();
    end();
  }
}

/** The type of the events is the one for which the filter asks. */
export const eventsOf = <E extends EventType>(client: Client, filter: Omit<EventFilter<E>, 'limit'>, limit?: number) =>
  everyItem((page) => client.call('events.list', { ...filter, ...page }) as Promise<Page<EventView<E>>>, limit);

async function findEvent<E extends EventType>(
  client: Client,
  type: E,
  { id, after, status, delivered, where }: WaitOptions<E>,
): Promise<EventView<E> | null> {
  for (const event of await eventsOf(client, { type, id, after })) {
    if (where !== undefined && !where(event)) continue;
    if (status === undefined && delivered !== true) return event;
    const { deliveries } = await client.call('events.get', { id: event.id });
    const isAnswered = deliveries.some(({ attempts }) => attempts.some((attempt) => attempt.status === status));
    const isDelivered = deliveries.some((delivery) => delivery.status === 'delivered');
    if ((status === undefined || isAnswered) && (delivered !== true || isDelivered)) return event;
  }
  return null;
}

/**
 * The error that lists the events that arrived instead, and the reason why no more events will be emitted
 * automatically.
 */
async function timedOut<E extends EventType>(
  client: Client,
  type: E,
  { id, after, status, delivered, where }: WaitOptions<E>,
  timeout: number,
): Promise<WaitTimeoutError> {
  const about = id === undefined ? '' : ` about ${id}`;
  const fitting = where === undefined ? '' : ' that matches the condition';
  const answered = status === undefined ? (delivered === true ? ' delivered' : '') : ` answered with ${status}`;
  const [came, clock] = await Promise.all([
    everyItem((page) => client.call('events.list', { id, after, ...page })),
    client.call('clock.get'),
  ]);
  const seen = came.reverse().map((event) => ({ id: event.id, type: event.type }));
  const instead = missingEventSentences({
    came: seen,
    clock,
    id,
    calls: { advance: 'clock.advance()', settle: 'settle()' },
  });
  const message = `No ${type}${about}${fitting}${answered} within ${timeout / 1000} s. ${instead}`;
  return new WaitTimeoutError(message, seen);
}

function millisecondsOf(timeout: number | string): number {
  if (typeof timeout === 'number') {
    if (timeout >= 0 && timeout < Number.POSITIVE_INFINITY) return timeout;
  } else {
    const duration = parseDuration(timeout);
    const end = duration === null ? null : addDuration(0, duration);
    if (end !== null) return end;
  }
  throw new EmulatorError(
    'wrong_option',
    `timeout '${timeout}' is not valid; use milliseconds, or a duration such as ${durationForms}.`,
  );
}
