import type { Context } from '../../../core/kernel/context.ts';
import { CommittedRefusal, errorTypes } from '../../../core/kernel/errors.ts';
import { findKept, type KeyedRequest, keepAnswer } from '../../../core/kernel/idempotency.ts';
import type { BoundOperation } from '../bound.ts';

/** The text of a response that is stored under an `Idempotency-Key`. */
export class StoredAnswerText {
  readonly status: number;
  readonly body: string;
  /** Whether the response was sent before. */
  readonly isReplayed: boolean;

  constructor(status: number, body: string, isReplayed: boolean) {
    this.status = status;
    this.body = body;
    this.isReplayed = isReplayed;
  }
}

/**
 * Performs a request with an `Idempotency-Key` only once. The responses to performed requests are stored: successes,
 * and declines with their failed transaction. After any other error, the key can be used again.
 * @throws 409 `idempotency_key_reused`, and the errors of `work`
 */
export function answerOnce(
  ctx: Context,
  keyed: KeyedRequest,
  { answers, status, refusalOf }: Pick<BoundOperation, 'answers' | 'status' | 'refusalOf'>,
  work: () => unknown,
): unknown {
  const kept = findKept(ctx, keyed);
  if (kept !== null) return new StoredAnswerText(kept.status, kept.body, true);
  const result = work();
  const refusal = result instanceof CommittedRefusal ? result.error : null;
  if (refusal !== null && refusal.status !== errorTypes.card_error) return result;
  const shown = refusal === null ? null : refusalOf(refusal);
  const answer =
    shown === null
      ? new StoredAnswerText(status, answers.write(result), false)
      : new StoredAnswerText(shown.status, JSON.stringify(shown.body), false);
  keepAnswer(ctx, keyed, answer.status, answer.body);
  return answer;
}
