import { quoted } from '../../core/base/terminal-text.ts';
import type { KeysView } from '../../sandbox/control/wire.ts';

/** Variables that describe an emulator to an application, named without their prefix. */
export type Variables = Readonly<Record<string, string>>;

/**
 * The emulator's addresses and keys. Keys that the workspace does not have are left out.
 * @param workspace the requested workspace, so that the command line uses the same workspace
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

/** @param prefix the start of all names, such as `EMULATOR_` */
export const withPrefix = (prefix: string, variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`${prefix}${name}`, value]));

/** The shells for which variables are written, and `.env` files. */
export const environmentForms = ['bash', 'fish', 'cmd', 'powershell', 'dotenv'] as const;
export type EnvironmentForm = (typeof environmentForms)[number];

/**
 * The variables, one per line.
 * @param form the shell that sets and exports them; absent for a form that both `.env` files and sh can read
 */
export const environmentLines = (variables: Variables, form?: EnvironmentForm): string =>
  Object.entries(variables)
    .map(([name, value]) => assignment(name, value, form))
    .join('\n');

function assignment(name: string, value: string, form: EnvironmentForm | undefined): string {
  switch (form) {
    case 'bash':
      return `export ${name}=${quoted(value)}`;
    case 'fish':
      return `set -gx ${name} ${quoted(value)}`;
    case 'cmd':
      // In a batch file, two percent signs mean one. Between the quotation marks, no other character has a special
      // meaning.
      return `set "${name}=${value.replaceAll('%', '%%')}"`;
    case 'powershell':
      // PowerShell treats typographic quotation marks like plain ones.
      return `$env:${name} = '${value.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
    default:
      return `${name}=${quoted(value)}`;
  }
}
