import type { StoredAttempt } from './attempt.ts';
import type { WebhookEndpoint } from './endpoints.ts';
import { attemptsInAll } from './retries.ts';

/**
 * Returns the warning after an attempt: at the first, tenth, hundredth... consecutive failure, and when the endpoint
 * responds again. Null if no warning is necessary.
 * @param failures the number of consecutive failed attempts before and after this attempt
 */
export function warningOf(
  endpoint: WebhookEndpoint,
  { attempt, delivery }: StoredAttempt,
  failures: { readonly before: number; readonly now: number },
): string | null {
  const isWarning = failures.now === 0 ? failures.before > 0 : /^10*$/.test(String(failures.now));
  if (!isWarning) return null;
  // The warning does not include the query, because it can contain a token.
  const { origin, pathname } = new URL(endpoint.url);
  const name = `Webhook endpoint ${endpoint.id} (${origin}${pathname})`;
  if (failures.now === 0) {
    return `${name} responds again after ${failures.before} failed attempt${failures.before === 1 ? '' : 's'}.`;
  }
  const which = `attempt ${attempt.number} of ${delivery.manual ? 1 : attemptsInAll} for ${delivery.event_type}`;
  const next = delivery.next_attempt_at === null ? 'no further one' : `next at ${delivery.next_attempt_at}`;
  return `${name}: ${attempt.error} (${which}, ${next}; consecutive failures: ${failures.now}).`;
}
