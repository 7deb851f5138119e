import { clean } from '../../core/base/terminal-text.ts';
import type { State } from '../../core/kernel/state.ts';
import { deliveries } from '../../payments/webhooks/deliveries.ts';
import { endpoints } from '../../payments/webhooks/endpoints.ts';

/** Why a delivery of a record is not sent. */
const switchedOff = 'The webhooks of the record are switched off.';

/**
 * Switches off all that a state would send: where its webhooks go is for whoever starts from a record to say.
 * @returns the addresses of the endpoints that were on, without queries, which may hold secrets
 */
export function switchOff(state: State): string[] {
  const all = state.root.of(endpoints);
  const on = [...all.oldestFirst()].filter(({ enabled }) => enabled);
  for (const endpoint of on) all.load({ ...endpoint, enabled: false });
  for (const set of state.sets()) {
    const sent = set.of(deliveries);
    // Those to an endpoint fail with it. The others name an address of their own.
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

/** How many addresses are told. */
const told = 5;

/** What was switched off, and how it is switched on, in a line. @param keep how a start says that it shall not be */
export function switchedOffWords(addresses: readonly string[], keep: string): string {
  const more = addresses.length > told ? ` and ${addresses.length - told} more` : '';
  const listed = `${addresses.slice(0, told).map(clean).join(', ')}${more}`;
  return `The webhooks of the record are switched off: ${listed}. To send them there, add ${keep}; or switch one on: emulator webhooks add URL`;
}
