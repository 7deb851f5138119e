import type { Found } from '../../audit/found.ts';
import type { Client } from '../../client.ts';
import type { DeliveryView, EventDetails, UpcomingJob } from '../../control/wire.ts';
import { amount, instant, safeJson, unsentTexts } from '../../text.ts';
import { bold, dim, type Line, type Span } from '../cells.ts';
import { deliverySpan, latency, stateSpan, statusSpan, until, words } from '../format.ts';
import type { CustomerLists } from '../lists/customer-lists.ts';
import { levelTones } from '../lists/findings.ts';
import type { Session } from '../session.ts';
import { nounOf, type Target } from '../targets.ts';
import { titleOf } from '../views/activity.ts';
import { changedLines, snapshotDetails } from './changed.ts';
import { answeredBody, loggedBody } from './kept-bodies.ts';
import { LongText, plainText } from './long-text.ts';
import type { Details, Part, Section } from './structure.ts';

/**
 * What the emulator knows now of a row's target.
 * @param lists finds what belongs to a customer; without it that is left out
 */
export async function detailsOf(session: Session, target: Target, lists?: CustomerLists): Promise<Details> {
  const { client } = session;
  switch (target.type) {
    case 'object':
      return objectDetails(session, target.object.id, lists);
    case 'named':
      return objectDetails(session, target.id, lists);
    case 'request':
      return requestDetails(client, target.request.id);
    case 'event':
      return eventDetails(session, target.event.id);
    case 'delivery':
      return eventDetails(session, target.delivery.event_id, target.delivery.id);
    case 'mail':
      return mailDetails(client, target.mail.id);
    case 'job':
      return jobDetails(session, target.job);
    case 'fault':
      return jsonDetails(`fault ${target.fault.kind}`, target.fault);
    case 'rule':
      return jsonDetails('rule', target.rule);
    case 'entry':
      return movementDetails(client, target.entry.subject, target.entry);
    case 'snapshot':
      return snapshotDetails(session, target.name);
    case 'finding':
      return findingDetails(target.finding);
    case 'note':
      return { title: target.text, sections: [], json: safeJson(target.text) };
  }
}

async function objectDetails(session: Session, id: string, lists?: CustomerLists): Promise<Details> {
  const { client } = session;
  const [object, events, entries] = await Promise.all([
    client.objects.get(id),
    client.events.list({ subject: id, limit: 20 }),
    client.ledger({ subject: id, limit: 20 }),
  ]);
  const json = safeJson(object.data, 2);
  const history = events.data
    .toReversed()
    .map(
      ({ id: event, created, type, change, cause }): Line => [
        dim(`${timeOfSeconds(created)}  `),
        { text: type },
        dim(`  ${words(change.to)}`),
        dim(`  ${titleOf(cause)}  ${event}`),
      ],
    );
  const money = entries.data.map(
    ({ account, amount: cents, currency, kind }): Line => [
      { text: amount(cents, currency).padStart(12) },
      { text: `  ${account}` },
      dim(`  ${words(kind)}`),
    ],
  );
  if (object.object === 'customer') await lists?.load(id);
  const may = object.moves.map((name): Line => [{ text: name }]);
  const state: Line[] = object.state === null ? [] : [[stateSpan(object.state), dim(`  ${object.what.text}`)]];
  const own: Section[] = [
    { heading: 'State', lines: state },
    { heading: 'May now', lines: may },
    { heading: 'What happened', lines: history },
    { heading: 'Money moved', lines: money },
  ].filter(({ lines }) => lines.length > 0);
  const shown: Section = { heading: 'As the API shows it', lines: [LongText.ofJson(json)] };
  return {
    title: `${nounOf(session, object.object)} ${id}`,
    object,
    json,
    // What is theirs comes in as it is found.
    get sections() {
      return [...own, ...(lists?.sections ?? []), shown];
    },
  };
}

