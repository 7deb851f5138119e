import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closest } from '../engine/closest.ts';
import { type OptionKind, optionKinds } from '../start-options.ts';
import { wrongUsage } from './failure.ts';

/** A setting that a flag, an environment variable or the configuration file may give. */
export interface Setting {
  /** Its key in the configuration file: the long flag in camelCase. */
  readonly key: string;
  /** As commander writes it: `--port <number>`. */
  readonly flag: string;
  readonly about: string;
  readonly kind: Exclude<OptionKind, 'function'>;
  readonly variable?: string;
}

/** What every command takes. */
export const globalSettings: readonly Setting[] = [
  {
    key: 'url',
    flag: '--url <url>',
    about: 'where the emulator listens (default http://127.0.0.1:4747)',
    kind: 'address',
    variable: 'EMULATOR_URL',
  },
  {
    key: 'workspace',
    flag: '--workspace <id>',
    about: 'the workspace to work in (default ws_demo)',
    kind: 'text',
    variable: 'EMULATOR_WORKSPACE',
  },
  { key: 'mode', flag: '--mode <mode>', about: 'test or live data (default test)', kind: ['test', 'live'] },
  { key: 'json', flag: '--json', about: 'print JSON: one document, or a line an item of a stream', kind: 'switch' },
  { key: 'quiet', flag: '--quiet', about: 'print neither headings, remarks nor the log', kind: 'switch' },
  { key: 'noColor', flag: '--no-color', about: 'no colours (NO_COLOR does the same)', kind: 'switch' },
];

/** What `start` takes. */
export const startSettings: readonly Setting[] = [
  {
    key: 'port',
    flag: '--port <number>',
    about: 'port to listen on, 0 for any free one (default 4747)',
    kind: optionKinds.port,
    variable: 'EMULATOR_PORT',
  },
  { key: 'host', flag: '--host <address>', about: 'address to listen on (default 127.0.0.1)', kind: optionKinds.host },
  {
    key: 'dataDir',
    flag: '--data-dir <folder>',
    about: 'folder that keeps the state (default .emulator)',
    kind: optionKinds.dataDir,
    variable: 'EMULATOR_DATA_DIR',
  },
  { key: 'ephemeral', flag: '--ephemeral', about: 'keep nothing on disk', kind: optionKinds.ephemeral },
  {
    key: 'fixture',
    flag: '--fixture <name-or-file>',
    about: 'what a new sandbox holds (default: default)',
    kind: optionKinds.fixture,
    variable: 'EMULATOR_FIXTURE',
  },
  {
    key: 'forwardTo',
    flag: '--forward-to <url>',
    about: 'send the webhooks of the default workspace here',
    kind: optionKinds.forwardTo,
    variable: 'EMULATOR_FORWARD_TO',
  },
  {
    key: 'settle',
    flag: '--settle <mode>',
    about: 'settle by the clock (auto) or only when asked (manual)',
    kind: optionKinds.settle,
  },
  { key: 'clock', flag: '--clock <instant>', about: 'begin at this ISO 8601 instant', kind: optionKinds.clock },
  { key: 'freeze', flag: '--freeze', about: 'begin with a clock that stands still', kind: optionKinds.freeze },
  {
    key: 'seed',
    flag: '--seed <number>',
    about: 'make ids that repeat from run to run',
    kind: optionKinds.seed,
  },
  { key: 'noTui', flag: '--no-tui', about: 'print the log, also on a terminal', kind: 'switch' },
  { key: 'noRateLimit', flag: '--no-rate-limit', about: 'never refuse with 429', kind: optionKinds.noRateLimit },
  {
    key: 'strict',
    flag: '--strict',
    about: 'refuse unknown fields instead of ignoring them',
    kind: optionKinds.strict,
  },
  {
    key: 'signatureTime',
    flag: '--signature-time <clock>',
    about: 'time stamp of webhook signatures: real or emulated',
    kind: optionKinds.signatureTime,
  },
  {
    key: 'smtp',
    flag: '--smtp <url>',
    about: 'deliver mail to a mail catcher too: smtp://127.0.0.1:1025',
    kind: optionKinds.smtp,
  },
  {
    key: 'watch',
    flag: '--watch',
    about: 'follow edits of the fixture file, the configuration file and db.json',
    kind: optionKinds.watch,
  },
  { key: 'fsync', flag: '--fsync', about: 'answer a write only when the disk has it', kind: optionKinds.fsync },
  {
    key: 'allowRemote',
    flag: '--allow-remote',
    about: 'allow a --host beyond this machine',
    kind: optionKinds.allowRemote,
  },
  {
    key: 'allowedHost',
    flag: '--allowed-host <name>',
    about: 'another Host name to answer to (repeatable)',
    kind: optionKinds.allowedHost,
  },
  {
    key: 'allowRemoteWebhooks',
    flag: '--allow-remote-webhooks',
    about: 'allow webhook endpoints and a mail catcher beyond this machine',
    kind: optionKinds.allowRemoteWebhooks,
  },
];

/** What `exec` takes of it: its emulator keeps nothing, and is for the command alone. */
export const execSettings: readonly Setting[] = startSettings.filter(({ key }) =>
  [
    'fixture',
    'forwardTo',
    'settle',
    'clock',
    'freeze',
    'seed',
    'noRateLimit',
    'strict',
    'signatureTime',
    'smtp',
    'allowRemoteWebhooks',
  ].includes(key),
);

export const configFile = 'emulator.config.json';

const fileSettings = [...globalSettings, ...startSettings];

export type Values = Readonly<Record<string, unknown>>;

