import type { KeysView } from '../control/wire.ts';
import { quoted } from '../text.ts';

export { quoted };

/** What an application is told of an emulator: the part of a variable's name behind its prefix, and the value. */
export type Variables = Readonly<Record<string, string>>;

/**
 * Where an emulator answers and with which keys; a key that the workspace does not have is left out.
 * @param workspace the one that was asked for, so that the command line works with the same one
 */
export function variablesOf(
  url: string,
  { keys, webhook_secret, api_base, client_base }: KeysView,
  mode: 'test' | 'live',
  workspace: string | undefined,
): Variables {
  const known = {
    URL: url,
    API_BASE: api_base,
    CLIENT_BASE: client_base,
    SECRET_KEY: keys.secret[mode],
    PUBLISHABLE_KEY: keys.publishable[mode],
    WEBHOOK_SECRET: webhook_secret,
    WORKSPACE: workspace,
  };
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] != null));
}

/** @param prefix of all names, as `EMULATOR_` */
export const withPrefix = (prefix: string, variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`${prefix}${name}`, value]));

/** A line each, as `.env` files and shells read them. */
export const environmentLines = (variables: Variables): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('\n');
