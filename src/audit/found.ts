import { getOrMake } from '../base/maps.ts';
import type { Client } from '../client.ts';
import type { Acceptance } from './acceptance.ts';
import { rules } from './catalogue.ts';
import { lintReport } from './lint.ts';
import { readRecord } from './record.ts';
import { violations } from './report/report.ts';
import { evidenceLines } from './report/terminal.ts';
import { anchorOf, type Level, levels } from './rule.ts';

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
  /** The evidence as a tree, with the ids of requests, events and deliveries. */
  readonly evidence: readonly string[];
  /** The command that judges only its rule. */
  readonly repeat: string;
  /** The section of the manual on the rule. */
  readonly more: string;
}

/**
 * The findings in the record of a running emulator, the worst first, accepted ones last.
 * @param accept the accepted findings, with reasons
 * @throws ClientError if it refuses, ConnectionError if nothing answers
 */
export async function findingsOf(client: Client, accept: readonly Acceptance[] = []): Promise<Found[]> {
  const report = lintReport({ url: client.url, records: [await readRecord(client)], requestsCut: 0 }, { accept });
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
        evidence: evidenceLines(evidence, (_style, text) => text),
        repeat,
        more: anchorOf(name),
      },
    ];
  });
  const rank = ({ accepted, level }: Found): number => (accepted === null ? 0 : levels.length) + levels.indexOf(level);
  return found.sort((a, b) => rank(a) - rank(b));
}
