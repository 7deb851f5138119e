import { codeOf, reasonOf } from '../../../core/base/system-errors.ts';
import { ServiceError } from '../../../core/kernel/errors.ts';
import { OutputRefused } from '../../../core/system/output-file.ts';
import { CaptureRefused } from '../../../emulator/fidelity/capture/read-capture.ts';
import { WalkStopped } from '../../../emulator/fidelity/walk/walk.ts';
import { FixtureError } from '../../../sandbox/fixtures/errors.ts';
import { ProfileError } from '../../../sandbox/profile/read.ts';
import { CommandFailure, exitCodes, unusableFixture, wrongUsage } from '../../failure.ts';

/** The errors that say what is wrong with a file, an option or a service. */
const explained = [CaptureRefused, ProfileError, OutputRefused, ServiceError, WalkStopped] as const;

/** Gives an error of a comparison an exit status that does not mean findings. */
export function failedComparison(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof FixtureError) return unusableFixture(error);
  const cause = error instanceof Error ? error.cause : undefined;
  const isOfSystem = [error, cause].some((each) => /^E(?!RR_)/.test(codeOf(each) ?? ''));
  if (isOfSystem || explained.some((kind) => error instanceof kind)) return wrongUsage(reasonOf(error));
  const failure = new CommandFailure(
    exitCodes.crashed,
    `compare failed because of a bug: ${reasonOf(error).replace(/\.$/, '')}. Run it again with EMULATOR_DEBUG=1, and report the output.`,
  );
  if (error instanceof Error && error.stack !== undefined) failure.stack = error.stack;
  return failure;
}
