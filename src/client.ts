import { type Page, unwrapJson } from './client/answers.ts';
import { readStream } from './client/stream.ts';
import { type ApiAnswer, type Call, ConnectionError, type Method, sendOverHttp } from './client/transport.ts';
import { ClientError } from './client-error.ts';
import type {
  ClockMoved,
  ClockRead,
  ClockView,
  DeliveryView,
  EndpointView,
  EventDetails,
  EventView,
  FaultView,
  FixtureLoaded,
  Health,
  KeysView,
  LedgerEntryView,
  MailDetails,
  MailView,
  ObjectPage,
  ObjectView,
  OutcomeRow,
  Replayed,
  RequestDetails,
  RequestView,
  Reset,
  RuleView,
  Settled,
  SnapshotView,
  Status,
  StreamMessage,
  TriggerRan,
  TriggerView,
  WorkspaceMade,
  WorkspaceView,
} from './control/wire.ts';
import type { Mode } from './engine/workspace.ts';

export type { ApiAnswer, Call, Page };
export { ClientError, ConnectionError, sendOverHttp };

export interface ClientOptions {
  /** Where the emulator listens: `http://127.0.0.1:4747`. */
  url: string;
  /** The workspace that calls are about; default the emulator's own default. */
  workspace?: string;
  mode?: Mode;
  /** What an emulator started with `--allow-remote` asks for. */
  token?: string;
  /** How calls travel; default over HTTP. */
  send?: (call: Call) => Promise<ApiAnswer>;
}

export interface TriggerRequest {
  id?: string;
  /** Cents. */
  amount?: number;
  code?: string;
  kind?: string;
  reason?: string;
  set?: Record<string, unknown>;
  count?: number;
}

export interface EndpointRequest {
  url?: string;
  secret?: string;
  events?: string[];
  mode?: Mode;
  enabled?: boolean;
}

export type Client = ReturnType<typeof createClient>;

/**
 * A typed client of an emulator's control API.
 * Every method throws `ClientError` where the emulator refuses, `ConnectionError` where none answers.
 */
