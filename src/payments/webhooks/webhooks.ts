import { parseIso } from '../../core/base/instants.ts';
import type { Commit, Engine } from '../../core/kernel/engine.ts';
import { invalid, notFound } from '../../core/kernel/errors.ts';
import { type Cause, events, type StoredEvent } from '../../core/kernel/events.ts';
import { Listeners, type Warn } from '../../core/kernel/listeners.ts';
import { filters, type Page, type PageQuery, pageOf, pageOfOwn } from '../../core/kernel/pagination.ts';
import { ownerOfSet } from '../../core/kernel/state.ts';
import { type Mode, modes, type Workspace } from '../../core/kernel/workspace.ts';
import { hideSecrets } from '../secrets/hide.ts';
import type { PendingAttempt, StoredAttempt } from './attempt.ts';
import {
  createDelivery,
  type Delivery,
  deliveries,
  failDelivery,
  stageDeliveries,
  stageShown,
  undeliverableReason,
} from './deliveries.ts';
import { Dispatcher } from './dispatcher.ts';
import { warningOf } from './endpoint-warnings.ts';
import {
  type EndpointInput,
  type EndpointPatch,
  Endpoints,
  endpoints,
  endpointsOf,
  getEndpoint,
  type Rotation,
  type WebhookEndpoint,
  wants,
} from './endpoints.ts';
import { firstAttemptsOf } from './first-attempts.ts';
import { type EndpointHealth, HealthTracker } from './health.ts';
import { type ProbeKind, sendProbe } from './probe.ts';
import type { OutstandingDeliveries } from './queue.ts';
import { checkTarget } from './receiver-address.ts';
import type { SendingOptions } from './sending-options.ts';

export interface WebhooksOptions extends SendingOptions {
  warn: Warn;
}

interface ResendOptions {
  /** The URL that receives the event instead of the endpoints. The workspace's webhook secret signs the event. */
  to?: string;
  /** The id of an endpoint, which can be disabled. */
  endpoint?: string;
}

/** The number of waiting deliveries that fail in one unit of work. */
const chunkSize = 500;

/** The webhooks of all workspaces (specification, "Events"): endpoints, deliveries and their attempts. */
export class Webhooks {
  readonly #engine: Engine;
  readonly #options: WebhooksOptions;
  readonly #endpoints: Endpoints;
  readonly #dispatcher: Dispatcher;
  readonly #health: HealthTracker;
  readonly #listeners: Listeners<[recorded: StoredAttempt]>;
  #running = false;

