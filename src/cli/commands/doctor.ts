import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { engines, version } from '../../../package.json';
import { ClientError, ConnectionError } from '../../client.ts';
import type { Status } from '../../control/wire.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { type Cell, counted, instant, type Output } from '../output.ts';
import type { Session } from '../session.ts';
import { configFile, type Explained, explainSettings, globalOptions, startCommandOptions } from '../settings.ts';
import { faster } from '../views.ts';

/** One thing that was looked at. */
interface Check {
  name: string;
  status: 'ok' | 'warning' | 'problem';
  /** What is so, in words. */
  says: string;
  /** What to do about it; null where nothing is to be done. */
  advice: string | null;
}

/** How long a webhook target may take to answer, in milliseconds. */
const patience = 3_000;

/**
 * Looks at the set-up and says in plain words what is so.
 * @returns the exit status: 1 where something is in the way of working
 */
export async function doctor(session: Session, { repair: isRepair = false }: { repair?: boolean }): Promise<number> {
  const { out, flags, file } = session;
  const settings = withAddress(
    explainSettings({ ...globalOptions, ...startCommandOptions }, flags, file),
    session.client.url,
  );
  const given = (key: string): unknown => settings.find((each) => each.key === key)?.value;
  const folder = resolve(String(given('dataDir') ?? '.emulator'));
  if (isRepair) return repair(out, folder);

  const status = await askEmulator(session);
  const checks: Check[] = [
    checkNode(),
    checkFile(file),
    ...(given('ephemeral') === true ? [] : [await checkFolder(folder)]),
    await checkPort(status, Number(given('port') ?? 4747), String(given('host') ?? '127.0.0.1'), session),
  ];
  if (typeof status === 'object') checks.push(checkClock(status), ...checkStorage(status));
  for (const target of targetsOf(status, given('forwardTo'))) checks.push(await checkTarget(target));
  const isWell = checks.every((check) => check.status !== 'problem');
  out.document({ ok: isWell, checks, settings }, () => show(out, checks, settings));
  return isWell ? exitCodes.done : exitCodes.refused;
}

/** An address that nobody gave follows the port that somebody did. */
function withAddress(settings: readonly Explained[], url: string): Explained[] {
  const { from = 'default' } = settings.find(({ key }) => key === 'port') ?? {};
  return settings.map((each) => (each.key === 'url' && each.from === 'default' ? { ...each, value: url, from } : each));
}

const ok = (name: string, says: string): Check => ({ name, status: 'ok', says, advice: null });
const warning = (name: string, says: string, advice: string): Check => ({ name, status: 'warning', says, advice });
const problem = (name: string, says: string, advice: string): Check => ({ name, status: 'problem', says, advice });

function checkNode(): Check {
  const least = engines.node.replace('>=', '').split('.').map(Number) as [number, number];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > least[0] || (major === least[0] && minor >= least[1]);
  const says = `Node ${process.versions.node}, payments-emulator ${version}`;
  return fits ? ok('node', says) : problem('node', says, `Install Node ${least.join('.')} or later.`);
}

/** A file that cannot be used has stopped the command already. */
const checkFile = (file: Readonly<Record<string, unknown>>): Check =>
  ok(
    'settings',
    existsSync(configFile)
      ? `${configFile} gives ${counted(Object.keys(file).length, 'setting')}`
      : `no ${configFile} here`,
  );

