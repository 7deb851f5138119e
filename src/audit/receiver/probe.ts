import type { Client } from '../../client/node-client.ts';
import type { EndpointView, EventView, ProbeView } from '../../sandbox/control/wire.ts';
import type { Acceptance } from '../acceptance.ts';
import { rules } from '../catalogue.ts';
import { isSelected, type Selection } from '../lint.ts';
import type { Report } from '../report/models.ts';
import { reportOf } from '../report/report.ts';
import { combine, type Rule } from '../rule.ts';
import { inapplicable } from '../verdict.ts';
import { ProbeAnswers, type ProbeKind } from './probe-answers.ts';

/**
 * The kinds of deliveries in the order in which they are sent. Deliveries that a receiver must accept come first, so
 * that the others judge a working receiver.
 */
const kinds: readonly ProbeKind[] = [
  'valid',
  'odd_bytes',
  'non_ascii',
  'added_field',
  'large',
  'unknown_type',
  'unknown_object',
  'without_metadata',
  'unsigned',
  'wrong_signature',
  'altered',
  'stale',
  'future',
];

export interface ProbeRun {
  readonly endpoint: EndpointView;
  readonly event: EventView;
  readonly answers: ProbeAnswers;
}

/** Sends one delivery of each kind to the receiver of an endpoint, one after another. */
export async function probeReceiver(client: Client, endpoint: EndpointView, event: EventView): Promise<ProbeRun> {
  const answers: ProbeView[] = [];
  for (const kind of kinds)
    answers.push(await client.call('webhook_endpoints.probe', { id: endpoint.id, event: event.id, kind }));
  return { endpoint, event, answers: new ProbeAnswers(answers) };
}

/** The report on webhook receivers. */
export function probeReport(
  runs: readonly ProbeRun[],
  {
    selection = {},
    accept,
    repeat,
    silent = null,
  }: {
    selection?: Selection;
    accept?: readonly Acceptance[];
    repeat: (rule: Rule, where: string) => string;
    /** Why no receiver can be judged, if a receiver does not answer. */
    silent?: string | null;
  },
): Report {
  const chosen = rules.flatMap((rule) => {
    const { probe } = rule;
    return probe !== undefined && isSelected(rule, selection) ? [{ rule, probe }] : [];
  });
  const asked = runs.map(({ endpoint, event }) => `${endpoint.url} with ${event.type} ${event.id}`);
  return reportOf({
    way: 'probe',
    about: `Audit of webhook receivers: ${asked.join(', ')}`,
    verdicts: new Map(chosen.map(({ rule, probe }) => [rule, combine(runs.map(({ answers }) => probe(answers)))])),
    repeat: (rule, { where }) => repeat(rule, where),
    accept,
    nothing: silent === null ? null : inapplicable(silent, 'start the receiver'),
  });
}
