import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entryOf } from '../../../core/base/maps.ts';
import { browserFolder } from '../../../pages/assets.ts';

/** A document in the index of the manual. */
export interface ManualEntry {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

const folder = (): string => join(browserFolder(), 'manual');
let index: readonly ManualEntry[] | null = null;

/**
 * The documents of the manual, in order.
 * @throws Error if the build has not created the manual
 */
export function manualIndex(): readonly ManualEntry[] {
  index ??= JSON.parse(readFileSync(join(folder(), 'index.json'), 'utf8')) as ManualEntry[];
  return index;
}

/** A document as an HTML fragment or as Markdown; undefined if the manual has no document with that name. */
export async function manualText(name: string, form: 'html' | 'md'): Promise<string | undefined> {
  if (!manualIndex().some((entry) => entry.name === name)) return undefined;
  return readFile(join(folder(), `${name}.${form}`), 'utf8');
}

/** The media types of pictures in the manual. */
const pictures: Readonly<Record<string, string>> = {
  'dashboard.svg': 'image/svg+xml',
  'growth.svg': 'image/svg+xml',
  'inspector.webp': 'image/webp',
};

/** A picture of the manual with its media type; undefined if the manual has no picture with that name. */
export async function manualPicture(name: string): Promise<{ type: string; bytes: Buffer } | undefined> {
  const type = entryOf(pictures, name);
  return type === undefined ? undefined : { type, bytes: await readFile(join(folder(), name)) };
}
