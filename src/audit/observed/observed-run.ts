import { ClientError } from '../../client/error.ts';
import type { Client } from '../../client/node-client.ts';
import { parseIso } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import type { Effect } from '../../core/kernel/declare/effects.ts';
import type { DeliveryView, EndpointView, EventView, HistoryRequest, RunView } from '../../sandbox/control/wire.ts';
import {
  type DeliveryEvidence,
  type EventEvidence,
  type Evidence,
  noEvidence,
  type RequestEvidence,
} from '../verdict.ts';

export type { DeliveryView, EndpointView, EventView };

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A request with the facts that rules need. Bodies are parsed on demand. */
export class ObservedRequest {
  readonly view: HistoryRequest;
  /** The index of the request in the record. */
  readonly index: number;
  #body: Json | null | undefined;
  #answer: Json | null | undefined;

  constructor(view: HistoryRequest, index: number) {
    this.view = view;
    this.index = index;
  }

  get id(): string {
    return this.view.id;
  }

  get operation(): string | null {
    return this.view.operation;
  }

  /** The operation, or the path of a request that calls none. */
  get place(): string {
    return this.operation ?? this.path;
  }

  /** The emulated time at which the request arrived, in milliseconds. */
  get at(): number {
    return parseIso(this.view.at) ?? 0;
  }

  /** The status of the response; 0 if the connection was cut. */
  get status(): number {
    return this.view.status;
  }

  /** When the request arrived, in milliseconds of the machine's clock. */
  get received(): number {
    return this.view.received;
  }

  /** When the response or the connection ended, in milliseconds of the machine's clock. */
  get answered(): number {
    return this.view.received + this.view.latency_ms;
  }

