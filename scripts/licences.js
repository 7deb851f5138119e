import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The copyright notices of libraries that publish no text of their licence. */
const noticesOf = {
  'abstract-logging': 'Copyright (c) James Sumners',
  brotli: `Copyright (c) Devon Govett

Its decoder (the folder dec): Copyright 2013 Google Inc., under the Apache License 2.0. Both licences follow.`,
  dfa: 'Copyright (c) Devon Govett',
  fontkit: 'Copyright (c) 2014-present Devon Govett',
  'yoga-layout': 'Copyright (c) Meta Platforms, Inc. and affiliates.',
};
/** Licences that parts of such a library have beside MIT. */
const further = { brotli: ['Apache-2.0'] };

/** The file itself, but what its authors ask to pass on with it: their notices, and the notices of libraries within. */
const isLicence = (file) => /^(licen[cs]e|copying)/i.test(file);
const isPassedOn = (file) => isLicence(file) || /^(notice|copyright|third.?party)/i.test(file);

/**
 * The licences and notices of the libraries in a bundle, in their authors' words.
 * @param inputs paths of the files in the bundle
 * @throws if the text of a licence is not known
 */
export function licencesOf(inputs) {
  return foldersOf(inputs)
    .map(licenceIn)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folders of the libraries in a bundle. */
export const foldersOf = (inputs) =>
  [...new Set(inputs.flatMap((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []))].sort();

function licenceIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter(isPassedOn).sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  if (!files.some(isLicence)) texts.push(...knownTexts(name, license));
  return `${[`${name} ${version}`, ...texts.map((text) => text.replaceAll('\r\n', '\n').trim())].join('\n\n')}\n`;
}

function knownTexts(name, license) {
  const notice = noticesOf[name];
  if (notice === undefined || license !== 'MIT')
    throw new Error(`${name} publishes no text of its licence (${license}); add its notice to scripts/licences.js.`);
  const texts = ['MIT', ...(further[name] ?? [])].map((each) =>
    readFileSync(join(import.meta.dirname, 'licences', `${each}.txt`), 'utf8'),
  );
  return [notice, ...texts];
}
