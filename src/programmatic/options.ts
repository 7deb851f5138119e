import { parseIso } from '../engine/clock.ts';
import { closest } from '../engine/closest.ts';
import { isLoopbackListener } from '../engine/hosts.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { type OptionKind, optionKinds, type StartOptions, sandboxOptionsOf } from '../start-options.ts';
import { EmulatorError } from './errors.ts';

export const optionNames: readonly string[] = Object.keys(optionKinds);

const wrong = (message: string): EmulatorError => new EmulatorError('wrong_option', message);

/**
 * What the sandbox is started with.
 * @throws EmulatorError `wrong_option` for an unknown option or a value that it does not take
 */
export function sandboxOptions(options: StartOptions, version: string): SandboxOptions {
  checkOptions(options);
  const { dataDir, ephemeral, port = 0, host = '127.0.0.1', onWarning } = options;
  if (ephemeral === true && dataDir !== undefined) {
    throw wrong('ephemeral keeps nothing and dataDir keeps everything; choose one.');
  }
  if (ephemeral === false && dataDir === undefined) {
    throw wrong('ephemeral: false needs a dataDir, the folder in which the state is kept.');
  }
  return {
    ...sandboxOptionsOf({ ...options, port, host }, dataDir ?? null),
    version,
    warn: onWarning ?? ((message) => process.emitWarning(message, 'EmulatorWarning')),
  };
}

function checkOptions(options: StartOptions): void {
  if (typeof options !== 'object' || options === null) throw wrong('The options of startEmulator are an object.');
  for (const [name, value] of Object.entries(options)) {
    const kind: OptionKind | undefined = Object.hasOwn(optionKinds, name)
      ? optionKinds[name as keyof StartOptions]
      : undefined;
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
  if (!isLoopbackListener(host) && allowRemote !== true) {
    throw wrong(`host '${host}' opens the emulator to other machines; say so with allowRemote: true.`);
  }
  if (clock !== undefined && parseIso(clock) === null) {
    throw wrong(`clock '${clock}' is no ISO 8601 instant such as 2026-03-01T09:00:00Z.`);
  }
}

/** An address is a text here; where it leads nowhere, the sandbox says so. */
const isText = (kind: OptionKind): kind is 'text' | 'address' | 'smtp' =>
  kind === 'text' || kind === 'address' || kind === 'smtp';

function fits(kind: OptionKind, value: unknown): boolean {
  if (isText(kind)) return typeof value === 'string' && value !== '';
  if (kind === 'switch') return typeof value === 'boolean';
  if (kind === 'function') return typeof value === 'function';
  if (kind === 'list') return [value].flat().every((item) => typeof item === 'string');
  if ('from' in kind) return Number.isSafeInteger(value) && Number(value) >= kind.from && Number(value) <= kind.to;
  return kind.some((each) => each === value);
}

function wordsFor(kind: OptionKind): string {
  if (isText(kind)) return 'a text';
  if (kind === 'switch') return 'true or false';
  if (kind === 'function') return 'a function';
  if (kind === 'list') return 'a text or a list of texts';
  return 'from' in kind ? `an integer from ${kind.from} to ${kind.to}` : kind.join(' or ');
}
