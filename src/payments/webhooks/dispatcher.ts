import { minuteMs, parseIso, secondMs } from '../../core/base/instants.ts';
import { getOrMake } from '../../core/base/maps.ts';
import { stopwatch, wakeAfter } from '../../core/base/time.ts';
import type { Context } from '../../core/kernel/context.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import { type Cause, events, type StoredEvent } from '../../core/kernel/events.ts';
import { onDelivery } from '../../core/kernel/faults/check-fault.ts';
import { deliveryFaultKinds } from '../../core/kernel/faults/fault-kinds.ts';
import { takeFault } from '../../core/kernel/faults/faults.ts';
import { isSame } from '../../core/kernel/field-changes.ts';
import type { Mode, Workspace } from '../../core/kernel/workspace.ts';
import { holds, namesOf } from '../platform/event-names.ts';
import { hideHeader, hideSecrets } from '../secrets/hide.ts';
import {
  attemptOf,
  copiesOf,
  type DequeuedDelivery,
  type PendingAttempt,
  type StoredAttempt,
  sign,
  unsent,
} from './attempt.ts';
import { CompanionDeliveries } from './companion-deliveries.ts';
import {
  type Attempt,
  type Delivery,
  delayAttempt,
  deliveries,
  failDelivery,
  nextNumber,
  undeliverableReason,
} from './deliveries.ts';
import { endpointOf, type WebhookEndpoint } from './endpoints.ts';
import { EndpointQueue, maxInFlight, OutstandingDeliveries, type QueueItem } from './queue.ts';
import { checkTarget, type ReceiverAddress } from './receiver-address.ts';
import { recordAttempts } from './retries.ts';
import { type Answer, loadSender, type Sender } from './sender.ts';
import type { SendingOptions } from './sending-options.ts';

/** How long a reordered delivery waits for another delivery to overtake it, in real milliseconds. */
const overtakeWait = secondMs;
/** The maximum time that a delivery waits for the next event about its object, in emulated milliseconds. */
const longestTogether = 10 * minuteMs;
/** How long the dispatcher waits after a failed disk write before it records the result again, in real milliseconds. */
const diskRetry = secondMs;

const kindsWhileHeld = deliveryFaultKinds.filter((kind) => kind !== 'reorder');

interface DispatcherHooks {
  /** Called before an attempt to an endpoint is recorded. */
  readonly beforeRecord: (endpoint: WebhookEndpoint) => void;
  /** Called for every attempt after it has been stored. */
  readonly recorded: (recorded: StoredAttempt) => void;
}

/** Starts due deliveries in order, a limited number at a time per endpoint, and records their results. */
export class Dispatcher {
  readonly outstanding: OutstandingDeliveries;
  readonly #engine: Engine;
  readonly #options: SendingOptions;
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #hooks: DispatcherHooks;
  #sender: Sender | null = null;
  #loading: Promise<void> | null = null;
  #stopped = false;
  readonly #together: CompanionDeliveries;
  /** The attempts in flight. */
  readonly #open = new Set<PendingAttempt>();
  #lastTarget: { url: string; target: ReceiverAddress } | null = null;

  constructor(engine: Engine, options: SendingOptions, hooks: DispatcherHooks) {
    this.outstanding = new OutstandingDeliveries(engine);
    this.#engine = engine;
    this.#together = new CompanionDeliveries(engine);
    this.#options = options;
    this.#hooks = hooks;
  }