async function checkFolder(folder: string): Promise<Check> {
  const [{ inspectFolder }, { declarations }] = await Promise.all([
    import('../../storage/repair.ts'),
    import('../../sandbox.ts'),
  ]);
  const nearest = nearestThatExists(folder);
  try {
    await access(nearest, constants.R_OK | constants.W_OK);
  } catch {
    return problem(
      'data folder',
      `${nearest} cannot be written`,
      'Choose another --data-dir, or run with --ephemeral.',
    );
  }
  const { state, owner, reason, isEdited, commits, bytes } = await inspectFolder(folder, declarations());
  const size = `${Math.ceil(bytes / 1024)} KiB`;
  const edited = isEdited ? '. db.json was edited: the next start takes it over' : '';
  switch (state) {
    case 'fresh':
      return ok('data folder', `${folder} holds nothing yet`);
    case 'sound':
      return ok(
        'data folder',
        `${folder} is sound: ${counted(commits, 'commit')}, ${size}; no emulator uses it${edited}`,
      );
    case 'used':
      return ok('data folder', `${folder} is in use by pid ${owner?.pid} (${owner?.url ?? 'just starting'}), ${size}`);
    case 'damaged':
      return problem(
        'data folder',
        reason ?? `${folder} is damaged`,
        "'emulator doctor --repair' saves what can be saved and keeps the damaged files beside it.",
      );
  }
}

function nearestThatExists(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (existsSync(at) || dirname(at) === at) return at;
}

/** The status of the emulator that the settings name; `none` where nobody listens, `other` where it is none. */
async function askEmulator({ client }: Session): Promise<Status | 'none' | 'other'> {
  try {
    return await client.status();
  } catch (error) {
    if (error instanceof ClientError) return 'other';
    if (!(error instanceof ConnectionError)) throw error;
    return (await isAnswered(client.url)) ? 'other' : 'none';
  }
}

async function isAnswered(url: string): Promise<boolean> {
  return (await ask(url)).status !== null;
}

async function checkPort(
  status: Status | 'none' | 'other',
  port: number,
  host: string,
  { client }: Session,
): Promise<Check> {
  if (typeof status === 'object') {
    return ok(
      'emulator',
      `payments-emulator ${status.version} answers at ${status.url}, workspace ${status.workspace}`,
    );
  }
  if (status === 'other') {
    return problem(
      'emulator',
      `${client.url} is answered by something that is not this emulator, or refuses`,
      'Choose another --port, name the right --url, or set EMULATOR_TOKEN where it was started with --allow-remote.',
    );
  }
  const refusal = await tryToListen(port, host);
  if (refusal === null) return ok('emulator', `none runs at ${client.url}; port ${port} is free`);
  return problem(
    'emulator',
    `port ${port} of ${host} cannot be listened on (${refusal})`,
    'Choose another --port (0: any free one).',
  );
}

function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolveWith) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolveWith(error.code ?? error.message));
    server.listen({ port, host }, () => server.close(() => resolveWith(null)));
  });
}

function checkClock({ clock }: Status): Check {
  const ahead = Math.round(clock.offset_ms / 1000);
  const distance =
    Math.abs(ahead) < 2 ? 'with real time' : `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} real time`;
  const says =
    clock.mode === 'frozen' ? `stands still at ${instant(clock.now)}` : `runs ${distance}${faster(clock.rate)}`;
  if (clock.mode === 'running') return ok('clock', says);
  return warning(
    'clock',
    says,
    "Nothing settles, renews or is sent again by itself; 'emulator clock advance 1d' or 'emulator clock run'.",
  );
}

const checkStorage = ({ storage }: Status): Check[] =>
  storage.status === 'ok'
    ? []
    : [
        problem(
          'storage',
          `writes are refused: ${storage.reason}`,
          'Make room on the disk; writes work again by themselves.',
        ),
      ];

interface Target {
  readonly url: string;
  readonly about: string;
}

function targetsOf(status: Status | 'none' | 'other', forwardTo: unknown): Target[] {
  const endpoints = typeof status === 'object' ? status.endpoints : [];
  const targets = endpoints.filter(({ enabled }) => enabled).map(({ id, url }) => ({ url, about: id }));
  const isListed = targets.some(({ url }) => url === forwardTo || url === `${forwardTo}/`);
  if (typeof forwardTo === 'string' && !isListed) targets.push({ url: forwardTo, about: 'forwardTo' });
  return targets;
}

