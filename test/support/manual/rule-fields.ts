import { orOf } from '../../../src/core/base/closest.ts';
import { type InputField, inputFields } from '../../../src/core/kernel/declare/input-fields.ts';
import { FaultInput, fieldNames, takersOf } from '../../../src/core/kernel/faults/fault-fields.ts';
import type { OutcomeCondition, OutcomeEffect } from '../../../src/payments/platform/outcome-rules.ts';
import { code, grid } from '../markdown.ts';

/** The option of the command line, if it has one, and what the field takes. */
type Field = readonly [option: string | null, takes: string];
type Fields<F> = Readonly<Record<keyof F, Field>>;

const conditions: Fields<OutcomeCondition> = {
  operation: ['--on', 'the name of a call that pays, from the table below; `on` means the same'],
  direction: [null, '`in` (charges) or `out` (payouts)'],
  rail: ['--rail', '`card`, `ach` or `rtp`'],
  amount: ['--amount', 'cents; in a file or a body also a range, `{ gte: 500, lt: 1000 }`, with either end or both'],
  card: [
    '--card',
    'the last four digits or a brand; of a charge also the name of a [special card](outcomes.md#test-cards)',
  ],
  customer: ['--customer', 'an id or an e-mail address'],
  gateway: [null, '`debit_payouts`, `gateway_a` or `gateway_b`: the one that takes the payment'],
  mode: [null, '`test` or `live`; without it both'],
  instant: [null, '`true`: an ACH charge with `return_url`'],
  nth: ['--nth', '`3`: only the third time that everything else matches; `1-3`: the first three times'],
  times: ['--times', '`3`: three times that everything else matches, and then no more'],
};

const effects: Fields<OutcomeEffect> = {
  kind: ['the argument', '`decline`, `fail`, `dispute`, `return`, `unavailable`, `latency`, `late` or `other_amount`'],
  code: ['--code', "a decline's category, or one of [the codes](outcomes.md#codes)"],
  after: ['--after', 'how long after the settlement, how late, or how long an outcome stays unknown'],
  resolve: ['--resolve', '`approved` or `failed`: how an unknown outcome is resolved'],
  ms: ['--ms', 'how long `latency` delays the answer'],
  by: ['--by', 'for `other_amount`: how many cents more a page pays (`checkout.pay`); `-1`: one less'],
  currency: ['--currency', 'for `other_amount`: the currency'],
};

/** What a fault is about. The further fields are declared in `fault-fields.ts`, with their descriptions. */
const target: Readonly<Record<string, Field>> = {
  on: ['--on', 'any call of the merchant or client API, or `delivery`'],
  operation: [null, 'the same as `on`, under its name in rules'],
  kind: ['the argument', 'one of the two tables above'],
};

const faults: Readonly<Record<string, Field>> = {
  ...target,
  ...Object.fromEntries(
    fieldNames.map((name): [string, Field] => [name, [`--${name.replaceAll('_', '-')}`, declaredTexts(name)]]),
  ),
};

/** The kinds of a field, its description, and its choices. */
function declaredTexts(name: string): string {
  const [{ about, choices }] = inputFields(FaultInput, [name]) as [InputField];
  const { kinds, on } = takersOf(name);
  const of = kinds === undefined ? '' : `for ${orOf(kinds.map(code))}${on === 'request' ? ' on calls' : ''}: `;
  return `${of}${about}${choices.length === 0 ? '' : `: ${orOf(choices.map(code))}`}`;
}

const rows = (part: string, fields: Readonly<Record<string, Field>>): string[][] =>
  Object.entries(fields).map(([name, [option, takes]]) => [
    code(`${part}${name}`),
    option === null ? '' : option.startsWith('--') ? code(option) : option,
    takes,
  ]);

/** The tables of what rules and faults say, for the command line, fixtures and the control API alike. */
export const ruleTables = (): Record<string, string[]> => ({
  'rule fields': grid(
    ['in a file or a body', 'option', 'takes'],
    [...rows('when.', conditions), ...rows('then.', effects)],
  ),
  'fault fields': grid(['in a file or a body', 'option', 'takes'], rows('', faults)),
});
