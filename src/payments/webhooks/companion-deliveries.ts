import type { Engine } from '../../core/kernel/engine.ts';
import type { Cause } from '../../core/kernel/events.ts';
import { makeDue } from './deliveries.ts';
import type { EndpointQueue } from './queue.ts';

/** Deliveries that wait for the next event about the same object, so that both are sent together. */
export class CompanionDeliveries {
  readonly #engine: Engine;
  /** The ids of the deliveries, by queue and object. */
  readonly #waiting = new Map<string, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  add(queue: EndpointQueue, subject: string, deliveryId: string): void {
    this.#waiting.set(`${queue.key} ${subject}`, deliveryId);
  }

  /** Releases the delivery that was waiting for an event about this object, because that event has just been sent. */
  release(queue: EndpointQueue, subject: string): void {
    const key = `${queue.key} ${subject}`;
    const id = this.#waiting.get(key);
    const workspace = this.#engine.workspace(queue.workspaceId);
    this.#waiting.delete(key);
    if (id === undefined || workspace === undefined) return;
    const cause: Cause = { type: 'control', id, name: 'deliveries.attempt' };
    this.#engine.run(workspace, queue.mode, cause, (ctx) => makeDue(ctx, id));
  }
}
