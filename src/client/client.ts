import { controlRoutes, type ResourceOperations } from '../core/generated/control-routes.ts';
import type { WorkspaceSettings } from '../core/generated/declared.ts';
import type { controlOperations } from '../sandbox/control/registry.ts';
import type { StreamMessage, WorkspaceView } from '../sandbox/control/wire.ts';
import { merchantPath, type QueryFields } from './addresses.ts';
import { unwrapJson } from './answers.ts';
import { type ClientOptions, controlCalls } from './control-calls.ts';
import type {
  DeliveryView,
  EndpointView,
  EventDetails,
  EventView,
  FaultView,
  NewEndpoint,
  RequestDetails,
  RequestView,
  TriggerRan,
} from './names.ts';
import type { ApiAnswer, Method, Transport } from './transport.ts';

type Declared = {
  [Operation in (typeof controlOperations)[number] as Operation['id']]: NonNullable<Operation['types']>;
} & ResourceOperations;

/** An operation of the control API: `events.list`. The reference lists all of them. */
export type ControlOperation = keyof Declared & keyof typeof controlRoutes;

type List<T> = { data: T[]; has_more: boolean };
type SearchedList<T> = List<T> & { next: string | null };

/** Answers in which the name of an event or an operation determines the types of other fields. */
interface Named {
  'triggers.run': TriggerRan;
  'events.list': List<EventView>;
  'events.get': EventDetails;
  'events.wait': { data: EventView | null; timed_out: boolean };
  'events.resend': DeliveryView[];
  'webhook_endpoints.list': List<EndpointView>;
  'webhook_endpoints.get': EndpointView;
  'webhook_endpoints.create': NewEndpoint;
  'webhook_endpoints.update': EndpointView;
  'webhook_endpoints.rotate': EndpointView;
  'deliveries.list': SearchedList<DeliveryView>;
  'requests.list': List<RequestView>;
  'requests.get': RequestDetails;
  'faults.list': List<FaultView>;
  'faults.create': FaultView;
}

/** The answer of an operation, without the envelope `data` if it is not a list. */
type AnswerOf<Id extends ControlOperation> = Id extends keyof Named ? Named[Id] : Declared[Id]['answer'];

/** The fields of the path, the query and the body. */
export type SentTo<Id extends ControlOperation> = {
  [Field in keyof Declared[Id]['sent']]: Field extends 'settings'
    ? WorkspaceSettings
    : Written<Declared[Id]['sent'][Field]>;
};
/** A number can stand for a text in a query, and any object for an object without declared fields. */
type Written<T> = (string extends T ? T | number : T) | (Record<string, unknown> extends T ? object : never);

export type Client = ReturnType<typeof clientOver>;

/** Whether an operation can be called without any field. */
type NeedsNothing<Id extends ControlOperation> = Record<never, never> extends SentTo<Id> ? true : false;
type Arguments<Id extends ControlOperation> =
  NeedsNothing<Id> extends true ? [fields?: SentTo<Id>] : [fields: SentTo<Id>];

/** Calls an operation of the control API by its id. `fields` has the fields of the path, the query and the body. */
type CallOperation = <const Id extends ControlOperation>(id: Id, ...fields: Arguments<Id>) => Promise<AnswerOf<Id>>;

const operationCall =
  ({ requestJson, requestData }: ReturnType<typeof controlCalls>): CallOperation =>
  (id, ...[fields]) => {
    const { method, path, envelope }: Route = controlRoutes[id];
    const rest: Record<string, unknown> = { ...fields };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(rest[name]));
      delete rest[name];
      return value;
    });
    const request = envelope === 'data' ? requestData : requestJson;
    if (method === 'GET') return request(method, filled, undefined, rest as QueryFields);
    return request(method, filled, method === 'DELETE' ? undefined : rest);
  };

interface Resumed {
  workspaces: WorkspaceView[];
  switched_off: string[];
}

interface Route {
  readonly method: Method;
  readonly path: string;
  readonly envelope: 'data' | 'list' | 'bare';
}

/**
 * A typed client of an emulator's control API over a `transport`. Every method throws `ClientError` if the emulator
 * refuses the call, and `ConnectionError` if no emulator responds.
 */
export function clientOver(transport: Transport, options: ClientOptions) {
  const calls = controlCalls(transport, options);
  const { origin, requestText, requestData, opened } = calls;

  return {
    url: origin,
    ca: options.ca,

    call: operationCall(calls),

    /**
     * The run as an HTML page that you can open, and that an emulator can resume. @param limit the largest page in
     * bytes
     */
    savedRecord: (limit?: number) => requestText('/record', 'POST', { limit }),
    /**
     * Deletes the emulator's data and resumes a record in their place.
     * @param page the content of the record's file
     * @param at `start`, the text of a mark, an id, or an instant; default: the end
     */
    startFrom: (page: string, at?: string, webhooks?: 'keep') =>
      requestData<Resumed>('POST', '/record/start', { page, at, webhooks }),
    /** Returns the URL of an object's page, for kinds that have pages. `path` comes from the kind. */
    pageOf: (path: string, id: string) =>
      requestData<{ url: string }>('POST', path.replace('{id}', encodeURIComponent(id)), {}),
    /** A message as it was sent (RFC 5322). */
    rawMail: (id: string) => requestText(`/mail/${encodeURIComponent(id)}`),

    /**
     * Streams messages about the run, until `signal` ends the stream or the emulator stops. A stream that is cut throws.
     * @param most the maximum number of messages per second; a `left_out` message counts the rest
     * @param since the number of a message; the stream starts with the messages after it
     */
    async *stream(signal?: AbortSignal, most?: number, since?: number): AsyncGenerator<StreamMessage> {
      yield* await opened({ signal }, { most, since });
    },
    /**
     * Resolves when the stream is open. The stream includes every later message. `passed` is called with the number of
     * each message, and first with the number of the last message before the stream.
     */
    openStream: (
      signal?: AbortSignal,
      { passed, ...query }: { most?: number; since?: number | undefined; passed?: (number: number) => void } = {},
    ): Promise<AsyncGenerator<StreamMessage>> => opened({ signal, ...(passed === undefined ? {} : { passed }) }, query),

    /**
     * Calls the merchant API with a key, and returns error responses instead of throwing. `/api/v1` is added to a path
     * without it.
     */
    api: (method: Method, path: string, key: string, body?: unknown): Promise<ApiAnswer> =>
      transport.send({
        method,
        path: merchantPath(path),
        headers: { authorization: `Bearer ${key}` },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    /** The OpenAPI description of the merchant API or of the client API. */
    openapi: async (api: 'merchant' | 'client' = 'merchant') => {
      const path = api === 'merchant' ? '/openapi.json' : '/openapi-client.json';
      return unwrapJson<Record<string, unknown>>(origin, await transport.send({ method: 'GET', path }));
    },
  };
}
