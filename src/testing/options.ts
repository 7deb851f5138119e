import type { Option } from '../emulator/option.ts';
import type { NameOption } from '../emulator/option-names.ts';
import type { SandboxOptions } from '../emulator/sandbox-options.ts';
import {
  conflictOf,
  type StartOptions,
  sandboxOptionsOf,
  startOptions,
  whyRefused,
} from '../emulator/start-options.ts';
import { refuseUnknownOptions } from './check-options.ts';
import { EmulatorError } from './errors.ts';

const known: Readonly<Record<string, Option>> = startOptions;
export const optionNames: readonly string[] = [...Object.keys(startOptions), 'attach', 'listen', 'onWarning'];

const wrong = (message: string): EmulatorError => new EmulatorError('wrong_option', message);

/** How messages name an option: as a property of `startEmulator`. */
const named: NameOption = (name) => (name === 'allowRemote' ? 'allowRemote: true' : name);

/**
 * The options of the sandbox.
 * @throws EmulatorError `wrong_option` for an unknown option or an invalid value
 */
export function sandboxOptions(options: StartOptions, version: string): SandboxOptions {
  checkOptions(options);
  const conflict = conflictOf(options, named);
  if (conflict !== null) throw wrong(conflict);
  const { dataDir, ephemeral, listen = true, port = 0, host = '127.0.0.1', onWarning } = options;
  const forPorts = listen ? undefined : (['port', 'host', 'tls'] as const).find((name) => options[name] !== undefined);
  if (forPorts !== undefined)
    throw wrong(`${forPorts} requires an emulator that listens; remove either this option or listen: false.`);
  if (ephemeral === false && dataDir === undefined) {
    throw wrong('ephemeral: false requires a dataDir, the folder in which the emulator stores its state.');
  }
  return {
    ...sandboxOptionsOf({ ...options, port, host }, dataDir ?? null),
    ...(listen ? {} : { port: null }),
    version,
    named,
    warn: onWarning ?? ((message) => process.emitWarning(message, 'EmulatorWarning')),
  };
}

/** @throws EmulatorError `wrong_option` for an unknown option or an invalid value */
export function checkOptions(options: StartOptions): void {
  if (typeof options !== 'object' || options === null) throw wrong('The options of startEmulator must be an object.');
  refuseUnknownOptions('startEmulator', options, optionNames);
  for (const [name, value] of Object.entries(options)) if (value !== undefined) checkOption(name, value);
}

function checkOption(name: string, value: unknown): void {
  const reason = whyNoValue(name, value);
  if (reason !== null) throw wrong(`${name} ${reason}`);
}

function whyNoValue(name: string, value: unknown): string | null {
  if (name === 'onWarning') return typeof value === 'function' ? null : 'must be a function.';
  return whyRefused(name === 'attach' || name === 'listen' ? { takes: { type: 'boolean' } } : known[name]!, value);
}
