import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { closest } from '../../base/closest.ts';
import { dayMs, minuteMs } from '../../base/instants.ts';
import { realNow } from '../../base/time.ts';
import { readRegularFile } from '../../regular-file.ts';
import { isAscii } from '../../tui/terminal/theme.ts';
import { globalSettings, startSettings } from '../settings.ts';

/** The result of one check. */
export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'problem';
  /** The finding in words. */
  says: string;
  /** What to do about it; null: nothing. */
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

/** The programs that the manual uses: those that come with Node, and the ones that run the image. */
export function checkPrograms(env: Environment): Check[] {
  const missing = ['npm', 'npx'].filter((name) => !isOnPath(name, env));
  const engine = ['docker', 'podman', 'nerdctl'].find((name) => isOnPath(name, env));
  return [
    missing.length === 0
      ? ok('npm', 'npm and npx are there')
      : warning(
          'npm',
          `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not on the PATH`,
          'Install npm, which comes with Node; without it, run node_modules/.bin/emulator.',
        ),
    engine === undefined
      ? warning(
          'containers',
          'neither docker nor podman nor nerdctl is on the PATH',
          'Only the image and Testcontainers need one of them; for those, install it.',
        )
      : ok('containers', `${engine} is there`),
  ];
}

function isOnPath(name: string, { PATH, Path = PATH, PATHEXT }: Environment): boolean {
  const endings = process.platform === 'win32' ? (PATHEXT ?? '.EXE;.CMD').split(';') : [''];
  const folders = (Path ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, name + ending))));
}

/** Linux's numbers (statfs(2)) of network file systems, which other machines also write to. */
const networks: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9P',
  12805120: 'Ceph',
  1397113167: 'AFS',
  2020557398: 'a folder that VirtualBox shares',
};
/** Less free space than this is reported, in bytes: a journal grows to 64 MiB before it is compacted. */
const enoughRoom = 256 * 1024 * 1024;

/**
 * Checks the disk of a data folder.
 * @param nearest the folder, or its nearest ancestor that exists
 */
export async function checkDisk(nearest: string): Promise<Check[]> {
  const system = await statfs(nearest).catch(() => null);
  if (system === null) return [];
  const { type, bavail, bsize, blocks } = system;
  const network = nearest.startsWith('\\\\') ? 'a network share' : networks[type >>> 0];
  const free = bavail * bsize;
  const found: Check[] = [];
  if (network !== undefined) {
    found.push(
      warning(
        'disk',
        `${nearest} lies on ${network}: an emulator on another machine would not see that this one uses it`,
        'Choose a --data-dir on a disk of this machine.',
      ),
    );
  }
  // A file system without a disk has no size.
  if (blocks > 0 && free < enoughRoom) {
    found.push(
      warning(
        'disk',
        `${Math.floor(free / 1024 / 1024)} MiB are free for ${nearest}`,
        'Make room, or choose another --data-dir: writes are refused where the disk is full.',
      ),
    );
  }
  if (await ignoresCase(nearest)) {
    found.push(
      warning(
        'disk',
        `${nearest} holds one file for names that differ in upper and lower case alone`,
        'Name data folders and fixtures so that they differ in more.',
      ),
    );
  }
  return found.length > 0 ? found : [ok('disk', `${(free / 1024 ** 3).toFixed(1)} GiB are free`)];
}

async function ignoresCase(folder: string): Promise<boolean> {
  const name = basename(folder);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (other === name) return false;
  try {
    const [own, same] = await Promise.all([stat(folder), stat(join(dirname(folder), other))]);
    return own.ino === same.ino && own.dev === same.dev;
  } catch {
    return false;
  }
}

/** Checks what the dashboard needs of a terminal; reports nothing without a terminal. */
export function checkTerminal(
  { isTTY, columns = 80, rows = 24 }: { isTTY?: boolean; columns?: number; rows?: number },
  env: Environment,
): Check[] {
  const found: Check[] = [];
  if (isAscii(env)) {
    found.push(
      warning(
        'terminal',
        'its locale has only ASCII: lines, marks and names in other alphabets are replaced',
        'Set LC_ALL=C.UTF-8, or another locale that ends in UTF-8.',
      ),
    );
  }
  if (isTTY !== true) return found;
  if (columns < 60 || rows < 15) {
    found.push(
      warning(
        'terminal',
        `it has ${columns} columns and ${rows} rows, in which the dashboard leaves things out`,
        'Make it 60 by 15 or larger; 110 columns show details beside the list.',
      ),
    );
  }
  return found.length > 0 ? found : [ok('terminal', `${columns} columns, ${rows} rows`)];
}

/** A larger difference between clocks makes signatures look stale, in milliseconds. */
const tolerance = minuteMs;

/**
 * Compares the machine's clock with its own past and with other clocks.
 * @param written when the data folder was last written to, in milliseconds; null: never
 * @param emulator the emulator's machine time, in milliseconds; null: none runs
 */
