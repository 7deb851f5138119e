import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { answerHeaders } from '../../../sandbox/http/openapi/openapi-refusals.ts';
import { checkProfile } from '../../../sandbox/profile/check.ts';
import type { Change as ProfileChange, ProfileFile } from '../../../sandbox/profile/model.ts';
import { ProfileError } from '../../../sandbox/profile/read.ts';
import type { Change, Finding } from './findings.ts';

export const profileKind: OutputKind = {
  noun: 'profile',
  example: 'service.profile.json',
  isOwn: (beginning) => /^\{\s*"\$schema":\s*"[^"]*profile\.schema\.json",\s*"version":/.test(beginning),
};

/** A finding, and the profile change that would remove it; null if no profile can remove it. */
export interface Adoptable {
  readonly finding: Finding;
  readonly change: Change | null;
}

/**
 * The maximum number of changes in a profile from one comparison. Each is checked against all others, and people have
 * to read them.
 */
const mostChanges = 200;

/**
 * Determines for each finding whether a profile can include its change. A change that contradicts the specification
 * requires `overSpecification`. If two changes contradict each other, only the first is included.
 */
export function withAdoption(
  findings: readonly Adoptable[],
  registry: Registry,
  overSpecification: boolean,
): Adoptable[] {
  const adopted: Change[] = [];
  return findings.map(({ finding, change }) => {
    if (change === null) return { finding, change };
    const isAllowed = adopted.length < mostChanges && mayAdopt([...adopted, change], registry, overSpecification);
    if (isAllowed) adopted.push(change);
    return { finding: { ...finding, adoptable: isAllowed }, change: isAllowed ? change : null };
  });
}

function mayAdopt(adopted: readonly Change[], registry: Registry, overSpecification: boolean): boolean {
  const file: ProfileFile = { version: 1, name: 'service', adopted: adopted as unknown as readonly ProfileChange[] };
  try {
    const against = checkProfile(file, 'service', registry, answerHeaders);
    return overSpecification || against.length === 0;
  } catch (error) {
    if (error instanceof ProfileError) return false;
    throw error;
  }
}

/** A profile with every change that can be adopted, each with its finding. */
export function profileOf({ findings }: { readonly findings: readonly Adoptable[] }, captures: readonly string[]) {
  const adopted = findings.flatMap(({ finding: { operation, place, first, adoptable }, change }) =>
    change === null || !adoptable
      ? []
      : [{ ...change, finding: `${operation} ${place} (${first.capture}, entry ${first.entry})` }],
  );
  return {
    $schema: './node_modules/payments-emulator/profile.schema.json',
    version: 1,
    name: captures
      .join(', ')
      .replaceAll(/[^\w .:/@+-]/g, '-')
      .slice(0, 100),
    adopted,
  };
}
