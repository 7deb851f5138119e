import { minuteMs, secondMs } from '../../../core/base/instants.ts';
import { pause, wakeAfter } from '../../../core/base/time.ts';
import type { OutputOptions } from '../../../core/system/output-file.ts';
import { type CaptureOptions, startCapture } from '../../../emulator/fidelity/capture/proxy.ts';
import { CaptureFile, captureKind } from '../../../emulator/fidelity/capture/write-capture.ts';
import { type CleanedUp, cleanUp, removableKinds } from '../../../emulator/fidelity/walk/clean-up.ts';
import { planWalk, type WalkPlan } from '../../../emulator/fidelity/walk/plan.ts';
import { type Sending, sendByFetch, Unanswered, type WalkRequest } from '../../../emulator/fidelity/walk/send.ts';
import { type WalkReport, walk } from '../../../emulator/fidelity/walk/walk.ts';
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
  /** Whether to take back what this walk and earlier ones created. */
  readonly cleanUp?: boolean;
}

/**
 * Walks through a service's test mode, by way of the capture proxy.
 * @returns the capture file
 * @throws CommandFailure (wrong usage) without a test-mode key, or without a terminal to ask in; WalkStopped
 */
export async function captureWalk({ out }: Session, options: AgainstOptions, version: string): Promise<string> {
  const { against, keyEnv, publishableKeyEnv, yes = false, out: file = 'walk.har', force, cleanUp: cleans } = options;
  const from = upstreamOf('--against', against);
  checkOutputPath(file, '--out', captureKind('walk', from), { force });
  const key = keyIn('--key-env', keyEnv, 'sk');
  const publishableKey =
    publishableKeyEnv === undefined ? undefined : keyIn('--publishable-key-env', publishableKeyEnv, 'pk');
  const registry = declarations();
  const { slices } = registry;
  const plan = planWalk(registry);
  out.note(aboutWalk(plan, against, cleans === true ? removableKinds(slices) : []));
  if (!yes) await agree('No calls were made.');
  const texts = new HiddenTexts(process.env);
  const note = (message: string): void => out.note(clean(message));
  const kept = new CaptureFile({ file, source: 'walk', from, version, force }, texts, note);
  let made = 0;
  const onCall = (): void => out.moving(`${++made} of at most ${plan.calls} calls`);
  const keys = { key, ...(publishableKey === undefined ? {} : { publishableKey }) };
  try {
    const report = await throughProxy({ from, file: kept, texts }, note, (base, sending) =>
      walk(plan, { base, ...keys, onCall, ...sending }),
    );
    out.note(aboutReport(report, file));
  } finally {
    await kept.close();
  }
  if (cleans !== true) return file;
  // The calls of a clean-up are not part of the capture.
  const nowhere = { begin: () => () => {} };
  const cleaned = await throughProxy({ from, file: nowhere, texts }, note, (base, sending) =>
    cleanUp(slices, { base, key, ...sending }),
  );
  out.note(aboutCleanUp(cleaned));
  return file;
}

/** How long a call or a pause may take before a line says so, in milliseconds. */
const slow = 5 * secondMs;

/**
 * Makes calls through a capture proxy, which hides secrets, refuses live keys and follows the proxy settings.
 * @param note reports what takes long
 */
async function throughProxy<A>(
  target: Pick<CaptureOptions, 'from' | 'file' | 'texts'>,
  note: (message: string) => void,
  make: (base: string, sending: Sending) => Promise<A>,
): Promise<A> {
  // The proxy answers a call itself if the service does not.
  let silence: string | null = null;
  const onUnanswered = (reason: string): void => {
    silence = reason;
  };
  const running = await startCapture({ ...target, port: 0, webhooksTo: null, allowLive: false, onUnanswered });
  const send = async (request: WalkRequest) => {
    silence = null;
    const { pathname } = new URL(request.url);
    const cancel = wakeAfter(slow, () => note(`Still no response to ${request.method} ${pathname}.`));
    const answer = await sendByFetch(request).finally(cancel);
    if (silence !== null) throw new Unanswered(silence);
    return answer;
  };
  const wait = (delay: number): Promise<void> => {
    if (delay > slow) note(`Waiting ${Math.ceil(delay / secondMs)} s, because the service limits the rate.`);
    return pause(delay);
  };
  return make(running.url, { send, wait }).finally(() => running.close());
}

/** @throws CommandFailure (wrong usage) without such a test-mode key */
function keyIn(flag: string, name: string | undefined, kind: 'sk' | 'pk'): string {
  const example = `${flag} must be the name of an environment variable that contains a test-mode key, which starts with ${kind}_test_.`;
  if (name === undefined) throw wrongUsage(example);
  const key = process.env[name];
  if (key === undefined || key === '') throw wrongUsage(`${name} is not set. ${example}`);
  if (!key.startsWith(`${kind}_test_`)) throw wrongUsage(`${name} contains a different kind of key. ${example}`);
  return key;
}

/** @param cleaned the kinds of objects that the command takes back at the end */
function aboutWalk(
  { calls, leaves, payments, duration, rewrites }: WalkPlan,
  against: string,
  cleaned: readonly string[],
) {
  const [least, most] = [duration.least, duration.most].map((each) => Math.ceil(each / minuteMs));
  const stay = Object.entries(leaves).filter(([kind]) => !cleaned.includes(kind));
  const taken = Object.keys(leaves).filter((kind) => cleaned.includes(kind));
  return [
    `This command makes at most ${calls} calls to ${clean(against)}, which takes about ${least} to ${most} minutes.`,
    `It sends PATCH ${rewrites.join(' and ')} with the present values, so that they do not change. It moves test money up to ${payments} times.`,
    ...(taken.length === 0
      ? []
      : [`At the end, it takes back each ${taken.join(', ')} that it creates, where the service allows it.`]),
    `It creates objects that remain: ${stay.map(([kind, count]) => counted(count, kind)).join(', ')}.`,
    ...(cleaned.length > 0 ? [] : ['With --clean-up, it takes back what the service allows.']),
  ].join('\n');
}

function aboutReport({ calls, left, wanted }: WalkReport, file: string): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${clean(line)}`)];
  const byReason = new Map<string, string[]>();
  for (const { operation, why } of left) byReason.set(why, [...(byReason.get(why) ?? []), operation]);
  return [
    `${counted(calls, 'call')}: ${clean(file)}`,
    ...list('Accepted only in another form:', wanted),
    ...list(
      'Left out:',
      [...byReason].map(([why, operations]) => `${operations.join(', ')}: ${why}`),
    ),
  ].join('\n');
}

function aboutCleanUp(cleaned: readonly CleanedUp[]): string {
  const done = cleaned.filter(({ count }) => count > 0);
  const refused = cleaned.filter((each) => each.refused > 0);
  return [
    done.length === 0
      ? 'Nothing was left to clean up.'
      : `Cleaned up: ${done.map(({ kind, count, done }) => `${counted(count, kind)} ${done}`).join(', ')}.`,
    ...refused.map(
      ({ kind, refused, done, status }) => `  ${counted(refused, kind)} could not be ${done} (${status}).`,
    ),
  ].join('\n');
}
