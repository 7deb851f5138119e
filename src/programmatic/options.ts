import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseIso } from '../engine/clock.ts';
import { closest } from '../engine/closest.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { EmulatorError } from './errors.ts';
import type { StartOptions } from './types.ts';

type Kind = 'text' | 'switch' | 'function' | 'list' | readonly string[] | { from: number; to: number };

/** What each option takes; a caller without types learns of a wrong one by its name. */
const kinds: Readonly<Record<keyof StartOptions, Kind>> = {
  port: { from: 0, to: 65_535 },
  host: 'text',
  dataDir: 'text',
  ephemeral: 'switch',
  fixture: 'text',
  forwardTo: 'text',
  settle: ['auto', 'manual'],
  clock: 'text',
  freeze: 'switch',
  seed: { from: 0, to: Number.MAX_SAFE_INTEGER },
  noRateLimit: 'switch',
  strict: 'switch',
  signatureTime: ['real', 'emulated'],
  smtp: 'text',
  watch: 'switch',
  fsync: 'switch',
  allowRemote: 'switch',
  allowedHost: 'list',
  allowRemoteWebhooks: 'switch',
  onWarning: 'function',
};

export const optionNames: readonly string[] = Object.keys(kinds);

const wrong = (message: string): EmulatorError => new EmulatorError('wrong_option', message);

/**
 * What the sandbox is started with.
 * @throws EmulatorError `wrong_option` for an unknown option or a value that it does not take
 */
export function sandboxOptions(options: StartOptions, version: string): SandboxOptions {
  checkOptions(options);
  const { dataDir, ephemeral, fixture, host = '127.0.0.1', noRateLimit, allowedHost, onWarning, ...rest } = options;
  if (ephemeral === true && dataDir !== undefined) {
    throw wrong('ephemeral keeps nothing and dataDir keeps everything; choose one.');
  }
  if (ephemeral === false && dataDir === undefined) {
    throw wrong('ephemeral: false needs a dataDir, the folder in which the state is kept.');
  }
  return {
    ...rest,
    port: options.port ?? 0,
    host: host.replace(/^\[|\]$/g, ''),
    dataDir: dataDir === undefined ? null : resolve(dataDir),
    // A file is kept by its whole path, so that `reset` finds it from wherever the process has gone since.
    fixture: fixture !== undefined && existsSync(fixture) ? resolve(fixture) : fixture,
    rateLimit: noRateLimit !== true,
    allowedHosts: allowedHost === undefined ? [] : [allowedHost].flat(),
    version,
    warn: onWarning ?? ((message) => process.emitWarning(message, 'EmulatorWarning')),
  };
}

function checkOptions(options: StartOptions): void {
  if (typeof options !== 'object' || options === null) throw wrong('The options of startEmulator are an object.');
  for (const [name, value] of Object.entries(options)) {
    const kind: Kind | undefined = Object.hasOwn(kinds, name) ? kinds[name as keyof StartOptions] : undefined;
    if (kind === undefined) {
      const [near] = closest(name, optionNames);
      const hint = near === undefined ? `There is ${optionNames.join(', ')}.` : `Did you mean '${near}'?`;
      throw wrong(`startEmulator knows no option '${name}'. ${hint}`);
    }
    if (value !== undefined && !fits(kind, value)) {
      throw wrong(`${name} must be ${wordsFor(kind)}, not ${JSON.stringify(value) ?? typeof value}.`);
    }
  }
  const { host = '127.0.0.1', allowRemote, clock } = options;
  if (!/^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host) && allowRemote !== true) {
    throw wrong(`host '${host}' opens the emulator to other machines; say so with allowRemote: true.`);
  }
  if (clock !== undefined && parseIso(clock) === null) {
    throw wrong(`clock '${clock}' is no ISO 8601 instant such as 2026-03-01T09:00:00Z.`);
  }
}

function fits(kind: Kind, value: unknown): boolean {
  if (kind === 'text') return typeof value === 'string' && value !== '';
  if (kind === 'switch') return typeof value === 'boolean';
  if (kind === 'function') return typeof value === 'function';
  if (kind === 'list') return [value].flat().every((item) => typeof item === 'string');
  if ('from' in kind) return Number.isSafeInteger(value) && Number(value) >= kind.from && Number(value) <= kind.to;
  return kind.some((each) => each === value);
}

function wordsFor(kind: Kind): string {
  if (kind === 'text') return 'a text';
  if (kind === 'switch') return 'true or false';
  if (kind === 'function') return 'a function';
  if (kind === 'list') return 'a text or a list of texts';
  return 'from' in kind ? `an integer from ${kind.from} to ${kind.to}` : kind.join(' or ');
}