  constructor(engine: Engine, options: WebhooksOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#listeners = new Listeners('delivery attempts', options.warn);
    this.#endpoints = new Endpoints(engine, options);
    this.#health = new HealthTracker(engine);
    this.#dispatcher = new Dispatcher(engine, options, {
      beforeRecord: (endpoint) => this.#health.load(endpoint),
      recorded: (recorded) => this.#announce(recorded),
    });
    engine.routeEvent = options.shown === undefined ? stageDeliveries : stageShown(options.shown);
    engine.onCommit((commit) => this.#enqueueDue(commit));
  }

  /** Starts sending. Deliveries that were already due when the emulator stopped or was killed are sent first. */
  start(): void {
    this.#running = true;
    for (const workspace of [...this.#engine.allWorkspaces()]) this.resume(workspace.id);
  }

  /** Queues the due deliveries of a workspace, at a start and after the workspace's data have been replaced. */
  resume(workspaceId: string): void {
    const workspace = this.#engine.workspace(workspaceId);
    if (!this.#running || workspace === undefined) return;
    const now = this.#engine.clock(workspace).now();
    for (const mode of modes) {
      const all = this.#engine.dataSet(workspaceId, mode).of(deliveries);
      const pending = [...all.newestFirst({ status: ['pending'] })].reverse();
      for (const delivery of pending) {
        if (delivery.due) this.#dispatcher.enqueue(workspaceId, mode, delivery, now);
      }
    }
  }

  /** Aborts the attempts in flight. Their deliveries stay pending. */
  async stop(): Promise<void> {
    this.#running = false;
    await this.#dispatcher.stop();
  }

  /** Calls the listener for every attempt after it has been stored. */
  onAttempt(listener: (recorded: StoredAttempt) => void): void {
    this.#listeners.add(listener);
  }

  /** Creates an endpoint. @throws 400 `parameter_invalid` */
  createEndpoint(
    workspace: Workspace,
    input: EndpointInput,
    cause: Cause,
    source: WebhookEndpoint['source'] = 'api',
  ): WebhookEndpoint {
    return this.#endpoints.add(workspace, input, source, cause);
  }

  /**
   * Adds an endpoint. If the workspace and mode already have an endpoint at the URL, that endpoint is changed and
   * enabled. Fields that are absent keep their values.
   * @throws 400 `parameter_invalid`
   */
  putEndpoint(workspace: Workspace, input: EndpointInput, cause: Cause): { endpoint: WebhookEndpoint; isNew: boolean } {
    const { url: _url, mode: _mode, enabled = true, ...said } = input;
    const known = this.endpointAt(workspace.id, input);
    if (known === undefined) return { endpoint: this.createEndpoint(workspace, input, cause), isNew: true };
    return { endpoint: this.updateEndpoint(workspace, known.id, { ...said, enabled }, cause), isNew: false };
  }

  /**
   * Creates the endpoint of `--forward-to`: test mode, all events, the workspace's own secret. If an earlier
   * `--forward-to` created an endpoint, that endpoint is changed and keeps its id.
   * @throws 400 `parameter_invalid`
   */
  forwardTo(workspace: Workspace, url: string, cause: Cause): WebhookEndpoint {
    const earlier = endpointsOf(this.#engine.state.root, workspace.id, 'test').find(
      ({ source }) => source === 'forward_to',
    );
    const secret = workspace.webhook_secret;
    if (earlier === undefined) return this.createEndpoint(workspace, { url, secret }, cause, 'forward_to');
    return this.updateEndpoint(workspace, earlier.id, { url, secret, enabled: true, events: ['*'] }, cause);
  }

  /** @throws 400 `parameter_invalid`, 404 `resource_missing` */
  updateEndpoint(workspace: Workspace, id: string, patch: EndpointPatch, cause: Cause): WebhookEndpoint {
    const endpoint = this.#endpoints.change(workspace, id, patch, cause);
    if (!endpoint.enabled) void this.#failWaiting(workspace, endpoint, cause);
    return endpoint;
  }

  /**
   * Sets a new secret. The old secret also signs for `overlap` emulated milliseconds.
   * @throws 400 `parameter_invalid`, 404 `resource_missing`
   */
  rotateSecret(workspace: Workspace, id: string, rotation: Rotation, cause: Cause): WebhookEndpoint {
    return this.#endpoints.rotateSecret(workspace, id, rotation, cause);
  }

  /** Removes an endpoint. Its waiting deliveries fail. @throws 404 `resource_missing` */
  deleteEndpoint(workspace: Workspace, id: string, cause: Cause): WebhookEndpoint {
    const endpoint = this.#endpoints.remove(workspace, id, cause);
    void this.#failWaiting(workspace, endpoint, cause);
    return endpoint;
  }

  /** @throws 404 `resource_missing` */
  getEndpoint(workspaceId: string, id: string): WebhookEndpoint {
    return getEndpoint(this.#engine.state.root, workspaceId, id);
  }

  /** The endpoint at a URL; undefined if the workspace and mode have none there. */
  endpointAt(workspaceId: string, { url, mode = 'test' }: EndpointInput): WebhookEndpoint | undefined {
    const { target } = checkTarget(url, this.#options.allowRemoteWebhooks);
    return endpointsOf(this.#engine.state.root, workspaceId, mode).find((each) => each.url === target?.href);
  }

  /** How many endpoints a workspace has in both modes. */
  countEndpoints(workspaceId: string): number {
    return [...this.#engine.state.root.of(endpoints).newestFirst({ workspace_id: [workspaceId] })].length;
  }

  /** A page of the endpoints for a workspace and mode, newest first. */
  listEndpoints(workspaceId: string, mode: Mode, query: PageQuery = {}): Page<WebhookEndpoint> {
    return pageOfOwn(this.#engine.state.root.of(endpoints), query, { workspace_id: [workspaceId], mode: [mode] });
  }

  /** Sends one request that a receiver must accept or reject, and returns the response. The request is not recorded. */
  async probe(workspace: Workspace, endpoint: WebhookEndpoint, event: StoredEvent, kind: ProbeKind) {
    const { signatureTime, version, allowRemoteWebhooks: allowRemote, authority = null } = this.#options;
    const at = this.#engine.clock(workspace).now();
    const sent = this.#sentAs(event)[0]!;
    const shown = this.#options.shown?.event(event, sent.type) ?? event;
    const probed = await sendProbe(
      { event: shown, endpoint, kind, at },
      { signatureTime, version, allowRemote, authority },
    );
    return { ...probed, answer: { ...probed.answer, body: hideSecrets(probed.answer.body) } };
  }

  health(endpoint: WebhookEndpoint): EndpointHealth {
    return this.#health.of(endpoint);
  }

  /** @throws 404 `resource_missing` */
  getDelivery(workspaceId: string, mode: Mode, id: string): Delivery {
    const delivery = this.#engine.dataSet(workspaceId, mode).of(deliveries).get(id);
    if (delivery === undefined) throw notFound('delivery', id);
    return delivery;
  }

  /** A page of deliveries, newest first. */
  listDeliveries(
    workspaceId: string,
    mode: Mode,
    query: PageQuery = {},
    filter: { event_id?: string; endpoint_id?: string; status?: Delivery['status'] } = {},
  ): Page<Delivery> {
    return pageOf(
      this.#engine.dataSet(workspaceId, mode).of(deliveries),
      query,
      filters(filter, 'event_id', 'endpoint_id', 'status'),
    );
  }

  /** All deliveries of an event, oldest first. */
  deliveriesOf(workspaceId: string, mode: Mode, eventId: string): Delivery[] {
    const all = this.#engine.dataSet(workspaceId, mode).of(deliveries);
    return [...all.newestFirst({ event_id: [eventId] })].reverse();
  }

  /**
   * Sends an event again now: to a URL, to one endpoint, or to the mode's enabled endpoints that subscribe to its type;
   * if none does, to all enabled ones. Each new delivery has one attempt. If it arrives, it ends earlier deliveries.
   * @returns the new deliveries, which are still pending
   * @throws 404 `resource_missing`; 400 `parameter_invalid` if the workspace has no target for the event
   */
  resend(workspace: Workspace, mode: Mode, eventId: string, cause: Cause, options: ResendOptions = {}): Delivery[] {
    const { root } = this.#engine.state;
    return this.#engine.run(workspace, mode, cause, (ctx) => {
      const event = ctx.get(events, eventId);
      const sent = this.#sentAs(event);
      if (options.to !== undefined) {
        const { target, refusal } = checkTarget(options.to, this.#options.allowRemoteWebhooks);
        if (target === null) throw invalid('to', refusal);
        return sent.map((each) => createDelivery(ctx, each, { id: null, url: target.href }, true));
      }
      if (options.endpoint !== undefined) {
        const endpoint = getEndpoint(root, workspace.id, options.endpoint);
        return sent.map((each) => createDelivery(ctx, each, endpoint, true));
      }
      const enabled = endpointsOf(root, workspace.id, mode).filter((endpoint) => endpoint.enabled);
      const wanting = enabled.filter((endpoint) => wants(endpoint, event.type));
      const receivers = wanting.length > 0 ? wanting : enabled;
      if (receivers.length === 0) {
        throw invalid(
          'to',
          `${workspace.id} has no enabled webhook endpoint in ${mode} mode. Add an endpoint, or specify a receiver URL.`,
        );
      }
      return receivers.flatMap((endpoint) => sent.map((each) => createDelivery(ctx, each, endpoint, true)));
    });
  }

  /** Resolves with the number of due deliveries without an attempt: at 0, or after `timeout` real milliseconds. */
  firstAttemptsDone(workspaceId: string, timeout: number): Promise<number> {
    return this.#dispatcher.outstanding.drained(workspaceId, 'firstAttempts', timeout);
  }

  /** Resolves when every event of a request has had its first attempts, or after `timeout` real milliseconds. */
  firstAttemptsOf(workspaceId: string, mode: Mode, requestId: string, timeout: number): Promise<void> {
    return firstAttemptsOf(this.#engine.dataSet(workspaceId, mode), requestId, timeout);
  }

  /** Whether a call belongs to a delivery that is in flight (`Dispatcher.isDelivering`). */
  isDelivering(workspaceId: string, text: string, isWrite: boolean): boolean {
    return this.#dispatcher.isDelivering(workspaceId, text, isWrite);
  }

  /** Resolves with the number of queued and running deliveries: at 0, or after `timeout` real milliseconds. */
  allEnded(workspaceId: string, timeout: number): Promise<number> {
    return this.#dispatcher.outstanding.drained(workspaceId, 'all', timeout);
  }

  /** The deliveries that are queued or in flight. */
  get outstanding(): Pick<OutstandingDeliveries, 'count' | 'onEnd' | 'drained'> {
    return this.#dispatcher.outstanding;
  }

  get inFlight(): ReadonlySet<PendingAttempt> {
    return this.#dispatcher.inFlight;
  }

  /** Discards the health data of endpoints, after a snapshot has been restored or a fixture loaded. */
  forget(): void {
    this.#health.clear();
  }

  #enqueueDue({ unit }: Commit): void {
    if (!this.#running) return;
    const written = unit.written(deliveries);
    for (const { set, record } of this.#options.shown?.inOrder(written, (each) => each.record.event_type) ?? written) {
      if (!record.due) continue;
      const owner = ownerOfSet(set);
      if (owner === null) continue;
      const due = parseIso(record.next_attempt_at ?? '') ?? 0;
      this.#dispatcher.enqueue(owner.workspaceId, owner.mode, record, due);
    }
  }

  /** An event under each type under which it is sent: at least one, because a developer requested it. */
  #sentAs(event: StoredEvent): readonly StoredEvent[] {
    const types = this.#options.shown?.typesOf(event.type) ?? [];
    return types.length === 0 ? [event] : types.map((type) => ({ ...event, type }));
  }

  #announce(recorded: StoredAttempt): void {
    // The response to a forged copy does not indicate the endpoint's health.
    const isGenuine = recorded.attempt.forgery === undefined;
    if (recorded.endpoint !== null && isGenuine) {
      const warning = warningOf(recorded.endpoint, recorded, this.#health.add(recorded.endpoint, recorded.attempt));
      if (warning !== null) this.#options.warn(warning);
    }
    this.#listeners.call(recorded);
  }

  /** Fails the waiting deliveries of an endpoint. Deliveries in flight can finish. */
  async #failWaiting(workspace: Workspace, endpoint: WebhookEndpoint, cause: Cause): Promise<void> {
    const engine = this.#engine;
    const { mode } = endpoint;
    const all = engine.dataSet(workspace.id, mode).of(deliveries);
    const waiting: string[] = [];
    for (const delivery of all.newestFirst({ endpoint_id: [endpoint.id], status: ['pending'] })) {
      if (!delivery.due) waiting.push(delivery.id);
    }
    while (waiting.length > 0) {
      const chunk = waiting.splice(-chunkSize).reverse();
      const current = engine.workspace(workspace.id);
      if (current === undefined) return;
      engine.run(current, mode, cause, (ctx) => {
        for (const id of chunk) {
          const delivery = ctx.find(deliveries, id);
          if (delivery === undefined || delivery.status !== 'pending' || delivery.due) continue;
          const error = undeliverableReason(engine, delivery);
          if (error !== null) failDelivery(ctx, delivery, error);
        }
      });
      // If the disk refuses the commit, no delivery has changed. Each delivery then fails when its job runs.
      await engine.kept().catch(() => {});
    }
  }
}