async function requestDetails(client: Client, id: string): Promise<Details> {
  const request = await client.requests.get(id);
  const { method, path, status, latency_ms, key, operation, unknown_fields, body, response, events, at } = request;
  const head: Line[] = [
    [bold(`${method} ${path}`)],
    [statusSpan(status), dim(`  ${latency(latency_ms)}  at ${at}`)],
    [dim([operation, key].filter((part) => part !== null).join('  '))],
  ];
  if (unknown_fields.length > 0) head.push([{ text: `ignored: ${unknown_fields.join(', ')}`, tone: 'wait' }]);
  return {
    title: `request ${id}`,
    get json() {
      return safeJson({ ...request, body: parsed(body), response: parsed(response) }, 2);
    },
    sections: [
      { heading: 'Request', lines: head },
      ...(body === null ? [] : [{ heading: 'Body', lines: loggedBody(body) }]),
      ...(response === null ? [] : [{ heading: 'Answer', lines: loggedBody(response) }]),
      ...(events.length === 0
        ? []
        : [
            {
              heading: 'What came of it',
              lines: events.map(
                ({ id: event, type, created, job }): Line => [
                  dim(`${timeOfSeconds(created)}  `),
                  { text: type },
                  dim(`  ${event}${job === null ? '' : `  by ${job.kind}`}`),
                ],
              ),
            },
          ]),
    ],
  };
}

/** @param first the delivery that stands first */
async function eventDetails(session: Session, id: string, first?: string): Promise<Details> {
  const event = await session.client.events.get(id);
  const { type, created, data, mode: _mode } = event;
  const envelope = safeJson({ id, type, created, data }, 2);
  const deliveries = [...event.deliveries].sort((a, b) => Number(b.id === first) - Number(a.id === first));
  const sections: Section[] = [
    ...(event.changed.length === 0 ? [] : [{ heading: 'What changed', lines: changedLines(event.changed) }]),
    { heading: 'Why', lines: whyOf(session, event) },
    ...deliveries.map((delivery) => ({ heading: `Sent to ${delivery.url}`, lines: deliveryLines(delivery) })),
  ];
  if (deliveries.length === 0)
    sections.push({ heading: 'Sent nowhere', lines: [[dim(unsentTexts[event.unsent ?? 'no_endpoint'])]] });
  if (deliveries.length > 0) sections.push({ heading: 'How it is signed', lines: signatureLines });
  sections.push({ heading: 'Body', lines: [LongText.ofJson(envelope)] });
  return { title: `${type} ${id}`, json: envelope, sections };
}

/** The parts of the signature header that every attempt has. */
const signatureLines: readonly Line[] = [
  [dim('t   '), { text: 'Unix seconds of the attempt' }],
  [dim('v1  '), { text: "HMAC-SHA256, in hex, of t, a dot and the bytes of the body, by the endpoint's secret" }],
];

function whyOf(session: Session, { cause, request, effects, id }: EventDetails): Line[] {
  const { origin } = cause;
  const root = origin ?? cause;
  const top: Line =
    request === null
      ? [bold(titleOf(root)), dim(`  ${root.id}`)]
      : [bold(`${request.method} ${request.path}`), { text: '  ' }, statusSpan(request.status), dim(`  ${request.id}`)];
  const job: Line[] = origin === undefined ? [] : [[{ text: ' └ ' }, { text: titleOf(cause) }, dim(`  ${cause.id}`)]];
  const below = effects.flatMap((effect): Line[] => {
    const { object, verb, from, to } = effect.change;
    return [
      [
        { text: ' └ ' },
        { text: `${nounOf(session, object)} ${effect.change.id} ` },
        dim(`${words(verb)}: ${from ?? 'new'} → ${to}`),
      ],
      [{ text: '   └ ' }, { text: effect.type, tone: effect.id === id ? 'bold' : 'plain' }],
    ];
  });
  return [top, ...job, ...below];
}

function deliveryLines({ id, status, attempts, next_attempt_at, error, manual }: DeliveryView): Part[] {
  const lines: Part[] = [[deliverySpan(status), dim(`  ${id}${manual ? '  by hand' : ''}`)]];
  for (const { number, at, signature, status: answer, latency_ms, headers, body, error: why, fault } of attempts) {
    lines.push([
      { text: `attempt ${number}  ` },
      statusSpan(answer),
      dim(`  ${latency(latency_ms)}  ${instant(at)}`),
      ...(fault === null ? [] : [{ text: `  fault: ${words(fault)}`, tone: 'wait' } satisfies Span]),
    ]);
    if (signature !== null) lines.push([dim('  Service-Signature: '), { text: signature }]);
    if (why !== null) lines.push([{ text: `  ${why}`, tone: 'bad' }]);
    for (const [name, value] of Object.entries(headers)) lines.push([dim(`  ${name}: ${value}`)]);
    lines.push(...answeredBody(body, headers, '  '));
  }
  if (attempts.length === 0) lines.push([{ text: 'on its way', tone: 'wait' }]);
  if (next_attempt_at !== null) lines.push([{ text: `next attempt at ${instant(next_attempt_at)}`, tone: 'wait' }]);
  if (error !== null) lines.push([{ text: error, tone: 'bad' }]);
  return lines;
}

