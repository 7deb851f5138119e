import type {
  Assertion,
  AssertionResult,
  ChapterList,
  ClockMoveResult,
  ClockReading,
  ClockView,
  CodesRow,
  CompactionResult,
  ComparisonReport,
  EditInput,
  EditResult,
  EndpointChange,
  EndpointRequest,
  EventWaitResult,
  FaultKindView,
  FaultsRemoved,
  FixtureLoadResult,
  Health,
  Idle,
  InputField,
  JobResult,
  KindView,
  LedgerPage,
  LogPage,
  MailDetails,
  MailView,
  MarkView,
  ObjectDetails,
  ObjectPage,
  OutcomeRow,
  ProbeView,
  RelatedObjects,
  ReplayResult,
  Reset,
  RuleKindView,
  RuleView,
  RunView,
  SettleResult,
  SnapshotDiff,
  SnapshotView,
  Status,
  StreamMessage,
  TriggerInput,
  TriggerView,
  UpcomingJob,
  WorkspaceView,
} from '../sandbox/control/wire.ts';
import { merchantPath } from './addresses.ts';
import { unwrapJson } from './answers.ts';
import { type ClientOptions, controlCalls } from './control-calls.ts';
import type {
  DeliveryView,
  EndpointView,
  EventDetails,
  EventType,
  EventView,
  FaultView,
  NewEndpoint,
  RequestDetails,
  RequestView,
  TriggerRan,
} from './names.ts';
import type { ApiAnswer, Method, Transport } from './transport.ts';
import { workspaceCalls } from './workspace-calls.ts';

type Paging = { limit?: number; starting_after?: string };
type Searching = Paging & { search?: string; page?: 'last' };

export type Client = ReturnType<typeof clientOver>;

/**
 * A typed client of an emulator's control API over a `transport`. Every method throws `ClientError` if the emulator
 * refuses the call, and `ConnectionError` if no emulator responds.
 */
