import { quoted, reachedState } from '../../core/base/terminal-text.ts';
import { type OptionValues, optionsIn } from '../../core/kernel/declare/trigger-options.ts';
import type { DeliveryView, TriggerResult } from '../../sandbox/control/wire.ts';
import { CommandFailure, callNaming, exitCodes, wrongUsage } from '../failure.ts';
import { overridesFrom } from '../options/data.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';
import { deliveryCell, lastAnswer } from '../views.ts';
import { millisecondsOf, waitFor } from '../wait.ts';

export interface TriggerOptions extends OptionValues {
  list?: boolean;
  id?: string;
  set?: string[];
  count?: number;
  wait?: boolean;
  timeout?: string;
}

export async function trigger(session: Session, name: string | undefined, options: TriggerOptions): Promise<void> {
  const { client, out } = session;
  if (options.list === true) return listTriggers(session);
  if (name === undefined)
    throw wrongUsage(
      "trigger requires the name of an event or a transition; for a list, run 'npx payments-emulator trigger --list'.",
    );
  const timeout = millisecondsOf(options.timeout ?? '30s', '--timeout');
  const { id, count } = options;
  const set = options.set === undefined ? undefined : overridesFrom(options.set);
  const ran = await callNaming('name', client.call('triggers.run', { name, id, ...optionsIn(options), set, count }));
  if (options.wait !== true) {
    out.document(ran, () => show(out, ran));
    return;
  }
  const deliveries = await delivered(session, ran, timeout);
  out.document({ ...ran, deliveries }, () => show(out, ran, deliveries));
  const failed = deliveries.filter(({ status }) => status !== 'delivered');
  if (failed.length > 0) {
    const [{ id, url }] = failed as [DeliveryView];
    throw new CommandFailure(
      exitCodes.waitEnded,
      `Delivery ${id} to ${url} did not succeed: ${lastAnswer(failed[0]!)}. For details, run 'npx payments-emulator webhooks deliveries'.`,
    );
  }
}

/** Waits for the deliveries of all events of a trigger to end. */
async function delivered({ client }: Session, ran: TriggerResult, timeout: number): Promise<DeliveryView[]> {
  const all: DeliveryView[] = [];
  for (const { id, type } of ran.events) {
    let underway: DeliveryView | undefined;
    const ended = await waitFor(
      timeout,
      async () => {
        const { deliveries } = await client.call('events.get', { id });
        underway = deliveries.find(({ due }) => due);
        return underway === undefined ? deliveries : null;
      },
      () =>
        `${type} event ${id} was not delivered to ${underway?.url} in time. For details, run 'npx payments-emulator events show ${quoted(id)}'.`,
    );
    all.push(...ended);
  }
  return all;
}

function show(out: Output, { objects, events }: TriggerResult, deliveries: readonly DeliveryView[] = []): string {
  const lines = objects.map((each) => `${out.paint('dim', each.object)}  ${each.id}  ${reachedState(each)}`.trimEnd());
  for (const { id, type } of events) lines.push(`${out.paint('cyan', type)}  ${id}`);
  for (const delivery of deliveries) {
    const { text, style } = deliveryCell(delivery);
    lines.push(`${out.paint(style, text)}  ${delivery.event_type}  ${delivery.url}  ${lastAnswer(delivery)}`);
  }
  return lines.join('\n');
}

async function listTriggers({ client, out }: Session): Promise<void> {
  const { data } = await client.call('triggers.list');
  out.document(data, () =>
    out.table(
      ['name', 'from', 'to', 'options', 'about'],
      data.map(({ name, kind, moves, options, about }) => [
        { text: name, style: kind === 'event' ? 'cyan' : 'bold' },
        places(moves.flatMap(({ shown: { from } }) => (from.length === 0 ? ['new'] : from))),
        places(moves.map(({ shown: { to } }) => to)),
        options.map((option) => `--${option}`).join(' '),
        about,
      ]),
      'No triggers are available.',
    ),
  );
}

/** The distinct names, as many as fit into a column. */
function places(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  return distinct.length > 3 ? 'several' : distinct.join('|');
}
