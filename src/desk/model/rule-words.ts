import { counted, fieldText } from '../../core/base/terminal-text.ts';
import type { RuleView } from '../../sandbox/control/wire.ts';
import { words } from './format.ts';

/** Describes rules in words, wherever a rule appears: header, Faults view, and the decision about an object. */

/** A rule as decisions report it: without the fields that only the emulator's store has. */
type Condition = Readonly<Record<string, unknown>>;

const pairs = (value: Condition): string[] =>
  Object.entries(value).map(([name, each]) => `${words(name)} ${fieldText(each)}`);

/** The calls that a direction of money means. Renewals are charges too. */
const directions: Readonly<Record<string, readonly [one: string, several: string]>> = {
  in: ['charge or renewal', 'charges and renewals'],
  out: ['payout', 'payouts'],
};

/** The effect of a rule, such as `decline, insufficient funds`. */
export function effectWords({ kind, code, ...rest }: RuleView['then']): string {
  const what = words(String(kind));
  // The code of an ordinary decline, `declined`, says nothing more.
  const why = typeof code === 'string' && !code.startsWith(what) ? [words(code)] : [];
  return [what, ...why, ...pairs(rest)].join(', ');
}

/** The condition of a rule, such as `next charge or renewal`, or `all calls, rail card`. */
export function conditionWords({ direction, operation, nth, times, ...rest }: Condition): string {
  const [one, several] = directions[String(direction)] ?? ['call', 'calls'];
  const named = typeof operation === 'string' ? [operation, `calls of ${operation}`] : [one, several];
  const isNext = times === 1 || (times === undefined && nth === 1);
  const which = isNext
    ? `next ${named[0]}`
    : typeof times === 'number'
      ? `next ${counted(times, one, several)}`
      : nth === undefined
        ? `all ${named[1]}`
        : `${named[0]} ${fieldText(nth)}`;
  return [which, ...pairs(rest)].join(', ');
}

/** A rule in a few words: `next charge or renewal: decline, insufficient funds`. */
export const ruleWords = ({ when, then }: Pick<RuleView, 'when' | 'then'>): string =>
  `${conditionWords(when)}: ${effectWords(then)}`;