export function clientOver(transport: Transport, options: ClientOptions) {
  const calls = controlCalls(transport, options);
  const { origin, requestJson, requestText, requestData, opened, get, list, searched, post, remove } = calls;
  const { ca } = options;
  const named = encodeURIComponent;

  return {
    url: origin,
    ca,
    health: () => requestJson<Health>('GET', '/health'),
    status: () => get<Status>('/status'),
    /** The comparison with the service that the start command named. */
    comparison: () => get<ComparisonReport>('/comparison'),
    /** Removes deleted records from the data folder. */
    compact: () => post<CompactionResult>('/compact'),
    /** Stops the emulator soon after the promise resolves. */
    stop: () => post<{ stopping: boolean }>('/shutdown'),

    triggers: () => list<TriggerView>('/triggers'),
    trigger: (name: string, input: TriggerInput = {}) => post<TriggerRan>(`/triggers/${named(name)}`, input),

    clock: {
      /** `advance`: a move of the clock to preview; `ahead` lists the jobs that this move would run. */
      get: (query: { advance?: string } = {}) => get<ClockView>('/clock', query),
      /**
       * `search`: only jobs that match every word. A page of a search can be shorter than `limit`; `next` continues the
       * search.
       */
      jobs: (query: Searching = {}) => searched<UpcomingJob>('/jobs', query),
      /** Advances the clock by a duration (`3d`, `P1M`), to the next job (`next`), or to the job with the given id. */
      advance: (by: string) => post<ClockMoveResult>('/clock', { advance: by }),
      /** Advances the clock to an ISO 8601 instant. */
      set: (to: string) => post<ClockMoveResult>('/clock', { set: to }),
      /** @param rate emulated seconds per real second while the clock runs */
      mode: (to: 'running' | 'frozen', rate?: number) => post<ClockMoveResult>('/clock', { mode: to, rate }),
    },
    settle: () => post<SettleResult>('/settle'),
    /** Waits until no work is pending and no message has arrived for `quiet`, at most `within` (default `5s`). */
    idle: (query: { within?: number | string; quiet?: number | string } = {}) => get<Idle>('/idle', query),
    /** Runs one job now, even if it is not due. */
    runJob: (id: string) => post<JobResult>(`/jobs/${named(id)}/run`),

    events: {
      /**
       * `id`: events about the object; `subject`: only events about the object's own changes; `after`: only events that
       * were emitted after this event.
       */
      list: <E extends EventType = EventType>(
        query: Paging & { type?: string; id?: string; subject?: string; after?: string } = {},
      ) => list<EventView<E>>('/events', query),
      /**
       * Waits for the first matching event, and returns immediately if it already exists. `timeout`: real milliseconds,
       * or a duration such as `10s`.
       */
      wait: (query: { type?: string; id?: string; status?: number; after?: string; timeout?: number | string } = {}) =>
        requestJson<Omit<EventWaitResult, 'data'> & { data: EventView | null }>(
          'GET',
          '/events/wait',
          undefined,
          query,
        ),
      get: (id: string) => get<EventDetails>(`/events/${named(id)}`),
      /**
       * Sends an event again: to the address `to`, to the endpoint with the id `endpoint`, or by default to every
       * endpoint that subscribes to it.
       */
      resend: (id: string, to?: string, endpoint?: string) =>
        post<DeliveryView[]>(`/events/${named(id)}/resend`, { to, endpoint }),
    },

    webhooks: {
      list: (query: Paging = {}) => list<EndpointView>('/webhook-endpoints', query),
      get: (id: string, secret?: 'whole') => get<EndpointView>(`/webhook-endpoints/${named(id)}`, { secret }),
      /**
       * `again`: adds a second endpoint if the address already has one. By default, the call changes the existing
       * endpoint.
       */
      add: (endpoint: EndpointRequest) => post<NewEndpoint>('/webhook-endpoints', endpoint),
      update: (id: string, endpoint: EndpointChange) =>
        requestData<EndpointView>('PATCH', `/webhook-endpoints/${named(id)}`, endpoint),
      /**
       * Sets a new secret, or generates one if `secret` is absent. Deliveries are signed with both secrets for
       * `overlap`, which is one day by default.
       */
      rotate: (id: string, { secret, overlap }: { secret?: string; overlap?: number | string } = {}) =>
        post<EndpointView>(`/webhook-endpoints/${named(id)}/rotate`, { secret, overlap }),
      remove: (id: string) => remove(`/webhook-endpoints/${named(id)}`),
      /** Sends a test delivery, built from an event, that its receiver must accept or reject. */
      probe: (id: string, event: string, kind: ProbeView['kind']) =>
        post<ProbeView>(`/webhook-endpoints/${named(id)}/probe`, { event, kind }),
      /**
       * `search`: only deliveries that match every word. A page of a search can be shorter than `limit`; `next`
       * continues the search.
       */
      deliveries: (query: Searching & { endpoint?: string; event?: string; status?: string } = {}) =>
        searched<DeliveryView>('/deliveries', query),
    },

    requests: {
      list: (query: Paging & { status?: number; method?: string } = {}) => list<RequestView>('/requests', query),
      get: (id: string) => get<RequestDetails>(`/requests/${named(id)}`),
      replay: (id: string) => post<ReplayResult>(`/requests/${named(id)}/replay`),
    },

    /** The whole run in both modes, oldest message first. */
    record: () => get<RunView>('/record'),
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
      post<{ workspaces: WorkspaceView[]; switched_off: string[] }>('/record/start', { page, at, webhooks }),
    records: {
      /** The records of all workspaces, including removed ones. */
      list: () => get<ChapterList>('/records'),
      get: (id: string) => get<RunView>(`/records/${named(id)}`),
    },
    /** Checks whether a request, an event or a delivery happened, or whether a balance has a value. */
    assert: (assertion: Omit<Assertion, 'with'> & { with?: unknown }) =>
      post<AssertionResult>('/assertions', assertion),

    markers: {
      /** The latest marks, newest first: markers, moves of the clock, snapshot restores and resets. */
      list: () => list<MarkView>('/markers'),
      /** Starts a section of the log. `failed`: whether the previous section failed. */
      add: (text: string, failed?: boolean) => post<MarkView>('/markers', { text, failed }),
    },

    ...workspaceCalls(calls),

    rules: {
      list: (query: Paging = {}) => list<RuleView>('/rules', query),
      add: (rule: Record<string, unknown>) => post<RuleView>('/rules', rule),
      /** The kinds of rules, each with its fields. */
      kinds: () => list<RuleKindView>('/rules/kinds'),
      /** Changes a rule; null removes a field. */
      update: (id: string, rule: { when?: Record<string, unknown>; then?: Record<string, unknown> }) =>
        requestData<RuleView>('PATCH', `/rules/${named(id)}`, rule),
      remove: (id: string) => remove(`/rules/${named(id)}`),
    },
    faults: {
      list: (query: Paging = {}) => list<FaultView>('/faults', query),
      add: (fault: Record<string, unknown>) => post<FaultView>('/faults', fault),
      /** The kinds of faults, each with its fields. */
      kinds: () => list<FaultKindView>('/faults/kinds'),
      remove: (id: string) => remove(`/faults/${named(id)}`),
      removeAll: () => requestData<FaultsRemoved>('DELETE', '/faults'),
    },
    outcomes: () => list<OutcomeRow>('/outcomes'),
    /** The codes that moves and rules accept, grouped by rail. */
    codes: () => list<CodesRow>('/outcomes/codes'),
    /** `sums`: the answer also contains the sums of all movements that match. */
    ledger: (query: Searching & { subject?: string; sums?: boolean } = {}) =>
      requestJson<LedgerPage>('GET', '/ledger', undefined, query),
    /** The kinds of objects that can be listed. */
    kinds: () => list<KindView>('/kinds'),
    objects: {
      /**
       * `search`: only objects that contain every word. A page of a search can be shorter than `limit`; `next`
       * continues the search. `sums`: the answer also contains the sums of all objects that match.
       */
      list: (kind: string, query: Searching & { state?: string; sums?: boolean } = {}) =>
        get<ObjectPage>('/objects', { kind, ...query }),
      get: (id: string) => get<ObjectDetails>(`/objects/${named(id)}`),
      /** The fields that you can edit now, with their values. */
      editable: (id: string) => list<InputField>(`/objects/${named(id)}/editable`),
      /**
       * Edits the stored object without a move. `set` maps paths to new values; `emit` sends the event of an update.
       */
      set: (id: string, set: Record<string, unknown>, further: Omit<EditInput, 'set'> = {}) =>
        requestData<EditResult>('PATCH', `/objects/${named(id)}`, { set, ...further }),
      belongings: (id: string) => get<RelatedObjects>(`/objects/${named(id)}/belongings`),
      /** Returns the URL of an object's page, for kinds that have pages. `path` comes from the kind. */
      page: (path: string, id: string) => post<{ url: string }>(path.replace('{id}', named(id))),
    },
    reset: () => post<Reset>('/reset'),
    fixtures: {
      /** Loads a fixture: the name of a bundled one, a file in the emulator's folder, or the fixture itself. */
      load: (fixture: string | object) => post<FixtureLoadResult>('/fixtures', { fixture }),
    },
    snapshots: {
      save: (name: string) => post<SnapshotView>('/snapshots', { name }),
      restore: (name: string) => post<ClockReading>(`/snapshots/${named(name)}/restore`),
      list: () => list<SnapshotView>('/snapshots'),
      /**
       * The differences between the snapshot and the current state. `limit`: for how many objects of each kind the
       * fields are listed.
       */
      diff: (name: string, query: { kind?: string; limit?: number } = {}) =>
        get<SnapshotDiff>(`/snapshots/${named(name)}/diff`, query),
      rename: (name: string, to: string) =>
        requestData<SnapshotView>('PATCH', `/snapshots/${named(name)}`, { name: to }),
      delete: (name: string) => remove(`/snapshots/${named(name)}`),
    },
    /** Exports the workspace as a fixture. `all`: exports every workspace. */
    export: (all?: boolean) => requestJson<Record<string, unknown>>('GET', '/export', undefined, { all }),
    mail: {
      /** `to`: only messages that were sent to this address. */
      list: (query: Searching & { to?: string } = {}) => searched<MailView>('/mail', query),
      get: (id: string) => get<MailDetails>(`/mail/${named(id)}`, { format: 'json' }),
      /** The message as it was sent (RFC 5322). */
      raw: (id: string) => requestText(`/mail/${named(id)}`),
    },
    invoices: {
      /**
       * Pays as the customer: with a saved instrument, with a test card, or by default with the most recently saved
       * instrument.
       */
      pay: (id: string, request: { payment_method_id?: string; card_number?: string } = {}) =>
        post<Record<string, unknown>>(`/invoices/${named(id)}/pay`, request),
    },
    disputes: {
      create: (dispute: Record<string, unknown>) => post<Record<string, unknown>>('/disputes', dispute),
    },

    /**
     * The log, oldest message first: the latest messages, the messages before a number, or the messages after a number.
     */
    log: (page: { since?: number; before?: number; limit?: number } = {}) =>
      requestJson<LogPage>('GET', '/log', undefined, page),
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
