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

/** A finding, and the change of a profile that would take it away; null: no profile can. */
export interface Adoptable {
  readonly finding: Finding;
  readonly change: Change | null;
}

/** So many changes a profile takes of one comparison: each is held against all others, and somebody reads them. */
const mostChanges = 200;

/**
 * Says of each finding whether a profile can hold it: what contradicts the specification only with `overSpecification`,
 * and of two changes that contradict each other the first.
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

/** A profile with every change that can be adopted, each with the finding that it comes from. */
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
