import { secondMs } from '../../../core/base/instants.ts';
import { pause, wakeAfter } from '../../../core/base/time.ts';
import type { OutputOptions } from '../../../core/system/output-file.ts';
import { startCapture } from '../../../emulator/fidelity/capture/proxy.ts';
import { CaptureFile, captureKind } from '../../../emulator/fidelity/capture/write-capture.ts';
import { planWalk, type WalkPlan } from '../../../emulator/fidelity/walk/plan.ts';
import { sendByFetch, Unanswered, type WalkRequest, walk } from '../../../emulator/fidelity/walk/walk.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { declarations } from '../../../sandbox/declarations.ts';
import { agree } from '../../agree.ts';
import { wrongUsage } from '../../failure.ts';
import { checkOutputPath } from '../../options/output-path.ts';
import { clean, counted } from '../../output.ts';
import type { Session } from '../../session.ts';
import { upstreamOf } from './capture.ts';

export interface AgainstOptions extends OutputOptions {
  readonly against: string;
  /** The name of the variable with the secret key. */
  readonly keyEnv?: string;
  readonly publishableKeyEnv?: string;
  readonly yes?: boolean;
  /** The file for the capture. */
  readonly out?: string;
}

/**
 * Walks through a service's test mode, by way of the capture proxy.
 * @returns the capture file
 * @throws CommandFailure (wrong usage) without a test-mode key, or without a terminal to ask in
 */
export async function captureWalk({ out }: Session, options: AgainstOptions, version: string): Promise<string> {
  const { against, keyEnv, publishableKeyEnv, yes = false, out: file = 'walk.har', force } = options;
  const from = upstreamOf('--against', against);
  checkOutputPath(file, '--out', captureKind('walk', from), { force });
  const key = keyIn('--key-env', keyEnv, 'sk');
  const publishableKey =
    publishableKeyEnv === undefined ? undefined : keyIn('--publishable-key-env', publishableKeyEnv, 'pk');
  const plan = planWalk(declarations());
  out.note(about(plan, against));
  if (!yes) await agree('No calls were made.');
  const texts = new HiddenTexts(process.env);
  const note = (message: string): void => out.note(clean(message));
  const kept = new CaptureFile({ file, source: 'walk', from, version, force }, texts, note);
  // The proxy answers a call itself if the service does not.
  let silence: string | null = null;
  const onUnanswered = (reason: string): void => {
    silence = reason;
  };
  const running = await startCapture({
    ...{ from, port: 0, webhooksTo: null, allowLive: false, file: kept, texts, onUnanswered },
  });
  const send = async (request: WalkRequest) => {
    silence = null;
    const cancel = wakeAfter(slow, () =>
      note(`Still no response to ${request.method} ${new URL(request.url).pathname}.`),
    );
    const answer = await sendByFetch(request).finally(cancel);
    if (silence !== null) throw new Unanswered(silence);
    return answer;
  };
  const wait = (delay: number): Promise<void> => {
    if (delay > slow) note(`Waiting ${Math.ceil(delay / secondMs)} s, because the service limits the rate.`);
    return pause(delay);
  };
  try {
    let made = 0;
    const onCall = (): void => out.moving(`${++made} of at most ${plan.calls} calls`);
    const { calls, left } = await walk(plan, {
      base: running.url,
      key,
      ...(publishableKey === undefined ? {} : { publishableKey }),
      ...{ onCall, send, wait },
    });
    const leftOut = left.map(({ operation, why }) => `  ${operation}: ${why}`);
    out.note(
      [`${counted(calls, 'call')}: ${file}`, ...(leftOut.length === 0 ? [] : ['Left out:', ...leftOut])].join('\n'),
    );
  } finally {
    await running.close();
    await kept.close();
  }
  return file;
}

/** How long a call or a pause may take before a line says so, in milliseconds. */
const slow = 5 * secondMs;

/** @throws CommandFailure (wrong usage) without such a test-mode key */
function keyIn(flag: string, name: string | undefined, kind: 'sk' | 'pk'): string {
  const example = `${flag} must be the name of an environment variable that contains a test-mode key, which starts with ${kind}_test_.`;
  if (name === undefined) throw wrongUsage(example);
  const key = process.env[name];
  if (key === undefined || key === '') throw wrongUsage(`${name} is not set. ${example}`);
  if (!key.startsWith(`${kind}_test_`)) throw wrongUsage(`${name} contains a different kind of key. ${example}`);
  return key;
}

const about = ({ calls, leaves }: WalkPlan, against: string): string =>
  `This command makes at most ${calls} calls to ${clean(against)}. The calls create objects that remain there: ${stays(leaves)}.`;

const stays = (leaves: WalkPlan['leaves']): string =>
  Object.entries(leaves)
    .map(([kind, count]) => {
      const [noun = '', ...rest] = kind.replaceAll('_', ' ').split(/(?= of )/);
      return counted(count, noun + rest.join(''), `${noun}s${rest.join('')}`);
    })
    .join(', ');
