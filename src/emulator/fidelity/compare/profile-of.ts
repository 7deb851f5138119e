import type { OutputKind } from '../../../core/system/output-file.ts';
import type { Adoptable } from './findings.ts';

export const profileKind: OutputKind = {
  noun: 'profile',
  example: 'service.profile.json',
  isOwn: (beginning) => /^\{\s*"\$schema":\s*"[^"]*profile\.schema\.json",\s*"version":/.test(beginning),
};

/** A profile with every change that can be adopted, each with its finding and its evidence. */
export function profileOf({ findings }: { readonly findings: readonly Adoptable[] }, captures: readonly string[]) {
  const adopted = findings.flatMap(({ finding: { operation, place, first, adoption }, change }) =>
    change === null
      ? []
      : [
          {
            ...change,
            finding: `${operation} ${place} (${first.capture}, entry ${first.entry}; ${adoption})`.slice(0, 500),
          },
        ],
  );
  return {
    $schema: './node_modules/payments-emulator/profile.schema.json',
    version: 1,
    name: captures
      .join(' + ')
      .replaceAll(/[^\w .:/@+-]/g, '-')
      .slice(0, 100),
    adopted,
  };
}

/** A profile as text, with one change a line, so that it can be reviewed like code. */
export function profileText({ adopted, ...head }: ReturnType<typeof profileOf>): string {
  const lines = adopted.map((change) => `    ${JSON.stringify(change)}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  const fields = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${[...fields, `  "adopted": ${list}`].join(',\n')}\n}\n`;
}
