import { amount } from '../../../core/base/terminal-text.ts';
import type { DeliveryView } from '../../../sandbox/control/wire.ts';
import { dim } from '../cells.ts';
import { answerLine, deliverySpan, idCell, latency, receiverCell, statusSpan, until, whenCell } from '../format.ts';
import { hooksBadge } from '../header.ts';
import type { Session } from '../session.ts';
import type { View } from './view.ts';

/** Why a delivery has failed so far, and when its retry is due. */
function deliveryRemark(
  { attempts, manual, error, next_attempt_at, delivered_by }: DeliveryView,
  { now, status }: Pick<Session, 'now' | 'status'>,
): string {
  if (delivered_by !== undefined) return 'delivered when it was resent';
  const isFrozen = status?.clock.mode === 'frozen';
  const tries = manual ? 'by hand' : attempts.length > 1 ? `attempt ${attempts.length} of 3` : '';
  const next = next_attempt_at === null || attempts.length === 0 ? '' : `next ${until(now, next_attempt_at, isFrozen)}`;
  const last = attempts.at(-1);
  const why = error ?? (last === undefined ? '' : answerLine(last));
  return [why, next, tries].filter((part) => part !== '').join(', ');
}

/** The webhooks view: every delivery with its last response. */
export const webhooks: View = {
  name: 'webhooks',
  place: 7,
  title: 'Webhooks',
  brief: 'Hooks',
  empty: () =>
    'No webhook has been sent yet. The webhooks of this workspace appear here, with every attempt and its response.',
  columns: [
    { name: 'at', rank: 1 },
    { name: 'event', rank: 0 },
    { name: 'answer', rank: 0 },
    { name: 'to', rank: 0 },
    { name: 'state', rank: 0 },
    { name: 'latency', right: true, rank: 6 },
    { name: 'object', rank: 1 },
    { name: 'amount', right: true, rank: 1 },
    { name: 'person', rank: 3 },
    { name: '', rank: 5 },
  ],
  isSearched: true,
  total: ({ status }) => status?.counts.delivery,
  lists: ({ lists }) => [lists.deliveries],
  badge: hooksBadge,
  rows: (session) =>
    session.lists.deliveries.items.map((delivery) => ({
      key: delivery.id,
      target: { type: 'delivery', delivery },
      cells: () => {
        const { about } = delivery;
        const last = delivery.attempts.at(-1);
        return [
          last === undefined ? '' : whenCell(last.at, session.now),
          delivery.event_type,
          last === undefined ? { text: '…', tone: 'wait' } : statusSpan(last.status),
          receiverCell(delivery.url),
          deliverySpan(delivery),
          dim(last === undefined ? '' : latency(last.latency_ms)),
          about === null ? '' : idCell(about.id),
          amount(about?.amount, about?.currency),
          about?.who ?? '',
          dim(deliveryRemark(delivery, session)),
        ];
      },
    })),
};
