import type { Client } from '../client.ts';
import type { StreamMessage } from '../control/wire.ts';

const latest = 60;

/** What happened last before somebody listened, as the stream would have told it. */
export async function backfill(client: Client): Promise<StreamMessage[]> {
  const [requests, events, deliveries] = await Promise.all([
    client.requests.list({ limit: latest }),
    client.events.list({ limit: latest }),
    client.webhooks.deliveries({ limit: latest }),
  ]);
  const told: { at: string; order: number; message: StreamMessage }[] = [];
  for (const data of requests.data.toReversed()) {
    const { mode, at } = data;
    told.push({ at, order: 0, message: { workspace: null, mode, at, type: 'request', data } });
  }
  for (const data of events.data.toReversed()) {
    const at = new Date(data.created * 1_000).toISOString();
    told.push({ at, order: 1, message: { workspace: null, mode: data.mode, at, type: 'event', data } });
  }
  for (const data of deliveries.data.toReversed()) {
    const at = data.attempts.at(-1)?.at ?? '';
    told.push({ at: '9', order: 2, message: { workspace: null, mode: data.mode, at, type: 'delivery', data } });
  }
  // A request is told of when it has been answered, an event carries whole seconds: within one, causes go first.
  const second = (at: string) => at.slice(0, 19);
  return told
    .sort((a, b) => second(a.at).localeCompare(second(b.at)) || a.order - b.order)
    .map(({ message }) => message);
}