  /** The path without the query, such as `/api/v1/charges`. */
  get path(): string {
    return this.view.path.split('?', 1)[0]!;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.view.path.slice(this.path.length));
  }

  get isAccepted(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** Whether the caller cannot know the outcome: the connection was cut, or the platform failed. */
  get isUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** The request body; null if it is not a JSON object. */
  get body(): Json | null {
    if (this.#body === undefined) this.#body = objectOf(this.view.body);
    return this.#body;
  }

  /** The response body; null if it is not a JSON object, or is too long for the log. */
  get answer(): Json | null {
    if (this.#answer === undefined) this.#answer = objectOf(this.view.response);
    return this.#answer;
  }

  /** The object in the response, unwrapped. */
  get object(): Json | null {
    const data = this.answer?.data;
    return isObject(data) ? data : this.answer;
  }

  evidence(): RequestEvidence {
    const { id, at, method, path, status, body, response, fault } = this.view;
    return { id, at, method, path, status, asked: brief(body), answered: brief(response, this.isAccepted), fault };
  }
}

/** What is known about who made the requests of a run, by their ids. Others are unknown. */
export interface Callers {
  /** Requests of a process, or on a connection, that also controlled the emulator, as a test does. */
  readonly steering: ReadonlySet<string>;
  /** Requests of a process that receives webhooks, or that `--serve` started. */
  readonly receiving: ReadonlySet<string>;
}

export const unknownCallers: Callers = { steering: new Set(), receiving: new Set() };

/** The record of a run, oldest first: requests, events with their causes, deliveries with their responses. */
export class ObservedRun {
  readonly view: RunView;
  readonly requests: readonly ObservedRequest[];
  /** The records of emulators that the command itself started. */
  readonly beside: readonly ObservedRun[];
  /** The records of the combined workspaces, or only this record. */
  readonly parts: readonly ObservedRun[];
  readonly callers: Callers;
  readonly #byOperation = new Map<string, ObservedRequest[]>();
  readonly #eventsById: ReadonlyMap<string, EventView>;
  #deliveriesByEvent: Map<string, DeliveryView[]> | null = null;
  #readsById: Map<string, ObservedRequest[]> | null = null;

  constructor(
    view: RunView,
    beside: readonly ObservedRun[] = [],
    parts: readonly ObservedRun[] = [],
    callers: Callers = unknownCallers,
  ) {
    this.view = view;
    this.callers = callers;
    this.beside = beside;
    this.parts = parts.length === 0 ? [this] : parts;
    this.requests = view.requests.map((request, index) => new ObservedRequest(request, index));
    for (const asked of this.requests) if (asked.operation !== null) push(this.#byOperation, asked.operation, asked);
    this.#eventsById = new Map(view.events.map((event) => [event.id, event]));
  }

  /** The emulated time at which the record was read, in milliseconds. */
  get now(): number {
    return parseIso(this.view.now) ?? 0;
  }

  get events(): readonly EventView[] {
    return this.view.events;
  }

  get deliveries(): readonly DeliveryView[] {
    return this.view.deliveries;
  }

  get endpoints(): readonly EndpointView[] {
    return this.view.endpoints;
  }

  /** The requests of the given operations, such as `charges.create`, in order. */
  of(...operations: readonly string[]): readonly ObservedRequest[] {
    if (operations.length === 1) return this.#byOperation.get(operations[0]!) ?? [];
    return operations
      .flatMap((operation) => this.#byOperation.get(operation) ?? [])
      .sort((one, other) => one.index - other.index);
  }

  /** Whether an operation has an effect, according to the emulator's declarations. */
  bringsAbout(operation: string, effect: Effect): boolean {
    return this.view.effects[operation]?.includes(effect) === true;
  }

  /** Whether applications, and not buyers, call an operation, and it does more than answer a question. */
  isForApplications(operation: string): boolean {
    return !this.bringsAbout(operation, 'by_buyer') && !this.bringsAbout(operation, 'only_asks');
  }

  event(id: string): EventView | undefined {
    return this.#eventsById.get(id);
  }

  deliveriesOf(eventId: string): readonly DeliveryView[] {
    if (this.#deliveriesByEvent === null) {
      this.#deliveriesByEvent = new Map();
      for (const delivery of this.deliveries) push(this.#deliveriesByEvent, delivery.event_id, delivery);
    }
    return this.#deliveriesByEvent.get(eventId) ?? [];
  }

  /** The reads that showed an object, identified by its id in the path or in the response. */
  readsOf(id: string): readonly ObservedRequest[] {
    if (this.#readsById === null) {
      this.#readsById = new Map();
      for (const asked of this.requests) {
        if (asked.view.method !== 'GET' || !asked.isAccepted) continue;
        const { path, response, page } = asked.view;
        const found = `${path} ${response ?? ''}`.match(idPattern) ?? [];
        for (const each of new Set([...found, ...(page?.ids ?? [])])) push(this.#readsById, each, asked);
      }
    }
    return this.#readsById.get(id) ?? [];
  }
}

/** Matches API ids in a text. */
export const idPattern = /\b[a-z][a-z0-9]*_\w+/g;

/**
 * The record of a client's workspace, combined with all other workspaces and with emulators that the command itself
 * started.
 * @throws ClientError if the emulator refuses the request, ConnectionError if no emulator answers
 */
export async function readRun(
  client: Client,
  started: readonly ObservedRun[],
  callers: Callers = unknownCallers,
): Promise<ObservedRun> {
  const view = await client.call('record.get');
  const { records } = await readObservedRuns(client);
  const others = records.filter((record) => record.view.ended !== null || record.view.workspace !== view.workspace);
  const happened = others.filter(hasHappened);
  const beside = started.filter(hasHappened);
  if (happened.length === 0) return new ObservedRun(view, beside, [], callers);
  const parts = [view, ...happened.map((record) => record.view)].map((each) => new ObservedRun(each, [], [], callers));
  return new ObservedRun({ ...view, ...togetherOf(parts.map((part) => part.view)) }, beside, parts, callers);
}

/** Several records combined, in order. A request that a restore brought back appears once. */
function togetherOf(views: readonly RunView[]) {
  return {
    requests: lastOfEach(views.flatMap(({ requests }) => requests)).sort((one, other) => one.received - other.received),
    requests_forgotten: views.reduce((sum, { requests_forgotten }) => sum + requests_forgotten, 0),
    events: lastOfEach(views.flatMap(({ events }) => events)),
    deliveries: lastOfEach(views.flatMap(({ deliveries }) => deliveries)),
    endpoints: lastOfEach(views.flatMap(({ endpoints }) => endpoints)),
  };
}

/** Whether a record contains anything besides the initial fixture. */
export const hasHappened = ({ requests, deliveries, events }: ObservedRun): boolean =>
  requests.length > 0 || deliveries.length > 0 || events.some(({ cause }) => (cause.origin ?? cause).id !== startedBy);

/** The cause of the objects that a fixture creates at the start. */
const startedBy = 'start';

/** The records of one or several emulators. */
export interface ObservedRuns {
  /** The address of the emulator that this process reads. The command started the other emulators. */
  readonly url: string;
  /** One record for each state of each workspace, including states before resets and restores. */
  readonly records: readonly ObservedRun[];
  /** How many requests the emulator has dropped together with their states. */
  readonly requestsCut: number;
}

/**
 * The records of an emulator's workspaces, including removed workspaces, and states before resets and restores.
 * @param isMeant selects workspaces
 * @throws ClientError if the emulator refuses the request, ConnectionError if no emulator answers
 */
export async function readObservedRuns(
  client: Client,
  isMeant: (workspace: string) => boolean = () => true,
): Promise<ObservedRuns> {
  const listed = await client.call('records.list');
  const records: ObservedRun[] = [];
  for (const { id, workspace } of listed.chapters) {
    // The emulator may have dropped the record since it sent the list.
    const view = isMeant(workspace) ? await client.call('records.get', { id }).catch(unlessMissing) : null;
    if (view !== null) records.push(new ObservedRun(view));
  }
  return { url: client.url, records, requestsCut: listed.requests_cut };
}

function unlessMissing(error: unknown): null {
  if (error instanceof ClientError && error.status === 404) return null;
  throw error;
}

/** The evidence of a finding: the first few items of each kind. */
export const evidenceOf = (shown: {
  requests?: readonly ObservedRequest[];
  deliveries?: readonly DeliveryView[];
  events?: readonly EventView[];
}): Evidence => ({
  ...noEvidence,
  requests: firstOf(shown.requests).map((asked) => asked.evidence()),
  deliveries: firstOf(shown.deliveries).map(deliveryEvidence),
  events: firstOf(shown.events).map(eventEvidence),
});

/** The first few items, without duplicates. */
const firstOf = <A extends { readonly id: string }>(all: readonly A[] = []): A[] => lastOfEach(all).slice(0, mostShown);

/** Each item once, as it is listed last. */
export const lastOfEach = <A extends { readonly id: string }>(all: readonly A[]): A[] => [
  ...new Map(all.map((each) => [each.id, each])).values(),
];

/** How many requests, deliveries and events a finding shows. */
const mostShown = 4;
/** How many characters of a body are shown. A success shows its id and amount, a refusal its complete message. */
const longestShown = { done: 200, refused: 400 };

function brief(text: string | null, isDone = false): string | null {
  const longest = isDone ? longestShown.done : longestShown.refused;
  return text === null || text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

const deliveryEvidence = ({ id, event_id, event_type, url, attempts }: DeliveryView): DeliveryEvidence => ({
  id,
  event_id,
  event_type,
  url,
  attempts: attempts.map(({ number, at, status, latency_ms, error, fault }) => ({
    number,
    at,
    status,
    latency_ms,
    error,
    fault,
  })),
});

const eventEvidence = ({ id, type, subject, change, cause }: EventView): EventEvidence => ({
  id,
  type,
  subject,
  change: `${change.object} ${change.id} ${change.verb}: ${change.from ?? 'new'} > ${change.to}`,
  cause: { type: cause.type, id: cause.id },
});

function objectOf(text: string | null): Json | null {
  if (text === null || !text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const push = <K, V>(map: Map<K, V[]>, key: K, value: V): void => void getOrMake(map, key, (): V[] => []).push(value);

/** Whether an adversity caused an event, directly or through a job that the adversity scheduled. */
export const isBroughtAbout = ({ cause }: EventView, adversity: string): boolean =>
  cause.audit === adversity || cause.origin?.audit === adversity;