async function mailDetails(client: Client, id: string): Promise<Details> {
  const mail = await client.mail.get(id);
  const head: Line[] = [
    [dim('from  '), { text: `${mail.from.name} <${mail.from.address}>` }],
    [dim('to    '), { text: mail.to }],
    [dim('at    '), { text: mail.at }],
    ...mail.attachments.map(
      ({ filename, content_type, size }): Line => [
        dim('with  '),
        { text: filename },
        dim(`  ${content_type}, ${size} bytes`),
      ],
    ),
  ];
  return {
    title: mail.subject,
    get json() {
      return safeJson(mail, 2);
    },
    sections: [
      { heading: 'Mail', lines: head },
      { heading: 'Text', lines: [plainText(mail.text)] },
    ],
  };
}

/** A job with the object that it is for, where that is still there. */
async function jobDetails(session: Session, job: UpcomingJob): Promise<Details> {
  const { id, kind, subject, about, due_at } = job;
  const json = safeJson(job, 2);
  const due = due_at === null ? 'by hand' : `${instant(due_at)}, ${until(session.now, due_at)}`;
  const what: Section = {
    heading: words(kind),
    lines: [
      [dim('for  '), { text: about }],
      [dim('due  '), { text: due }],
    ],
  };
  const object = await objectDetails(session, subject).catch(() => null);
  const further = object?.sections ?? [{ heading: 'JSON', lines: [LongText.ofJson(json)] }];
  return { title: `job ${id}`, json, sections: [what, ...further] };
}

async function movementDetails(
  client: Client,
  subject: string,
  entry: { group: string; kind: string },
): Promise<Details> {
  const { data } = await client.ledger({ subject, limit: 100 });
  const lines = data
    .filter(({ group }) => group === entry.group)
    .map(
      ({ account, amount: cents, currency }): Line => [
        { text: amount(cents, currency).padStart(14) },
        { text: `  ${account}` },
      ],
    );
  const details = jsonDetails(`${words(entry.kind)} ${entry.group}`, entry);
  return { ...details, sections: [{ heading: 'The movement; its entries sum to 0', lines }, ...details.sections] };
}

/** What is wrong, why that hurts, how to mend it, and what shows it. */
function findingDetails(finding: Found): Details {
  const { rule, level, message, where, accepted, why, mend, says, evidence, repeat, more } = finding;
  return {
    title: rule,
    json: safeJson(finding, 2),
    sections: [
      ...(accepted === null ? [] : [{ heading: 'Accepted', lines: [[{ text: accepted }]] }]),
      {
        heading: 'Finding',
        lines: [[{ text: level, tone: levelTones[level] }, dim(`  ${where}`)], [{ text: message }]],
      },
      { heading: 'Why it hurts', lines: [[{ text: why }]] },
      { heading: 'How to mend it', lines: [[{ text: mend }]] },
      ...(evidence.length === 0 ? [] : [{ heading: 'What shows it', lines: evidence.map((text): Line => [{ text }]) }]),
      { heading: 'What the platform says', lines: [[{ text: says }]] },
      {
        heading: 'More',
        lines: [
          [dim('judge it again  '), { text: repeat }],
          [dim('read about it   '), { text: more }],
        ],
      },
    ],
  };
}

function jsonDetails(title: string, value: object): Details {
  const json = safeJson(value, 2);
  return { title, json, sections: [{ heading: 'JSON', lines: [LongText.ofJson(json)] }] };
}

const timeOfSeconds = (created: number): string =>
  new Date(created * 1_000).toISOString().slice(5, 19).replace('T', ' ');

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
