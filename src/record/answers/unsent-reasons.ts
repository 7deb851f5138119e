import { clean } from '../../core/base/terminal-text.ts';
import type { State } from '../../core/kernel/state.ts';
import { deliveries } from '../../payments/webhooks/deliveries.ts';
import { endpoints } from '../../payments/webhooks/endpoints.ts';

/** The reason of deliveries that a resumed record does not send. */
const switchedOff = 'The webhooks of the record are switched off.';

/**
 * Switches off all webhooks of a state: whoever resumes a record decides where webhooks go.
 * @returns the addresses of the endpoints that were on, without queries, which may contain secrets
 */
export function switchOff(state: State): string[] {
  const all = state.root.of(endpoints);
  const on = [...all.oldestFirst()].filter(({ enabled }) => enabled);
  for (const endpoint of on) all.load({ ...endpoint, enabled: false });
  for (const set of state.sets()) {
    const sent = set.of(deliveries);
    // Deliveries to an endpoint fail with the endpoint. The other deliveries have an address of their own.
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

/** How many addresses the line names. */
const told = 5;

/**
 * Names the endpoints that are switched off, and how to switch them on, in one line. @param keep the option that keeps
 * them on
 */
export function switchedOffWords(addresses: readonly string[], keep: string): string {
  const more = addresses.length > told ? ` and ${addresses.length - told} more` : '';
  const listed = `${addresses.slice(0, told).map(clean).join(', ')}${more}`;
  return `The webhooks of the record are switched off: ${listed}. To send them there, add ${keep}; or switch one on: npx payments-emulator webhooks add URL`;
}
