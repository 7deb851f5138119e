import { parseIso, secondMs, stopwatch, wakeAfter } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';
import { type Cause, type EventRecord, envelopeOf, events } from '../engine/events.ts';
import { type DeliveryFaultKind, deliveryFaultKinds, onDelivery, takeFault } from '../engine/faults.ts';
import { getOrMake } from '../engine/maps.ts';
import type { Mode, Workspace } from '../engine/workspace.ts';
import { attemptOf, sign, type Turn, unsent } from './attempt.ts';
import {
  type Attempt,
  type Delivery,
  delayAttempt,
  deliveries,
  endDelivery,
  recordAttempts,
  whyUndeliverable,
} from './deliveries.ts';
import { endpoints, type WebhookEndpoint } from './endpoints.ts';
import { type Item, Lane, laneWidth } from './lane.ts';
import { type Answer, loadSender, type Sender } from './sender.ts';
import { checkTarget, type Target } from './targets.ts';
import { UnderWay } from './under-way.ts';

/** How long a reordered delivery waits for one to overtake it, in real milliseconds. */
const overtakeWait = secondMs;
/** How long a result that the disk refused waits before it is recorded again, in real milliseconds. */
const diskRetry = secondMs;

const kindsWhileHeld = deliveryFaultKinds.filter((kind) => kind !== 'reorder');

export interface DispatcherOptions {
  signatureTime: 'real' | 'emulated';
  allowRemote: boolean;
  version: string;
  /** What may not come to rest in a record is masked in what receivers answer. */
  mask: (text: string) => string;
}

/** An attempt, told to listeners once it is kept. */
export interface AttemptNews {
  readonly workspaceId: string;
  readonly mode: Mode;
  /** The delivery after the attempt. */
  readonly delivery: Delivery;
  readonly attempt: Attempt;
  /** Null where it went to an address that is no endpoint. */
  readonly endpoint: WebhookEndpoint | null;
}

export interface DispatcherHooks {
  /** Called before an attempt to an endpoint is recorded. */
  readonly answered: (endpoint: WebhookEndpoint) => void;
  /** Called for every attempt once it is kept. */
  readonly kept: (news: AttemptNews) => void;
}

/** Starts due deliveries in order, a few at a time per endpoint, and records what came of them. */
export class Dispatcher {
  /** What is due and has no result yet. */
  readonly underWay: UnderWay;
  readonly #engine: Engine;
  readonly #options: DispatcherOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #hooks: DispatcherHooks;
  #sender: Sender | null = null;
  #loading: Promise<void> | null = null;
  #stopped = false;
  #lastTarget: { url: string; target: Target } | null = null;

  constructor(engine: Engine, options: DispatcherOptions, hooks: DispatcherHooks) {
    this.underWay = new UnderWay(engine);
    this.#engine = engine;
    this.#options = options;
    this.#hooks = hooks;
  }

