import type { Desk } from '../desk.ts';
import { shortId } from '../format.ts';
import { runAndReport } from '../reporting.ts';
import { eventOf, isResendable, retriedBy, type Target, targetNamed } from '../targets.ts';
import { answers } from './outcomes.ts';

/** Sends the row's event again. */
export async function resend(desk: Desk): Promise<void> {
  const { target } = desk;
  if (target === null || !isResendable(target)) {
    desk.say('Select an event or a delivery to send it again.', 'wait');
    return;
  }
  desk.say('Sending again …', 'wait');
  await runAndReport(desk, async () => {
    const event = await eventToResend(desk, target);
    const made = await desk.session.client.events.resend(event);
    return made.length === 0
      ? `${shortId(event)}: no endpoint wants it, so that it was sent nowhere.`
      : `sent again · ${answers(made)}`;
  });
}

async function eventToResend({ session }: Desk, target: Target): Promise<string> {
  const delivery = target.type === 'job' ? retriedBy(target.job) : null;
  const named = delivery === null ? target : await targetNamed(session, delivery);
  const event = eventOf(named);
  if (event === null) throw new Error('There is no event of it any more.');
  return event;
}

export async function replay(desk: Desk): Promise<void> {
  const { target } = desk;
  if (target?.type !== 'request') {
    desk.say('Select a request to send it again.', 'wait');
    return;
  }
  const { id, method, path } = target.request;
  await runAndReport(desk, async () => {
    const { status, request_id } = await desk.session.client.requests.replay(id);
    return `${method} ${path} again · answered ${status}${request_id === null ? '' : ` · ${shortId(request_id)}`}`;
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
    if (target.type === 'fault') await session.client.faults.remove(target.fault.id);
    else await session.client.rules.remove(target.rule.id);
    return `The ${target.type} is removed.`;
  });
}