  /**
   * Adds a due delivery to its queue, unless the queue already contains it.
   * @param due the emulated instant when the delivery became due, in milliseconds
   */
  enqueue(workspaceId: string, mode: Mode, delivery: Delivery, due: number): void {
    if (this.#stopped) return;
    const to = delivery.endpoint_id ?? new URL(delivery.url).origin;
    const key = `${workspaceId}/${mode} ${to}`;
    const queue = getOrMake(this.#queues, key, () => new EndpointQueue(key, workspaceId, mode));
    if (queue.has(delivery.id)) return;
    this.outstanding.add(workspaceId, queue.add(delivery, due));
    this.#drain(queue);
  }

  /**
   * Whether a call belongs to a delivery that is in flight in a workspace. This is the case if the call's text names
   * the event's object, or if the call writes while no other delivery is in flight.
   */
  isDelivering(workspaceId: string, text: string, isWrite: boolean): boolean {
    const open = [...this.#open].filter(({ workspace }) => workspace.id === workspaceId);
    if (isWrite && open.length === 1) return true;
    return open.some(({ event }) => namesOf(event).some((name) => holds(text, name)));
  }

  get inFlight(): ReadonlySet<PendingAttempt> {
    return this.#open;
  }

  /** Aborts the attempts in flight. After the next start, their deliveries are attempted again with the same number. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { held } of this.#queues.values()) for (const { cancel } of held) cancel();
    this.outstanding.stop();
    await this.#loading;
    await this.#sender?.close();
  }

  #drain(queue: EndpointQueue): void {
    if (queue.isDraining || this.#stopped) return;
    if (this.#sender === null) {
      this.#load();
      return;
    }
    queue.isDraining = true;
    while (queue.inFlight < (this.#options.deliveriesAtOnce ?? maxInFlight)) {
      const item = queue.next();
      if (item === undefined) break;
      queue.inFlight++;
      this.#inTurn(queue, () => this.#start(queue, item));
    }
    queue.isDraining = false;
    if (queue.size === 0) this.#queues.delete(queue.key);
  }

  /** Does work at once; in an emulator that teams share, in the turn of the workspace. */
  #inTurn({ workspaceId }: EndpointQueue, work: () => void): void {
    const { turns } = this.#options;
    if (turns === undefined) work();
    else turns.pass(workspaceId, work);
  }

  #load(): void {
    const { allowRemoteWebhooks: allowRemote, authority = null, attemptTimeout: timeout } = this.#options;
    this.#loading ??= loadSender({ allowRemote, authority, timeout }).then(
      (sender) => {
        this.#sender = sender;
        this.#drainAll();
      },
      // The machine is out of a resource such as file descriptors. Deliveries wait until it is available.
      () => {
        this.#loading = null;
        wakeAfter(secondMs, () => this.#drainAll());
      },
    );
  }

  #drainAll(): void {
    for (const queue of [...this.#queues.values()]) this.#drain(queue);
  }

  #start(queue: EndpointQueue, item: QueueItem): void {
    const engine = this.#engine;
    const workspace = engine.workspace(queue.workspaceId);
    const delivery = this.#stored(queue, item);
    if (workspace === undefined || delivery === undefined || !delivery.due) {
      this.#finish(queue, item);
      return;
    }
    const set = engine.dataSet(queue.workspaceId, queue.mode);
    const dequeued: DequeuedDelivery = { queue, item, workspace, delivery, set };
    const event = set.of(events).get(delivery.event_id);
    const reason =
      event === undefined ? `The event ${delivery.event_id} no longer exists.` : undeliverableReason(engine, delivery);
    if (event === undefined || reason !== null) {
      this.#update(dequeued, (ctx) => failDelivery(ctx, delivery, reason ?? ''));
      return;
    }
    const fault = this.#faultFor(dequeued, event);
    if (!this.#isPostponed(dequeued, event, fault)) this.#send(dequeued, event, fault);
  }

  /** Postpones a delivery if its fault does so, and did not do so before. */
  #isPostponed(dequeued: DequeuedDelivery, event: StoredEvent, fault: PendingAttempt['fault']): boolean {
    const { queue, item, delivery } = dequeued;
    if (fault === null || fault.kind === delivery.fault || item.isReordered) return false;
    if (fault.kind === 'delay') {
      this.#update(dequeued, (ctx) => delayAttempt(ctx, delivery, fault));
    } else if (fault.kind === 'reorder' && fault.at_once === true) {
      this.#together.add(queue, event.subject, delivery.id);
      const together = { ms: longestTogether, audit: fault.audit };
      this.#update(dequeued, (ctx) => delayAttempt(ctx, delivery, together, 'reorder'));
    } else if (fault.kind === 'reorder') {
      this.#hold(queue, item, fault.event == null ? null : event.subject, fault.audit);
    } else {
      return false;
    }
    return true;
  }

  /** Sends a delivery, before those that wait for one about the same object. */
  #send(
    { queue, item, workspace, delivery, set }: DequeuedDelivery,
    event: StoredEvent,
    fault: PendingAttempt['fault'],
  ): void {
    for (const held of queue.waitingFor(event.subject)) {
      held.cancel();
      held.follower = item;
    }
    const endpoint = endpointOf(this.#engine.state, delivery);
    const url = endpoint?.url ?? delivery.url;
    const at = this.#instantOf(workspace, item);
    const shown = this.#options.shown?.event(event, delivery.event_type) ?? event;
    // The fields are listed individually, because spreading a delivery made deliveries a third slower.
    this.#attempt({ queue, item, workspace, delivery, set, event: shown, endpoint, url, at, fault });
    this.#together.release(queue, event.subject);
  }

  /** The fault of this attempt: the previously assigned fault, or the next injected fault. */
  #faultFor({ queue, item, delivery }: DequeuedDelivery, { subject, type }: StoredEvent): PendingAttempt['fault'] {
    if (item.isReordered) return { kind: 'reorder', status: null, ms: null, audit: item.audit };
    if (delivery.fault !== null) {
      return { kind: delivery.fault, status: null, ms: null, audit: delivery.fault_audit };
    }
    const isHolding = queue.held.some((held) => held.subject === null || held.subject === subject);
    const kinds = isHolding ? kindsWhileHeld : deliveryFaultKinds;
    const isTo = (named: string) =>
      named === delivery.endpoint_id || named === (endpointOf(this.#engine.state, delivery)?.url ?? delivery.url);
    const facts = { event: type, attempt: nextNumber(delivery), isTo };
    return takeFault(this.#engine, { workspaceId: queue.workspaceId, on: onDelivery, kinds, facts });
  }

  /** Holds a delivery until an attempt of the next one in the queue, or of one about the same object, has ended. */
  #hold(queue: EndpointQueue, item: QueueItem, subject: string | null, audit: string | undefined): void {
    queue.inFlight--;
    item.isReordered = true;
    item.audit = audit;
    const cancel = wakeAfter(this.#options.overtakeWait ?? overtakeWait, () => this.#release(queue, item));
    queue.held.push({ item, subject, follower: null, cancel });
    this.#drain(queue);
  }

  #release(queue: EndpointQueue, item: QueueItem): void {
    const held = queue.held.find((each) => each.item === item);
    if (held === undefined) return;
    held.cancel();
    queue.held = queue.held.filter((each) => each !== held);
    queue.putBack(item);
    this.#drain(queue);
  }

  /** The instant when an attempt became due, plus its real time in the queue. Moving the clock does not change it. */
  #instantOf(workspace: Workspace, { due, queuedAt }: QueueItem): number {
    const waited = workspace.clock.mode === 'frozen' ? 0 : Math.round(stopwatch() - queuedAt);
    return Math.min(this.#engine.clock(workspace).now(), due + waited);
  }

  #attempt(pending: PendingAttempt): void {
    const { url, fault } = pending;
    const isDropped = fault?.kind === 'drop' || fault?.kind === 'lost';
    const target = isDropped ? 'dropped because of a fault' : this.#targetOf(url);
    if (typeof target === 'string') {
      this.#record(pending, [attemptOf(pending, unsent(target), { fault: fault?.kind ?? null, forgery: null })]);
      return;
    }
    this.#open.add(pending);
    const copies = copiesOf(pending);
    const isOneByOne = fault?.kind === 'duplicate' && fault.at_once !== true;
    const delayOf = (index: number): number =>
      fault?.kind === 'latency' || (fault?.kind === 'duplicate' && index > 0) ? (fault.ms ?? 0) : 0;
    const made: Attempt[] = [];
    let left = copies.length;
    const send = (index: number): void => {
      const copy = copies[index]!;
      const { headers, signature } = sign(pending, copy, this.#options);
      this.#sender?.send({ target, headers, body: copy.body, delay: delayOf(index) }, (answer) => {
        // A stop aborts attempts without a result. They are repeated after the next start.
        if (this.#stopped) return;
        if (fault?.kind === 'status') Object.assign(answer, { status: fault.status, error: null });
        made[index] = attemptOf(pending, this.#masked(answer), copy, signature);
        if (--left === 0) {
          this.#open.delete(pending);
          this.#inTurn(pending.queue, () => this.#record(pending, made));
        } else if (isOneByOne) send(index + 1);
      });
    };
    if (isOneByOne) send(0);
    else for (let index = 0; index < copies.length; index++) send(index);
  }

  /** Returns the target for a URL, or the reason why requests to it are not allowed. */
  #targetOf(url: string): ReceiverAddress | string {
    if (this.#lastTarget?.url === url) return this.#lastTarget.target;
    const { target, refusal } = checkTarget(url, this.#options.allowRemoteWebhooks);
    if (target === null) return refusal;
    this.#lastTarget = { url, target };
    return target;
  }

  #masked(answer: Answer): Answer {
    answer.body = hideSecrets(answer.body);
    for (const name in answer.headers) answer.headers[name] = hideHeader(name, answer.headers[name]!);
    return answer;
  }

  #record(pending: PendingAttempt, attempts: Attempt[]): void {
    const { queue, delivery, endpoint, url } = pending;
    if (endpoint !== null && this.#isAsItWas(pending)) this.#hooks.beforeRecord(endpoint);
    this.#update(
      pending,
      (ctx) => recordAttempts(ctx, delivery, url, attempts),
      (after) => {
        const { workspaceId, mode } = queue;
        for (const attempt of attempts) {
          this.#hooks.recorded({ workspaceId, mode, delivery: after, attempt, endpoint });
        }
      },
    );
  }

  /** Changes a delivery in its own unit of work. After the commit, the next delivery in the queue can start. */
  #update(
    dequeued: DequeuedDelivery,
    work: (ctx: Context) => Delivery,
    kept: (after: Delivery) => void = () => {},
  ): void {
    const { queue, item, workspace, delivery } = dequeued;
    if (!this.#isAsItWas(dequeued)) {
      // A restored snapshot has replaced the record, so the result no longer belongs to a delivery.
      this.#finish(queue, item);
      const stored = this.#stored(queue, item);
      if (stored?.due === true) this.enqueue(queue.workspaceId, queue.mode, stored, item.due);
      return;
    }
    if (this.#stopped) return;
    const cause: Cause = { type: 'control', id: delivery.id, name: 'deliveries.attempt' };
    const after = this.#engine.run(this.#engine.workspace(workspace.id) ?? workspace, queue.mode, cause, work);
    this.#engine.whenKept((refusal) => {
      if (refusal !== null) {
        wakeAfter(diskRetry, () => this.#update(dequeued, work, kept));
        return;
      }
      kept(after);
      this.#finish(queue, item);
      // The clock may have moved before this commit. If the delivery became due again, it was not queued, because the
      // queue still contained it.
      const now = this.#stored(queue, item);
      if (now?.due === true)
        this.enqueue(queue.workspaceId, queue.mode, now, parseIso(now.next_attempt_at ?? '') ?? item.due);
    });
  }

  #finish(queue: EndpointQueue, item: QueueItem): void {
    queue.inFlight--;
    queue.remove(item);
    for (const held of queue.held.filter(({ follower }) => follower === item)) this.#release(queue, held.item);
    this.#drain(queue);
    this.outstanding.remove(queue.workspaceId, item);
  }

  #isAsItWas({ queue, item, delivery, set }: DequeuedDelivery): boolean {
    const stored = this.#stored(queue, item);
    return isSame(stored, delivery) && this.#engine.dataSet(queue.workspaceId, queue.mode) === set;
  }

  #stored({ workspaceId, mode }: EndpointQueue, { id }: QueueItem): Delivery | undefined {
    // Reading the data set of a removed workspace would create the data set again.
    if (this.#engine.workspace(workspaceId) === undefined) return undefined;
    return this.#engine.dataSet(workspaceId, mode).of(deliveries).get(id);
  }
}
