import type { Delivery } from '../../../payments/webhooks/deliveries.ts';

/** One copy of a delivery for each of its attempts, in the state after that attempt. */
export function attemptsOf(delivery: Delivery): Delivery[] {
  const { attempts } = delivery;
  if (attempts.length < 2) return [delivery];
  return attempts.map((_, at) =>
    at === attempts.length - 1
      ? delivery
      : {
          ...delivery,
          status: 'pending',
          next_attempt_at: attempts[at + 1]!.at,
          attempts: attempts.slice(0, at + 1),
        },
  );
}
