import type { RunEmulator } from '../../../audit/trial/pace.ts';
import type { StateSource } from '../../../audit/trial/run.ts';
import { lastLine } from '../../../core/base/command-output.ts';
import { pause } from '../../../core/base/time.ts';
import { RunningCommand } from '../../../core/system/running-command.ts';
import { hideSecrets } from '../../../payments/secrets/hide.ts';
import { wrongUsage } from '../../failure.ts';

/** How long the application may take to report its state, in milliseconds. */
const statePatience = 10_000;
/** The maximum length of a state report, in characters. */
const longestState = 64 * 1024 * 1024;
/** How long reading a command's output may take after the command has ended, in milliseconds. */
const longestRest = 1_000;

/** The options that name the source of the application's own state. */
interface StateFlags {
  readonly state?: string;
  readonly stateCommand?: string;
}

/** The source of the application's own state; null if no option names one. */
export function stateSourceOf({ state, stateCommand }: StateFlags): StateSource | null {
  if (state !== undefined && stateCommand !== undefined) {
    throw wrongUsage('--state and --state-command cannot be combined; use only one of them.');
  }
  if (state !== undefined) {
    if (!URL.canParse(state))
      throw wrongUsage(`--state must be an address such as http://localhost:3000/state; you passed ${state}.`);
    return {
      ask: (_env, signal) => answeredState(state, signal),
      nextStep: 'Keep the application running after the scenario ends (the audit stops it), or use --state-command.',
    };
  }
  if (stateCommand === undefined) return null;
  return {
    ask: (env, signal) => printedState(stateCommand, env, signal),
    nextStep:
      'The command runs after the scenario with the same EMULATOR_ variables. It must print JSON and exit with status 0.',
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
