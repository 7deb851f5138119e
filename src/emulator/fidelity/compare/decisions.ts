import { isObject } from '../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { declineCategories } from '../../../payments/platform/outcome-rules.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { idOf } from './bindings.ts';

/** An outcome rule, as the control API takes it. */
interface Decision {
  readonly when: Record<string, unknown>;
  readonly then: Record<string, unknown>;
}

/** What became of a payment or payout of the service after it was accepted. */
type Later = Readonly<Record<string, unknown>>;

/**
 * What the networks behind the service decided: declines, unknown outcomes, failures, returns and disputes become rules
 * for the emulator, so that their form and their consequences are compared.
 */
export class Decisions {
  readonly #calls: readonly CapturedCall[];
  readonly #agreed: ReadonlySet<CapturedCall>;
  readonly #later = new Map<string, Later>();

  /** @param agreed the calls whose status the emulator answers by itself, by its test cards and amounts */
  constructor(calls: readonly CapturedCall[], agreed: ReadonlySet<CapturedCall>) {
    this.#calls = calls;
    this.#agreed = agreed;
    for (const { kind, body, answer } of calls) {
      if (kind === 'delivery') this.#readEvent(body);
      else if (isObject(answer)) for (const each of [answer.data].flat()) this.#readObject(each);
    }
  }

  /** The rule for a call; null: it was accepted, and nothing came later. */
  of(call: CapturedCall, { id, effects = [] }: AnyOperation): Decision | null {
    const { status = 0, answer } = call;
    if (!isObject(answer) || !effects.some((each) => each === 'asks_network' || each === 'moves_money')) return null;
    const when = { operation: id, times: 1 };
    if (status >= 400 && this.#agreed.has(call)) return null;
    if (status === 503) return { when, then: { kind: 'unavailable', resolve: this.#resolution(call) } };
    if (status === 402 || answer.code === 'card_declined') {
      const code = declineCategories.find((each) => each === answer.category);
      return { when, then: { kind: 'decline', ...(code === undefined ? {} : { code }) } };
    }
    const made = idOf(answer.data) ?? answer.transactionId;
    const then = status < 300 && typeof made === 'string' ? this.#later.get(made) : undefined;
    return then === undefined ? null : { when, then };
  }

  #readEvent(event: unknown): void {
    if (!isObject(event) || !isObject(event.data)) return;
    const { transaction_id, dispute_code, error_code, id, return_code } = event.data;
    if (event.type === 'payment.failed') this.#note(transaction_id, 'fail', error_code);
    if (event.type === 'payment.disputed') this.#note(transaction_id, 'dispute', dispute_code);
    if (event.type === 'payout.failed') this.#note(id, 'fail', error_code);
    if (event.type === 'payout.returned') this.#note(id, 'return', return_code);
  }

  #readObject(value: unknown): void {
    if (!isObject(value) || (value.object !== 'transaction' && value.object !== 'payout')) return;
    if (value.status === 'failed' && value.category == null) this.#note(value.id, 'fail', value.error_code);
    if (value.returned === true) this.#note(value.id, 'return', value.return_code);
  }

  #note(id: unknown, kind: string, code: unknown): void {
    if (typeof id !== 'string' || this.#later.has(id)) return;
    this.#later.set(id, { kind, ...(typeof code === 'string' ? { code } : {}) });
  }

  /** How an unknown outcome ended: a later call with the same reference tells. */
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