export function createClient({ url, workspace, mode, token, send: travel }: ClientOptions) {
  const origin = url.replace(/\/+$/, '');
  const send = travel ?? ((call: Call) => sendOverHttp(origin, call));
  const scope = { workspace, mode };

  const answerTo = (method: Method, path: string, body?: unknown, query: Query = {}): Promise<ApiAnswer> =>
    send({
      method,
      path: `/_emulator${path}${queryString({ ...scope, ...query })}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  async function bare<A>(method: Method, path: string, body?: unknown, query: Query = {}): Promise<A> {
    return unwrapJson<A>(origin, await answerTo(method, path, body, query));
  }

  /** An answer that is no JSON; a refusal still is. */
  async function text(path: string): Promise<string> {
    const answer = await answerTo('GET', path);
    return answer.status === 200 ? answer.text : unwrapJson(origin, answer);
  }

  async function call<A>(method: Method, path: string, body?: unknown, query?: Query): Promise<A> {
    const answer = await bare<{ data: A }>(method, path, body, query);
    return answer.data;
  }

  const get = <A>(path: string, query?: Query) => call<A>('GET', path, undefined, query);
  const list = <A>(path: string, query?: Query) => bare<Page<A>>('GET', path, undefined, query);
  const post = <A>(path: string, body: unknown = {}) => call<A>('POST', path, body);
  const remove = (path: string) => call<{ id: string; deleted: boolean }>('DELETE', path);
  const named = (text: string) => encodeURIComponent(text);

  return {
    url: origin,
    health: () => bare<Health>('GET', '/health'),
    status: () => get<Status>('/status'),
    /** Ends the emulator; it is gone soon after this resolves. */
    stop: () => post<{ stopping: boolean }>('/shutdown'),

    triggers: () => list<TriggerView>('/triggers'),
    trigger: (name: string, input: TriggerRequest = {}) => post<TriggerRan>(`/triggers/${named(name)}`, input),

    clock: {
      get: () => get<ClockView>('/clock'),
      /** A duration (`3d`, `P1M`), `next`, or the id of a job. */
      advance: (by: string) => post<ClockMoved>('/clock', { advance: by }),
      /** Forward to an ISO 8601 instant. */
      set: (to: string) => post<ClockMoved>('/clock', { set: to }),
      mode: (to: 'running' | 'frozen') => post<ClockMoved>('/clock', { mode: to }),
    },
    settle: () => post<Settled>('/settle'),

    events: {
      /** `id`: about that object; `after`: emitted after that event. */
      list: (query: { type?: string; id?: string; after?: string; limit?: number; starting_after?: string } = {}) =>
        list<EventView>('/events', query),
      get: (id: string) => get<EventDetails>(`/events/${named(id)}`),
      resend: (id: string, to?: string) => post<DeliveryView[]>(`/events/${named(id)}/resend`, { to }),
    },

    webhooks: {
      list: (query: { limit?: number; starting_after?: string } = {}) =>
        list<EndpointView>('/webhook-endpoints', query),
      add: (endpoint: EndpointRequest & { url: string }) => post<EndpointView>('/webhook-endpoints', endpoint),
      update: (id: string, endpoint: EndpointRequest) =>
        call<EndpointView>('PATCH', `/webhook-endpoints/${named(id)}`, endpoint),
      remove: (id: string) => remove(`/webhook-endpoints/${named(id)}`),
      deliveries: (
        query: { endpoint?: string; event?: string; status?: string; limit?: number; starting_after?: string } = {},
      ) => list<DeliveryView>('/deliveries', query),
    },

    requests: {
      list: (query: { status?: number; method?: string; limit?: number; starting_after?: string } = {}) =>
        list<RequestView>('/requests', query),
      get: (id: string) => get<RequestDetails>(`/requests/${named(id)}`),
      replay: (id: string) => post<Replayed>(`/requests/${named(id)}/replay`),
    },

    workspaces: {
      list: (query: { limit?: number; starting_after?: string } = {}) => list<WorkspaceView>('/workspaces', query),
      get: (id: string) => get<WorkspaceView>(`/workspaces/${named(id)}`),
      create: (request: { id?: string; fixture?: string; settings?: Record<string, unknown> } = {}) =>
        post<WorkspaceMade>('/workspaces', request),
      update: (id: string, request: { name?: string; settings?: Record<string, unknown> }) =>
        call<WorkspaceView>('PATCH', `/workspaces/${named(id)}`, request),
      remove: (id: string) => remove(`/workspaces/${named(id)}`),
    },
    keys: () => get<KeysView>('/keys'),

    rules: {
      list: (query: { limit?: number; starting_after?: string } = {}) => list<RuleView>('/rules', query),
      add: (rule: Record<string, unknown>) => post<RuleView>('/rules', rule),
      remove: (id: string) => remove(`/rules/${named(id)}`),
    },
    faults: {
      list: (query: { limit?: number; starting_after?: string } = {}) => list<FaultView>('/faults', query),
      add: (fault: Record<string, unknown>) => post<FaultView>('/faults', fault),
      remove: (id: string) => remove(`/faults/${named(id)}`),
    },
    outcomes: () => list<OutcomeRow>('/outcomes'),
    ledger: (query: { account?: string; subject?: string; limit?: number; starting_after?: string } = {}) =>
      list<LedgerEntryView>('/ledger', query),
    objects: {
      /** `search`: those that hold each of its words; a page of a search may end early, `next` goes on with it. */
      list: (kind: string, query: { state?: string; search?: string; limit?: number; starting_after?: string } = {}) =>
        get<ObjectPage>('/objects', { kind, ...query }),
      get: (id: string) => get<ObjectView>(`/objects/${named(id)}`),
    },
    reset: () => post<Reset>('/reset'),
    fixtures: {
      /** The name of a bundled fixture, or a file that the emulator can read. */
      load: (fixture: string) => post<FixtureLoaded>('/fixtures', { fixture }),
    },
    snapshots: {
      save: (name: string) => post<SnapshotView>('/snapshots', { name }),
      restore: (name: string) => post<ClockRead>(`/snapshots/${named(name)}/restore`),
      list: () => list<SnapshotView>('/snapshots'),
      delete: (name: string) => remove(`/snapshots/${named(name)}`),
    },
    /** The workspace as a fixture; with `all` every one. */
    export: (all?: boolean) => bare<Record<string, unknown>>('GET', '/export', undefined, { all }),
    mail: {
      /** `to`: only messages to this address. */
      list: (query: { to?: string; limit?: number; starting_after?: string } = {}) => list<MailView>('/mail', query),
      get: (id: string) => get<MailDetails>(`/mail/${named(id)}`, { format: 'json' }),
      /** The message as it was sent (RFC 5322). */
      raw: (id: string) => text(`/mail/${named(id)}`),
    },
    invoices: {
      /** Pays as the customer would: with a saved instrument, a test card, or what was saved last. */
      pay: (id: string, request: { payment_method_id?: string; card_number?: string } = {}) =>
        post<Record<string, unknown>>(`/invoices/${named(id)}/pay`, request),
    },
    disputes: {
      create: (dispute: Record<string, unknown>) => post<Record<string, unknown>>('/disputes', dispute),
    },

    /**
     * What happens, as it happens, until `signal` ends it or the emulator stops.
     * @param most how many messages a second are sent; what comes beyond is counted by a message `left_out`
     */
    stream: (signal?: AbortSignal, most?: number): AsyncGenerator<StreamMessage> =>
      readStream(origin, token, `/_emulator/stream${queryString({ ...scope, most })}`, signal),

    /** Calls the merchant API (`/api/v1` is put before a path that lacks it) with a key; refusals are answers too. */
    api: (method: Method, path: string, key: string, body?: unknown): Promise<ApiAnswer> =>
      send({
        method,
        path: path.startsWith('/api/') ? path : `/api/v1/${path.replace(/^\//, '')}`,
        headers: { authorization: `Bearer ${key}` },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    /** The interface description. */
    openapi: async () =>
      unwrapJson<Record<string, unknown>>(origin, await send({ method: 'GET', path: '/openapi.json' })),
  };
}

type Query = Record<string, string | number | boolean | undefined>;

function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
