import { listAddress } from '../../../core/base/inspector-address.ts';
import { safeJson } from '../../../core/base/terminal-text.ts';
import type { DeliveryView, EndpointView } from '../../../sandbox/control/wire.ts';
import { type Cell, dim } from '../cells.ts';
import { answerLine, deliverySpan, idCell, latency, statusSpan, timeCell } from '../format.ts';
import type { Session } from '../session.ts';
import { type Details, type Field, jsonText, type Section } from './structure.ts';

/** The number of latest deliveries to count by event, and the number of these to show. */
const mostCounted = 100;
const mostShown = 10;

/** A webhook endpoint: its events, its failures, its deliveries, and its responses to each event. */
export async function endpointDetails(session: Session, { id }: EndpointView): Promise<Details> {
  const { client } = session;
  const [endpoint, { data: latest, has_more }] = await Promise.all([
    client.call('webhook_endpoints.get', { id }),
    client.call('deliveries.list', { endpoint: id, limit: mostCounted }),
  ]);
  const failed = latest.filter(({ status, attempts }) => status !== 'delivered' && attempts.length > 0);
  const json = safeJson({ ...endpoint, secret: undefined }, 2);
  const listed = (heading: string, all: readonly DeliveryView[]): Section[] =>
    all.length === 0
      ? []
      : [
          {
            heading,
            blocks: [{ type: 'table', rows: all.slice(0, mostShown).map((each) => deliveryCells(each, session)) }],
          },
        ];
  const address = listAddress('webhooks', id);
  const all: Cell = {
    text: `${has_more ? 'all' : latest.length} in Webhooks: filter by ${id}`,
    shorter: ['all in Webhooks'],
    address,
  };
  return {
    title: `endpoint ${endpoint.url}`,
    endpoint,
    json,
    sections: [
      { heading: 'Endpoint', blocks: [{ type: 'fields', fields: fieldsOf(endpoint, session.now) }] },
      ...listed('What failed', failed),
      ...(latest.length === 0 ? [] : [byEvent(latest, has_more)]),
      ...listed('Deliveries', latest),
      ...(latest.length === 0
        ? []
        : [{ heading: 'Chart and all deliveries', blocks: [{ type: 'table', rows: [[all]] } as const] }]),
      { heading: 'JSON', blocks: [jsonText(json)] },
    ],
  };
}

function fieldsOf({ secret, former, enabled, events, mode, source, health }: EndpointView, now: number): Field[] {
  const { last_status, last_error, last_attempt_at, failures_in_a_row, next_attempt_at, waiting } = health;
  const last: Cell[] =
    last_attempt_at === null
      ? [dim('nothing sent yet')]
      : [
          statusSpan(last_status),
          timeCell(last_attempt_at, now),
          ...(last_error === null ? [] : [{ text: last_error, tone: 'bad' } as const]),
        ];
  return [
    {
      name: 'state',
      value: [
        enabled ? { text: 'enabled', tone: 'good' } : { text: 'disabled', tone: 'wait' },
        dim(`${mode} mode, from ${source}`),
      ],
    },
    { name: 'events', value: [events.includes('*') ? 'all' : events.join(', ')] },
    { name: 'secret', value: [secret] },
    ...(former === null
      ? []
      : [{ name: 'former secret', value: [former.secret, dim('signs until'), timeCell(former.until, now)] }]),
    { name: 'last answer', value: last },
    { name: 'consecutive failures', value: [String(failures_in_a_row)] },
    {
      name: 'waiting',
      value: [String(waiting), ...(next_attempt_at === null ? [] : [dim('next'), timeCell(next_attempt_at, now)])],
    },
  ];
}

const deliveryCells = (delivery: DeliveryView, { now }: Session): Cell[] => {
  const { id, event_type, attempts, error } = delivery;
  const last = attempts.at(-1);
  return [
    last === undefined ? '' : timeCell(last.at, now),
    event_type,
    last === undefined ? { text: '…', tone: 'wait' } : statusSpan(last.status),
    deliverySpan(delivery),
    dim(error ?? (last === undefined ? '' : answerLine(last))),
    idCell(id),
  ];
};

/**
 * The endpoint's responses by event: how many attempts succeeded, how many failed, and how long the responses took.
 * @param isPart whether the endpoint has more deliveries than these
 */
function byEvent(deliveries: readonly DeliveryView[], isPart: boolean): Section {
  const types = new Map<string, DeliveryView[]>();
  for (const delivery of deliveries)
    types.set(delivery.event_type, [...(types.get(delivery.event_type) ?? []), delivery]);
  const rows = [...types].map(([type, all]): Cell[] => {
    const attempts = all.flatMap((each) => each.attempts);
    const failed = attempts.filter(({ error }) => error !== null).length;
    const took = attempts.map(({ latency_ms }) => latency_ms).sort((a, b) => a - b);
    const middle = took[Math.floor(took.length / 2)];
    const slowest = took.at(-1);
    return [
      type,
      String(all.length),
      failed === 0 ? dim('0') : { text: String(failed), tone: 'bad' },
      dim(middle === undefined ? '' : latency(middle)),
      dim(slowest === undefined ? '' : latency(slowest)),
    ];
  });
  const head = ['event', 'sent', 'failed', 'usually', 'at most'].map(dim);
  const heading = isPart ? `By event, of the latest ${deliveries.length} deliveries` : 'By event';
  return { heading, blocks: [{ type: 'table', rows: [head, ...rows] }] };
}
