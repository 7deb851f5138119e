import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { adversities } from '../../../audit/adversities/adversities.ts';
import { RunningCommand } from '../../../audit/trial/command.ts';
import { ScenarioFailed } from '../../../audit/trial/controls.ts';
import type { RunEmulator } from '../../../audit/trial/pace.ts';
import type { StateSource } from '../../../audit/trial/run.ts';
import { fieldFilter } from '../../../audit/trial/state.ts';
import { trial } from '../../../audit/trial/trial.ts';
import type { EmulatorNeeds } from '../../../audit/trial/trial-runs.ts';
import { createClient } from '../../../client/node-client.ts';
import { lastLine } from '../../../core/base/command-output.ts';
import { pause } from '../../../core/base/time.ts';
import { makeTemporaryFolder } from '../../../core/system/temporary-folder.ts';
import { longFlag } from '../../../emulator/option-names.ts';
import type { RunningSandbox } from '../../../emulator/sandbox-options.ts';
import { hideSecrets } from '../../../payments/secrets/hide.ts';
import { recordKind } from '../../../record/write/record-file.ts';
import { checkedAcceptances, checkReportPaths, type ReportOptions, tellReport } from '../../audit-report.ts';
import { CommandFailure, complain, exitCodes, wrongUsage } from '../../failure.ts';
import { variablesOf, withPrefix } from '../../options/environment.ts';
import type { RecordingOptions } from '../../options/exec-options.ts';
import { checkOutputPath } from '../../options/output-path.ts';
import { resolveSettings, trialOptions } from '../../options/settings.ts';
import { AuditRecord } from '../../record/audit-record.ts';
import type { Session } from '../../session.ts';
import { onSignals } from '../../signals.ts';
import { millisecondsOf } from '../../wait.ts';
import { begin, optionsFrom } from '../start/start.ts';

export interface TrialFlags extends ReportOptions, RecordingOptions {
  readonly rounds?: number;
  readonly quick?: boolean;
  readonly jobs?: number;
  readonly settle?: string;
  readonly timeout?: string;
  readonly state?: string;
  readonly stateCommand?: string;
  readonly stateIgnore?: string[];
}

const defaults = { seed: 1, settle: 10_000, timeout: 120_000 } as const;
/** How many requests of a run are kept. */
const requestsKept = 100_000;
/** How long the application may take to report its state, in milliseconds. */
const statePatience = 10_000;
/** The maximum length of a state report, in characters. */
const longestState = 64 * 1024 * 1024;
/** How long reading a command's output may take after the command has ended, in milliseconds. */
const longestRest = 1_000;

/**
 * Runs a command twice without adversities and once under each adversity, and reports the results.
 * @returns the exit status
 */
export async function auditTrial(
  session: Session,
  command: readonly string[],
  options: TrialFlags,
  version: string,
): Promise<number> {
  const { out, flags, file: configured, named, scope, mode } = session;
  const names = adversities.map(({ name }) => name);
  const accept = checkedAcceptances(configured, options, names);
  const values = resolveSettings(trialOptions, flags, configured);
  const given = optionsFrom({ ...values, ephemeral: true }, { flags: { ...flags, dataDir: undefined }, named });
  const ignore = (options.stateIgnore ?? []).map((path) => {
    const read = fieldFilter(path);
    if (read === null)
      throw wrongUsage(
        `--state-ignore must be a path such as $.orders[*].seen_at or $..updated_at; you passed '${path}'.`,
      );
    return read;
  });
  const { record: file } = options;
  if (file !== undefined) checkOutputPath(file, '--record', recordKind, options);
  checkReportPaths(options);
  const record = file === undefined ? null : new AuditRecord({ ...options, record: file }, command);
  const giveUp = new AbortController();
  let ending: NodeJS.Signals | null = null;
  const launched = new Set<RunningCommand>();
  const ignoreSignals = onSignals(
    (signal) => {
      ending = signal;
      giveUp.abort(new Error('interrupted'));
    },
    (signal) => {
      // Each command has its own process group, which would outlive this process.
      for (const each of launched) each.kill();
      process.exit(128 + constants.signals[signal]);
    },
  );
  const start = async ({ keepsData, seed, inOrder }: EmulatorNeeds): Promise<RunEmulator> => {
    const dataDir = keepsData ? makeTemporaryFolder('emulator-audit-') : null;
    // Warnings about an endpoint are expected under adversities, and are not shown.
    const warn = (): void => {};
    const deliveriesAtOnce = inOrder ? 1 : undefined;
    const recordsAll = record !== null;
    const first = { ...given, seed, dataDir, port: 0, version, warn, requestsKept, recordsAll, deliveriesAtOnce };
    const killed: RunningSandbox[] = [];
    const forget = (): void => {
      if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true });
    };
    let running = await begin(first).catch((error) => {
      forget();
      throw error;
    });
    const { url } = running;
    const marked = (audit: string, workspace = scope.workspace) => createClient({ url, ...scope, workspace, audit });
    const client = marked('settle');
    let begun: Parameters<RunEmulator['onWorkspace']>[0] = async () => {};
    const logged: { id: string; connection?: { readonly steers: boolean } }[] = [];
    const listen = (): void => {
      running.sandbox.chapters.onBegin((workspace) => begun(workspace));
      running.sandbox.requests.onAdd(({ id, connection }) => logged.push({ id, ...(connection && { connection }) }));
    };
    listen();
    return {
      url,
      client,
      marked,
      onWorkspace: (then) => {
        begun = then;
      },
      afterWrites: (many, then) => {
        let left = many;
        running.sandbox.requests.onAdd(({ method, path, status }) => {
          const isWrite = method !== 'GET' && path.startsWith('/api/v1/') && status >= 200 && status < 300;
          if (isWrite && --left === 0) then();
        });
      },
      steering: () => new Set(logged.flatMap(({ id, connection }) => (connection?.steers === true ? [id] : []))),
      env: { ...process.env, ...withPrefix('EMULATOR_', variablesOf(url, await client.keys(), mode, scope.workspace)) },
      restart: async () => {
        await running.stop();
        if (record !== null) killed.push(running);
        running = await again({ ...first, port: Number(new URL(url).port) });
        listen();
      },
      ...(record === null ? {} : { keep: (ended) => record.keep([...killed, running], ended) }),
      stop: async () => {
        await running.stop();
        forget();
      },
    };
  };
  try {
    const report = await trial({
      command,
      launch: (words, how) => {
        const running = new RunningCommand(words, how);
        launched.add(running);
        void running.ended.then(() => launched.delete(running));
        return running;
      },
      selection: options,
      seed: values.seed ?? defaults.seed,
      rounds: options.rounds ?? 1,
      quick: options.quick === true,
      jobs: options.jobs ?? 1,
      settle: options.settle === undefined ? defaults.settle : millisecondsOf(options.settle, '--settle'),
      timeout: options.timeout === undefined ? defaults.timeout : millisecondsOf(options.timeout, '--timeout'),
      stateSource: stateSourceOf(options),
      ignore,
      accept,
      forwardTo: values.forwardTo,
      again: repeated(options, values),
      start,
      signal: giveUp.signal,
      ...(record === null ? {} : { record }),
      told: (line) => out.note(line),
      begins: (line) => out.moving(line),
    });
    const left = (await record?.write(report, options.failOn)) ?? { report, told: null };
    const status = await tellReport(left.report, out, options, (document, human) => out.document(document, human));
    if (left.told !== null) out.note(left.told);
    return status;
  } catch (error) {
    if (ending !== null) {
      complain('The audit was interrupted and did not check any rules.');
      return 128 + constants.signals[ending];
    }
    if (!(error instanceof ScenarioFailed)) throw error;
    if (error.run.output !== '') process.stderr.write(`${error.run.output}\n\n`);
    complain(error.message);
    const left = (await record?.writeFailed(error.run.number, error.message)) ?? null;
    if (left !== null) out.note(left);
    return error.run.failure === null ? exitCodes.refused : error.run.ended.status;
  } finally {
    ignoreSignals();
  }
}

