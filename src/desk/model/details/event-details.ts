import { safeJson, unsentTexts } from '../../../core/base/terminal-text.ts';
import type { DeliveryView, EventDetails } from '../../../sandbox/control/wire.ts';
import { bold, type Cell, dim, type Line } from '../cells.ts';
import { deliverySpan, idCell, statusSpan, timeCell, when, words } from '../format.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import { titleOf } from '../views/activity.ts';
import { changesBlock } from './field-changes.ts';
import { answeredBody } from './logged-bodies.ts';
import { type Block, type Details, jsonText, type Section, sentences } from './structure.ts';
import { checkOf, signatureOf } from './webhook-signature.ts';

/**
 * An event: its change of state, its cause, and its deliveries.
 * @param first the id of the delivery to list first
 */
export async function eventDetails(session: Session, id: string, first?: string): Promise<Details> {
  const event = await session.client.call('events.get', { id });
  const { type, created, data } = event;
  const envelope = safeJson({ id, type, created, data }, 2);
  const deliveries = [...event.deliveries].sort((a, b) => Number(b.id === first) - Number(a.id === first));
  const isSent = deliveries.length > 0;
  const sent = deliveries.map((delivery) => ({
    heading: `Sent to ${delivery.url}`,
    blocks: deliveryBlocks(delivery, session.now),
  }));
  // Failed attempts come before the cause.
  const isTaken = deliveries.every(({ status, attempts }) => status === 'delivered' || attempts.length === 0);
  return {
    title: `${type} ${id}`,
    json: envelope,
    sections: [
      ...(event.changed.length === 0
        ? []
        : [
            {
              heading: 'What changed',
              blocks: [changesBlock(event.changed, session.now, (data as { readonly currency?: string }).currency)],
            },
          ]),
      ...(isTaken ? [] : sent),
      { heading: 'Why', blocks: [whyOf(session, event)] },
      ...(isTaken ? sent : []),
      isSent
        ? signedSection(event, deliveries)
        : sentences('Not sent', [dim(unsentTexts[event.unsent ?? 'no_endpoint'])]),
      { heading: 'Body', blocks: [jsonText(envelope)] },
    ],
  };
}

/** The parts of the signature header that every attempt carries, and a command that verifies the last signature. */
function signedSection(event: EventDetails, deliveries: readonly DeliveryView[]): Section {
  const parts: Block = {
    type: 'fields',
    fields: [
      { name: 't', value: ['The time of the attempt, as a Unix timestamp in seconds'] },
      {
        name: 'v1',
        value: ["The hexadecimal HMAC-SHA256 of t, a dot and the raw body, keyed with the endpoint's secret"],
      },
    ],
  };
  const signature = deliveries.map(signatureOf).find((each) => each !== null);
  if (signature == null) return { heading: 'Signature', blocks: [parts] };
  const note: Line = [
    dim("Set WEBHOOK_SECRET to the endpoint's secret. This command signs the same bytes and compares the signatures:"),
  ];
  return {
    heading: 'Signature',
    blocks: [
      parts,
      { type: 'lines', lines: [note] },
      { type: 'text', lines: [checkOf(event, signature)], isJson: false, cut: null },
    ],
  };
}

function whyOf(session: Session, { cause, request, effects, id }: EventDetails): Block {
  const { origin } = cause;
  const root = origin ?? cause;
  const top: Cell[] =
    request === null
      ? [bold(titleOf(root)), dim(root.id)]
      : [bold(`${request.method} ${request.path}`), statusSpan(request.status), { ...idCell(request.id), tone: 'dim' }];
  const below = effects.flatMap((effect) => {
    const { object, id: subject, verb, from, to, edited } = effect.change;
    const how = edited === undefined ? `${from ?? 'new'} → ${to}` : edited.join(', ');
    return [
      {
        depth: 1,
        cells: [nounOf(session, object), idCell(subject), dim(`${words(verb)}: ${how}`)],
      },
      { depth: 2, cells: [effect.id === id ? bold(effect.type) : effect.type] },
    ];
  });
  const job = origin === undefined ? [] : [{ depth: 1, cells: [titleOf(cause), dim(cause.id)] }];
  return { type: 'tree', rows: [{ depth: 0, cells: top }, ...job, ...below] };
}

function deliveryBlocks(delivery: DeliveryView, now: number): Block[] {
  const { id, attempts, next_attempt_at, error, manual, delivered_by } = delivery;
  const notes: Line[] = [
    ...(attempts.length === 0 ? [[{ text: 'on its way', tone: 'wait' } as const]] : []),
    ...(next_attempt_at === null
      ? []
      : [[{ text: `next attempt at ${when(next_attempt_at, now)}`, tone: 'wait' } as const]]),
    ...(error === null ? [] : [[{ text: error, tone: 'bad' } as const]]),
    ...(delivered_by === undefined ? [] : [[dim(`delivered when it was resent, by ${delivered_by}`)]]),
  ];
  return [
    {
      type: 'table',
      rows: [[deliverySpan(delivery), { ...idCell(id), tone: 'dim' }, ...(manual ? [dim('by hand')] : [])]],
    },
    ...attempts.map(
      (attempt): Block => ({
        type: 'attempt',
        attempt,
        at: timeCell(attempt.at, now),
        body: answeredBody(attempt.body, attempt.headers),
      }),
    ),
    { type: 'lines', lines: notes },
  ];
}
