import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { engines, version } from '../../../../package.json';
import { ClientError, ConnectionError } from '../../../client/node-client.ts';
import { quoted } from '../../../core/base/terminal-text.ts';
import { hideSecrets, isHiddenField } from '../../../payments/secrets/hide.ts';
import { hideUsers } from '../../../payments/secrets/patterns.ts';
import { redacted } from '../../../payments/secrets/sensitive-names.ts';
import type { Status } from '../../../sandbox/control/wire.ts';
import { CommandFailure, exitCodes } from '../../failure.ts';
import { variablesOf } from '../../options/environment.ts';
import {
  configFile,
  type ExplainedSetting,
  explainSettings,
  globalOptions,
  startCommandOptions,
} from '../../options/settings.ts';
import { type Cell, counted, instant, type Output } from '../../output.ts';
import type { Session } from '../../session.ts';
import { faster } from '../../views.ts';
import {
  type Check,
  checkCertificate,
  checkLoopback,
  checkProxy,
  checkSecrets,
  checkVariables,
  ok,
  problem,
  warning,
} from './doctor-environment.ts';
import { ask, type ConfiguredServer, checkTarget, targetsOf } from './doctor-targets.ts';

/**
 * Checks the setup and reports the results in plain words.
 * @returns the exit status: 1 if a problem prevents the emulator from working
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
  const host = String(given('host') ?? '127.0.0.1');
  const keepsData = given('ephemeral') !== true;
  const checks: Check[] = [
    checkNode(),
    checkFile(file),
    ...checkVariables(process.env),
    ...(keepsData ? [await checkFolder(folder)] : []),
    await checkPort(status, Number(given('port') ?? 4747), host, session),
    ...(await checkLoopback(host)),
    ...checkProxy(new URL(session.client.url).hostname, process.env),
    ...(await certificateIn(given, keepsData ? folder : null)),
  ];
  if (typeof status === 'object') {
    const own = variablesOf(status.url, await session.client.call('keys.get'), session.mode, session.scope.workspace);
    checks.push(checkClock(status), ...checkStorage(status), ...checkSecrets(process.env, own));
  }
  for (const target of targetsOf(status, given('forwardTo'))) checks.push(await checkTarget(target));
  const isWell = checks.every((check) => check.status !== 'problem');
  // People paste the doctor's report into issues.
  const said = checks.map((check) => ({ ...check, says: hideSecrets(check.says) }));
  const told = settings.map((setting) => ({ ...setting, value: shown(setting) }));
  out.document({ ok: isWell, checks: said, settings: told }, () => show(out, said, told));
  return isWell ? exitCodes.done : exitCodes.refused;
}

/** The settings. A default address follows the port if a port is set. */
function withAddress(settings: readonly ExplainedSetting[], url: string): ExplainedSetting[] {
  const { from = 'default' } = settings.find(({ key }) => key === 'port') ?? {};
  return settings.map((each) => (each.key === 'url' && each.from === 'default' ? { ...each, value: url, from } : each));
}

function checkNode(): Check {
  const least = engines.node.replace('>=', '').split('.').map(Number) as [number, number];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > least[0] || (major === least[0] && minor >= least[1]);
  const says = `Node ${process.versions.node}, payments-emulator ${version}`;
  return fits ? ok('node', says) : problem('node', says, `Install Node ${least.join('.')} or later.`);
}

/** The result for the configuration file. An invalid file has already stopped the command. */
const checkFile = (file: Readonly<Record<string, unknown>>): Check =>
  ok(
    'settings',
    existsSync(configFile)
      ? `${configFile} gives ${counted(Object.keys(file).length, 'setting')}`
      : `no ${configFile} here`,
  );

/** A smaller folder is rewritten at every stop, in bytes. */
const compactionHint = Number(process.env.EMULATOR_COMPACT_AT) || 64 * 1024 * 1024;

