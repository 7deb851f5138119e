import { clean } from '../../core/base/terminal-text.ts';
import type { State } from '../../core/kernel/state.ts';
import { deliveries } from '../../payments/webhooks/deliveries.ts';
import { endpoints } from '../../payments/webhooks/endpoints.ts';

/** The reason why a resumed record does not send a delivery. */
const switchedOff = 'The webhooks of the record are disabled.';

/**
 * Disables all webhooks of a state, because the person who resumes a record decides where webhooks go.
 * @returns the URLs of the endpoints that were enabled, without queries, which can contain secrets
 */
export function switchOff(state: State): string[] {
  const all = state.root.of(endpoints);
  const on = [...all.oldestFirst()].filter(({ enabled }) => enabled);
  for (const endpoint of on) all.load({ ...endpoint, enabled: false });
  for (const set of state.sets()) {
    const sent = set.of(deliveries);
    // Deliveries to an endpoint fail together with the endpoint. The other deliveries have their own URLs.
    const waiting = [...sent.oldestFirst()].filter(
      ({ status, endpoint_id, manual }) => status === 'pending' && (endpoint_id === null || manual),
    );
    for (const delivery of waiting) {
      sent.load({ ...delivery, status: 'failed', due: false, next_attempt_at: null, error: switchedOff });
    }
  }
  return [...new Set(on.map(({ url }) => addressOf(url)))];
}

function addressOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The maximum number of URLs in the message. */
const told = 5;

/**
 * Returns a one-line message that lists the disabled endpoints and explains how to enable them. @param keep the
 * option that keeps them enabled
 */
export function switchedOffWords(addresses: readonly string[], keep: string): string {
  const more = addresses.length > told ? ` and ${addresses.length - told} more` : '';
  const listed = `${addresses.slice(0, told).map(clean).join(', ')}${more}`;
  return `The webhook endpoints of the record are disabled: ${listed}. To enable all of them, add ${keep}; to enable one endpoint, run npx payments-emulator webhooks add URL`;
}
