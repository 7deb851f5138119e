import type { DeliveryView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId } from '../format.ts';
import { runAndReport } from '../run-and-report.ts';
import type { Session } from '../session.ts';
import { eventOf, isResendable, type RowSubject, retriedBy, targetNamed } from '../targets.ts';
import { answers } from './outcomes.ts';

/** Sends a delivery again to its own endpoint only, or an event again to all its endpoints. */
export function sendAgain({ client }: Session, target: RowSubject): Promise<DeliveryView[]> {
  if (target.type !== 'delivery') return client.call('events.resend', { id: eventOf(target)! });
  const { event_id, endpoint_id, url } = target.delivery;
  return endpoint_id === null
    ? client.call('events.resend', { id: event_id, to: url })
    : client.call('events.resend', { id: event_id, endpoint: endpoint_id });
}

/** Sends the row's webhook again. @param isToAll whether to send to all endpoints of the delivery's event */
export async function resend(desk: Desk, isToAll = false): Promise<void> {
  const { target, session } = desk;
  if (target === null || !isResendable(target)) {
    desk.say('Select an event or a delivery to send it again.', 'wait');
    return;
  }
  desk.say('Sending again …', 'wait');
  await runAndReport(desk, async () => {
    const own = await resent(session, target);
    const made = await (isToAll
      ? session.client.call('events.resend', { id: eventOf(own)! })
      : sendAgain(session, own));
    const [first] = made;
    // The open details then show the new delivery.
    if (first !== undefined && desk.details?.target === target && target.type === 'delivery')
      desk.details.target = { type: 'delivery', delivery: first };
    const isTaken = made.every(({ status }) => status === 'delivered');
    return { text: `sent again · ${answers(made)}`, tone: isTaken ? 'good' : 'bad' };
  });
}

/** The target to send again for a row. A job has only the id of its delivery. */
async function resent(session: Session, target: RowSubject): Promise<RowSubject> {
  const delivery = target.type === 'job' ? retriedBy(target.job) : null;
  const named = delivery === null ? target : await targetNamed(session, delivery);
  if (eventOf(named) === null) throw new Error('The event to resend no longer exists.');
  return named;
}

export async function replay(desk: Desk): Promise<void> {
  const { target } = desk;
  if (target?.type !== 'request') {
    desk.say('Select a request to send it again.', 'wait');
    return;
  }
  const { id, method, path } = target.request;
  await runAndReport(desk, async () => {
    const { status, request_id } = await desk.session.client.call('requests.replay', { id });
    return `${method} ${path} sent again · answered ${status}${request_id === null ? '' : ` · ${shortId(request_id)}`}`;
  });
}

export async function remove(desk: Desk): Promise<void> {
  const { target, session } = desk;
  if (target?.type !== 'fault' && target?.type !== 'rule') {
    desk.say('Select a fault or a rule to remove it.', 'wait');
    return;
  }
  desk.closeDetails();
  await runAndReport(desk, async () => {
    if (target.type === 'fault') await session.client.call('faults.delete', { id: target.fault.id });
    else await session.client.call('rules.delete', { id: target.rule.id });
    return `The ${target.type} was removed.`;
  });
}
