import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StartOptions } from './programmatic/types.ts';
import type { SandboxOptions } from './sandbox.ts';

/** The options of `emulator start` and of `startEmulator`, which are the same. */

export type { StartOptions };

/** What a value may be: one of these words, an integer of a range, or of a kind. */
export type OptionKind =
  | 'text'
  | 'address'
  | 'smtp'
  | 'switch'
  | 'list'
  | 'function'
  | readonly string[]
  | { readonly from: number; readonly to: number };

/** What each option takes, for the command line, its configuration file and callers without types alike. */
export const optionKinds = {
  port: { from: 0, to: 65_535 },
  host: 'text',
  dataDir: 'text',
  ephemeral: 'switch',
  fixture: 'text',
  forwardTo: 'address',
  settle: ['auto', 'manual'],
  clock: 'text',
  freeze: 'switch',
  seed: { from: 0, to: Number.MAX_SAFE_INTEGER },
  noRateLimit: 'switch',
  strict: 'switch',
  signatureTime: ['real', 'emulated'],
  smtp: 'smtp',
  watch: 'switch',
  fsync: 'switch',
  allowRemote: 'switch',
  allowedHost: 'list',
  allowRemoteWebhooks: 'switch',
  onWarning: 'function',
} as const satisfies Readonly<Record<keyof StartOptions, OptionKind>>;

/**
 * What the sandbox is started with, of options that were checked.
 * @param folder keeps the state; null: nothing is kept
 */
export function sandboxOptionsOf(options: StartOptions, folder: string | null): Omit<SandboxOptions, 'version'> {
  const {
    dataDir: _dataDir,
    ephemeral: _ephemeral,
    onWarning: _onWarning,
    fixture,
    host,
    noRateLimit,
    allowedHost = [],
    ...rest
  } = options;
  return {
    ...rest,
    host: host?.replace(/^\[|\]$/g, ''),
    dataDir: folder === null ? null : resolve(folder),
    // A file is kept by its whole path, so that `reset` finds it from wherever the process is, or starts next.
    fixture: fixture !== undefined && existsSync(fixture) ? resolve(fixture) : fixture,
    rateLimit: noRateLimit !== true,
    allowedHosts: [allowedHost].flat(),
  };
}
