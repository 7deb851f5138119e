import type { Client } from '../client/node-client.ts';
import { getOrMake } from '../core/base/maps.ts';
import type { RunView } from '../sandbox/control/wire.ts';
import type { Acceptance } from './acceptance.ts';
import { rules } from './catalogue.ts';
import { lintReport } from './lint.ts';
import { evidenceOf, ObservedRun } from './observed/observed-run.ts';
import type { ReportedFinding } from './report/models.ts';
import { violations } from './report/report.ts';
import { anchorOf, type Evidence, levels, type Rule } from './rule.ts';

/* The findings of the audit, for the screens that show them. All imports of this module also run in a browser. */

/** A finding with all texts that a screen shows about it. */
export interface ScreenFinding
  extends Pick<ReportedFinding, 'level' | 'message' | 'where' | 'accepted' | 'fix' | 'repeat'>,
    Pick<Rule, 'why' | 'source'> {
  /** The id, which is the same in every audit of a run. */
  readonly id: string;
  readonly rule: string;
  readonly evidence: Pick<Evidence, 'requests' | 'events' | 'deliveries'>;
  /** The section of the manual about the rule. */
  readonly more: string;
}

/** The findings of an audit, and how much material the audit had. */
export interface Judgement {
  /** The findings, worst first, accepted ones last. */
  readonly found: readonly ScreenFinding[];
  readonly looked: AuditExtent;
}

export interface AuditExtent {
  /** Whether the run contains only the messages of the initial fixture. */
  readonly isNothing: boolean;
  readonly requests: number;
  readonly events: number;
  readonly deliveries: number;
  /** How many rules had material to judge. */
  readonly judging: number;
  /** How many rules judge a record, and how many rules exist, including the rules of trials. */
  readonly rules: number;
  readonly rulesOfAll: number;
}

/**
 * Judges the record of a running emulator.
 * @param accept the accepted findings, with reasons
 * @throws ClientError if the emulator refuses the request, ConnectionError if no emulator answers
 */
export const judge = async (client: Client, accept: readonly Acceptance[] = []): Promise<Judgement> =>
  judgeObserved(await client.call('record.get'), accept);

export function judgeObserved(view: RunView, accept: readonly Acceptance[] = []): Judgement {
  const record = new ObservedRun(view);
  const report = lintReport({ url: view.url, records: [record], requestsCut: 0 }, { accept });
  const places = new Map<string, { count: number }>();
  const found = violations(report).map(({ rule: { id: name }, finding }): ScreenFinding => {
    const { why, source } = rules.find(({ id }) => id === name)!;
    const { level, message, fix, where, accepted, repeat } = finding;
    const nth = getOrMake(places, `${name} ${where}`, () => ({ count: 0 })).count++;
    const evidence = withEventsOf(record, finding.evidence);
    const texts = { level, message, where, accepted, why, fix, source, evidence, repeat };
    return { id: `${name} ${where} ${nth}`, rule: name, ...texts, more: anchorOf(name) };
  });
  const rank = ({ accepted, level }: ScreenFinding): number =>
    (accepted === null ? 0 : levels.length) + levels.indexOf(level);
  const { violation, pass } = report.counts;
  return {
    found: found.sort((a, b) => rank(a) - rank(b)),
    looked: {
      isNothing: report.empty,
      requests: view.requests.length,
      events: view.events.length,
      deliveries: view.deliveries.length,
      judging: violation + pass,
      rules: report.rules.length,
      rulesOfAll: rules.length,
    },
  };
}

/** The evidence, plus the events of its deliveries, which link to their objects. */
function withEventsOf(record: ObservedRun, { requests, events, deliveries }: Evidence): ScreenFinding['evidence'] {
  const sent = deliveries.flatMap(({ event_id }) => record.event(event_id) ?? []);
  const added = evidenceOf({ events: sent }).events.filter(({ id }) => events.every((event) => event.id !== id));
  return { requests, events: [...events, ...added], deliveries };
}
