import type { Command } from 'commander';
import { type Client, createClient } from '../client.ts';
import type { Mode } from '../engine/workspace.ts';
import { Output } from './output.ts';
import { globalOptions, readConfigFile, resolveSettings, startCommandOptions, type Values } from './settings.ts';

/** What a command works with: the client of the emulator that the settings name, and its output. */
export interface Session {
  readonly client: Client;
  readonly out: Output;
  readonly mode: Mode;
  /** The data set that was named, as far as one was. */
  readonly scope: { workspace?: string; mode?: Mode };
  /** The flags as typed. */
  readonly flags: Values;
  /** The configuration file. */
  readonly file: Values;
}

/** @throws CommandFailure (wrong usage) for a flag, variable or configuration file that is wrong */
export function openSession(command: Command): Session {
  const flags = command.optsWithGlobals() as Values;
  const file = readConfigFile(process.cwd());
  const { url, workspace, mode, json, quiet, noColor } = resolveSettings(globalOptions, flags, file);
  const plain = noColor === true || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  const out = new Output({
    json: json === true,
    quiet: quiet === true,
    color: !plain && process.stdout.isTTY === true,
  });
  const scope = { workspace, mode };
  const client = createClient({
    url: url ?? `http://127.0.0.1:${likelyPort(file)}`,
    ...scope,
    token: process.env.EMULATOR_TOKEN,
  });
  return { client, out, mode: mode ?? 'test', scope, flags, file };
}

/** The port that an emulator started with the same variables and file would have. */
function likelyPort(file: Values): number {
  const { port } = startCommandOptions;
  return resolveSettings({ port }, {}, file).port || port.default;
}
