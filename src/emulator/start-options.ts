import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isLoopbackListener, withoutBrackets } from '../core/base/hosts.ts';
import { firstFault } from '../core/validation/validator.ts';
import { isBundled } from '../sandbox/fixtures/load.ts';
import type { NameOption } from './option-names.ts';
import type { SandboxOptions } from './sandbox-options.ts';

/**
 * An option, whatever its source: a flag, a variable, a key of the configuration file, or a property for
 * `startEmulator`.
 */
export interface Option {
  /** The option's meaning in one sentence, without the default. */
  readonly about: string;
  /** The JSON Schema of its value. */
  readonly takes: Takes;
  /** The placeholder in the help: `--port <number>`; a switch has no placeholder. */
  readonly value?: string;
  /** The environment variable of the option. */
  readonly variable?: string;
  /** The default of the commands. */
  readonly default?: string | number;
  /** Whether its value is a secret, which no message repeats. */
  readonly isSecret?: true;
  /** Whether `exec` has the option; its emulator keeps nothing and serves one command. */
  readonly exec?: true;
}

type Takes =
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly minLength: number }
  | { readonly type: 'string'; readonly format: 'date-time' }
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | { readonly type: 'string'; readonly pattern: string; readonly examples: readonly string[] }
  | { readonly type: readonly ['array', 'string']; readonly items: { readonly type: 'string' } };

type ValueOf<T extends Takes> = T extends { enum: readonly (infer Word)[] }
  ? Word
  : T extends { type: 'boolean' }
    ? boolean
    : T extends { type: 'integer' }
      ? number
      : T extends { type: 'string' }
        ? string
        : string | readonly string[];

/** The values of options; each is optional. */
export type ValuesOf<O extends Readonly<Record<string, Option>>> = {
  -readonly [Name in keyof O]?: ValueOf<O[Name]['takes']>;
};

const yesOrNo = { type: 'boolean' } as const;
export const text = { type: 'string', minLength: 1 } as const;
export const oneOf = <const W extends readonly string[]>(...words: W) => ({ type: 'string', enum: words }) as const;
const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }) as const;
export const httpAddress = {
  type: 'string',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]',
  examples: ['http://127.0.0.1:4747'],
} as const;
const smtpAddress = {
  type: 'string',
  pattern: '^[Ss][Mm][Tt][Pp]://[^/]',
  examples: ['smtp://127.0.0.1:1025'],
} as const;

