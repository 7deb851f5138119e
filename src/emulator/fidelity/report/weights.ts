import type { Assumption, AssumptionState } from '../compare/observations.ts';

/** What a wrong assumption costs an application, the gravest first. */
export const weights = ['money', 'state', 'error', 'webhook', 'form'] as const;
export type Weight = (typeof weights)[number];

/** The last names of fields, by what they are about. The first row that matches applies. */
const fieldWeights: readonly (readonly [RegExp, Weight])[] = [
  [/^livemode$|_at$|^date$|_date$|^created$|^expires$/, 'form'],
  [
    /amount|fee|price|total|balance|discount|tax(?!_code)|refunded|^(available|held|pending|net|quantity|credit|debit)$/,
    'money',
  ],
  [/^(decline_?code|category|code|error|reason|param|return_code|failure\w*)$/, 'error'],
  [/^(shipping|billing)_state$/, 'form'],
  [/status|state$|^(active|rail|speed|eligible|payout_eligible|immediate|recurring|start_date|interval\w*)$/, 'state'],
];

/**
 * The weight of an assumption.
 * @param id its name, such as `transaction.fee` or `code invalid_state`
 */
export function weightOf(id: string): Weight {
  const [kind = '', name] = id.split(' ');
  if (kind === 'code') return 'error';
  if (kind === 'operation') return 'state';
  if (kind === 'header') return 'form';
  if (kind === 'event' && !/\.[a-z_]+\.\w/.test(name!)) return 'webhook';
  const field = id.split('=', 1)[0]!.split(/[ .]/).at(-1)!;
  const [, weight = kind === 'event' ? 'webhook' : 'form'] =
    fieldWeights.find(([pattern]) => pattern.test(field)) ?? [];
  return weight;
}

/** Whether an assumption is only about `livemode` or a date. The headline of a report does not count it. */
export const isMinor = (id: string): boolean => /[. ](?:livemode|\w+_at|\w*date|created)$/.test(id);

/** How many assumptions a comparison confirmed, refuted and did not test, without the minor ones. */
export function countsOf(assumptions: readonly Assumption[]): Record<AssumptionState, number> {
  const counts = { confirmed: 0, refuted: 0, untouched: 0 };
  for (const { id, state } of assumptions) if (!isMinor(id)) counts[state]++;
  return counts;
}
