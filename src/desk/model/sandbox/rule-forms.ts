import type { RuleKindView, RuleView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId, words } from '../format.ts';
import { type Choice, choice } from '../forms/chooser.ts';
import { type FieldSpec, type FormValues, fieldsFrom, textOf, typedValue } from '../forms/form-fields.ts';
import { openForm } from '../forms/open-form.ts';
import { codesOfRule, customerField } from '../forms/suggestions.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { refresh, runAndReport } from '../run-and-report.ts';
import type { RowSubject } from '../targets.ts';

/** One choice for each kind of rule. */
export const ruleChoices = (desk: Desk, kinds: readonly RuleKindView[]): Choice[] =>
  kinds.map((kind) => choice(ruleName(kind), kind.about, () => askForRule(desk, kind, null)));

/** One choice for each code of each kind of rule. */
export const codeChoices = (desk: Desk, kinds: readonly RuleKindView[]): Choice[] =>
  kinds.flatMap((kind) =>
    codesOfRule(desk.session, kind.kind).map(({ value, about }) => ({
      ...choice(`${ruleName(kind)} ${value}`, about, () => askForRule(desk, kind, null, value)),
      preference: preferenceOf(value),
    })),
  );

/**
 * Codes of card declines are names. Networks use numbers, and many of them have the same meaning, so numbers rank
 * lower.
 */
const preferenceOf = (code: string): -1 | -2 => (/\d/.test(code) ? -2 : -1);

/**
 * Choices without a form, which add a rule for the next charge only.
 * @param by whether there is one choice for each kind, or one for each code
 */
export const nextChoices = (desk: Desk, kinds: readonly RuleKindView[], by: 'kind' | 'code'): Choice[] =>
  kinds
    .filter(({ kind }) => kind !== 'other_amount')
    .flatMap(({ kind, about }) => {
      const codes = by === 'kind' ? [{ value: '', about }] : codesOfRule(desk.session, kind);
      return codes.map(({ value: code, about: meaning }) => {
        const name = `Next charge: ${words(kind)}${code === '' ? '' : ` with ${words(code)}`}`;
        const then = code === '' ? { kind } : { kind, code };
        const made = choice(name, meaning, () => void keepNext(desk, name, then));
        // What to try next ranks before old objects with the same words.
        return preferenceOf(code) === -2
          ? { ...made, text: `${name} ${meaning}`, preference: -2 }
          : { ...made, text: `${name} ${code}`, preference: 2 };
      });
    });

const keepNext = (desk: Desk, name: string, then: Record<string, unknown>): Promise<void> =>
  runAndReport(desk, async () => {
    await desk.session.client.call('rules.create', { when: { direction: 'in', times: 1 }, then });
    return `${name}. A renewal counts as a charge. The Faults view lists the rule, and says when it is spent.`;
  });

const ruleName = ({ kind }: RuleKindView): string => `rule: ${words(kind)}`;

/** An additional action on a row: edit its rule. */
export function changeChoices(desk: Desk, target: RowSubject | null): Choice[] {
  if (target?.type !== 'rule') return [];
  const { rule } = target;
  return [choice('change', 'the conditions and effect of the rule', () => void changeRule(desk, rule))];
}

async function changeRule(desk: Desk, rule: RuleView): Promise<void> {
  try {
    const { data } = await desk.session.client.call('rules.kinds');
    const kind = data.find((each) => each.kind === rule.then.kind);
    if (kind !== undefined) askForRule(desk, kind, rule);
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}

/** @param rule the rule to edit; null to create a rule @param code the code of the new rule */
function askForRule(
  desk: Desk,
  { kind, about, when, then }: RuleKindView,
  rule: RuleView | null,
  code: string | null = null,
): void {
  const own = { code: { suggestions: codesOfRule(desk.session, kind) }, customer: customerField(desk.session) };
  const filled = (fields: RuleKindView['when'], values: Readonly<Record<string, unknown>> = {}): FieldSpec[] =>
    fieldsFrom(fields, own).map((spec) => ({ ...spec, value: textOf(spec, values[spec.name]) }));
  const conditions = filled(when, rule?.when);
  const effects = filled(then, rule?.then ?? { code });
  openForm(desk, {
    title: rule === null ? `rule: ${words(kind)}` : `change the rule ${shortId(rule.id)}: ${words(kind)}`,
    about: `${about}; an empty field matches everything`,
    verb: rule === null ? 'add' : 'change',
    fields: [...effects, ...conditions],
    submit: (values) => {
      const typed = {
        when: valuesOf(conditions, values),
        then: { ...valuesOf(effects, values), kind },
      };
      return keep(desk, rule, typed);
    },
  });
}

const valuesOf = (specs: readonly FieldSpec[], values: FormValues): Record<string, unknown> =>
  Object.fromEntries(specs.map((spec) => [spec.name, typedValue(spec, values[spec.name] ?? '')]));

async function keep(
  desk: Desk,
  rule: RuleView | null,
  typed: { when: Record<string, unknown>; then: Record<string, unknown> },
): Promise<void> {
  const { client } = desk.session;
  const kept =
    rule === null
      ? await client.call('rules.create', typed)
      : await client.call('rules.update', { id: rule.id, ...typed });
  desk.say(
    `The rule ${shortId(kept.id)} was ${rule === null ? 'added' : 'changed'}; the Faults view lists it.`,
    'good',
  );
  refresh(desk);
}
