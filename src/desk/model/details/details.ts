import type { Client } from '../../../client/node-client.ts';
import { jsonOrText } from '../../../core/base/json-values.ts';
import { amount, safeJson, unknownFieldsText } from '../../../core/base/terminal-text.ts';
import type { RequestView } from '../../../sandbox/control/wire.ts';
import { bold, type Cell, dim } from '../cells.ts';
import { capitalized, idCell, latency, statusSpan, timeCell, words } from '../format.ts';
import type { Session } from '../session.ts';
import { nounOf, type RowSubject } from '../targets.ts';
import { attachmentAddress, mailAddress } from './addresses.ts';
import { differenceDetails } from './comparison-details.ts';
import { endpointDetails } from './endpoint-details.ts';
import { eventDetails } from './event-details.ts';
import { findingDetails } from './finding-details.ts';
import { bodyLost, loggedBody, plainText, unlessMissing } from './logged-bodies.ts';
import { markSections } from './mark-details.ts';
import { jobDetails, ledgerSection, objectDetails } from './object-details.ts';
import { effectsOf } from './request-effects.ts';
import { snapshotDetails } from './snapshot-details.ts';
import { type Block, type Details, type Field, jsonText, type Section } from './structure.ts';
import { type KnownObject, loadKnown, type RequestEffects, summaryOfRequest } from './summary.ts';
import { isoOf } from './times.ts';

/** Loads the current details of a row's target from the emulator. */
export async function detailsOf(session: Session, target: RowSubject): Promise<Details> {
  const { client } = session;
  switch (target.type) {
    case 'object':
      return objectDetails(session, target.object.id);
    case 'named':
      return objectDetails(session, target.id);
    case 'request':
      return requestDetails(session, target.request, target);
    case 'event':
      return eventDetails(session, target.event.id);
    case 'delivery':
      return eventDetails(session, target.delivery.event_id, target.delivery.id);
    case 'mail':
      return mailDetails(session, target.mail.id);
    case 'job':
      return jobDetails(session, target.job);
    case 'fault':
      return jsonDetails(`fault ${target.fault.kind}`, await latestOf(client.call('faults.list'), target.fault));
    case 'rule':
      return jsonDetails('rule', await latestOf(client.call('rules.list'), target.rule));
    case 'entry':
      return movementDetails(client, target.entry.subject, target.entry);
    case 'snapshot':
      return snapshotDetails(session, target.name);
    case 'endpoint':
      return endpointDetails(session, target.endpoint);
    case 'finding':
      return findingDetails(session, target.finding);
    case 'difference':
      return differenceDetails(session, target.difference);
    case 'run':
      return noteDetails(target.text, printedIn(session));
    case 'note':
      return noteDetails(
        target.text,
        target.mark == null ? [] : [...markSections(session, target.mark), ...printedIn(session)],
      );
    default:
      return target satisfies never;
  }
}

const noteDetails = (title: string, sections: Section[]): Details => ({ title, sections, json: safeJson(title) });

/** The last output of the recorded run's command. */
function printedIn({ run }: Session): Section[] {
  if (run === null || run.output === '') return [];
  return [{ heading: 'Last output of the command', blocks: [plainText(run.output)] }];
}

/** A request that is so old that the log has dropped its headers and bodies. */
const outlived = (request: RequestView) => ({
  ...request,
  headers: {},
  body: null,
  response: null,
  replayed: false,
  events: [],
});

async function requestDetails(
  session: Session,
  known: RequestView,
  { about: named, undoneBy = null }: { readonly about: string | null; readonly undoneBy?: string | null },
): Promise<Details> {
  const { id } = known;
  const kept = await session.client.call('requests.get', { id }).catch(unlessMissing);
  const request = kept ?? outlived(known);
  const { body, response, events } = request;
  const subject =
    known.method === 'GET' || undoneBy !== null ? null : (named ?? events.at(-1)?.change.id ?? idIn(parsed(response)));
  const found = subject === null ? null : await loadKnown(session, subject).catch(unlessMissing);
  const about = found === null ? null : { ...found, effects: await effectsOf(session, found, request) };
  const headers = Object.entries(request.headers).map(([name, value]) => ({ name, value: [value] }));
  const came = events.map(({ id: event, type, created, job }): Cell[] => [
    timeCell(isoOf(created), session.now),
    type,
    undoneBy === null ? { ...idCell(event), tone: 'dim' } : dim(event),
    dim(job === null ? '' : `by ${job.kind}`),
  ]);
  const isRefused = request.status >= 400;
  return {
    title: `request ${id}`,
    get json() {
      return safeJson({ ...request, body: parsed(body), response: parsed(response) }, 2);
    },
    sections: [
      { heading: 'Summary', blocks: requestSummary(session, request, about, undoneBy) },
      ...(about === null ? [] : ledgerSection(about.effects)),
      ...(came.length === 0 ? [] : [{ heading: 'Events', blocks: [{ type: 'table', rows: came } as const] }]),
      ...(kept === null ? [{ heading: 'Body and answer', blocks: [plainText(capitalized(bodyLost))] }] : []),
      ...(body === null ? [] : [{ heading: 'Body', blocks: [loggedBody(body)] }]),
      ...(response === null ? [] : [{ heading: 'Answer', blocks: [loggedBody(response)], isFolded: !isRefused }]),
      ...(headers.length === 0
        ? []
        : [{ heading: 'Headers', blocks: [{ type: 'fields', fields: headers } as const], isFolded: true }]),
    ],
  };
}

