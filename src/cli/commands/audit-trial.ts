import { exec as runShell } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adversities } from '../../audit/adversities.ts';
import type { RunEmulator } from '../../audit/run.ts';
import { ignoring } from '../../audit/state.ts';
import { ScenarioFailed, trial } from '../../audit/trial.ts';
import { createClient } from '../../client.ts';
import { pause } from '../../engine/clock.ts';
import { checkedAcceptances, type ReportOptions, tellReport } from '../audit-report.ts';
import { variablesOf, withPrefix } from '../environment.ts';
import { CommandFailure, complain, exitCodes, wrongUsage } from '../failure.ts';
import type { Session } from '../session.ts';
import { longFlag, resolveSettings, trialOptions } from '../settings.ts';
import { millisecondsOf } from '../waiting.ts';
import { begin, optionsFrom } from './start.ts';

export interface TrialFlags extends ReportOptions {
  readonly rounds?: number;
  readonly jobs?: number;
  readonly settle?: string;
  readonly timeout?: string;
  readonly state?: string;
  readonly stateCommand?: string;
  readonly stateIgnore?: string[];
}

const defaults = { seed: 1, settle: 10_000, timeout: 120_000 } as const;
/** How many requests a run remembers. */
const requestsKept = 100_000;
/** How long the application has to tell its state, in milliseconds. */
const statePatience = 10_000;
const longestState = 64 * 1024 * 1024;

/**
 * Runs a command twice as it is and once under each adversity, and tells what came of it.
 * @returns the exit status
 */
export async function auditTrial(
  session: Session,
  command: readonly string[],
  options: TrialFlags,
  version: string,
  loaded: () => void,
): Promise<number> {
  const { out, flags, file, scope, mode } = session;
  const names = adversities.map(({ name }) => name);
  const accept = checkedAcceptances(file, options, names);
  const values = resolveSettings(trialOptions, flags, file);
  const given = optionsFrom({ ...values, ephemeral: true }, { ...flags, dataDir: undefined });
  const ignore = (options.stateIgnore ?? []).map((path) => {
    const read = ignoring(path);
    if (read === null)
      throw wrongUsage(`--state-ignore '${path}' is no path such as $.orders[*].seen_at or $..updated_at.`);
    return read;
  });
  const giveUp = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let ending: NodeJS.Signals | null = null;
  const hear = (signal: NodeJS.Signals): void => {
    ending ??= signal;
    giveUp.abort(new Error('interrupted'));
  };
  for (const signal of signals) process.on(signal, hear);
  const start = async ({ keepsData, seed }: { keepsData: boolean; seed: number }): Promise<RunEmulator> => {
    const dataDir = keepsData ? mkdtempSync(join(tmpdir(), 'emulator-audit-')) : null;
    // What an adversity does to an endpoint is no news here.
    const warn = (): void => {};
    const first = { ...given, seed, dataDir, port: 0, version, warn, requestsKept };
    let running = await begin(first);
    const { url } = running;
    const client = createClient({ url, ...scope });
    return {
      url,
      client,
      env: { ...process.env, ...withPrefix('EMULATOR_', variablesOf(url, await client.keys(), mode, scope.workspace)) },
      restart: async () => {
        await running.stop();
        running = await again({ ...first, port: Number(new URL(url).port) });
      },
      stop: async () => {
        await running.stop();
        if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true });
      },
    };
  };
  loaded();
  try {
    const report = await trial({
      command,
      selection: options,
      seed: values.seed ?? defaults.seed,
      rounds: options.rounds ?? 1,
      jobs: options.jobs ?? 1,
      settle: options.settle === undefined ? defaults.settle : millisecondsOf(options.settle, '--settle'),
      timeout: options.timeout === undefined ? defaults.timeout : millisecondsOf(options.timeout, '--timeout'),
      askState: stateAsker(options),
      ignore,
      accept,
      again: repeated(options, values),
      start,
      signal: giveUp.signal,
      told: (line) => out.note(line),
    });
    return tellReport(report, out, options, (document, human) => out.document(document, human));
  } catch (error) {
    if (ending !== null) return ending === 'SIGINT' ? exitCodes.interrupted : 128 + 15;
    if (!(error instanceof ScenarioFailed)) throw error;
    if (error.run.output !== '') process.stderr.write(`${error.run.output}\n\n`);
    complain(error.message);
    return error.run.failure === null ? exitCodes.refused : exitCodes.wrongUsage;
  } finally {
    for (const signal of signals) process.off(signal, hear);
  }
}

/** The address of an emulator that has just stopped may take a moment to be free. */
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

/** How the application's own state is asked for; null where nobody says. */
function stateAsker({ state, stateCommand }: TrialFlags): ((env: RunEmulator['env']) => Promise<unknown>) | null {
  if (state !== undefined && stateCommand !== undefined) {
    throw wrongUsage('--state and --state-command say the same thing in two ways; choose one.');
  }
  if (state !== undefined) {
    if (!URL.canParse(state)) throw wrongUsage(`--state ${state} is no address.`);
    return async () => {
      const answer = await fetch(state, { signal: AbortSignal.timeout(statePatience) }).catch((error: Error) => {
        throw new Error(`${state} does not answer (${(error.cause as Error | undefined)?.message ?? error.message})`);
      });
      if (!answer.ok) throw new Error(`${state} answered ${answer.status}`);
      return parsed(await answer.text(), state);
    };
  }
  if (stateCommand === undefined) return null;
  return (env) =>
    new Promise((resolve, reject) => {
      const how = { env: { ...env }, timeout: statePatience, maxBuffer: longestState };
      runShell(stateCommand, how, (error, stdout, stderr) => {
        if (error !== null) {
          const why = stderr.trim().split('\n').at(-1) || `it ended with ${error.code ?? error.signal}`;
          reject(new Error(`${stateCommand}: ${why}`));
          return;
        }
        try {
          resolve(parsed(stdout, stateCommand));
        } catch (fault) {
          reject(fault as Error);
        }
      });
    });
}

function parsed(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`what ${from} gives is no JSON: ${JSON.stringify(text.slice(0, 60))}`);
  }
}

/** The options of a command that repeats one finding. */
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
