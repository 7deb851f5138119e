import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Client, createClient } from '../client/node-client.ts';
import type { Mode } from '../core/kernel/workspace.ts';
import { readNamedText } from '../core/system/regular-file.ts';
import type { StreamMessage } from '../sandbox/control/wire.ts';
import { wrongUsage } from './failure.ts';
import { followStream } from './follow.ts';
import {
  globalOptions,
  type RawSettings,
  readConfigFile,
  resolveSettings,
  settingNames,
  startCommandOptions,
} from './options/settings.ts';
import { Output } from './output.ts';

/** The environment of a command: the client of the configured emulator, and the output. */
export interface Session {
  readonly client: Client;
  /** A client of the same emulator without a data set. */
  readonly unscoped: Client;
  readonly out: Output;
  readonly mode: Mode;
  /** The data set that the user named. The emulator chooses the missing parts. */
  readonly scope: { workspace?: string; mode?: Mode };
  /** The flags as typed. */
  readonly flags: RawSettings;
  /** The configuration file. */
  readonly file: RawSettings;
  /** How messages name an option: by the source that set it. */
  readonly named: (key: string) => string;
}

/** @throws CommandFailure (wrong usage) for an invalid flag, variable or configuration file */
export function openSession(command: Command): Session {
  const flags = command.optsWithGlobals() as RawSettings;
  const file = readConfigFile(process.cwd());
  const { url, workspace, mode, json, quiet, noColor } = resolveSettings(globalOptions, flags, file);
  const plain = noColor === true || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  const out = new Output({
    json: json === true,
    quiet: quiet === true,
    color: !plain && process.stdout.isTTY === true,
  });
  const scope = { workspace, mode };
  const { token } = startCommandOptions;
  const address = url ?? likelyAddress(file);
  const reached = {
    url: address,
    ca: /^https:/i.test(address) ? trusted(file) : undefined,
    token: resolveSettings({ token }, {}, {}).token,
  };
  return {
    client: createClient({ ...reached, ...scope }),
    unscoped: createClient(reached),
    out,
    mode: mode ?? 'test',
    scope,
    flags,
    file,
    named: settingNames({ ...globalOptions, ...startCommandOptions }, flags, file),
  };
}

/** The messages of the emulator, across lost connections and restarts. */
export const followed = ({ client, out }: Session): AsyncGenerator<StreamMessage> =>
  followStream(client, ({ message }) => out.note(`${message} Waiting up to two minutes to reconnect...`));

/** The address where an emulator with the same variables and file would listen. */
function likelyAddress(file: RawSettings): string {
  const { port, tls, tlsCert } = startCommandOptions;
  const own = resolveSettings({ port, tls, tlsCert }, {}, file);
  const scheme = own.tls === true || own.tlsCert !== undefined ? 'https' : 'http';
  return `${scheme}://127.0.0.1:${own.port || port.default}`;
}

/**
 * Further certificates to trust: the certificate of the data folder, and the certificates that the environment names.
 * A client with its own certificates ignores NODE_EXTRA_CA_CERTS.
 * @throws CommandFailure (wrong usage) if one of the files cannot be read
 */
function trusted(file: RawSettings): string | undefined {
  const { EMULATOR_CA: named, NODE_EXTRA_CA_CERTS: extra } = process.env;
  const { dataDir } = startCommandOptions;
  const kept = join(resolveSettings({ dataDir }, {}, file).dataDir ?? dataDir.default, 'tls', 'cert.pem');
  const present = [kept, extra ?? '']
    .filter((path) => existsSync(path))
    .map((path) => readNamed('The certificate', path));
  const texts = named ? [readNamed('EMULATOR_CA', named), ...present] : present;
  return texts.length === 0 ? undefined : texts.join('\n');
}

const readNamed = (what: string, path: string): string => readNamedText(what, path, wrongUsage);
