import type { OutputKind } from '../../../core/system/output-file.ts';
import type { Comparison } from './compare.ts';

export const profileKind: OutputKind = {
  noun: 'profile',
  example: 'service.profile.json',
  isOwn: (beginning) => /^\{\s*"\$schema":\s*"[^"]*profile\.schema\.json",\s*"version":/.test(beginning),
};

/** A profile with every change that a comparison says can be adopted, each with the finding that it comes from. */
export function profileOf({ findings }: Comparison, captures: readonly string[]) {
  const adopted = findings.flatMap(({ finding, change }) => {
    if (change === null || !finding.adoptable) return [];
    return [
      {
        ...change,
        finding: `${finding.operation} ${finding.place} (${finding.first.capture}, entry ${finding.first.entry})`,
      },
    ];
  });
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
