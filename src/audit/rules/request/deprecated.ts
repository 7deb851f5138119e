import { isObject } from '../../../core/base/json-values.ts';
import { type EventView, evidenceOf, type ObservedRun } from '../../observed/observed-run.ts';
import { inapplicable, pass, type Rule, violation } from '../../rule.ts';

export const deprecated: Rule = {
  id: 'request/deprecated',
  level: 'note',
  ways: ['lint'],
  wrong:
    'The application subscribes only to payment.disputed, which newer events replace, and not to the events of the dispute itself.',
  why: 'payment.disputed reports only that a payment was taken back. A merchant who fights the dispute does not learn whether it was won or lost.',
  fix: 'Subscribe to dispute.* (npx payments-emulator webhooks add URL --events …, or without --events for all), and use these events to follow the state of a dispute.',
  source: 'payment.disputed is still sent alongside the dispute events (specification, "Event types").',
  lint: (record) => {
    const later = record.events.filter(
      ({ type, unsent }) => type.startsWith('dispute.') && type !== 'dispute.created' && unsent !== 'history',
    );
    if (later.length === 0) {
      return inapplicable(
        'No dispute continued after it was opened',
        'run npx payments-emulator trigger dispute.lost (or dispute.won)',
      );
    }
    const unheard = later.filter((event) => isOlderAlone(record, event));
    const [first] = unheard;
    if (first === undefined) return pass;
    return violation([
      {
        message: `${first.type} of ${first.subject} was not sent, because no endpoint subscribes to it. The application received only payment.disputed about this dispute.`,
        where: 'payment.disputed',
        adversity: null,
        evidence: evidenceOf({ events: unheard }),
      },
    ]);
  },
};

const fieldOf = ({ data }: EventView, name: string): unknown => (isObject(data) ? data[name] : undefined);

/** Whether only `payment.disputed` was sent about a dispute, and the application did not read the dispute later. */
function isOlderAlone(record: ObservedRun, event: EventView): boolean {
  const dispute = fieldOf(event, 'dispute_id');
  const payment = fieldOf(event, 'transaction_id');
  const isSent = ({ id }: EventView): boolean => record.deliveriesOf(id).length > 0;
  const sent = record.events.filter(
    (other) =>
      (fieldOf(other, 'dispute_id') === dispute || (payment != null && fieldOf(other, 'transaction_id') === payment)) &&
      isSent(other),
  );
  const isRead = record
    .readsOf(event.subject)
    .some(({ operation, at }) => operation?.startsWith('disputes.') === true && at / 1_000 >= event.created);
  return (
    !isRead &&
    sent.some(({ type }) => type === 'payment.disputed') &&
    !sent.some(({ type }) => type.startsWith('dispute.'))
  );
}
