import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBrowser } from '../../scripts/browser-build.js';
import { buildPrograms } from '../../scripts/program-build.js';
import { temporaryFolder } from '../cli/emulator.ts';
import { projectFolder } from '../support/build.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** The folders of the libraries whose code is in a bundle. */
type Built = { outputs: Record<string, Pick<Metafile['outputs'][string], 'inputs'>> };
const librariesIn = (metafiles: readonly Built[]): string[] => {
  const files = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
    ),
  );
  const folders = files.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].map((path) => join(projectFolder, path));
};

const manifestIn = (library: string): { name: string; version: string } =>
  JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));

/** A text without its line breaks, which the file of the package may set otherwise. */
const words = (text: string): string => text.split(/\s+/).join(' ').trim();

const builds: [string, () => Promise<readonly Built[]>, string][] = [
  ['of the program', () => buildPrograms(join(folder.path, 'programs')), 'programs'],
  ['of the pages', () => buildBrowser(projectFolder, join(folder.path, 'browser')), 'browser'],
];

describe.each(builds)('the third-party file %s', (_, build, place) => {
  let libraries: string[];
  let entries: Map<string, string>;
  beforeAll(async () => {
    libraries = librariesIn(await build());
    const text = readFileSync(join(folder.path, place, 'THIRD-PARTY-LICENSES'), 'utf8');
    entries = new Map(
      text.split(`\n${'-'.repeat(80)}\n\n`).map((entry) => [entry.slice(0, entry.indexOf('\n')), words(entry)]),
    );
  });

  it('has every library of the bundle, with the text of its licence', () => {
    expect(libraries.length).toBeGreaterThan(5);
    const permits =
      /Permission is hereby granted|Redistribution and use|Permission to use, copy|Apache License Version 2\.0/;
    const withoutText = libraries
      .map(manifestIn)
      .map(({ name, version }) => `${name} ${version}`)
      .filter((heading) => !permits.test(entries.get(heading) ?? ''));
    expect(withoutText).toEqual([]);
  });

  it('passes on the notices that come with a library', () => {
    for (const library of libraries) {
      const { name, version } = manifestIn(library);
      for (const file of readdirSync(library).filter((each) => /notice/i.test(each))) {
        expect(entries.get(`${name} ${version}`)).toContain(words(readFileSync(join(library, file), 'utf8')));
      }
    }
  });
});

it('has the licence of the code within a library that its authors took from others', () => {
  const programs = readFileSync(join(folder.path, 'programs/THIRD-PARTY-LICENSES'), 'utf8');
  const brotli = programs.split('\n---').find((entry) => /^-*\n\nbrotli /.test(entry));
  expect(brotli).toMatch(/Copyright 2013 Google[\s\S]*Permission is hereby granted[\s\S]*Apache License/);
});
