import { unknownFieldsText } from '../core/base/terminal-text.ts';
import type {
  ClockView,
  DeliveryView,
  EndpointView,
  EventView,
  JobResult,
  JobView,
  RequestView,
  RunSummary,
} from '../sandbox/control/wire.ts';
import { type Cell, clean, counted, instant, type Output, type Styled } from './output.ts';

/** Output that several commands share. */

/** A table within a longer text. Without rows, it is left out. */
export const tablePart = (out: Output, columns: readonly string[], rows: readonly (readonly Cell[])[]): string[] =>
  rows.length === 0 ? [] : [out.table(columns, rows, '')];

export const statusCell = (status: number | null): Cell => {
  if (status === null) return { text: 'none', style: 'red' };
  return { text: String(status), style: status < 300 ? 'green' : status < 500 ? 'yellow' : 'red' };
};

/** The health of an endpoint in one word. */
export function healthCell({ enabled, health }: Pick<EndpointView, 'enabled' | 'health'>): Cell {
  if (!enabled) return { text: 'disabled', style: 'dim' };
  if (health.last_attempt_at === null) return 'idle';
  return health.last_error === null ? { text: 'ok', style: 'green' } : { text: 'failing', style: 'red' };
}

const deliveryStyles = { delivered: 'green', failed: 'red', pending: 'yellow' } as const;

export const deliveryCell = ({ status }: Pick<DeliveryView, 'status'>): Styled => ({
  text: status,
  style: deliveryStyles[status],
});

/** Unix seconds as a timestamp. */
export const eventTime = (created: number): string => instant(new Date(created * 1000).toISOString());

const clockWord = ({ mode, rate }: Pick<ClockView, 'mode' | 'rate'>): Cell =>
  mode === 'frozen' ? { text: 'frozen', style: 'cyan' } : clockRuns(rate);

/** `, 60 times as fast`; empty at real-time speed. */
export const faster = (rate: number): string => (rate === 1 ? '' : `, ${rate} times as fast as real time`);

/** `running`, or `running, 60 times as fast`. */
export const clockRuns = (rate: number): string => `running${faster(rate)}`;

/** `payout.pay of payout po_1 at 2026-03-01 09:14:22Z`, with the reason for this time if a calendar decided it. */
export function jobLine(job: JobView | null): string {
  if (job === null) return 'nothing';
  const { kind, about, due_at, why } = job;
  return `${kind} of ${about} at ${instant(due_at)}${why === undefined ? '' : ` (${why})`}`;
}

export function showClock(out: Output, clock: Pick<ClockView, 'now' | 'mode' | 'rate' | 'next'>): string {
  return out.pairs([
    ['now', instant(clock.now)],
    ['mode', clockWord(clock)],
    ['next', jobLine(clock.next)],
  ]);
}

/** The result of a clock change: one line per job, with the events that the job emitted. */
export function showRan(out: Output, ran: readonly JobResult[], summary: RunSummary, redeliveries = 0): string {
  const lines = ran.map(({ job, at, events, error }) => {
    const what = events.length === 0 ? '' : `  ${out.paint('cyan', events.map(({ type }) => type).join(', '))}`;
    const why = error === null ? '' : `  ${out.paint('red', error)}`;
    return `${out.paint('dim', instant(at))}  ${job.kind}  ${job.about}${what}${why}`;
  });
  const failed = summary.failed === 0 ? '' : `, ${summary.failed} failed`;
  const jobs = summary.jobs - (summary.kinds['webhook.attempt'] ?? 0);
  // A clock change that only retried deliveries is described by their responses.
  if (jobs > 0 || redeliveries === 0) {
    lines.push(`${counted(jobs, 'job')} ran${failed}, ${counted(summary.events, 'event')}`);
  }
  return lines.join('\n');
}

export const eventTable = (out: Output, events: readonly EventView[]): string =>
  out.table(
    ['id', 'type', 'created', 'about'],
    events.map((event) => [event.id, event.type, eventTime(event.created), event.subject]),
    'No events yet.',
  );

/** A column for unknown fields is added if any request has one. */
export function requestTable(out: Output, requests: readonly RequestView[]): string {
  const isAnyUnknown = requests.some((request) => request.unknown_fields.length > 0);
  return out.table(
    ['id', 'at', 'method', 'path', 'status', 'ms', ...(isAnyUnknown ? ['unknown fields'] : [])],
    requests.map((request) => [
      request.id,
      instant(request.at),
      request.method,
      request.path,
      statusCell(request.status),
      Math.round(request.latency_ms),
      ...(isAnyUnknown ? [{ text: unknownFieldsText(request) ?? '', style: 'yellow' } as const] : []),
    ]),
    'No requests yet.',
  );
}

/** `unknownFieldsText` for a terminal. */
export function paintUnknownFields(out: Output, request: Parameters<typeof unknownFieldsText>[0]): string | null {
  const text = unknownFieldsText(request);
  return text === null ? null : out.paint('yellow', clean(text));
}

/** @param empty the text to print if there are no deliveries */
export const deliveryTable = (out: Output, deliveries: readonly DeliveryView[], empty = 'No deliveries yet.'): string =>
  out.table(
    ['id', 'event', 'type', 'to', 'state', 'attempts', 'last', 'next attempt'],
    deliveries.map((delivery) => [
      delivery.id,
      delivery.event_id,
      delivery.event_type,
      delivery.url,
      deliveryCell(delivery),
      delivery.attempts.length,
      lastAnswer(delivery),
      instant(delivery.next_attempt_at),
    ]),
    empty,
  );

/** The result of the last attempt: a status, or the reason why there was no response. */
export function lastAnswer({ attempts, error }: Pick<DeliveryView, 'attempts' | 'error'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return error ?? '-';
  return last.status === null ? (last.error ?? '-') : String(last.status);
}

/** `--limit` and `--starting-after`. */
export interface PageOptions {
  readonly limit?: number;
  readonly startingAfter?: string;
}

/** The same options as query parameters of the control API. */
export const pageQuery = ({ limit, startingAfter }: PageOptions): { limit?: number; starting_after?: string } => ({
  limit,
  starting_after: startingAfter,
});

/**
 * The next page of a search that has results. The emulator searches one part of its data per call, and a part may
 * have no results.
 */
export async function nextResults<P extends { next: string | null }>(
  options: PageOptions,
  ask: (query: ReturnType<typeof pageQuery>) => Promise<P>,
  isEmpty: (page: P) => boolean,
): Promise<P> {
  const query = pageQuery(options);
  let page = await ask(query);
  while (isEmpty(page) && page.next !== null) page = await ask({ ...query, starting_after: page.next });
  return page;
}

/** Prints how to get the rest of a list. */
export function remarkOnPage(
  out: Output,
  { data, has_more }: { data: readonly { id: string }[]; has_more: boolean },
): void {
  const last = data.at(-1);
  if (has_more && last !== undefined && !out.json)
    out.note(`More results are available; to continue, add --starting-after ${last.id}`);
}
