import { join } from 'node:path';
import {
  type Acceptance,
  type AuditSettings,
  auditSettingsSchema,
  faultOfAuditSettings,
} from '../../audit/acceptance.ts';
import { closest } from '../../core/base/closest.ts';
import { isNestedDeeper } from '../../core/base/json-depth.ts';
import { repeatedKey } from '../../core/base/json-fault.ts';
import { plainSchema } from '../../core/kernel/declare/schema.ts';
import { NotRegular, readTextFile } from '../../core/system/regular-file.ts';
import { httpAddress, type Option, oneOf, text, type ValuesOf } from '../../emulator/option.ts';
import { longFlag } from '../../emulator/option-names.ts';
import { startOptions, whyRefused } from '../../emulator/start-options.ts';
import { wrongUsage } from '../failure.ts';

type Options = Readonly<Record<string, Option>>;

/** The options of every command. */
export const globalOptions = {
  url: {
    about: 'Use the emulator at this address',
    takes: httpAddress,
    value: 'url',
    variable: 'EMULATOR_URL',
    default: 'http://127.0.0.1:4747',
  },
  workspace: {
    about: 'Use this workspace',
    takes: text,
    value: 'id',
    variable: 'EMULATOR_WORKSPACE',
    default: 'ws_demo',
  },
  mode: { about: 'Use test or live data', takes: oneOf('test', 'live'), value: 'mode', default: 'test' },
  json: { about: 'Print JSON', takes: { type: 'boolean' } },
  quiet: { about: 'Print only results: no headings, notes or log', takes: { type: 'boolean' } },
  noColor: { about: 'Print without colors, as with NO_COLOR', takes: { type: 'boolean' } },
} as const satisfies Options;

/** The options of `start`. */
export const startCommandOptions = {
  ...startOptions,
  logFormat: {
    about: 'Print the log as text, or as JSON with levels and audit lines',
    takes: oneOf('text', 'json'),
    value: 'format',
    variable: 'EMULATOR_LOG_FORMAT',
    default: 'text',
  },
  noTui: { about: 'Print the log instead of opening the dashboard', takes: { type: 'boolean' } },
} as const satisfies Options;

/** The options of `start` that `exec` also takes. */
export const execOptions = Object.fromEntries(
  Object.entries<Option>(startOptions).filter(([, { exec }]) => exec === true),
) as Pick<typeof startOptions, ExecOption>;

/**
 * The options of `start` that `audit -- COMMAND` also takes. Its own `--settle` sets how long the application may
 * continue.
 */
export const trialOptions = Object.fromEntries(
  Object.entries(execOptions).filter(([name]) => name !== 'settle'),
) as Omit<typeof execOptions, 'settle'>;

type ExecOption = {
  [Name in keyof typeof startOptions]: (typeof startOptions)[Name] extends { exec: true } ? Name : never;
}[keyof typeof startOptions];

/** An option as commands show it. */
export interface Setting extends Option {
  /** The option's key in the configuration file: the long flag in camelCase. */
  readonly key: string;
  /** As commander writes it: `--port <number>`. */
  readonly flag: string;
}

export const settingsOf = (options: Options): Setting[] =>
  Object.entries(options).map(([key, option]) => ({
    ...option,
    key,
    flag: option.value === undefined ? longFlag(key) : `${longFlag(key)} <${option.value}>`,
    about: option.default === undefined ? option.about : `${option.about} (default ${option.default})`,
  }));

export const globalSettings: readonly Setting[] = settingsOf(globalOptions);
/** The options of `start`, with the values from flags, environment and file. */
export type StartValues = ValuesOf<typeof startCommandOptions>;

export const startSettings: readonly Setting[] = settingsOf(startCommandOptions);

/** How many levels deep the configuration file may be nested: far deeper than any setting. */
const deepest = 16;

export const configFile = 'emulator.config.json';

const fileSettings = [...globalSettings, ...startSettings];

export type RawSettings = Readonly<Record<string, unknown>>;

/**
 * The value of each option, from the first source that sets it: the flag, the environment variable, the file. Absent
 * if the option is not set.
 * @throws CommandFailure (wrong usage) that names the flag, variable or key with the invalid value
 */
export function resolveSettings<O extends Options>(options: O, flags: RawSettings, file: RawSettings): ValuesOf<O> {
  const given = settingsOf(options).flatMap((setting) => {
    const source = sourceOf(setting, flags, file);
    return source === null ? [] : [[setting.key, read(setting, source.value, source.where, source.isText)]];
  });
  return Object.fromEntries(given) as ValuesOf<O>;
}

/**
 * How messages name an option: by the flag, the variable or the file key that set it, or by its flag if it is not
 * set.
 */
export function settingNames(options: Options, flags: RawSettings, file: RawSettings): (key: string) => string {
  const names = new Map(
    settingsOf(options).map((setting) => [setting.key, sourceOf(setting, flags, file)?.where ?? longFlag(setting.key)]),
  );
  return (key) => names.get(key) ?? longFlag(key);
}

