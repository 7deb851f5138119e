import type { EndpointView } from '../control/wire.ts';
import type { Span } from './cells.ts';
import type { Session } from './session.ts';

/** Red while it fails, yellow while something waits to be sent again. */
export const endpointTone = ({ health }: EndpointView): 'good' | 'wait' | 'bad' =>
  health.failures_in_a_row > 0 ? 'bad' : health.waiting > 0 ? 'wait' : 'good';

/** How many webhooks wait to be sent again; null where all endpoints do well. */
export function hooksBadge({ status }: Session): Span | null {
  const ill = status?.endpoints.filter((each) => each.enabled && endpointTone(each) !== 'good') ?? [];
  if (ill.length === 0) return null;
  const waiting = ill.reduce((sum, { health }) => sum + health.waiting, 0);
  const isFailing = ill.some((each) => endpointTone(each) === 'bad');
  return { text: `${waiting === 0 ? '' : waiting.toLocaleString('en-US')}!`, tone: isFailing ? 'bad' : 'wait' };
}
