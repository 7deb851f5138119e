import type { AttemptView, DeliveryView } from '../../../sandbox/control/wire.ts';
import type { Tone } from '../cells.ts';
import { statusSpan } from '../format.ts';

/** The responses of webhook receivers. */

export interface AnswerMark {
  /** The delivery that received the response. */
  readonly delivery: string;
  readonly attempt: AttemptView;
  /** The latency in milliseconds. */
  readonly latency: number;
  readonly tone: Tone;
}

/** The attempts of these deliveries, oldest first. */
export const answersOf = (deliveries: readonly DeliveryView[]): AnswerMark[] =>
  deliveries
    .flatMap(({ id, attempts }) =>
      attempts.map((attempt) => ({
        delivery: id,
        attempt,
        latency: attempt.latency_ms,
        tone: statusSpan(attempt.status).tone ?? 'plain',
      })),
    )
    .sort((one, other) => (one.attempt.at < other.attempt.at ? -1 : 1));

/** How often each response occurred: `200 ×12`, `500 ×3`, `none ×1`; most frequent first. */
export function countsOf(
  answers: readonly AnswerMark[],
): { readonly answer: string; readonly tone: Tone; readonly count: number }[] {
  const counts = new Map<string, { answer: string; tone: Tone; count: number }>();
  for (const { attempt, tone } of answers) {
    const answer = attempt.status === null ? (attempt.error ?? 'none') : String(attempt.status);
    const known = counts.get(answer) ?? { answer, tone, count: 0 };
    known.count++;
    counts.set(answer, known);
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}
