import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isLoopbackListener, withoutBrackets } from '../core/base/hosts.ts';
import { textForm } from '../core/kernel/declare/schema.ts';
import { firstError } from '../core/validation/validator.ts';
import { isBundled } from '../sandbox/fixtures/load.ts';
import { httpAddress, integer, type Option, oneOf, smtpAddress, text, type ValuesOf, yesOrNo } from './option.ts';
import type { NameOption } from './option-names.ts';
import type { SandboxOptions } from './sandbox-options.ts';

/** The options that `emulator start` and `startEmulator` share, by their programmatic names. */
export const startOptions = {
  port: {
    about: 'Listen on this port, or 0 for any free port',
    takes: integer(0, 65_535),
    value: 'number',
    variable: 'EMULATOR_PORT',
    default: 4747,
  },
  host: { about: 'Listen on this address', takes: text, value: 'address', default: '127.0.0.1' },
  dataDir: {
    about: 'Store the state in this folder',
    takes: text,
    value: 'folder',
    variable: 'EMULATOR_DATA_DIR',
    default: '.emulator',
  },
  ephemeral: { about: 'Store nothing on disk', takes: yesOrNo },
  fixture: {
    about: 'Start a new sandbox from a bundled fixture or a fixture file',
    takes: text,
    value: 'name-or-file',
    variable: 'EMULATOR_FIXTURE',
    default: 'default',
    exec: true,
  },
  from: {
    about: 'Resume a run that exec --record saved in this file',
    takes: text,
    value: 'record',
    exec: true,
  },
  run: {
    about: 'With --from: resume the run with this name (default: the first)',
    takes: text,
    value: 'name',
    exec: true,
  },
  at: {
    about: 'With --from: resume at this mark, object id or time (or "start")',
    takes: text,
    value: 'place',
    exec: true,
  },
  webhooks: {
    about: 'With --from: "keep" leaves its webhook endpoints enabled',
    takes: oneOf('keep'),
    value: 'keep',
    exec: true,
  },
  forwardTo: {
    about: 'Send webhooks to this address',
    takes: httpAddress,
    value: 'url',
    variable: 'EMULATOR_FORWARD_TO',
    exec: true,
  },
  profile: {
    about: 'Imitate the service of a profile that compare wrote',
    takes: text,
    value: 'file',
    variable: 'EMULATOR_PROFILE',
    exec: true,
  },
  overSpecification: {
    about: 'Follow the profile where the specification disagrees',
    takes: yesOrNo,
    exec: true,
  },
  assumptions: {
    about: 'Mark in the docs what `compare --keep` FILE has confirmed',
    takes: text,
    value: 'file',
    variable: 'EMULATOR_ASSUMPTIONS',
    exec: true,
  },
  comparison: {
    about: 'Show a report of `compare --json-file` in the inspector',
    takes: text,
    value: 'file',
  },
  settle: {
    about: 'Settle payments when due (auto) or only on request (manual)',
    takes: oneOf('auto', 'manual'),
    value: 'mode',
    exec: true,
  },
  clock: {
    about: 'Start the clock at this ISO 8601 time',
    takes: { type: 'string', format: 'date-time' },
    value: 'instant',
    exec: true,
  },
  freeze: { about: 'Start with a frozen clock', takes: yesOrNo, exec: true },
  seed: {
    about: 'Seed of generated ids: the same seed gives the same ids',
    takes: integer(0, Number.MAX_SAFE_INTEGER),
    value: 'number',
    exec: true,
  },
  noRateLimit: { about: 'Never respond with 429', takes: yesOrNo, exec: true },
  strict: { about: 'Refuse unknown fields instead of ignoring them', takes: yesOrNo, exec: true },
  signatureTime: {
    about: 'Time in webhook signatures: real or emulated',
    takes: oneOf('real', 'emulated'),
    value: 'clock',
    exec: true,
  },
  smtp: {
    about: 'Also deliver email to this mail catcher',
    takes: smtpAddress,
    value: 'url',
    exec: true,
  },
  pdfFont: {
    about: 'Add this font (TTF or OTF) for characters not in Noto Sans',
    takes: text,
    value: 'file',
    exec: true,
  },
  watch: { about: 'Reload when the fixture, the configuration or the data changes', takes: yesOrNo },
  fsync: { about: 'Sync each write to disk before the response', takes: yesOrNo },
  workspaceTtl: {
    about: 'Remove workspaces of later calls after this time without use',
    takes: { type: 'string', ...textForm('^\\d{1,4}(m|h|d|w)$', 'a duration of minutes to weeks', '7d') },
    value: 'duration',
    variable: 'EMULATOR_WORKSPACE_TTL',
  },
  stopTimeout: {
    about: 'At a stop, wait this long for requests in flight',
    takes: { type: 'string', ...textForm('^(\\d{1,2}s|1m)$', 'up to 60 seconds', '20s') },
    value: 'duration',
    variable: 'EMULATOR_STOP_TIMEOUT',
    default: '2s',
  },
  allowRemote: { about: 'Allow other machines to connect; requires a token', takes: yesOrNo },
  allowedHost: {
    about: 'Accept requests with this Host header (repeatable)',
    takes: { type: ['array', 'string'], items: { type: 'string' } },
    value: 'name',
  },
  publicUrl: {
    about: 'Use this address in all links',
    takes: httpAddress,
    value: 'url',
    variable: 'EMULATOR_PUBLIC_URL',
  },
  tls: { about: 'Serve only https, with a generated certificate', takes: yesOrNo },
  tlsCert: { about: 'Serve only https, with this certificate (PEM)', takes: text, value: 'file' },
  tlsKey: { about: 'Use this private key for --tls-cert (PEM)', takes: text, value: 'file' },
  webhookCa: {
    about: 'Trust these certificates (PEM) for https webhooks',
    takes: text,
    value: 'file',
    variable: 'EMULATOR_WEBHOOK_CA',
    exec: true,
  },
  token: {
    about: 'Require this token for the control API (default: generated)',
    takes: {
      type: 'string',
      ...textForm('^[\\w.~+/=-]{16,200}$', '16 to 200 letters, digits or any of . _ ~ + / = -', 'emu_0123456789abcdef'),
    },
    value: 'token',
    variable: 'EMULATOR_TOKEN',
    isSecret: true,
  },
  webhookHost: {
    about: 'Allow webhooks to this host, such as *.example.com (repeatable)',
    takes: { type: ['array', 'string'], items: { type: 'string' } },
    value: 'name',
    exec: true,
  },
  allowRemoteWebhooks: {
    about: 'Allow webhooks and email to other machines',
    takes: yesOrNo,
    exec: true,
  },
} as const satisfies Readonly<Record<string, Option>>;