/** Starts an emulator. Retries for a moment, because the address of a stopped emulator may still be in use. */
async function again(options: Parameters<typeof begin>[0]): ReturnType<typeof begin> {
  for (let tries = 0; ; tries++) {
    try {
      return await begin(options);
    } catch (error) {
      if (!(error instanceof CommandFailure) || tries === 20) throw error;
      await pause(50);
    }
  }
}

/** The source of the application's own state; null if no option names one. */
function stateSourceOf({ state, stateCommand }: TrialFlags): StateSource | null {
  if (state !== undefined && stateCommand !== undefined) {
    throw wrongUsage('--state and --state-command cannot be combined; use only one of them.');
  }
  if (state !== undefined) {
    if (!URL.canParse(state))
      throw wrongUsage(`--state must be an address such as http://localhost:3000/state; you passed ${state}.`);
    return {
      ask: (_env, signal) => answeredState(state, signal),
      lets: 'Keep the application running after the scenario ends (the audit stops it), or use --state-command.',
    };
  }
  if (stateCommand === undefined) return null;
  return {
    ask: (env, signal) => printedState(stateCommand, env, signal),
    lets: 'The command runs after the scenario with the same EMULATOR_ variables. It must print JSON and exit with status 0.',
  };
}

/** The JSON at an address. */
async function answeredState(url: string, signal: AbortSignal): Promise<unknown> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(statePatience)]);
  const answer = await fetch(url, { signal: patience }).catch((error: Error) => {
    throw new Error(`${url} did not respond (${(error.cause as Error | undefined)?.message ?? error.message})`);
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return parsed(await answer.text(), url);
}

/** The JSON that a command prints. All processes that the command starts end with it. */
async function printedState(line: string, env: RunEmulator['env'], signal: AbortSignal): Promise<unknown> {
  let text = '';
  const asking = new RunningCommand([line], {
    env,
    timeout: statePatience,
    inShell: true,
    printed: (part) => {
      if (text.length <= longestState) text += part;
    },
  });
  const giveUp = (): void => asking.kill();
  signal.addEventListener('abort', giveUp);
  const { status, timedOut } = await asking.ended.finally(() => signal.removeEventListener('abort', giveUp));
  if (!timedOut) await Promise.race([asking.closed, pause(longestRest)]);
  await asking.end();
  if (timedOut) throw new Error(`${line} did not finish within ${statePatience / 1_000} s`);
  if (status !== 0) {
    throw new Error(`${line}: ${lastLine(hideSecrets(asking.output)) || `it exited with status ${status}`}`);
  }
  if (text.length > longestState) throw new Error(`${line} printed more than ${longestState / 1024 / 1024} MiB`);
  return parsed(text, line);
}

function parsed(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${from} did not return valid JSON: ${JSON.stringify(text.slice(0, 60))}`);
  }
}

/** The options of a command that reproduces one finding. */
function repeated({ state, stateCommand, stateIgnore = [], timeout, settle }: TrialFlags, values: object): string[] {
  const words: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (key === 'seed' || value === undefined || value === false) continue;
    words.push(longFlag(key), ...(value === true ? [] : [String(value)]));
  }
  const own = { state, stateCommand, timeout, settle };
  for (const [key, value] of Object.entries(own)) if (value !== undefined) words.push(longFlag(key), value);
  return [...words, ...stateIgnore.flatMap((path) => ['--state-ignore', path])];
}