/** A value and its source: the flag as typed, the variable, the file's name, or the default. */
export interface ExplainedSetting {
  readonly key: string;
  readonly value: unknown;
  readonly from: string;
}

/**
 * Every option that is set or has a default, with the source of its value.
 * @throws as `resolveSettings` does
 */
export function explainSettings(options: Options, flags: RawSettings, file: RawSettings): ExplainedSetting[] {
  return settingsOf(options).flatMap((setting) => {
    const { key } = setting;
    const source = sourceOf(setting, flags, file);
    if (source !== null)
      return [{ key, value: read(setting, source.value, source.where, source.isText), from: source.from }];
    return setting.default === undefined ? [] : [{ key, value: setting.default, from: 'default' }];
  });
}

/** The source of an option's value; null if the option is not set. */
function sourceOf({ key, variable }: Setting, flags: RawSettings, file: RawSettings) {
  const typed = fromFlags(key, flags);
  const flag = longFlag(key);
  if (typed !== undefined) return { value: typed, where: flag, from: flag, isText: true };
  const environment = variable === undefined ? undefined : process.env[variable];
  if (variable !== undefined && environment)
    return { value: environment, where: variable, from: variable, isText: true };
  return file[key] === undefined ? null : { value: file[key], where: inFile(key), from: configFile, isText: false };
}

/** How messages name a key of the configuration file. */
const inFile = (key: string): string => `${key} in ${configFile}`;

/** commander stores `--no-x` as `x: false`. */
function fromFlags(key: string, flags: RawSettings): unknown {
  if (!/^no[A-Z]/.test(key)) return flags[key];
  return flags[`${key.charAt(2).toLowerCase()}${key.slice(3)}`] === false ? true : undefined;
}

/** @param isText whether all values of the source are text, like the values of flags and variables */
function read({ takes, isSecret }: Setting, given: unknown, where: string, isText: boolean): unknown {
  const isDigits = isText && takes.type === 'integer' && typeof given === 'string' && /^\d+$/.test(given);
  const value = isDigits ? Number(given) : given;
  const reason = whyRefused(isSecret === undefined ? { takes } : { takes, isSecret }, value);
  if (reason === null) return value;
  throw wrongUsage(`${where} ${reason}`);
}

/**
 * The configuration file of a folder; empty if the folder has no such file.
 * @throws CommandFailure (wrong usage) if the file does not parse or has an unknown key
 */
export function readConfigFile(folder: string): RawSettings {
  let text: string;
  try {
    text = readTextFile(join(folder, configFile));
  } catch (error) {
    if (error instanceof NotRegular) throw wrongUsage(`${error.message}.`);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw wrongUsage(`${configFile} cannot be read: ${(error as Error).message}`);
  }
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    throw wrongUsage(`${configFile} is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw wrongUsage(`${configFile} must contain one JSON object.`);
  }
  if (isNestedDeeper(text, deepest)) throw wrongUsage(`${configFile} is nested deeper than ${deepest} levels.`);
  const repeated = repeatedKey(text);
  if (repeated !== null) throw wrongUsage(`${configFile} has the key ${JSON.stringify(repeated.key)} twice.`);
  const known = [...fileSettings.map(({ key }) => key), 'audit'];
  for (const key of Object.keys(values)) {
    if (key === '$schema' || known.includes(key)) continue;
    const [near] = closest(key, known);
    const hint = near === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean '${near}'?`;
    throw wrongUsage(`'${key}' in ${configFile} is not a known key. ${hint}`);
  }
  // Every value is checked, even those that the current command does not use.
  for (const setting of fileSettings) {
    const value = (values as RawSettings)[setting.key];
    if (value !== undefined) read(setting, value, inFile(setting.key), false);
  }
  const { audit } = values as RawSettings;
  const fault = audit === undefined ? null : faultOfAuditSettings(audit);
  if (fault !== null) throw wrongUsage(`${configFile}: ${fault}`);
  return values as RawSettings;
}

/** The acceptances of the audit in the configuration file. */
export const acceptancesIn = (file: RawSettings): readonly Acceptance[] =>
  ((file.audit ?? {}) as AuditSettings).accept ?? [];

/**
 * The JSON Schema of the configuration file. Timestamps have no `format` in it, because no format that editors know
 * also permits a date alone.
 */
export function configSchema(): Record<string, unknown> {
  const properties: Record<string, unknown> = { $schema: { type: 'string' } };
  for (const { key, takes, about } of fileSettings) {
    const { format: _format, ...schema } = plainSchema({ format: undefined, ...takes });
    properties[key] = { description: about, ...schema };
  }
  properties.audit = auditSettingsSchema;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `payments-emulator: ${configFile}`,
    type: 'object',
    additionalProperties: false,
    properties,
  };
}
