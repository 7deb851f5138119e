import { ClientError } from '../../../client/error.ts';
import { messageOf } from '../../../core/base/system-errors.ts';
import { becameWords, counted, instant } from '../../../core/base/terminal-text.ts';
import type { ClockMoveResult, DeliveryView, SettleResult, TriggerResult } from '../../../sandbox/control/wire.ts';
import { latency, receiverOf, shortId } from '../format.ts';
import type { FormRefusal } from '../forms/form.ts';
import { FieldRefusal } from '../forms/form-fields.ts';
import type { Session } from '../session.ts';
import { pause } from '../time/timer.ts';

/** Sentences about the results of actions. */

/** The maximum number of a trigger's events whose deliveries are followed. */
const eventsFollowed = 5;

/** The emulator's reason for a refusal, with the field that was wrong. */
export const reasonOf = (error: unknown): string => {
  const message = messageOf(error);
  return error instanceof ClientError && error.body.param !== undefined && !message.includes(error.body.param)
    ? `${message} (${error.body.param})`
    : message;
};

/** The same reason for a form, which shows it under the field. */
export const refusedBy = (error: unknown): FormRefusal => ({
  text: messageOf(error),
  field: error instanceof FieldRefusal ? error.field : error instanceof ClientError ? (error.body.param ?? null) : null,
});

/** @param kind the kind of object that was triggered */
export function triggerSentence({ objects, events }: TriggerResult, kind: string): string {
  const first = objects.find(({ object }) => object === kind) ?? objects[0];
  const others = objects.filter((each) => each !== first);
  const object = first === undefined ? '' : `${shortId(first.id)} ${becameWords(first)}`;
  const more = others.length === 0 ? '' : `, ${counted(others.length, 'more object')}`;
  const names = [...new Set(events.map(({ type }) => type))];
  const emitted = names.length === 0 ? 'no event' : names.slice(0, 3).join(', ') + (names.length > 3 ? ' …' : '');
  return `${object}${more} · ${emitted}`;
}

/** The first responses to events, once they have arrived; empty if no endpoint receives the events. */
export async function firstAnswers(
  { client, pace }: Pick<Session, 'client' | 'pace'>,
  events: TriggerResult['events'],
): Promise<string> {
  const until = performance.now() + pace.deliveryTimeout;
  const all: DeliveryView[] = [];
  for (const { id } of events.slice(0, eventsFollowed)) {
    for (;;) {
      const { deliveries } = await client.call('events.get', { id });
      if (deliveries.every(({ due }) => !due) || performance.now() > until) {
        all.push(...deliveries);
        break;
      }
      await pause(pace.deliveryInterval);
    }
  }
  return answers(all);
}

/** `localhost:3000 answered 200 in 12 ms`. */
export function answers(deliveries: readonly DeliveryView[]): string {
  const [first] = deliveries;
  if (first === undefined) return '';
  const last = first.attempts.at(-1);
  const host = receiverOf(first.url);
  if (last === undefined) return `${host} has not answered yet`;
  const answer =
    last.status === null ? `${host}: ${last.error}` : `${host} answered ${last.status} in ${latency(last.latency_ms)}`;
  const good = deliveries.filter(({ status }) => status === 'delivered').length;
  return deliveries.length === 1 ? answer : `${answer}; ${good} of ${deliveries.length} delivered`;
}

export function clockMoveSentence({ now, mode, summary, deliveries_pending }: ClockMoveResult): string {
  const at = `clock ${mode} at ${instant(now)}`;
  return `${at} · ${ranWords(summary)}${pendingWords(deliveries_pending)}`;
}

export const settlementSentence = ({ summary, deliveries_pending, deliveries_retrying }: SettleResult): string =>
  `settled · ${ranWords(summary)}${pendingWords(deliveries_pending)}${
    deliveries_retrying === 0 ? '' : ` · ${counted(deliveries_retrying, 'delivery', 'deliveries')} waiting for a retry`
  }`;

function ranWords({ jobs, failed, events }: SettleResult['summary']): string {
  const wrong = failed === 0 ? '' : `, ${failed} failed`;
  return `${counted(jobs, 'job')} ran${wrong}, ${counted(events, 'event')}`;
}

const pendingWords = (count: number): string =>
  count === 0 ? '' : ` · ${counted(count, 'delivery', 'deliveries')} awaiting a response`;