/** The options that `emulator start` and `startEmulator` share, under their programmatic names. */
export const startOptions = {
  port: {
    about: 'port to listen on, 0 for any free one',
    takes: integer(0, 65_535),
    value: 'number',
    variable: 'EMULATOR_PORT',
    default: 4747,
  },
  host: { about: 'address to listen on', takes: text, value: 'address', default: '127.0.0.1' },
  dataDir: {
    about: 'folder that keeps the state',
    takes: text,
    value: 'folder',
    variable: 'EMULATOR_DATA_DIR',
    default: '.emulator',
  },
  ephemeral: { about: 'keep nothing on disk', takes: yesOrNo },
  fixture: {
    about: 'bundled fixture, or file, that a new sandbox begins with',
    takes: text,
    value: 'name-or-file',
    variable: 'EMULATOR_FIXTURE',
    default: 'default',
    exec: true,
  },
  from: {
    about: 'begin where the run of a record ended',
    takes: text,
    value: 'record',
    exec: true,
  },
  run: {
    about: 'begin in this run of --from, where it holds several (default: the first)',
    takes: text,
    value: 'name',
    exec: true,
  },
  at: {
    about: 'begin at another place of --from: start, a mark, an id, or an instant of its clock',
    takes: text,
    value: 'place',
    exec: true,
  },
  webhooks: {
    about: 'keep: send webhooks where the run of --from sent them (default: they are switched off)',
    takes: oneOf('keep'),
    value: 'keep',
    exec: true,
  },
  forwardTo: {
    about: 'send the webhooks of the default workspace here',
    takes: httpAddress,
    value: 'url',
    variable: 'EMULATOR_FORWARD_TO',
    exec: true,
  },
  profile: {
    about: 'answer as the service of this profile does',
    takes: text,
    value: 'file',
    variable: 'EMULATOR_PROFILE',
    exec: true,
  },
  overSpecification: {
    about: 'let the profile contradict what the specification states',
    takes: yesOrNo,
    exec: true,
  },
  assumptions: {
    about: 'say in /docs and openapi.json what this file of `compare --keep` confirms',
    takes: text,
    value: 'file',
    variable: 'EMULATOR_ASSUMPTIONS',
    exec: true,
  },
  comparison: {
    about: 'show this report of `compare --json-file` in the inspector, both answers side by side',
    takes: text,
    value: 'file',
  },
  settle: {
    about: 'settle by the clock (auto) or only when asked (manual)',
    takes: oneOf('auto', 'manual'),
    value: 'mode',
    exec: true,
  },
  clock: {
    about: 'begin at this ISO 8601 instant',
    takes: { type: 'string', format: 'date-time' },
    value: 'instant',
    exec: true,
  },
  freeze: { about: 'begin with a clock that stands still', takes: yesOrNo, exec: true },
  seed: {
    about: 'make ids that repeat from run to run',
    takes: integer(0, Number.MAX_SAFE_INTEGER),
    value: 'number',
    exec: true,
  },
  noRateLimit: { about: 'never refuse with 429', takes: yesOrNo, exec: true },
  strict: { about: 'refuse unknown fields instead of ignoring them', takes: yesOrNo, exec: true },
  signatureTime: {
    about: 'time stamp of webhook signatures: real or emulated',
    takes: oneOf('real', 'emulated'),
    value: 'clock',
    exec: true,
  },
  smtp: {
    about: 'deliver mail to a mail catcher too: smtp://127.0.0.1:1025',
    takes: smtpAddress,
    value: 'url',
    exec: true,
  },
  pdfFont: {
    about: 'the font (TTF or OTF) for letters of PDFs that Noto Sans lacks, such as Chinese and Arabic ones',
    takes: text,
    value: 'file',
    exec: true,
  },
  watch: { about: 'follow edits of the fixture file, the configuration file and db.json', takes: yesOrNo },
  fsync: { about: 'answer a write only when the disk has it', takes: yesOrNo },
  allowRemote: { about: 'allow a --host beyond this machine; the control API requires a token', takes: yesOrNo },
  allowedHost: {
    about: 'another Host name to answer to (repeatable); for another machine, see --token',
    takes: { type: ['array', 'string'], items: { type: 'string' } },
    value: 'name',
  },
  publicUrl: {
    about: 'the address in all links, if people reach the emulator under another one; see --token',
    takes: httpAddress,
    value: 'url',
    variable: 'EMULATOR_PUBLIC_URL',
  },
  tls: { about: 'answer only https, with a generated certificate that the data folder keeps', takes: yesOrNo },
  tlsCert: { about: 'answer only https, with the certificate of this PEM file', takes: text, value: 'file' },
  tlsKey: { about: 'the private key of --tls-cert, in PEM', takes: text, value: 'file' },
  webhookCa: {
    about: 'also trust the certificates of this PEM file for webhooks to https',
    takes: text,
    value: 'file',
    variable: 'EMULATOR_WEBHOOK_CA',
    exec: true,
  },
  token: {
    about: 'the token of the control API (default: a generated one, shown on a terminal)',
    takes: { type: 'string', pattern: '^[\\w.~+/=-]{16,200}$', examples: ['emu_0123456789abcdef'] },
    value: 'token',
    variable: 'EMULATOR_TOKEN',
    isSecret: true,
  },
  allowRemoteWebhooks: {
    about: 'allow webhook endpoints and a mail catcher beyond this machine',
    takes: yesOrNo,
    exec: true,
  },
} as const satisfies Readonly<Record<string, Option>>;

/**
 * The options of `emulator start`, in camelCase, with defaults for tests: any free port, and nothing on disk unless
 * `dataDir` names a folder. `startEmulator` reads neither environment variables nor a configuration file.
 */
export type StartOptions = ValuesOf<typeof startOptions> & {
  /** Receives warnings for a person, one line each. Default: `process.emitWarning`. */
  onWarning?: (message: string) => void;
  /**
   * Uses a new workspace in the emulator that `EMULATOR_URL` names, as under `emulator exec`, instead of starting one.
   * Without that variable, or with an option that concerns a whole emulator (`strict`, `port`), an emulator is started.
   */
  attach?: boolean;
  /** `false`: the emulator opens no port, and answers only the calls of its handle and `fetch`. Default: `true`. */
  listen?: boolean;
};

