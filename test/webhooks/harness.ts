import { afterEach } from 'vitest';
import { minuteMs, parseIso } from '../../src/core/base/instants.ts';
import { event } from '../../src/core/kernel/declare/declarations.ts';
import { lifecycle } from '../../src/core/kernel/declare/lifecycle.ts';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { baseFields, OneOf, T } from '../../src/core/kernel/declare/schema.ts';
import { composeSettings } from '../../src/core/kernel/declare/settings.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { Engine, type Journal } from '../../src/core/kernel/engine.ts';
import type { Cause } from '../../src/core/kernel/events.ts';
import { FaultInput } from '../../src/core/kernel/faults/fault-fields.ts';
import { addFault, faults } from '../../src/core/kernel/faults/faults.ts';
import { State } from '../../src/core/kernel/state.ts';
import { Scheduler } from '../../src/core/kernel/time/scheduler.ts';
import { type Mode, type Workspace, workspaces } from '../../src/core/kernel/workspace.ts';
import { collection } from '../../src/core/store/collection.ts';
import { checked } from '../../src/core/validation/input-check.ts';
import { platform } from '../../src/payments/platform/slice.ts';
import { webhookSlice } from '../../src/payments/webhooks/deliveries.ts';
import { type EndpointInput, endpoints, type WebhookEndpoint } from '../../src/payments/webhooks/endpoints.ts';
import { Webhooks, type WebhooksOptions } from '../../src/payments/webhooks/webhooks.ts';

const lampLifecycle = lifecycle('lamp', {
  states: ['lit', 'out'],
  moves: {
    light: { from: null, to: 'lit', by: 'api', emits: ['lamp.lit'], about: 'A lamp is lit.' },
    put_out: { from: 'lit', to: 'out', by: 'api', emits: ['lamp.out'], about: 'A lamp is put out.' },
  },
});

const LampModel = T.Object({ ...baseFields('lamp'), status: lampLifecycle.status, note: T.String() });
type Lamp = T.Static<typeof LampModel>;

const lamps = collection('lamp', { model: LampModel, lifecycle: lampLifecycle, prefix: 'lamp', indexes: [] });

const payload = T.Object({ lamp_id: T.String(), note: T.String(), status: OneOf(['lit', 'out']) });
const data = (lamp: Lamp): T.Static<typeof payload> => ({ lamp_id: lamp.id, note: lamp.note, status: lamp.status });

/** A resource of which the service knows nothing, so that these tests are about webhooks alone. */
const lampSlice = slice('lamps', {
  collections: [lamps],
  lifecycle: lampLifecycle,
  events: [
    event(lamps, 'lamp.lit', { about: 'A lamp is lit.', payload, data }),
    event(lamps, 'lamp.out', { about: 'A lamp is put out.', payload, data }),
  ],
});

export const cause: Cause = { type: 'control', id: 'req_test', name: 'test' };
export const workspaceId = 'ws_test';
export const startOfTime = parseIso('2026-03-01T09:00:00Z')!;

export interface BenchOptions extends Partial<WebhooksOptions> {
  state?: State;
  journal?: Journal | null;
  clock?: Workspace['clock'];
}

/** Everything a delivery needs, on a workspace whose clock stands at 2026-03-01T09:00:00Z unless told otherwise. */
export class Bench {
  readonly engine: Engine;
  readonly scheduler: Scheduler;
  readonly webhooks: Webhooks;
  readonly warnings: string[] = [];

  constructor({ state = new State(1), journal = null, clock, ...options }: BenchOptions = {}) {
    const registry = new Registry([lampSlice, webhookSlice], { collections: [endpoints, faults] });
    this.engine = new Engine({ state, registry, journal });
    if (this.engine.workspace(workspaceId) === undefined) {
      this.engine.runRoot(cause, startOfTime, (unit, root) => {
        unit.put(root, workspaces, {
          id: workspaceId,
          name: 'Test',
          settings: composeSettings([platform]).defaultsFor({ gateway: 'debit_payouts' }),
          clock: clock ?? { mode: 'frozen', offset_ms: 0, frozen_at: startOfTime },
          webhook_secret: 'whsec_workspace',
          fixture: 'default',
        });
      });
    }
    const warn = (message: string) => this.warnings.push(message);
    this.scheduler = new Scheduler(this.engine, warn);
    this.webhooks = new Webhooks(this.engine, {
      signatureTime: 'real',
      allowRemoteWebhooks: false,
      version: '9.9.9',
      warn,
      ...options,
    });
    this.webhooks.start();
  }

  get workspace(): Workspace {
    return this.engine.workspace(workspaceId)!;
  }

  endpoint(url: string, input: Partial<EndpointInput> = {}): WebhookEndpoint {
    return this.webhooks.createEndpoint(this.workspace, { url, ...input }, cause);
  }

  /** A fault of deliveries, checked as the control API checks it. */
  fault(input: { readonly [name in keyof FaultInput]?: unknown }) {
    return addFault(this.engine, this.workspace, checked(FaultInput, { on: 'delivery', ...input }), cause);
  }

  /** Lights a lamp, which emits `lamp.lit`; returns the event's id. */
  light(note = '', mode: Mode = 'test'): string {
    return this.engine.run(this.workspace, mode, cause, (ctx) => {
      const lamp = ctx.open(lamps, 'light', { ...ctx.base(lamps, 'lamp'), note });
      return [...ctx.unit.written(this.engine.registry.collections.get('event')!)].find(
        ({ record }) => record.subject === lamp.id,
      )!.record.id;
    });
  }

  /** Moves the clock forward and waits until everything that came due was attempted. */
  async advance(ms: number): Promise<void> {
    await this.scheduler.moveTo(workspaceId, this.engine.clock(this.workspace).now() + ms, cause);
    await this.settled();
  }

  async settled(timeout = 40_000): Promise<void> {
    const left = await this.webhooks.allEnded(workspaceId, timeout);
    if (left > 0) throw new Error(`${left} deliveries are still in progress.`);
  }

  /** The deliveries of an event, oldest first. */
  deliveriesOf(eventId: string, mode: Mode = 'test') {
    return this.webhooks.deliveriesOf(workspaceId, mode, eventId);
  }

  /** The one delivery of an event. */
  deliveryOf(eventId: string) {
    const all = this.deliveriesOf(eventId);
    if (all.length !== 1) throw new Error(`${eventId} has ${all.length} deliveries.`);
    return all[0]!;
  }

  async stop(): Promise<void> {
    this.scheduler.stop();
    await this.webhooks.stop();
    this.engine.flush();
  }
}

export const fiveMinutes = 5 * minuteMs;
export const halfAnHour = 30 * minuteMs;

const closing: (() => Promise<unknown>)[] = [];

/** Has something closed when the test has ended, last opened first. */
export function closeAfter<T extends { close(): Promise<unknown> } | { stop(): Promise<unknown> }>(thing: T): T {
  closing.push(() => ('close' in thing ? thing.close() : thing.stop()));
  return thing;
}

/** To be called once in a test file. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
}

export const makeBench = (options: BenchOptions = {}): Bench => closeAfter(new Bench(options));
