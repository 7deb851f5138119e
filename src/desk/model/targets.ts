import type { ScreenFinding } from '../../audit/judge.ts';
import type {
  DeliveryView,
  EndpointView,
  EventView,
  FaultView,
  LedgerEntryView,
  MailView,
  ObjectView,
  RequestView,
  RuleView,
  UpcomingJob,
} from '../../sandbox/control/wire.ts';
import { words } from './format.ts';
import { type Difference, deliveryPages, jobPages } from './lists/lists.ts';
import { searchResults } from './lists/paged-list.ts';
import { type Move, movesOf } from './moves/moves.ts';
import type { Session } from './session.ts';

/** The subject of a row: the row's details show it, and keys act on it. */
export type RowSubject =
  | { readonly type: 'object'; readonly object: ObjectView }
  /** An object that is known only by its id. */
  | { readonly type: 'named'; readonly id: string }
  /** @property undoneBy the text of the mark that undid the request; absent if it was not undone */
  | {
      readonly type: 'request';
      readonly request: RequestView;
      readonly about: string | null;
      readonly undoneBy?: string;
    }
  | { readonly type: 'event'; readonly event: EventView; readonly delivery: DeliveryView | null }
  | { readonly type: 'delivery'; readonly delivery: DeliveryView }
  | { readonly type: 'mail'; readonly mail: MailView }
  | { readonly type: 'job'; readonly job: UpcomingJob }
  | { readonly type: 'fault'; readonly fault: FaultView }
  | { readonly type: 'rule'; readonly rule: RuleView }
  | { readonly type: 'entry'; readonly entry: LedgerEntryView }
  | { readonly type: 'endpoint'; readonly endpoint: EndpointView }
  | { readonly type: 'finding'; readonly finding: ScreenFinding }
  | { readonly type: 'difference'; readonly difference: Difference }
  /** A snapshot, compared with the current data. */
  | { readonly type: 'snapshot'; readonly name: string }
  /** A text about a recorded run. */
  | { readonly type: 'run'; readonly text: string }
  /** @property mark the words of a mark; null or absent if the note is not a mark */
  | { readonly type: 'note'; readonly text: string; readonly mark?: string | null };

/** Whether the details of a target contain more than its row. */
export const hasDetails = (target: RowSubject): boolean => target.type !== 'note' || target.mark != null;

/** The id that `y` copies. */
export function idOf(target: RowSubject): string | null {
  switch (target.type) {
    case 'object':
      return target.object.id;
    case 'named':
      return target.id;
    case 'request':
      return target.request.id;
    case 'event':
      return target.event.id;
    case 'delivery':
      return target.delivery.id;
    case 'mail':
      return target.mail.id;
    case 'job':
      return target.job.id;
    case 'fault':
      return target.fault.id;
    case 'rule':
      return target.rule.id;
    case 'entry':
      return target.entry.id;
    case 'endpoint':
      return target.endpoint.id;
    case 'finding':
      return target.finding.rule;
    case 'difference':
      return target.difference.operation;
    case 'snapshot':
      return target.name;
    case 'run':
    case 'note':
      return null;
    default:
      return target satisfies never;
  }
}

/** The delivery that a job retries; null if the job does something else. */
export const retriedBy = ({ subject }: UpcomingJob): string | null => (subject.startsWith('del_') ? subject : null);

/** The id of the row's object; null if the row has no object. */
export function subjectOf(target: RowSubject): string | null {
  switch (target.type) {
    case 'object':
      return target.object.id;
    case 'named':
      return target.id;
    case 'request':
      return target.about;
    case 'event':
      return target.event.subject;
    case 'job':
      return retriedBy(target.job) === null ? target.job.subject : null;
    case 'entry':
      return target.entry.subject;
    default:
      return null;
  }
}

/** Whether `w` can send the row's webhook again. */
export const isResendable = (target: RowSubject): boolean =>
  eventOf(target) !== null || (target.type === 'job' && retriedBy(target.job) !== null);

/** The event that `w` sends again, if the row contains it. A job contains only its delivery. */
export function eventOf(target: RowSubject): string | null {
  if (target.type === 'event') return target.event.id;
  return target.type === 'delivery' ? target.delivery.event_id : null;
}

/**
 * The target of an id.
 * @throws ClientError if the emulator has no item with that id
 */
export async function targetNamed({ client }: Session, id: string): Promise<RowSubject> {
  if (id.startsWith('evt_')) return { type: 'event', event: await client.call('events.get', { id }), delivery: null };
  if (id.startsWith('req_'))
    return { type: 'request', request: await client.call('requests.get', { id }), about: null };
  if (id.startsWith('whe_')) return { type: 'endpoint', endpoint: await client.call('webhook_endpoints.get', { id }) };
  if (id.startsWith('mail_')) return { type: 'mail', mail: await client.call('mail.get', { id, format: 'json' }) };
  if (id.startsWith('led_')) {
    const { data } = await client.call('ledger.list', { search: id, limit: 2 });
    const entry = data.find(({ group }) => group === id);
    if (entry !== undefined) return { type: 'entry', entry };
  }
  if (id.startsWith('del_')) {
    for await (const [delivery] of searchResults((after) => deliveryPages(() => client, 1)(after, id)))
      if (delivery !== undefined) return { type: 'delivery', delivery };
  }
  if (id.startsWith('job_')) {
    for await (const [job] of searchResults((after) => jobPages(() => client, 1)(after, id)))
      if (job !== undefined) return { type: 'job', job };
  }
  return { type: 'object', object: await client.call('objects.get', { id }) };
}

/** The noun for an object of a kind. */
export const nounOf = ({ kinds }: Session, kind: string): string =>
  kinds.find(({ name }) => name === kind)?.noun ?? words(kind);

/** The object of a row, if the object is loaded. */
export function objectOf(session: Session, target: RowSubject): ObjectView | null {
  if (target.type === 'object') return target.object;
  const id = subjectOf(target);
  return id === null ? null : session.subject(id);
}

/** Whether a row has actions other than the moves of its object. */
export function hasFurtherActions(session: Session, target: RowSubject | null): boolean {
  if (target === null) return false;
  if (['event', 'delivery', 'request', 'job', 'fault', 'rule', 'endpoint'].includes(target.type)) return true;
  if (target.type === 'note') return target.mark != null;
  if (target.type === 'mail') return target.mail.attachments.length > 0;
  const object = objectOf(session, target);
  return object !== null && ownPageOf(session, object) !== null;
}

/** A page that the emulator creates for an object on request. */
export interface OwnPage {
  readonly name: string;
  readonly about: string;
  readonly address: () => Promise<string>;
}

/** The page of an object whose kind has pages, such as a customer's portal; null if the object has no page. */
export function ownPageOf({ kinds, client }: Session, { object, id }: ObjectView): OwnPage | null {
  const page = kinds.find(({ name }) => name === object)?.page ?? null;
  if (page === null) return null;
  const { path, about } = page;
  return { name: path.split('/').at(-1) ?? '', about, address: async () => (await client.pageOf(path, id)).url };
}

/** The legal moves of the row's object; empty until they are known. */
export function legalMoves(session: Session, target: RowSubject | null): Move[] {
  if (target === null) return [];
  const object = objectOf(session, target);
  return object === null ? [] : movesOf(session.triggers).filter(({ name }) => object.moves.includes(name));
}