export function checkMachineClock(written: number | null, emulator: number | null): Check {
  const now = realNow();
  const name = 'machine clock';
  if (written !== null && written - now > tolerance) {
    return warning(
      name,
      `the data folder was written to ${inWords(written - now)} from now: the clock was put back`,
      'Let the system keep the time (NTP).',
    );
  }
  if (emulator !== null && Math.abs(emulator - now) > tolerance) {
    return warning(
      name,
      `the machine of the emulator is ${inWords(Math.abs(emulator - now))} ${emulator > now ? 'ahead of' : 'behind'} this one`,
      'Let both keep the time (NTP): an application that judges the age of signatures refuses them.',
    );
  }
  return ok(name, 'keeps the time');
}

const inWords = (ms: number): string =>
  ms >= 2 * dayMs ? `${Math.round(ms / dayMs)} days` : `${Math.round(ms / minuteMs)} minutes`;

/** Finds proxies that clients would use for an emulator on this machine. @param host as written in an address */
export function checkProxy(host: string, env: Environment): Check[] {
  const set = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].filter(
    (name) => env[name],
  );
  const left = (env.NO_PROXY || env.no_proxy || '').split(/[\s,]+/).map((each) => each.replace(/:\d+$/, ''));
  if (set.length === 0) return [];
  const caught = [...new Set([host, 'localhost'])].filter((each) => !left.includes(each) && !left.includes('*'));
  if (caught.length === 0) return [ok('proxy', `${set.join(', ')} leave ${host} alone`)];
  return [
    warning(
      'proxy',
      `${set.join(', ')} would catch calls of ${caught.join(' and ')}: curl and many libraries follow them`,
      'Set NO_PROXY=localhost,127.0.0.1,::1 for them.',
    ),
  ];
}

/** Variables for applications and tests, and variables that configure the command line. */
const otherVariables = [
  ...['API_BASE', 'CLIENT_BASE', 'SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET', 'PROGRAM', 'RUN', 'IMAGE'],
  ...['TOKEN', 'CA', 'DEBUG', 'COMPACT_AT', 'PACK_AT'],
].map((name) => `EMULATOR_${name}`);

/** Finds environment variables that contradict each other, or that nothing reads. */
export function checkVariables(env: Environment): Check[] {
  const known = [...[...globalSettings, ...startSettings].flatMap(({ variable }) => variable ?? []), ...otherVariables];
  const found = Object.keys(env)
    .filter((name) => name.startsWith('EMULATOR_') && env[name] && !known.includes(name))
    .map((name) => {
      const [near] = closest(name, known);
      const advice = near === undefined ? 'Remove it, or give the option as a flag.' : `Is ${near} meant?`;
      return warning('variables', `nothing reads ${name}`, advice);
    });
  const { EMULATOR_URL: url, EMULATOR_PORT: port, EMULATOR_API_BASE: base } = env;
  if (url === undefined || !URL.canParse(url)) return found;
  const { origin, port: own, protocol } = new URL(url);
  const listens = own || (protocol === 'https:' ? '443' : '80');
  if (port && port !== '0' && port !== listens) {
    found.push(
      warning(
        'variables',
        `EMULATOR_URL names port ${listens}, and EMULATOR_PORT is ${port}`,
        "'emulator start' listens on the second and all other commands ask the first: keep one of them.",
      ),
    );
  }
  if (base && URL.canParse(base) && new URL(base).origin !== origin) {
    found.push(
      warning(
        'variables',
        `EMULATOR_URL is ${origin}, and EMULATOR_API_BASE lies at ${new URL(base).origin}`,
        "The application asks another emulator than the commands: take both from 'emulator keys --env'.",
      ),
    );
  }
  return found;
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
      `is ${names.length === 0 ? 'unknown' : names.join(' and ')} here, and the emulator listens on 127.0.0.1`,
      "Call it at 127.0.0.1, start it with '--host ::1', or put '127.0.0.1 localhost' into the hosts file.",
    ),
  ];
}

/**
 * Checks the certificate that an emulator shows on https.
 * @param file the certificate, in PEM
 * @param fault why it cannot be used; null: it can; undefined: there is none yet
 */
export function checkCertificate(file: string, fault: string | null | undefined, env: Environment): Check {
  const name = 'certificate';
  if (fault === undefined) return ok(name, `the next start makes one, in ${dirname(file)}`);
  if (fault !== null) {
    return problem(name, `${file} ${fault}`, 'The next start makes another; give --tls-cert and --tls-key anew.');
  }
  if (isTrusted(readRegularFile(file).toString('utf8'), env))
    return ok(name, `${file} is sound, and applications trust it`);
  return warning(
    name,
    `applications do not trust ${file}`,
    `Start those of Node with NODE_EXTRA_CA_CERTS=${file}; the manual has other languages.`,
  );
}

function isTrusted(certificate: string, { NODE_EXTRA_CA_CERTS: extra }: Environment): boolean {
  try {
    return extra !== undefined && readRegularFile(extra).toString('utf8').includes(certificate.trim());
  } catch {
    return false;
  }
}
