import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of the libraries in a bundle, in their authors' words.
 * @param inputs paths of the files in the bundle
 * @throws if a library neither names a licence nor has its text
 */
export function licencesOf(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map(licenceIn)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceIn(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (license === undefined && file === undefined) throw new Error(`${name} does not say its licence.`);
  const by = typeof author === 'object' ? author.name : author;
  const text =
    file === undefined
      ? `Licence: ${license}${by === undefined ? '' : `, by ${by}`}`
      : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
}
