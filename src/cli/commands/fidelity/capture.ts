import type { OutputOptions } from '../../../core/system/output-file.ts';
import { startCapture, whyNoUpstream } from '../../../emulator/fidelity/capture/proxy.ts';
import { CaptureFile, captureKind } from '../../../emulator/fidelity/capture/write-capture.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { passOutput } from '../../command-output.ts';
import { runCommand } from '../../command-run.ts';
import { CommandFailure, complain, exitCodes, wrongUsage } from '../../failure.ts';
import { withPrefix } from '../../options/environment.ts';
import { checkOutputPath } from '../../options/output-path.ts';
import { clean, counted } from '../../output.ts';
import type { Session } from '../../session.ts';
import { nextSignal, Signals, statusAfter } from '../../signals.ts';

export interface CaptureCommandOptions extends OutputOptions {
  readonly from: string;
  readonly out: string;
  readonly port?: number;
  readonly webhooksTo?: string;
  readonly allowLive?: boolean;
}

const usualPort = 4748;

/**
 * Captures the responses of a service, either to a command until the command ends, or until a signal.
 * @returns the command's exit status, or 0 or 130 after a signal; 1 if the status would be 0 but the file cannot be
 * written, or was removed in the meantime
 */
export async function capture(
  { out }: Session,
  command: readonly string[],
  { from, out: file, port = usualPort, webhooksTo, allowLive = false, force }: CaptureCommandOptions,
  version: string,
): Promise<number> {
  const upstream = upstreamOf('--from', from);
  checkOutputPath(file, '--out', captureKind('capture', upstream), { force });
  const application = webhooksTo === undefined ? null : addressOf('--webhooks-to', webhooksTo);
  const signals = command.length === 0 ? null : new Signals();
  const signalled = signals === null ? nextSignal() : null;
  const note = (message: string) => out.note(clean(message));
  const texts = new HiddenTexts(process.env);
  const kept = new CaptureFile({ file, source: 'capture', from: upstream, version, force }, texts, note);
  const options = { from: upstream, port, webhooksTo: application, allowLive, file: kept, texts };
  const running = await startCapture(options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new CommandFailure(
      exitCodes.refused,
      `Port ${port} is in use; choose another port with --port, or use 0 for any free port.`,
    );
  });
  try {
    const status = await (signals === null
      ? untilSignalled(out, running.url, signalled)
      : runCommand(command, environmentAt(running.url), signals, passOutput(false))
    ).finally(() => running.close());
    return await keptStatus(status, kept, file, note);
  } finally {
    signals?.release();
  }
}

const environmentAt = (url: string) => ({
  ...process.env,
  ...withPrefix('EMULATOR_', { API_BASE: url, CAPTURE: '1' }),
});

async function untilSignalled(out: Session['out'], url: string, signalled: Promise<NodeJS.Signals> | null) {
  out.item({ type: 'ready', url }, () => `ready ${url}`);
  return statusAfter(await signalled);
}

/** Completes the file. @returns the exit status */
async function keptStatus(
  status: number,
  kept: CaptureFile,
  file: string,
  note: (message: string) => void,
): Promise<number> {
  const { calls, deliveries } = kept.counts;
  try {
    await kept.close();
    if (kept.wasRemoved) status ||= exitCodes.refused;
    note(`${counted(calls, 'call')}, ${deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`}: ${file}`);
    return status;
  } catch (error) {
    complain(`${file} cannot be written: ${(error as Error).message}`);
    return status || exitCodes.refused;
  }
}

/** The base address of a service. @throws CommandFailure (wrong usage) */
export function upstreamOf(flag: string, text: string): URL {
  const upstream = addressOf(flag, text);
  const refusal = whyNoUpstream(upstream);
  if (refusal !== null) throw wrongUsage(`${flag} ${text}: ${refusal}`);
  return upstream;
}

/** @throws CommandFailure (wrong usage) */
function addressOf(flag: string, text: string): URL {
  if (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text)) return new URL(text);
  throw wrongUsage(`${flag} must be an address such as https://sandbox.example.com/api/v1.`);
}
