import { type EndpointView, evidenceOf } from '../../observed/observed-run.ts';
import { type Finding, inapplicable, pass, type Rule, violation } from '../../rule.ts';

export const endpointTwice: Rule = {
  id: 'webhook/endpoint-twice',
  level: 'warning',
  ways: ['lint'],
  wrong: 'Two endpoints with the same address receive the same event.',
  why: 'Each event arrives twice, with two signatures. This doubles the work, and it doubles the effects if the application does not recognize the second event.',
  fix: 'Remove one of the two endpoints (npx payments-emulator webhooks remove ID), or give each its own event types.',
  source: 'An event is sent to each endpoint that subscribes to it (specification, "Events").',
  lint: (record) => {
    const enabled = record.endpoints.filter((endpoint) => endpoint.enabled);
    if (enabled.length === 0) {
      return inapplicable(
        'There is no webhook endpoint',
        'add the address of the application: npx payments-emulator webhooks add URL',
      );
    }
    const findings = enabled.flatMap((endpoint, at): Finding[] => {
      const twin = enabled.slice(0, at).find((other) => isTwin(endpoint, other));
      if (twin === undefined) return [];
      const both = record.deliveries.filter(
        ({ endpoint_id, manual }) => !manual && (endpoint_id === endpoint.id || endpoint_id === twin.id),
      );
      const shared = both.find(({ event_id, id }) => both.some((each) => each.event_id === event_id && each.id !== id));
      const deliveries = shared === undefined ? [] : both.filter(({ event_id }) => event_id === shared.event_id);
      return [
        {
          message: `${twin.id} and ${endpoint.id} (${endpoint.mode}) both send ${typesOf(endpoint, twin)} to ${endpoint.url}.`,
          where: endpoint.url,
          adversity: null,
          evidence: evidenceOf({ deliveries }),
        },
      ];
    });
    return findings.length === 0 ? pass : violation(findings);
  },
};

const isAll = ({ events }: EndpointView): boolean => events[0] === '*';

const isTwin = (one: EndpointView, other: EndpointView): boolean =>
  one.url === other.url && one.mode === other.mode && typesOf(one, other) !== '';

/** The event types to which both endpoints subscribe. */
function typesOf(one: EndpointView, other: EndpointView): string {
  if (isAll(one)) return isAll(other) ? 'every event' : other.events.join(', ');
  return one.events.filter((type) => isAll(other) || other.events.includes(type)).join(', ');
}