  /**
   * Takes a due delivery into its lane, unless it is there.
   * @param due the emulated instant at which it came due, in milliseconds
   */
  enqueue(workspaceId: string, mode: Mode, delivery: Delivery, due: number): void {
    if (this.#stopped) return;
    const to = delivery.endpoint_id ?? new URL(delivery.url).origin;
    const key = `${workspaceId}/${mode} ${to}`;
    const lane = getOrMake(this.#lanes, key, () => new Lane(key, workspaceId, mode));
    if (lane.has(delivery.id)) return;
    this.underWay.enter(workspaceId, lane.add(delivery, due, stopwatch()));
    this.#pump(lane);
  }

  /** Breaks off what is in flight; it stays pending and is made again, under the same number, at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const lane of this.#lanes.values()) lane.held?.cancel();
    this.underWay.giveUp();
    await this.#loading;
    await this.#sender?.close();
  }

  #pump(lane: Lane): void {
    if (lane.pumping || this.#stopped) return;
    if (this.#sender === null) {
      this.#load();
      return;
    }
    lane.pumping = true;
    while (lane.active < laneWidth) {
      const item = lane.next();
      if (item === undefined) break;
      lane.active++;
      this.#begin(lane, item);
    }
    lane.pumping = false;
    if (lane.isIdle) this.#lanes.delete(lane.key);
  }

  #load(): void {
    this.#loading ??= loadSender(this.#options.allowRemote).then((sender) => {
      this.#sender = sender;
      for (const lane of [...this.#lanes.values()]) this.#pump(lane);
    });
  }

  #begin(lane: Lane, item: Item): void {
    const engine = this.#engine;
    const workspace = engine.workspace(lane.workspaceId);
    const delivery = this.#stored(lane, item);
    if (workspace === undefined || delivery === undefined || !delivery.due) {
      this.#finish(lane, item);
      return;
    }
    const endpoint =
      delivery.endpoint_id === null ? undefined : engine.state.root.of(endpoints).get(delivery.endpoint_id);
    const event = engine.dataSet(lane.workspaceId, lane.mode).of(events).get(delivery.event_id);
    const gone = event === undefined ? `The event ${delivery.event_id} is gone.` : whyUndeliverable(engine, delivery);
    if (event === undefined || gone !== null) {
      this.#change(lane, item, workspace, delivery, (ctx) => endDelivery(ctx, delivery, gone ?? ''));
      return;
    }
    const fault = this.#faultFor(lane, item, delivery);
    if (fault?.kind === 'delay' && delivery.fault !== 'delay') {
      this.#change(lane, item, workspace, delivery, (ctx) => delayAttempt(ctx, delivery, fault.ms ?? 0));
      return;
    }
    if (fault?.kind === 'reorder' && !item.reordered) {
      this.#hold(lane, item);
      return;
    }
    if (lane.held !== null && lane.held.follower === null) {
      lane.held.cancel();
      lane.held.follower = item;
    }
    const at = this.#instantOf(workspace, item);
    this.#attempt({ lane, item, workspace, delivery, url: endpoint?.url ?? delivery.url, at, fault }, event, endpoint);
  }

  /** The fault of this turn: one that was taken before, or the next that a developer asked for. */
  #faultFor(lane: Lane, item: Item, delivery: Delivery): Turn['fault'] {
    if (item.reordered) return { kind: 'reorder', status: null, ms: null };
    if (delivery.fault !== null) return { kind: delivery.fault, status: null, ms: null };
    const kinds: readonly DeliveryFaultKind[] = lane.held === null ? deliveryFaultKinds : kindsWhileHeld;
    return takeFault(this.#engine, lane.workspaceId, onDelivery, kinds);
  }

  /** Lets the next delivery of the lane overtake this one: it goes when that one's attempt has ended. */
  #hold(lane: Lane, item: Item): void {
    lane.active--;
    item.reordered = true;
    lane.held = { item, follower: null, cancel: wakeAfter(overtakeWait, () => this.#letGo(lane)) };
    this.#pump(lane);
  }

  #letGo(lane: Lane): void {
    const held = lane.held;
    if (held === null) return;
    held.cancel();
    lane.held = null;
    lane.putBack(held.item);
    this.#pump(lane);
  }

  /**
   * An attempt belongs to the instant at which it came due, and to the real time that it then had to wait: a clock
   * that was moved in the meantime does not move it.
   */
  #instantOf(workspace: Workspace, item: Item): number {
    const now = this.#engine.clock(workspace).now();
    const waited = workspace.clock.mode === 'frozen' ? 0 : Math.round(stopwatch() - item.since);
    return Math.min(now, item.due + waited);
  }

  #attempt(turn: Turn, event: EventRecord, endpoint: WebhookEndpoint | undefined): void {
    const { workspace, url, fault } = turn;
    if (fault?.kind === 'drop') {
      this.#record(turn, endpoint, [attemptOf(turn, unsent('dropped by a fault'), fault.kind)]);
      return;
    }
    const target = this.#targetOf(url);
    if (typeof target === 'string') {
      this.#record(turn, endpoint, [attemptOf(turn, unsent(target), fault?.kind ?? null)]);
      return;
    }
    const body = Buffer.from(envelopeOf(event));
    const secret = endpoint?.secret ?? workspace.webhook_secret;
    const send = (hold: number, done: (answer: Answer, signature: string) => void): void => {
      const { headers, signature } = sign(turn, event.type, secret, body, this.#options);
      this.#sender?.send({ target, headers, body, hold }, (answer) => {
        // A stop breaks attempts off: they have no result, and are made again at the next start.
        if (!this.#stopped) done(this.#masked(answer), signature);
      });
    };
    if (fault?.kind === 'duplicate') {
      send(0, (answer, signature) => {
        const original = attemptOf(turn, answer, null, signature);
        send(0, (copy, again) => this.#record(turn, endpoint, [original, attemptOf(turn, copy, 'duplicate', again)]));
      });
      return;
    }
    send(fault?.kind === 'latency' ? (fault.ms ?? 0) : 0, (answer, signature) => {
      if (fault?.kind === 'status') Object.assign(answer, { status: fault.status, error: null });
      this.#record(turn, endpoint, [attemptOf(turn, answer, fault?.kind ?? null, signature)]);
    });
  }

  /** Where an address leads, or why nothing is sent there. */
  #targetOf(url: string): Target | string {
    if (this.#lastTarget?.url === url) return this.#lastTarget.target;
    const { target, refusal } = checkTarget(url, this.#options.allowRemote);
    if (target === null) return refusal;
    this.#lastTarget = { url, target };
    return target;
  }

  #masked(answer: Answer): Answer {
    const { mask } = this.#options;
    answer.body = mask(answer.body);
    for (const name in answer.headers) answer.headers[name] = mask(answer.headers[name]!);
    return answer;
  }

  #record(turn: Turn, endpoint: WebhookEndpoint | undefined, attempts: Attempt[]): void {
    const { lane, item, workspace, delivery } = turn;
    if (endpoint !== undefined && this.#stored(lane, item) === delivery) this.#hooks.answered(endpoint);
    this.#change(
      lane,
      item,
      workspace,
      delivery,
      (ctx) => recordAttempts(ctx, delivery, turn.url, attempts),
      (after) => {
        for (const attempt of attempts) {
          this.#hooks.kept({
            workspaceId: lane.workspaceId,
            mode: lane.mode,
            delivery: after,
            attempt,
            endpoint: endpoint ?? null,
          });
        }
      },
    );
  }

  /** Changes a delivery as a unit of its own, and lets its lane go on when that is kept. */
  #change(
    lane: Lane,
    item: Item,
    workspace: Workspace,
    delivery: Delivery,
    work: (ctx: Parameters<typeof recordAttempts>[0]) => Delivery,
    kept: (after: Delivery) => void = () => {},
  ): void {
    const stored = this.#stored(lane, item);
    if (stored !== delivery) {
      // A snapshot that was restored meanwhile has put another record in its place: the result belongs to no one.
      this.#finish(lane, item);
      if (stored?.due === true) this.enqueue(lane.workspaceId, lane.mode, stored, item.due);
      return;
    }
    if (this.#stopped) return;
    const cause: Cause = { type: 'control', id: delivery.id, name: 'deliveries.attempt' };
    const after = this.#engine.run(this.#engine.workspace(workspace.id) ?? workspace, lane.mode, cause, work);
    this.#engine.whenKept((refusal) => {
      if (refusal !== null) {
        wakeAfter(diskRetry, () => this.#change(lane, item, workspace, delivery, work, kept));
        return;
      }
      kept(after);
      this.#finish(lane, item);
      // The clock may have been moved while this was being kept: what came due again then found itself in the lane still.
      const now = this.#stored(lane, item);
      if (now?.due === true)
        this.enqueue(lane.workspaceId, lane.mode, now, parseIso(now.next_attempt_at ?? '') ?? item.due);
    });
  }

  #finish(lane: Lane, item: Item): void {
    lane.active--;
    lane.leave(item);
    if (lane.held?.follower === item) this.#letGo(lane);
    this.#pump(lane);
    this.underWay.leave(lane.workspaceId, item);
  }

  #stored(lane: Lane, item: Item): Delivery | undefined {
    // Asking for the data of a workspace that is gone would make it anew.
    if (this.#engine.workspace(lane.workspaceId) === undefined) return undefined;
    return this.#engine.dataSet(lane.workspaceId, lane.mode).of(deliveries).get(item.id);
  }
}
