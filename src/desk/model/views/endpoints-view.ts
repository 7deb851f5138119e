import { dim } from '../cells.ts';
import { latency, receiverOf, statusSpan, whenCell } from '../format.ts';
import type { View } from './view.ts';

/** The view of webhook endpoints: their URLs, and the receivers' responses. */
export const endpoints: View = {
  name: 'endpoints',
  place: 15,
  title: 'Endpoints',
  brief: 'Ends',
  empty: ({ endpoint }) => `This workspace has no webhook endpoints in this mode. ${endpoint}.`,
  columns: [
    { name: 'to', rank: 0 },
    { name: 'state', rank: 0 },
    { name: 'answer', rank: 0 },
    { name: 'failed', right: true, rank: 1 },
    { name: 'waiting', right: true, rank: 2 },
    { name: 'p95', right: true, rank: 3 },
    { name: 'last', rank: 4 },
    { name: 'events', rank: 2 },
  ],
  lists: ({ lists }) => [lists.endpoints],
  isQuiet: true,
  rows: ({ lists: { endpoints: list }, now }) =>
    list.items.map((endpoint) => {
      const { id, url, enabled, events, health } = endpoint;
      const { last_status, last_error, last_attempt_at, waiting, recent } = health;
      const isFailing = enabled && (last_error !== null || (last_status !== null && last_status >= 400));
      return {
        key: id,
        target: { type: 'endpoint', endpoint },
        facts: () => ({
          text: () => `${id} ${url} ${events.join(' ')} ${last_error ?? ''}`,
          state: enabled ? 'enabled' : 'disabled',
          statuses: last_status === null ? [] : [last_status],
          isProblem: isFailing,
        }),
        cells: () => [
          { text: url, shorter: [receiverOf(url)] },
          enabled ? { text: 'enabled', tone: 'good' } : { text: 'disabled', tone: 'wait' },
          last_attempt_at === null ? dim('nothing sent') : statusSpan(last_status),
          {
            text: recent.attempts === 0 ? '' : `${recent.failed} of ${recent.attempts}`,
            tone: recent.failed > 0 ? 'bad' : 'dim',
          },
          waiting === 0 ? '' : { text: String(waiting), tone: 'wait' },
          dim(recent.p95_ms === null ? '' : latency(recent.p95_ms)),
          last_attempt_at === null ? '' : whenCell(last_attempt_at, now),
          dim(events.includes('*') ? 'all' : events.join(', ')),
        ],
      };
    }),
};
