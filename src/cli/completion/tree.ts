import type { Argument, Command, Option } from 'commander';
import { globalSettings, startSettings } from '../options/settings.ts';

/** The kinds of ids of a running emulator that shells complete. */
export const liveKinds = [
  'kinds',
  'objects',
  'events',
  'requests',
  'mail',
  'endpoints',
  'workspaces',
  'snapshots',
  'faults',
  'rules',
] as const;
export type LiveKind = (typeof liveKinds)[number];

/** The possible values at a position of the command line. */
export type ValueSource =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly files: boolean }
  | { readonly kind: 'live'; readonly of: LiveKind }
  | { readonly kind: 'files' }
  | { readonly kind: 'folders' }
  | { readonly kind: 'anything' };

export interface Flag {
  /** `--port`, `-d` */
  readonly names: readonly string[];
  readonly about: string;
  /** The possible values; null if the flag takes no value. */
  readonly value: ValueSource | null;
}

/** A command with the words that precede it. */
export interface CompletionContext {
  readonly path: readonly string[];
  readonly about: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly flags: readonly Flag[];
  /** The possible values of the command's first argument. */
  readonly argument: ValueSource | null;
}

/** Words that only the service's declarations contain. */
export interface Vocabulary {
  readonly events: readonly string[];
  readonly triggers: readonly string[];
  readonly fixtures: readonly string[];
  /** Names of operations, such as `charges.create`. */
  readonly operations: readonly string[];
}

/** Every command of the program, starting with the program itself. */
export function placesOf(program: Command, vocabulary: Vocabulary): CompletionContext[] {
  const shared = program.options.map((option) => flagOf(option, [], vocabulary));
  const help: Flag = { names: ['--help', '-h'], about: 'print this help', value: null };
  const visit = (command: Command, path: readonly string[]): CompletionContext[] => {
    const children = command.commands.filter((child) => !isHidden(child));
    const own = path.length === 0 ? [] : command.options.map((option) => flagOf(option, path, vocabulary));
    const [first] = command.registeredArguments;
    return [
      {
        path,
        about: command.description(),
        commands: children.map((child) => ({ name: child.name(), about: child.description() })),
        flags: [...own, ...shared, help],
        argument: first === undefined ? null : valuesOf(first, path, vocabulary),
      },
      ...children.flatMap((child) => visit(child, [...path, child.name()])),
    ];
  };
  return visit(program, []);
}

/**
 * Whether a command is hidden, which commander does not report. Hidden commands are `help` and names that start with
 * two underscores.
 */
const isHidden = (command: Command): boolean => command.name().startsWith('__') || command.name() === 'help';

const words = (list: readonly string[], files = false): ValueSource => ({ kind: 'words', words: list, files });

function flagOf(option: Option, path: readonly string[], vocabulary: Vocabulary): Flag {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const takesValue = option.required || option.optional;
  return { names, about: option.description, value: takesValue ? optionValues(option, path, vocabulary) : null };
}

const ofOptions: Readonly<Record<string, LiveKind>> = {
  '--id': 'objects',
  '--event': 'events',
  '--after': 'events',
  '--endpoint': 'endpoints',
  '--workspace': 'workspaces',
};

function optionValues(
  { long = '', argChoices }: Option,
  [group]: readonly string[],
  { events, fixtures, operations }: Vocabulary,
): ValueSource {
  if (argChoices !== undefined) return words(argChoices);
  const setting = [...globalSettings, ...startSettings].find(({ flag }) => flag.split(' ')[0] === long);
  if (setting !== undefined && 'enum' in setting.takes) return words(setting.takes.enum);
  if (long === '--fixture') return words(fixtures, true);
  if (long === '--type') return words(events);
  if (long === '--on') return words(group === 'faults' ? ['delivery', ...operations] : operations);
  if (long === '--data-dir') return { kind: 'folders' };
  const of = ofOptions[long ?? ''];
  return of === undefined ? { kind: 'anything' } : { kind: 'live', of };
}

const ofArguments: Readonly<Record<string, LiveKind>> = {
  event: 'events',
  request: 'requests',
  mail: 'mail',
  endpoint: 'endpoints',
  workspace: 'workspaces',
  fault: 'faults',
  rule: 'rules',
};

/** The commands that take the name of an existing snapshot. */
const namesSnapshot = new Set(['restore', 'diff', 'rename', 'delete'].map((verb) => `snapshot ${verb}`));

function valuesOf(
  argument: Argument,
  path: readonly string[],
  { events, triggers, fixtures }: Vocabulary,
): ValueSource {
  const name = argument.name();
  const command = path.join(' ');
  if (argument.argChoices !== undefined) return words(argument.argChoices);
  if (command === 'trigger') return words(triggers);
  if (command === 'objects show' || command === 'objects set') return { kind: 'live', of: 'objects' };
  if (command === 'objects list') return { kind: 'live', of: 'kinds' };
  if (name === 'name' && namesSnapshot.has(command)) return { kind: 'live', of: 'snapshots' };
  if (name === 'type') return words(events);
  if (name === 'name-or-file') return words(fixtures, true);
  if (name === 'file') return { kind: 'files' };
  const of = ofArguments[name];
  return of === undefined ? { kind: 'anything' } : { kind: 'live', of };
}