/** The name of an option, as programs write it. */
export type StartOption = keyof typeof startOptions;

/** Why a value is invalid, as a sentence that continues the option's name; null: the value is valid. */
export function whyRefused({ takes, isSecret }: Pick<Option, 'takes' | 'isSecret'>, value: unknown): string | null {
  const fault = firstFault(takes, value);
  if (fault === null) return null;
  if (value === '' || isSecret === true) return `${fault.reason}.`;
  const given = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? typeof value);
  const hint = fault.suggestion === null ? '' : ` Did you mean '${fault.suggestion}'?`;
  return `${fault.reason}, not ${given}.${hint}`;
}

/**
 * Why options contradict each other; null: they are compatible.
 */
export function conflictOf(
  {
    host = '127.0.0.1',
    allowRemote,
    ephemeral,
    dataDir,
    publicUrl,
    tlsCert,
    tlsKey,
    from,
    run,
    at,
    webhooks,
    seed,
    fixture,
  }: StartOptions,
  named: NameOption,
): string | null {
  if (!isLoopbackListener(host) && allowRemote !== true) {
    return `${named('host')} opens the emulator to other machines (${host}); allow it with ${named('allowRemote')}.`;
  }
  if (publicUrl !== undefined && !isOrigin(publicUrl)) {
    return `${named('publicUrl')} ${publicUrl} has more than a scheme, a name and a port; leave the path out.`;
  }
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    const [given, missing] =
      tlsCert === undefined ? (['tlsKey', 'tlsCert'] as const) : (['tlsCert', 'tlsKey'] as const);
    return `${named(given)} needs ${named(missing)}: a certificate and its key belong together.`;
  }
  if (at !== undefined && from === undefined)
    return `${named('at')} is a place in a record; name the record with ${named('from')}.`;
  if (run !== undefined && from === undefined)
    return `${named('run')} is a run in a record; name the record with ${named('from')}.`;
  if (webhooks !== undefined && from === undefined && !isRecord(fixture))
    return `${named('webhooks')} is about the webhooks of a record; name the record with ${named('from')}.`;
  if (seed !== undefined && from !== undefined) {
    return `${named('from')} continues with the seed of the run; leave out ${named('seed')}.`;
  }
  return ephemeral === true && dataDir !== undefined
    ? `${named('ephemeral')} keeps nothing and ${named('dataDir')} keeps everything; choose one.`
    : null;
}

/** Whether a fixture is the record of a run, which a sandbox can resume. */
const isRecord = (fixture: string | undefined): fixture is string => fixture !== undefined && /\.html?$/.test(fixture);

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`;

/**
 * The options of the sandbox, from checked options.
 * @param folder the folder of the state; null: nothing is kept
 */
export function sandboxOptionsOf(options: StartOptions, folder: string | null): Omit<SandboxOptions, 'version'> {
  const {
    dataDir: _dataDir,
    ephemeral: _ephemeral,
    onWarning: _onWarning,
    attach: _attach,
    fixture,
    host,
    noRateLimit,
    allowedHost = [],
    publicUrl,
    from,
    profile,
    assumptions,
    comparison,
    ...rest
  } = options;
  return {
    ...rest,
    host: host === undefined ? undefined : withoutBrackets(host),
    dataDir: folder === null ? null : resolve(folder),
    // The absolute path is stored, so that `reset` finds the file from any working folder.
    ...(isRecord(fixture) && from === undefined
      ? { from: resolve(fixture) }
      : {
          fixture: fixture !== undefined && !isBundled(fixture) && existsSync(fixture) ? resolve(fixture) : fixture,
          from: from === undefined ? undefined : resolve(from),
        }),
    ...(profile === undefined ? {} : { profile: resolve(profile) }),
    ...(assumptions === undefined ? {} : { assumptions: resolve(assumptions) }),
    ...(comparison === undefined ? {} : { comparison: resolve(comparison) }),
    rateLimit: noRateLimit !== true,
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    allowedHosts: [allowedHost, publicUrl === undefined ? [] : new URL(publicUrl).hostname].flat(),
  };
}
