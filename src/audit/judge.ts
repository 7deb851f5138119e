import type { Client } from '../client/node-client.ts';
import { getOrMake } from '../core/base/maps.ts';
import type { RunView } from '../sandbox/control/wire.ts';
import type { Acceptance } from './acceptance.ts';
import { rules } from './catalogue.ts';
import { lintReport } from './lint.ts';
import { evidenceOf, ObservedRun } from './observed/observed-run.ts';
import { violations } from './report/report.ts';
import { anchorOf, type Evidence, type Level, levels } from './rule.ts';

/* What the audit finds, for the screens that show it. All that is imported here runs in a browser too. */

/** A finding with everything that a screen shows of it. */
export interface Found {
  /** The same whenever it is found. */
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  /** Its place: an operation, an event type, an address. */
  readonly where: string;
  /** Why a user accepted it; null if nobody did. */
  readonly accepted: string | null;
  readonly why: string;
  readonly mend: string;
  readonly says: string;
  readonly evidence: Pick<Evidence, 'requests' | 'events' | 'deliveries'>;
  /** The command that judges only its rule. */
  readonly repeat: string;
  /** The section of the manual on the rule. */
  readonly more: string;
}

/** What an audit found, and what it looked at. */
export interface Judgement {
  /** The worst first, accepted ones last. */
  readonly found: readonly Found[];
  readonly looked: Looked;
}

/** How much an audit looked at. */
export interface Looked {
  /** Whether nothing happened but the fixture at the start. */
  readonly isNothing: boolean;
  readonly requests: number;
  readonly events: number;
  readonly deliveries: number;
  /** How many rules found something to judge. */
  readonly judging: number;
  /** How many rules judge a record, and how many there are with those of trials. */
  readonly rules: number;
  readonly rulesOfAll: number;
}

/**
 * Judges the record of a running emulator.
 * @param accept the accepted findings, with reasons
 * @throws ClientError if it refuses, ConnectionError if nothing answers
 */
export const judge = async (client: Client, accept: readonly Acceptance[] = []): Promise<Judgement> =>
  judgeObserved(await client.record(), accept);

/** Judges a record. */
export function judgeObserved(view: RunView, accept: readonly Acceptance[] = []): Judgement {
  const record = new ObservedRun(view);
  const report = lintReport({ url: view.url, records: [record], requestsCut: 0 }, { accept });
  const places = new Map<string, { count: number }>();
  const found = violations(report).flatMap(({ rule: { id: name }, finding }): Found[] => {
    const rule = rules.find(({ id }) => id === name);
    if (rule === undefined) return [];
    const { level, message, mend, where, accepted, evidence, repeat } = finding;
    const nth = getOrMake(places, `${name} ${where}`, () => ({ count: 0 })).count++;
    return [
      {
        id: `${name} ${where} ${nth}`,
        rule: name,
        level,
        message,
        where,
        accepted,
        why: rule.why,
        mend,
        says: rule.says,
        evidence: withEventsOf(record, evidence),
        repeat,
        more: anchorOf(name),
      },
    ];
  });
  const rank = ({ accepted, level }: Found): number => (accepted === null ? 0 : levels.length) + levels.indexOf(level);
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

/** The evidence with the events of its deliveries, which lead to their objects. */
function withEventsOf(record: ObservedRun, { requests, events, deliveries }: Evidence): Found['evidence'] {
  const sent = deliveries.flatMap(({ event_id }) => record.event(event_id) ?? []);
  const added = evidenceOf({ events: sent }).events.filter(({ id }) => events.every((event) => event.id !== id));
  return { requests, events: [...events, ...added], deliveries };
}
