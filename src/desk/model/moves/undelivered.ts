import { counted } from '../../../core/base/terminal-text.ts';
import type { DeliveryView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { receiverOf, shortId } from '../format.ts';
import type { Session } from '../session.ts';
import { ask } from './bulk.ts';
import { answers } from './outcomes.ts';
import { sendAgain } from './resend-and-replay.ts';

/** The maximum number of webhooks that one action sends again. */
const mostSent = 100;

/** Whether no delivery of the event has reached the same endpoint, for example one that the user sent by hand. */
async function isUndelivered({ client }: Session, { event_id, url }: DeliveryView): Promise<boolean> {
  const { deliveries } = await client.call('events.get', { id: event_id });
  return !deliveries.some((each) => each.url === url && each.status === 'delivered');
}

/** The deliveries that match a filter and have not reached their endpoint, once for each event and endpoint. */
async function loadUndelivered(session: Session, search: string): Promise<DeliveryView[]> {
  const pages = await Promise.all(
    (['failed', 'pending'] as const).map((status) =>
      session.client.call('deliveries.list', { status, search, limit: mostSent }),
    ),
  );
  const tried = pages.flatMap(({ data }) => data).filter(({ attempts, due }) => attempts.length > 0 && !due);
  const latest = new Map(tried.toReversed().map((each) => [`${each.event_id} ${each.url}`, each]));
  const missing: DeliveryView[] = [];
  for (const each of latest.values()) if (await isUndelivered(session, each)) missing.push(each);
  return missing.slice(0, mostSent);
}

/** Asks with the list of the undelivered webhooks, sends each of them once, and shows what became of each. */
export function resendUndelivered(desk: Desk, search = ''): void {
  const { session } = desk;
  void desk.during('the undelivered webhooks', async (signal) => {
    const missing = await loadUndelivered(session, search);
    if (signal.aborted) return;
    if (missing.length === 0) return desk.say('Every webhook was delivered; there is nothing to resend.', 'wait');
    const named = new Map(missing.map((each) => [each.id, each]));
    ask(desk, {
      title: `Resend ${counted(missing.length, 'undelivered webhook')}?`,
      about: missing.map(lineOf).join('\n'),
      verb: 'resend',
      parts: missing.map(({ id }) => ({ id, rows: [] })),
      others: [],
      act: async (id) => {
        const delivery = named.get(id)!;
        if (!(await isUndelivered(session, delivery))) throw new Error('was delivered in the meantime');
        return { delivery, made: await sendAgain(session, { type: 'delivery', delivery }) };
      },
      told: (results) =>
        `webhooks sent again · ${results.filter(({ made }) => isTaken(made)).length} of ${results.length} delivered`,
      outcomeOf: ({ delivery, made }) => ({
        id: delivery.id,
        name: `${delivery.event_type} ${shortId(delivery.about?.id ?? '')}`,
        text: answers(made),
        isGood: isTaken(made),
      }),
    });
  });
}

const isTaken = (made: readonly DeliveryView[]): boolean => made.every(({ status }) => status === 'delivered');

/** A webhook in the question, such as `payout.returned po_2Lm… → localhost:3000, last answer 500`. */
function lineOf({ event_type, about, url, attempts }: DeliveryView): string {
  const last = attempts.at(-1);
  const subject = about === null ? '' : ` ${shortId(about.id)} ${about.who}`.trimEnd();
  return `${event_type}${subject} → ${receiverOf(url)}, last answer ${last?.status ?? last?.error ?? 'none'}`;
}
