import type { Client } from '../../client.ts';
import type { EventDetails, EventView } from '../../control/wire.ts';
import { instant, type Output, safeJson } from '../output.ts';
import type { Session } from '../session.ts';
import { deliveryCell, deliveryTable, eventTable, eventTime } from '../views.ts';
import { millisecondsOf, waitFor } from '../waiting.ts';
import { pageQuery, remarkOnPage } from './paging.ts';

type Options = Readonly<Record<string, unknown>>;

export async function listEvents({ client, out }: Session, options: Options): Promise<void> {
  const { type, id } = options as { type?: string; id?: string };
  const page = await client.events.list({ type, id, ...pageQuery(options) });
  out.document(page, () => eventTable(out, page.data));
  remarkOnPage(out, page);
}

export async function showEvent({ client, out }: Session, id: string): Promise<void> {
  const event = await client.events.get(id);
  out.document(event, () => tree(out, event));
}

export async function tailEvents({ client, out }: Session, options: Options): Promise<void> {
  for await (const message of client.stream()) {
    if (message.type !== 'event' || (options.type !== undefined && message.data.type !== options.type)) continue;
    const event = message.data;
    out.item(
      event,
      () => `${out.paint('dim', eventTime(event.created))}  ${event.type}  ${event.id}  ${event.subject}`,
    );
  }
}

export async function resendEvent({ client, out }: Session, id: string, to: string | undefined): Promise<void> {
  const made = await client.events.resend(id, to);
  out.document(made, () => deliveryTable(out, made));
}

/** Waits until there is an event of a type: about an object, after another event, delivered with a status. */
export async function waitForEvent({ client, out }: Session, type: string, options: Options): Promise<void> {
  const { id, status, after, timeout = '30s' } = options as Wanted & { timeout?: string };
  const limit = millisecondsOf(timeout, '--timeout');
  const found = await waitFor(
    limit,
    () => findEvent(client, type, { id, status, after }),
    () => {
      const about = id === undefined ? '' : ` about ${id}`;
      const answered = status === undefined ? '' : ` delivered with status ${status}`;
      return `No ${type}${about}${answered} within ${timeout}. See 'emulator events list'.`;
    },
  );
  out.document(found, () => eventTable(out, [found]));
}

interface Wanted {
  id?: string;
  status?: number;
  after?: string;
}

async function findEvent(client: Client, type: string, { id, status, after }: Wanted): Promise<EventView | null> {
  const { data } = await client.events.list({ type, id, after, limit: 100 });
  if (status === undefined) return data[0] ?? null;
  for (const event of data) {
    const { deliveries } = await client.events.get(event.id);
    if (deliveries.some(({ attempts }) => attempts.some((attempt) => attempt.status === status))) return event;
  }
  return null;
}

/** Cause, change of state, event, attempts: each below what brought it about. */
function tree(out: Output, event: EventDetails): string {
  const { cause, request, effects, deliveries } = event;
  const lines = [rootLine(out, cause, request)];
  const changeLine = ({ object, id, verb, from, to }: EventDetails['change']): string =>
    `${object} ${id} ${verb}: ${from ?? 'new'} > ${to}`;
  for (const [at, one] of effects.entries()) {
    const last = at === effects.length - 1;
    const stem = last ? '   ' : '│  ';
    lines.push(`${last ? '└─' : '├─'} ${changeLine(one.change)}`);
    const name = `${one.type}  ${one.id}`;
    lines.push(`${stem}└─ ${one.id === event.id ? out.paint('cyan', name) : out.paint('dim', name)}`);
    if (one.id !== event.id) continue;
    if (deliveries.length === 0) lines.push(`${stem}   └─ sent nowhere: no endpoint wants it`);
    for (const [count, delivery] of deliveries.entries()) {
      const end = count === deliveries.length - 1;
      const inner = `${stem}   ${end ? '   ' : '│  '}`;
      const { text, style } = deliveryCell(delivery);
      lines.push(`${stem}   ${end ? '└─' : '├─'} ${delivery.id} to ${delivery.url}: ${out.paint(style, text)}`);
      for (const attempt of delivery.attempts) {
        const answer = attempt.status === null ? `failed: ${attempt.error}` : `${attempt.status}`;
        const fault = attempt.fault === null ? '' : ` (fault: ${attempt.fault})`;
        const took = `${Math.round(attempt.latency_ms)} ms`;
        lines.push(`${inner}attempt ${attempt.number} at ${instant(attempt.at)}: ${answer}, ${took}${fault}`);
      }
      if (delivery.next_attempt_at !== null) lines.push(`${inner}next attempt at ${instant(delivery.next_attempt_at)}`);
    }
  }
  lines.push('', safeJson(event.data, 2));
  return lines.join('\n');
}

function rootLine(out: Output, cause: EventDetails['cause'], request: EventDetails['request']): string {
  const facts = cause as Record<string, unknown>;
  if (cause.type === 'request') {
    const answer = request === null ? '' : ` answered ${request.status}`;
    return `${out.paint('bold', `${facts.method} ${facts.path}`)}  ${cause.id}${answer}`;
  }
  if (cause.type === 'job') {
    const due = facts.due_at === null ? 'settled by hand' : `due ${instant(String(facts.due_at))}`;
    return `${out.paint('bold', `job ${facts.kind}`)}  ${cause.id}  ${due}`;
  }
  return `${out.paint('bold', `${cause.type} ${facts.name}`)}  ${cause.id}`;
}
