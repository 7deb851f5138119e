import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { dirname } from 'node:path';
import { closest } from '../../../core/base/closest.ts';
import { readTextFile } from '../../../core/system/regular-file.ts';
import type { Variables } from '../../options/environment.ts';
import { globalSettings, startSettings } from '../../options/settings.ts';

/** The result of one check. */
export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'problem';
  /** The finding as text. */
  says: string;
  /** The next step for the user; null if there is nothing to do. */
  advice: string | null;
}

export const ok = (name: string, says: string): Check => ({ name, status: 'ok', says, advice: null });
export const warning = (name: string, says: string, advice: string): Check => ({
  name,
  status: 'warning',
  says,
  advice,
});
export const problem = (name: string, says: string, advice: string): Check => ({
  name,
  status: 'problem',
  says,
  advice,
});

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds proxies that clients would use for an emulator on this machine. @param host as written in an address */
export function checkProxy(host: string, env: Environment): Check[] {
  const set = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].filter(
    (name) => env[name],
  );
  const left = (env.NO_PROXY || env.no_proxy || '').split(/[\s,]+/).map((each) => each.replace(/:\d+$/, ''));
  if (set.length === 0) return [];
  const caught = [...new Set([host, 'localhost'])].filter((each) => !left.includes(each) && !left.includes('*'));
  if (caught.length === 0) return [ok('proxy', `${host} is excluded from ${set.join(', ')}`)];
  return [
    warning(
      'proxy',
      `calls to ${caught.join(' and ')} would go through a proxy (${set.join(', ')}), because curl and many libraries use these variables`,
      'Set NO_PROXY=localhost,127.0.0.1,::1 for these programs.',
    ),
  ];
}

/** Variables for applications and tests, and variables that configure the command line. */
const otherVariables = [
  ...['API_BASE', 'CLIENT_BASE', 'SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET', 'PROGRAM', 'RUN', 'IMAGE'],
  ...['TOKEN', 'CA', 'DEBUG', 'COMPACT_AT'],
].map((name) => `EMULATOR_${name}`);

/** Finds environment variables that contradict each other, and variables that no program reads. */
export function checkVariables(env: Environment): Check[] {
  const known = [...[...globalSettings, ...startSettings].flatMap(({ variable }) => variable ?? []), ...otherVariables];
  const found = Object.keys(env)
    .filter((name) => name.startsWith('EMULATOR_') && env[name] && !known.includes(name))
    .map((name) => {
      const [near] = closest(name, known);
      const advice = near === undefined ? 'Unset the variable, or pass the option as a flag.' : `Is ${near} meant?`;
      return warning('variables', `the emulator does not read ${name}`, advice);
    });
  const { EMULATOR_URL: url, EMULATOR_PORT: port, EMULATOR_API_BASE: base } = env;
  if (url === undefined || !URL.canParse(url)) return found;
  const { origin, port: own, protocol } = new URL(url);
  const listens = own || (protocol === 'https:' ? '443' : '80');
  if (port && port !== '0' && port !== listens) {
    found.push(
      warning(
        'variables',
        `EMULATOR_URL uses port ${listens}, but EMULATOR_PORT is ${port}`,
        "'npx payments-emulator start' listens on EMULATOR_PORT, but all other commands call EMULATOR_URL. Set only one of these variables.",
      ),
    );
  }
  if (base && URL.canParse(base) && new URL(base).origin !== origin) {
    found.push(
      warning(
        'variables',
        `EMULATOR_URL points to ${origin}, but EMULATOR_API_BASE points to ${new URL(base).origin}`,
        "The application and the commands use different emulators. Set both variables to the values from 'npx payments-emulator keys --env'.",
      ),
    );
  }
  return found;
}

/** Variables that contain a secret or a key. */
const secretVariables = ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'];

/**
 * Finds secrets in the environment that the running emulator does not have. An application that reads them is
 * refused, or refuses its webhooks.
 * @param own the emulator's variables, keyed by name without the prefix
 */
export function checkSecrets(env: Environment, own: Variables): Check[] {
  return secretVariables
    .filter((name) => env[`EMULATOR_${name}`] && own[name] !== undefined && env[`EMULATOR_${name}`] !== own[name])
    .map((name) =>
      warning(
        'secret',
        `EMULATOR_${name} differs from the running emulator's value`,
        "Use the value from 'npx payments-emulator keys --env', unless the variable is for an endpoint with its own secret.",
      ),
    );
}

/** Checks whether `localhost` resolves to the address that the emulator listens on. @param host the emulator's host */
export async function checkLoopback(host: string): Promise<Check[]> {
  const addresses = await lookup('localhost', { all: true }).catch((): LookupAddress[] => []);
  const names = addresses.map(({ address }) => address);
  if (host !== '127.0.0.1' && host !== '0.0.0.0') return [];
  if (names.includes('127.0.0.1')) return [ok('localhost', `is ${names.join(' and ')}`)];
  return [
    warning(
      'localhost',
      `is ${names.length === 0 ? 'unknown' : names.join(' and ')} on this machine, but the emulator listens on 127.0.0.1`,
      "Call the emulator at 127.0.0.1, start it with '--host ::1', or add '127.0.0.1 localhost' to the hosts file.",
    ),
  ];
}

/**
 * Checks the certificate that an emulator uses for https.
 * @param file the certificate, in PEM
 * @param fault why the certificate cannot be used; null if it can be used, undefined if the file does not exist yet
 */
export function checkCertificate(file: string, fault: string | null | undefined, env: Environment): Check {
  const name = 'certificate';
  if (fault === undefined) return ok(name, `the next start creates a certificate in ${dirname(file)}`);
  if (fault !== null) {
    return problem(
      name,
      `${file} ${fault}`,
      'The next start replaces a generated certificate; for your own, pass valid files to --tls-cert and --tls-key.',
    );
  }
  if (isTrusted(readTextFile(file), env)) return ok(name, `${file} is valid and trusted by applications`);
  return warning(
    name,
    `applications do not trust ${file}`,
    `Start Node applications with NODE_EXTRA_CA_CERTS=${file}; for other languages, see the manual.`,
  );
}

function isTrusted(certificate: string, { NODE_EXTRA_CA_CERTS: extra }: Environment): boolean {
  try {
    return extra !== undefined && readTextFile(extra).includes(certificate.trim());
  } catch {
    return false;
  }
}