/** An object's noun and its person, if one is known. */
const aboutObject = (session: Session, { object, who }: KnownObject['object']): string =>
  [nounOf(session, object), who.text].filter((part) => part !== '').join(' of ');

/** The id of the object in a response. */
function idIn(response: unknown): string | null {
  const { data } = (response ?? {}) as { readonly data?: { readonly id?: unknown } | null };
  return typeof data?.id === 'string' ? data.id : null;
}

/** What a request was, why it was refused, and what became of its object. */
function requestSummary(
  session: Session,
  request: RequestView,
  about: (KnownObject & { readonly effects: RequestEffects }) | null,
  undoneBy: string | null,
): Block[] {
  const { method, path, status, latency_ms, key, operation, at, refusal, fault } = request;
  const unknown = unknownFieldsText(request);
  const by = [operation, key].flatMap((part) => (part === null ? [] : [dim(part)]));
  // A fault that refuses a request decides before the simulated network.
  const own = (about === null ? [] : summaryOfRequest(about, about.effects, session.now)).filter(
    ({ name }) => name !== 'decided by' || fault === null,
  );
  const who = about === null ? '' : aboutObject(session, about.object);
  const fields: Field[] = [
    { name: 'answer', value: [statusSpan(status), dim(latency(latency_ms)), timeCell(at, session.now)] },
    ...(refusal === null ? [] : [{ name: 'refused', value: [refusal.code ?? '', refusal.message].filter(Boolean) }]),
    ...(unknown === null ? [] : [{ name: 'fields', value: [{ text: unknown, tone: 'wait' } as const] }]),
    ...(fault === null ? [] : [{ name: 'decided by', value: [{ text: `fault ${fault}`, tone: 'wait' } as const] }]),
    ...(about === null ? [] : [{ name: 'object', value: [idCell(about.object.id), dim(who)] }]),
    ...own,
    ...(undoneBy === null ? [] : [{ name: 'undone', value: [{ text: undoneBy, tone: 'wait' } as const] }]),
  ];
  return [
    { type: 'table', rows: [[bold(`${method} ${path}`), ...by]] },
    { type: 'fields', fields },
  ];
}

async function mailDetails(session: Session, id: string): Promise<Details> {
  const mail = await session.client.call('mail.get', { id, format: 'json' });
  const { from, to, at, attachments } = mail;
  const attached = attachments.map(({ filename, content_type, size }) => ({
    name: 'with',
    value: [
      session.run === null ? { text: filename, address: attachmentAddress(session, id, filename) } : filename,
      dim(`${content_type}, ${size} bytes`),
    ],
  }));
  const head = [
    { name: 'from', value: [`${from.name} <${from.address}>`] },
    { name: 'to', value: [to] },
    { name: 'at', value: [timeCell(at, session.now)] },
    ...attached,
  ];
  return {
    title: mail.subject,
    get json() {
      return safeJson(mail, 2);
    },
    sections: [
      { heading: 'Mail', blocks: [{ type: 'fields', fields: head }] },
      {
        heading: 'Text',
        blocks: [
          { type: 'mail', address: mailAddress(session, id, '/html'), subject: mail.subject },
          plainText(mail.text),
        ],
      },
    ],
  };
}

async function movementDetails(
  client: Client,
  subject: string,
  entry: { group: string; kind: string },
): Promise<Details> {
  const { data } = await client.call('ledger.list', { subject, limit: 100 });
  const rows = data
    .filter(({ group }) => group === entry.group)
    .map(({ account, amount: cents, currency }) => [amount(cents, currency), account]);
  const movement: Section = {
    heading: 'Movement (entries sum to 0)',
    blocks: [{ type: 'table', rows, amounts: [0] }],
  };
  const moved: Section = { heading: 'For', blocks: [{ type: 'table', rows: [[idCell(subject)]] }] };
  const details = jsonDetails(`${words(entry.kind)} ${entry.group}`, entry);
  return { ...details, sections: [movement, moved, ...details.sections] };
}

/** A fault or a rule as it is now; as the row shows it if it was removed. */
async function latestOf<T extends { readonly id: string }>(
  list: Promise<{ readonly data: T[] }>,
  known: T,
): Promise<T> {
  return (await list).data.find(({ id }) => id === known.id) ?? known;
}

function jsonDetails(title: string, value: object): Details {
  const json = safeJson(value, 2);
  return { title, json, sections: [{ heading: 'JSON', blocks: [jsonText(json)] }] };
}

const parsed = (text: string | null): unknown => (text === null ? null : jsonOrText(text));
