import { getOrMake } from '../base/maps.ts';
import type { Client } from '../client.ts';
import type { Acceptance } from './acceptance.ts';
import { rules } from './catalogue.ts';
import { lintReport } from './lint.ts';
import { readRecord } from './record.ts';
import { violations } from './report/report.ts';
import { evidenceLines } from './report/terminal.ts';
import { anchorOf, type Level, levels } from './rule.ts';

/** A finding with all that is shown of it on a screen. */
export interface Found {
  /** The same each time that it is found. */
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  /** What it is about: an operation, an event type, an address. */
  readonly where: string;
  /** Why somebody accepted it; null where nobody did. */
  readonly accepted: string | null;
  readonly why: string;
  readonly mend: string;
  readonly says: string;
  /** The evidence as a tree, with the ids of requests, events and deliveries. */
  readonly evidence: readonly string[];
  /** The command that judges just its rule. */
  readonly repeat: string;
  /** Where the manual explains the rule. */
  readonly more: string;
}

/**
 * What is wrong with what a running emulator recorded, the worst first, and what is accepted last.
 * @param accept what may stay, and why
 * @throws ClientError where it refuses, ConnectionError where none answers
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