/**
 * What holds for each setting: the flag, else the environment variable, else the file; absent where none says.
 * @throws CommandFailure (wrong usage) that names the flag, the variable or the file's key with the wrong value
 */
export function resolveSettings(settings: readonly Setting[], flags: Values, file: Values): Values {
  const values: Record<string, unknown> = {};
  for (const setting of settings) {
    const { key, variable } = setting;
    const typed = fromFlags(setting, flags);
    const environment = variable === undefined ? undefined : process.env[variable];
    if (typed !== undefined) values[key] = read(setting, typed, setting.flag.split(' ')[0]!);
    else if (environment !== undefined && environment !== '') values[key] = read(setting, environment, variable!);
    else if (file[key] !== undefined) values[key] = read(setting, file[key], `${configFile}: ${key}`);
  }
  return values;
}

/** A value that holds, and who gave it: the flag as typed, the variable, the file's name, or the default. */
export interface Explained {
  readonly key: string;
  readonly value: unknown;
  readonly from: string;
}

/**
 * Every setting that somebody gave or that has a default, with where its value comes from.
 * @throws as `resolveSettings`
 */
export function explainSettings(settings: readonly Setting[], flags: Values, file: Values): Explained[] {
  const values = resolveSettings(settings, flags, file);
  return settings.flatMap((setting) => {
    const { key, flag, variable, about } = setting;
    const byDefault = /\(default:? ([^)]+)\)/.exec(about)?.[1];
    const value = values[key] ?? byDefault;
    if (value === undefined) return [];
    if (fromFlags(setting, flags) !== undefined) return [{ key, value, from: flag.split(' ')[0]! }];
    if (variable !== undefined && (process.env[variable] ?? '') !== '') return [{ key, value, from: variable }];
    return [{ key, value, from: file[key] === undefined ? 'default' : configFile }];
  });
}

/** commander keeps `--no-x` as `x: false`. */
function fromFlags({ key, flag }: Setting, flags: Values): unknown {
  if (!flag.startsWith('--no-')) return flags[key];
  const positive = `${key.charAt(2).toLowerCase()}${key.slice(3)}`;
  return flags[positive] === false ? true : undefined;
}

function read({ kind }: Setting, value: unknown, where: string): unknown {
  const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  if (kind === 'switch') {
    if (typeof value !== 'boolean') throw wrongUsage(`${where} must be true or false, not ${shown}.`);
    return value;
  }
  if (kind === 'list') {
    const list = Array.isArray(value) ? value : [value];
    if (!list.every((item) => typeof item === 'string')) throw wrongUsage(`${where} must be a list of texts.`);
    return list;
  }
  if (typeof kind === 'object' && 'from' in kind) {
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (!Number.isSafeInteger(number) || (number as number) < kind.from || (number as number) > kind.to) {
      throw wrongUsage(`${where} must be an integer from ${kind.from} to ${kind.to}, not ${shown}.`);
    }
    return number;
  }
  if (typeof value !== 'string' || value === '') throw wrongUsage(`${where} must be a text, not ${shown}.`);
  if (kind === 'address' && !/^https?:\/\/[^/]/i.test(value)) {
    throw wrongUsage(`${where} must be an address like http://127.0.0.1:4747, not ${shown}.`);
  }
  if (kind === 'smtp' && !/^smtp:\/\/[^/]/i.test(value)) {
    throw wrongUsage(`${where} must be an address like smtp://127.0.0.1:1025, not ${shown}.`);
  }
  if (Array.isArray(kind) && !kind.includes(value)) {
    throw wrongUsage(`${where} must be ${kind.join(' or ')}, not ${shown}.`);
  }
  return value;
}

/**
 * The configuration file of a folder; empty where there is none.
 * @throws CommandFailure (wrong usage) where it does not parse or has an unknown key
 */
export function readConfigFile(folder: string): Values {
  let text: string;
  try {
    text = readFileSync(join(folder, configFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw wrongUsage(`${configFile} cannot be read: ${(error as Error).message}`);
  }
  let values: unknown;
  try {
    values = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw wrongUsage(`${configFile} is no JSON: ${(error as Error).message}`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw wrongUsage(`${configFile} must hold one JSON object.`);
  }
  const known = fileSettings.map(({ key }) => key);
  for (const key of Object.keys(values)) {
    if (key === '$schema' || known.includes(key)) continue;
    const [near] = closest(key, known);
    const hint = near === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean '${near}'?`;
    throw wrongUsage(`${configFile} has the unknown key '${key}'. ${hint}`);
  }
  // Every value is checked, also those that the command at hand has no use for.
  resolveFile(values as Values);
  return values as Values;
}

function resolveFile(file: Values): void {
  for (const setting of fileSettings) {
    if (file[setting.key] !== undefined) read(setting, file[setting.key], `${configFile}: ${setting.key}`);
  }
}

/** The JSON Schema of the configuration file. */
export function configSchema(): Record<string, unknown> {
  const properties: Record<string, unknown> = { $schema: { type: 'string' } };
  for (const { key, kind, about } of fileSettings) properties[key] = { description: about, ...schemaOf(kind) };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `payments-emulator: ${configFile}`,
    type: 'object',
    additionalProperties: false,
    properties,
  };
}

function schemaOf(kind: Setting['kind']): Record<string, unknown> {
  if (kind === 'switch') return { type: 'boolean' };
  if (kind === 'text' || kind === 'address' || kind === 'smtp') return { type: 'string', minLength: 1 };
  if (kind === 'list') return { type: ['array', 'string'], items: { type: 'string' } };
  if ('from' in kind) return { type: 'integer', minimum: kind.from, maximum: kind.to };
  return { type: 'string', enum: [...kind] };
}