/** Asks with HEAD, which no receiver takes for a webhook: any answer shows that somebody listens. */
async function checkTarget({ url, about }: Target): Promise<Check> {
  const name = `webhooks (${about})`;
  const { status, error } = await ask(url);
  if (status !== null) return ok(name, `${url} answers (${status} to HEAD)`);
  return problem(
    name,
    `${url} does not answer: ${error}`,
    'Start your application, or correct the address (emulator webhooks list).',
  );
}

function ask(url: string): Promise<{ status: number | null; error: string }> {
  return new Promise((resolveWith) => {
    let request: ReturnType<typeof requestHttp>;
    try {
      request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, { method: 'HEAD', agent: false });
    } catch (error) {
      resolveWith({ status: null, error: (error as Error).message });
      return;
    }
    request.setTimeout(patience, () => request.destroy(new Error(`no answer within ${patience / 1000} s`)));
    request.once('response', (response) => {
      response.resume();
      resolveWith({ status: response.statusCode ?? 0, error: '' });
    });
    request.once('error', (error: NodeJS.ErrnoException) =>
      resolveWith({
        status: null,
        error: error.code === 'ECONNREFUSED' ? 'nobody listens there' : error.message || (error.code ?? ''),
      }),
    );
    request.end();
  });
}

const marks = {
  ok: { text: 'ok', style: 'green' },
  warning: { text: 'note', style: 'yellow' },
  problem: { text: 'PROBLEM', style: 'red' },
} as const;

function show(out: Output, checks: readonly Check[], settings: readonly Explained[]): string {
  const lines = checks.flatMap(({ name, status, says, advice }) => {
    const line = `${out.paint(marks[status].style, marks[status].text.padEnd(7))}  ${name}: ${says}`;
    return advice === null ? [line] : [line, `         ${advice}`];
  });
  const rows: Cell[][] = settings.map(({ key, value, from }) => [key, shown(key, value), from]);
  return `${lines.join('\n')}\n\n${out.table(['setting', 'value', 'from'], rows, '')}`;
}

/** An address may carry a name and a password, or a token in its query. */
function shown(key: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (!['url', 'forwardTo', 'smtp'].includes(key) || !URL.canParse(text)) return text;
  const { username, search } = new URL(text);
  return username === '' && search === '' ? text : text.replace(/\/\/[^/@]*@/, '//…@').replace(/\?.*$/, '?…');
}

async function repair(out: Output, folder: string): Promise<number> {
  const [{ inspectFolder, repairFolder }, { declarations }, { StorageError }] = await Promise.all([
    import('../../storage/repair.ts'),
    import('../../sandbox.ts'),
    import('../../storage/errors.ts'),
  ]);
  const registry = declarations();
  const { state, owner } = await inspectFolder(folder, registry);
  if (state === 'used') {
    const stop = owner?.url == null ? 'stop it first' : `stop it with 'emulator stop --url ${owner.url}' first`;
    throw new CommandFailure(exitCodes.refused, `An emulator (pid ${owner?.pid}) uses ${folder}; ${stop}.`);
  }
  if (state !== 'damaged') {
    out.document({ repaired: false, folder }, () => `${folder} is not damaged; nothing was changed.`);
    return exitCodes.done;
  }
  try {
    const done = await repairFolder(folder, registry, version);
    out.document({ repaired: true, folder, ...done }, () =>
      [
        `Repaired ${folder}: it holds ${counted(done.records, 'record')}.`,
        ...(done.leftOut.length === 0
          ? ['Nothing was left out.']
          : ['Left out:', ...done.leftOut.map((line) => `  ${line}`)]),
        'The damaged files are kept:',
        ...done.kept.map((file) => `  ${file}`),
      ].join('\n'),
    );
    return exitCodes.done;
  } catch (error) {
    if (error instanceof StorageError) throw new CommandFailure(exitCodes.refused, error.message);
    throw error;
  }
}
