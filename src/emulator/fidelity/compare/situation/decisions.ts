import { parseIso, secondMs } from '../../../../core/base/instants.ts';
import { isObject } from '../../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../../core/kernel/declare/operation.ts';
import { declineCategories } from '../../../../payments/platform/outcome-rules.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';
import { idOf } from '../bindings.ts';
import type { Replay } from '../exchange.ts';

/** An outcome rule, in the format of the control API. */
interface Decision {
  readonly when: Record<string, unknown>;
  readonly then: Record<string, unknown>;
}

/** What happened to a payment or payout of the service after it was accepted. */
interface Later {
  /** The event that reports it. */
  readonly type: string;
  readonly effect: Record<string, unknown>;
}

/**
 * The decisions of the networks behind the service. Declines, unknown outcomes, failures, returns and disputes become
 * rules for the emulator, so that their form and their consequences can be compared.
 */
export class Decisions {
  readonly #calls: readonly CapturedCall[];
  /** The status that the emulator returns without a rule, based on its test cards and amounts. */
  readonly #alone: ReadonlyMap<CapturedCall, number | undefined>;
  readonly #later = new Map<string, Later>();
  /** When the service reported success, in milliseconds, by the ids of payments and payouts. */
  readonly #done = new Map<unknown, number>();

  /** @param alone a replay without decisions */
  constructor(calls: readonly CapturedCall[], alone: Replay) {
    this.#calls = calls;
    this.#alone = new Map(alone.exchanges.map(({ call, answer }) => [call, answer?.status]));
    for (const { kind, body, answer } of calls) {
      if (kind === 'delivery') this.#readEvent(body);
      else if (isObject(answer)) for (const each of [answer.data].flat()) this.#readObject(each);
    }
    // Outcomes that the emulator produces without a rule need no rule.
    for (const { type, data } of alone.events) {
      const id = data.transaction_id ?? data.id;
      const service = typeof id === 'string' ? alone.bindings.serviceOf(id) : undefined;
      if (service !== undefined && this.#later.get(service)?.type === type) this.#later.delete(service);
    }
  }

  /** The rule for a call; null if the call needs none. */
  of(call: CapturedCall, { id, effects = [] }: AnyOperation): Decision | null {
    const { status = 0, answer } = call;
    if (!isObject(answer) || !effects.some((each) => each === 'asks_network' || each === 'moves_money')) return null;
    const when = { operation: id, times: 1 };
    const alone = this.#alone.get(call);
    if (status >= 400 && alone === status) return null;
    if (status === 503) return { when, then: { kind: 'unavailable', resolve: this.#resolution(call) } };
    if (status === 402 || answer.code === 'card_declined') {
      const code = declineCategories.find((each) => each === answer.category);
      return { when, then: { kind: 'decline', ...(code === undefined ? {} : { code }) } };
    }
    const made = idOf(answer.data) ?? answer.transactionId;
    const then = status < 300 && typeof made === 'string' ? this.#later.get(made) : undefined;
    if (then !== undefined) return { when, then: then.effect };
    return status < 300 && alone === 402 ? { when, then: { kind: 'latency', ms: 0 } } : null;
  }

  #readEvent(event: unknown): void {
    if (!isObject(event) || !isObject(event.data)) return;
    const { type, created } = event;
    const { transaction_id, dispute_code, error_code, id, return_code } = event.data;
    const at = Number(created) * secondMs;
    if (type === 'payment.completed' || type === 'payout.paid') this.#done.set(transaction_id ?? id, at);
    if (type === 'payment.failed') this.#note(transaction_id, type, 'fail', error_code);
    if (type === 'payment.disputed') this.#note(transaction_id, type, 'dispute', dispute_code, at);
    if (type === 'payout.failed') this.#note(id, type, 'fail', error_code);
    if (type === 'payout.returned') this.#note(id, type, 'return', return_code, at);
  }

  #readObject(value: unknown): void {
    if (!isObject(value)) return;
    const { id, status, category, error_code, returned, return_code, settled_at, disputed_at } = value;
    if (value.object === 'dispute') {
      this.#note(value.transaction_id, 'payment.disputed', 'dispute', value.reason_code, timeOf(value.created_at));
    }
    if (value.object !== 'transaction' && value.object !== 'payout') return;
    const settled = timeOf(settled_at);
    if (settled !== undefined && !this.#done.has(id)) this.#done.set(id, settled);
    if (status === 'disputed') this.#note(id, 'payment.disputed', 'dispute', undefined, timeOf(disputed_at));
    if (status === 'failed' && category == null) {
      this.#note(id, value.object === 'payout' ? 'payout.failed' : 'payment.failed', 'fail', error_code);
    }
    if (returned === true) this.#note(id, 'payout.returned', 'return', return_code);
  }

  /** @param at when it happened, in milliseconds */
  #note(id: unknown, type: string, kind: string, code: unknown, at?: number): void {
    if (typeof id !== 'string' || this.#later.has(id)) return;
    const done = this.#done.get(id);
    const after = at === undefined || done === undefined ? {} : { after: Math.max(0, at - done) };
    this.#later.set(id, { type, effect: { kind, ...(typeof code === 'string' ? { code } : {}), ...after } });
  }

  /** How an unknown outcome ended, based on a later call with the same reference. */
  #resolution({ entry, capture, body }: CapturedCall): 'approved' | 'failed' {
    const reference = isObject(body) ? body.reference_id : undefined;
    const isPaid = this.#calls.some(
      (each) =>
        each.capture === capture &&
        each.entry > entry &&
        (each.status ?? 500) < 300 &&
        isObject(each.body) &&
        reference !== undefined &&
        each.body.reference_id === reference,
    );
    return isPaid ? 'approved' : 'failed';
  }
}

/** The time of a date in a response, in milliseconds; undefined if it is not a date. */
const timeOf = (text: unknown): number | undefined =>
  typeof text === 'string' ? (parseIso(text) ?? undefined) : undefined;
