import type { Registry } from '../core/kernel/declare/registry.ts';
import { invalidPart } from '../core/kernel/errors.ts';
import type { StartPoint } from '../record/resume/start-point.ts';
import type { ComparisonReport } from '../sandbox/control/wire.ts';
import type { Confirmed } from '../sandbox/profile/descriptions.ts';
import type { Profile } from '../sandbox/profile/profile.ts';
import { longFlag } from './option-names.ts';
import type { SandboxOptions } from './sandbox-options.ts';

/**
 * The profile for a start: from the profile file, or else from the record whose run the emulator resumes.
 * @param warn receives a warning about entries that contradict the specification
 * @returns null if there is no profile; the code for profiles is then not loaded
 * @throws ProfileError if a file is not a profile, or if its entries do not fit the emulator
 */
export async function profileOf(
  {
    profile: file,
    overSpecification = false,
    named = longFlag,
  }: Pick<SandboxOptions, 'profile' | 'overSpecification' | 'named'>,
  begun: StartPoint | null,
  registry: Registry,
  warn: (message: string) => void,
): Promise<Profile | null> {
  const recorded = begun?.options.profile;
  if (file === undefined && recorded === undefined) return null;
  const [{ Profile: Acting }, { readProfile, ProfileError }, { checkProfile }, { answerHeaders }] = await Promise.all([
    import('../sandbox/profile/profile.ts'),
    import('../sandbox/profile/read.ts'),
    import('../sandbox/profile/check.ts'),
    import('../sandbox/http/openapi/openapi-refusals.ts'),
  ]);
  const contents = file === undefined ? recorded! : readProfile(file, named('profile'));
  const name = file ?? 'The profile of the record';
  const against = checkProfile(contents, name, registry, answerHeaders);
  // The recorded run already had permission for its profile.
  if (against.length > 0 && !overSpecification && file !== undefined) {
    throw new ProfileError(
      `${name}: ${against[0]} contradicts the specification. Allow it with ${named('overSpecification')}.`,
    );
  }
  if (against.length > 0) {
    const most = 5;
    const shown = against.length > most ? [...against.slice(0, most), `${against.length - most} more`] : against;
    warn(`${contents.name} CONTRADICTS THE SPECIFICATION, and the emulator follows it: ${shown.join('; ')}.`);
  }
  return new Acting(contents, registry);
}

/**
 * The assumptions that captures confirmed, according to the team's file.
 * @returns null if there is no file; the code for it is then not loaded
 * @throws ServiceError with a message of one line if the file is not a ledger of assumptions
 */
export async function confirmedBy({
  assumptions: file,
  named = longFlag,
}: Pick<SandboxOptions, 'assumptions' | 'named'>): Promise<Confirmed | null> {
  if (file === undefined) return null;
  const { confirmedIn, readLedger } = await import('../sandbox/profile/ledger.ts');
  const refuse = (sentence: string) => invalidPart('assumptions', sentence);
  return confirmedIn(readLedger(named('assumptions'), file, refuse));
}

/** The largest report of a comparison, in bytes. */
const largestReport = 64 * 1024 * 1024;

/**
 * The comparison with the service that the inspector shows.
 * @returns null if there is no file; the code for it is then not loaded
 * @throws ServiceError with a message of one line if the file is not the report of a comparison
 */
export async function comparisonOf({
  comparison: file,
  named = longFlag,
}: Pick<SandboxOptions, 'comparison' | 'named'>): Promise<ComparisonReport | null> {
  if (file === undefined) return null;
  const [{ readWritten }, { ComparisonReport: model }] = await Promise.all([
    import('../sandbox/profile/json-file.ts'),
    import('../sandbox/control/wire.ts'),
  ]);
  const what = 'the report of a comparison, which `compare --json-file` writes';
  const refuse = (sentence: string) => invalidPart('comparison', sentence);
  return readWritten({ option: named('comparison'), file, model, what, refuse, most: largestReport });
}