/**
 * The options of `emulator start`, in camelCase, with defaults for tests: any free port, and no data on disk unless
 * `dataDir` names a folder. `startEmulator` reads neither environment variables nor a configuration file.
 */
export type StartOptions = ValuesOf<typeof startOptions> & {
  /** Receives warnings for the user, one line each. Default: `process.emitWarning`. */
  onWarning?: (message: string) => void;
  /**
   * Uses a new workspace in the emulator that `EMULATOR_URL` names, as with `emulator exec`, instead of starting an
   * emulator. Without that variable, or with an option for a whole emulator (`strict`, `port`), it starts an emulator.
   */
  attach?: boolean;
  /**
   * With `false`, the emulator opens no port, and responds only to calls through its handle and `fetch`. Default:
   * `true`.
   */
  listen?: boolean;
};

/** The programmatic name of an option. */
export type StartOption = keyof typeof startOptions;

/** Why a value is invalid, as a sentence that continues the option's name; null if the value is valid. */
export function whyRefused({ takes, isSecret }: Pick<Option, 'takes' | 'isSecret'>, value: unknown): string | null {
  const fault = firstError(takes, value);
  if (fault === null) return null;
  if (value === '' || isSecret === true) return `${fault.reason}.`;
  const given = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? typeof value);
  const hint = fault.suggestion === null ? '' : ` Did you mean '${fault.suggestion}'?`;
  return `${fault.reason}, not ${given}.${hint}`;
}

/** Why options contradict each other; null if they are compatible. */
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
    return `${named('host')} makes the emulator reachable from other machines (${host}). Allow this with ${named('allowRemote')}.`;
  }
  if (publicUrl !== undefined && !isOrigin(publicUrl)) {
    return `${named('publicUrl')} ${publicUrl} must contain only a scheme, a host and a port. Remove the path.`;
  }
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    const [given, missing] =
      tlsCert === undefined ? (['tlsKey', 'tlsCert'] as const) : (['tlsCert', 'tlsKey'] as const);
    return `${named(given)} requires ${named(missing)}. Pass both the certificate and its key.`;
  }
  if (at !== undefined && from === undefined)
    return `${named('at')} requires a record. Specify the record with ${named('from')}.`;
  if (run !== undefined && from === undefined)
    return `${named('run')} requires a record. Specify the record with ${named('from')}.`;
  if (webhooks !== undefined && from === undefined && !isRecord(fixture))
    return `${named('webhooks')} applies to the webhooks of a record. Specify the record with ${named('from')}.`;
  if (seed !== undefined && from !== undefined) {
    return `${named('from')} uses the seed of the recorded run. Remove ${named('seed')}.`;
  }
  return ephemeral === true && dataDir !== undefined
    ? `${named('ephemeral')} stores no state, but ${named('dataDir')} stores the state in a folder. Use only one of them.`
    : null;
}

/** Whether a fixture is the record of a run that a sandbox can resume. */
const isRecord = (fixture: string | undefined): fixture is string => fixture !== undefined && /\.html?$/.test(fixture);

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`;

/**
 * Converts checked options to the options of the sandbox.
 * @param folder the folder of the state; null if no state is stored
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
    webhookHost = [],
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
    webhookHosts: [webhookHost].flat(),
    allowedHosts: [allowedHost, publicUrl === undefined ? [] : new URL(publicUrl).hostname].flat(),
  };
}