async function checkFolder(folder: string): Promise<Check> {
  const [{ inspectFolder }, { afterLosses }, { declarations }] = await Promise.all([
    import('../../../sandbox/files/repair.ts'),
    import('../../../sandbox/files/folder-reader.ts'),
    import('../../../sandbox/declarations.ts'),
  ]);
  const nearest = nearestThatExists(folder);
  try {
    await access(nearest, constants.R_OK | constants.W_OK);
  } catch {
    return problem('data folder', `${nearest} is not writable`, 'Choose another --data-dir, or run with --ephemeral.');
  }
  const { state, owner, reason, isEdited, hasRemovedRecords, commits, bytes, losses } = await inspectFolder(
    folder,
    declarations(),
  );
  const size = `${Math.ceil(bytes / 1024)} KiB`;
  const edited = isEdited ? '. db.json was edited; the next start uses the edited file' : '';
  switch (state) {
    case 'fresh':
      return ok('data folder', `${folder} is empty`);
    case 'sound':
      if (hasRemovedRecords && losses.length === 0 && bytes > compactionHint) {
        return warning(
          'data folder',
          `most of the ${size} in ${folder} are deleted records, which slow down the next start${edited}`,
          "Run 'npx payments-emulator compact'.",
        );
      }
      return losses.length === 0
        ? ok('data folder', `${folder} is intact and not in use: ${counted(commits, 'commit')}, ${size}${edited}`)
        : warning('data folder', `${losses.join('; ')}${edited}`, afterLosses);
    case 'used':
      return ok('data folder', `${folder} is in use by pid ${owner?.pid} (${owner?.url ?? 'just starting'}), ${size}`);
    case 'other_format':
      return problem(
        'data folder',
        reason ?? `${folder} uses a different data format`,
        "To keep the state, run 'fixture save' with the version that wrote the folder, then 'start --fixture' with this version.",
      );
    case 'damaged':
      return problem(
        'data folder',
        reason ?? `${folder} is damaged`,
        "To recover as much data as possible, run 'npx payments-emulator doctor --repair'. The command keeps the damaged files next to the repaired ones.",
      );
  }
}

function nearestThatExists(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (existsSync(at) || dirname(at) === at) return at;
}

/**
 * The check of the certificate that a start would use.
 * @param folder the folder of the certificates; null if nothing is stored on disk
 */
async function certificateIn(given: (key: string) => unknown, folder: string | null): Promise<Check[]> {
  const { faultInFiles, keptIn } = await import('../../../sandbox/tls/identity.ts');
  const named = given('tlsCert') !== undefined;
  if (!named && (given('tls') !== true || folder === null)) return [];
  const { certFile, keyFile } = named
    ? { certFile: resolve(String(given('tlsCert'))), keyFile: resolve(String(given('tlsKey'))) }
    : keptIn(folder!);
  const fault = await faultInFiles(certFile, keyFile).catch((error: Error) => `cannot be read: ${error.message}`);
  return [checkCertificate(certFile, named && fault === undefined ? 'is not there' : fault, process.env)];
}

async function askEmulator({ client }: Session): Promise<ConfiguredServer> {
  try {
    return await client.call('status');
  } catch (error) {
    if (error instanceof ClientError) return 'other';
    if (!(error instanceof ConnectionError)) throw error;
    if (error.isUntrusted) return 'untrusted';
    return (await isAnswered(client.url)) ? 'other' : 'none';
  }
}

async function isAnswered(url: string): Promise<boolean> {
  return (await ask(url)).status !== null;
}

