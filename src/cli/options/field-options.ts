import { type Command, Option } from 'commander';
import { type InputField, inputFields } from '../../core/kernel/declare/input-fields.ts';
import type { T } from '../../core/kernel/declare/schema.ts';
import { bareMilliseconds } from '../wait.ts';
import { choice, integer, share } from './declare.ts';

/** How an option differs from what the schema of its field says. */
type Difference = Partial<Pick<InputField, 'type' | 'about'>> & {
  /** The name of the value in the help text, such as `types`. */
  readonly value?: string;
  /** The kinds that accept the field, if not all do. */
  readonly kinds?: readonly string[] | undefined;
};

/** The options of a command that are the fields of a request body. */
export interface FieldOptions {
  addTo(command: Command): Command;
  /** The fields that the command line sets. */
  fieldsFrom(options: object): Record<string, unknown>;
}

/**
 * An option for each named field of a request body, with the field's name, description and limits.
 * @param names the fields, in the order of the help text
 */
export function fieldOptions(
  model: T.TObject,
  names: readonly string[],
  differences: Readonly<Record<string, Difference>> = {},
): FieldOptions {
  const options = new Map<string, Option>();
  for (const field of inputFields(model, names)) {
    const { kinds, value, ...input } = differences[field.name] ?? {};
    const option = optionFor({ ...field, ...input }, model.properties[field.name] as Limits, { kinds, value });
    options.set(field.name, option);
  }
  return {
    addTo(command) {
      for (const option of options.values()) command.addOption(option);
      return command;
    },
    fieldsFrom(given) {
      const typed = given as Readonly<Record<string, unknown>>;
      return Object.fromEntries([...options].map(([name, option]) => [name, typed[option.attributeName()]]));
    },
  };
}

/** The parts of a schema that decide how an option is read. */
interface Limits {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

const valueNames: Readonly<Record<InputField['type'], string>> = {
  text: ' <text>',
  code: ' <code>',
  choice: ' <choice>',
  number: ' <number>',
  amount: ' <cents>',
  duration: ' <duration>',
  yes_no: '',
};

function optionFor(
  { name, type, about, choices }: InputField,
  limits: Limits,
  { kinds, value }: Pick<Difference, 'kinds' | 'value'>,
): Option {
  const flag = `--${name.replaceAll('_', '-')}`;
  const description = `${about.charAt(0).toUpperCase()}${about.slice(1)}`;
  const option = new Option(
    `${flag}${value === undefined ? valueNames[type] : ` <${value}>`}`,
    kinds === undefined ? description : `${description} (for ${kinds.join(', ')})`,
  );
  if (type === 'choice') return choice(option, choices);
  if (limits.type === 'array') return option.argParser(listOf);
  if (type === 'duration') return option.argParser((typed) => bareMilliseconds(typed, flag));
  if (type === 'amount') return option.argParser(amountOf);
  if (type === 'number') return option.argParser(numberWithin(limits));
  return option;
}

const listOf = (typed: string): string[] => typed.split(',').map((each) => each.trim());

/** An amount or a range of amounts, in cents: `1250`, `<500` or `>=10000`. */
function amountOf(typed: string): number | { lt: number } | { gte: number } {
  const [, sign, digits = ''] = /^(<|>=)?(.*)$/s.exec(typed) ?? [];
  const cents = integer(1)(digits);
  if (sign === undefined) return cents;
  return sign === '<' ? { lt: cents } : { gte: cents };
}

const numberWithin = ({ minimum = 0, maximum, exclusiveMinimum }: Limits): ((typed: string) => number) =>
  exclusiveMinimum === undefined ? integer(minimum, maximum) : share;
