import type { StoredAttempt } from './attempt.ts';
import type { WebhookEndpoint } from './endpoints.ts';
import { attemptsInAll } from './retries.ts';

/**
 * The warning after an attempt: at the first failure in a row, the tenth, the hundredth..., and when the endpoint
 * answers again. Null: there is nothing to tell.
 * @param failures how many attempts in a row had failed before this attempt, and now
 */
export function warningOf(
  endpoint: WebhookEndpoint,
  { attempt, delivery }: StoredAttempt,
  failures: { readonly before: number; readonly now: number },
): string | null {
  const isWarning = failures.now === 0 ? failures.before > 0 : /^10*$/.test(String(failures.now));
  if (!isWarning) return null;
  // The query is left out of the warning, because it may contain a token.
  const { origin, pathname } = new URL(endpoint.url);
  const name = `Webhook endpoint ${endpoint.id} (${origin}${pathname})`;
  if (failures.now === 0) {
    return `${name} answers again after ${failures.before} failed attempt${failures.before === 1 ? '' : 's'}.`;
  }
  const which = `attempt ${attempt.number} of ${delivery.manual ? 1 : attemptsInAll} of ${delivery.event_type}`;
  const next = delivery.next_attempt_at === null ? 'no further one' : `next at ${delivery.next_attempt_at}`;
  return `${name}: ${attempt.error} (${which}, ${next}; ${failures.now} failed in a row).`;
}