async function checkPort(status: ConfiguredServer, port: number, host: string, { client }: Session): Promise<Check> {
  if (typeof status === 'object') {
    return ok(
      'emulator',
      `payments-emulator ${status.version} is running at ${status.url}, workspace ${status.workspace}`,
    );
  }
  if (status === 'other') {
    return problem(
      'emulator',
      `another program is running at ${client.url}, or the emulator there refused the request`,
      'Choose another --port, pass the correct --url, or set EMULATOR_TOKEN if the emulator requires a token.',
    );
  }
  if (status === 'untrusted') {
    return problem(
      'emulator',
      `the server at ${client.url} uses an untrusted certificate`,
      'Set EMULATOR_CA to the certificate file, or run the command in the folder that contains the data folder of the emulator.',
    );
  }
  const refusal = await tryToListen(port, host);
  if (refusal === null) return ok('emulator', `no emulator is running at ${client.url}; port ${port} is free`);
  return problem(
    'emulator',
    `cannot listen on ${host}, port ${port} (${refusal})`,
    'Choose another --port (0 for any free port).',
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
  const says = clock.mode === 'frozen' ? `is frozen at ${instant(clock.now)}` : `runs ${distance}${faster(clock.rate)}`;
  if (clock.mode === 'running') return ok('clock', says);
  return warning(
    'clock',
    says,
    "While the clock is frozen, payments do not settle, subscriptions do not renew and deliveries are not retried. Run 'npx payments-emulator clock advance 1d' or 'npx payments-emulator clock run'.",
  );
}

const checkStorage = ({ storage }: Status): Check[] =>
  storage.status === 'ok'
    ? []
    : [
        problem(
          'storage',
          `the emulator refuses writes: ${storage.reason}`,
          'Free up disk space; the emulator then accepts writes again automatically.',
        ),
      ];

const marks = {
  ok: { text: 'ok', style: 'green' },
  warning: { text: 'note', style: 'yellow' },
  problem: { text: 'PROBLEM', style: 'red' },
} as const;

function show(out: Output, checks: readonly Check[], settings: readonly ExplainedSetting[]): string {
  const lines = checks.flatMap(({ name, status, says, advice }) => {
    const line = `${out.paint(marks[status].style, marks[status].text.padEnd(7))}  ${name}: ${says}`;
    return advice === null ? [line] : [line, `         ${advice}`];
  });
  const rows: Cell[][] = settings.map(({ key, value, from }) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
    from,
  ]);
  return `${lines.join('\n')}\n\n${out.table(['setting', 'value', 'from'], rows, '')}`;
}

/** An address can contain a name and password, or a token in its query. */
function shown({ key, value }: ExplainedSetting): unknown {
  if (isHiddenField(key, value)) return redacted;
  return typeof value === 'string' && URL.canParse(value) ? hideUsers(value).replace(/\?.*$/, '?…') : value;
}

async function repair(out: Output, folder: string): Promise<number> {
  const [{ inspectFolder, repairFolder }, { declarations }, { StorageError }] = await Promise.all([
    import('../../../sandbox/files/repair.ts'),
    import('../../../sandbox/declarations.ts'),
    import('../../../sandbox/files/errors.ts'),
  ]);
  const registry = declarations();
  const { state, owner } = await inspectFolder(folder, registry);
  if (state === 'used') {
    const stop =
      owner?.url == null
        ? 'stop it first'
        : `stop it with 'npx payments-emulator stop --url ${quoted(owner.url)}' first`;
    throw new CommandFailure(exitCodes.refused, `An emulator (pid ${owner?.pid}) is using ${folder}; ${stop}.`);
  }
  if (state !== 'damaged' && state !== 'other_format') {
    out.document({ repaired: false, folder }, () => `${folder} is not damaged, so it was not changed.`);
    return exitCodes.done;
  }
  try {
    const done = await repairFolder(folder, registry, version);
    out.document({ repaired: true, folder, ...done }, () =>
      [
        `Repaired ${folder}, which now contains ${counted(done.records, 'record')}.`,
        ...(done.leftOut.length === 0
          ? ['No data was lost.']
          : ['Left out:', ...done.leftOut.map((line) => `  ${line}`)]),
        'The damaged files were kept:',
        ...done.kept.map((file) => `  ${file}`),
      ].join('\n'),
    );
    return exitCodes.done;
  } catch (error) {
    if (error instanceof StorageError) throw new CommandFailure(exitCodes.refused, error.message);
    throw error;
  }
}
