import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of a test in a folder of its own. */
export function fixtureFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-fixture-'));
  let count = 0;
  const text = (name: string, content: string): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  return {
    folder,
    text,
    json: (content: unknown): string => text(`f${count++}.json`, JSON.stringify(content)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
