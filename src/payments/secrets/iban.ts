import type { Replace } from './sensitive-names.ts';

/**
 * The format of the national part of account numbers by country (ISO 13616): counts of digits (`n`), uppercase
 * letters (`a`) and either (`c`).
 */
const countries: ReadonlyMap<string, RegExp> = new Map(
  (
    'AD:8n12c AE:19n AL:8n16c AT:16n AZ:4a20c BA:16n BE:12n BG:4a6n8c BH:4a14c BI:23n BR:23n1a1c BY:4c4n16c CH:5n12c ' +
    'CR:18n CY:8n16c CZ:20n DE:18n DJ:23n DK:14n DO:4c20n EE:16n EG:25n ES:20n FI:14n FK:2a12n FO:14n FR:10n11c2n ' +
    'GB:4a14n GE:2a16n GI:4a15c GL:14n GR:7n16c GT:24c HR:17n HU:24n IE:4a14n IL:19n IQ:4a15n IS:22n IT:1a10n12c ' +
    'JO:4a4n18c KW:4a22c KZ:3n13c LB:4n20c LC:4a24c LI:5n12c LT:16n LU:3n13c LV:4a13c LY:21n MC:10n11c2n MD:20c ' +
    'ME:18n MK:3n10c2n MN:16n MR:23n MT:4a5n18c MU:4a19n3a NI:4a20n NL:4a10n NO:11n OM:3n16c PK:4a16c PL:24n PS:4a21c ' +
    'PT:21n QA:4a21c RO:4a16c RS:18n RU:14n15c SA:2n18c SC:4a20n3a SD:14n SE:20n SI:15n SK:20n SM:1a10n12c SO:19n ' +
    'ST:21n SV:4a20n TL:19n TN:20n TR:6n16c UA:6n19c VA:18n VG:4a16n XK:16n YE:4a4n18c'
  )
    .split(' ')
    .map((line) => [line.slice(0, 2), formOf(line.slice(3))]),
);

function formOf(counts: string): RegExp {
  const classes: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', c: '[A-Z0-9]' };
  const parts = [...counts.matchAll(/(\d+)([nac])/g)].map(([, count, of]) => `${classes[of!]}{${count}}`);
  return new RegExp(`^${parts.join('')}`);
}

/** The length of the longest account number with a separator between any two characters. */
const longest = 70;
/** The beginning of an account number: a country code and two check digits. */
const beginning = /(?<![A-Za-z0-9])[A-Za-z]{2}[ .-]?\d{2}(?=[ .-]?[A-Za-z0-9]{2})/g;

/** Hides international bank account numbers with correct check digits, grouped or not. Runs in linear time. */
export function hideIbans(text: string, replace: Replace): string {
  let parts: string[] | null = null;
  let kept = 0;
  beginning.lastIndex = 0;
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const length = lengthAt(text, found.index);
    if (length === 0) continue;
    const end = found.index + length;
    parts ??= [];
    parts.push(text.slice(kept, found.index), replace(text.slice(found.index, end), 'bank_account'));
    kept = end;
    beginning.lastIndex = end;
  }
  return parts === null ? text : parts.join('') + text.slice(kept);
}

/** How many characters of a text, starting at a position, form an account number; 0 if none. */
function lengthAt(text: string, from: number): number {
  const part = text.slice(from, from + longest);
  const signs = part.replace(/[ .-]/g, '').toUpperCase();
  const national = countries.get(signs.slice(0, 2))?.exec(signs.slice(4))?.[0];
  if (national === undefined || !hasRightCheck(signs.slice(0, 4), national)) return 0;
  let left = national.length + 4;
  let at = 0;
  while (left > 0) if (/[A-Za-z0-9]/.test(part[at++]!)) left--;
  return /[A-Za-z0-9]/.test(part[at] ?? '') ? 0 : at;
}

/** The checksum test of ISO 7064 (modulus 97). */
function hasRightCheck(head: string, national: string): boolean {
  let rest = 0;
  for (const sign of national + head) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
