import { isAbsolute, relative, resolve } from 'node:path';
import { quoted } from '../core/base/terminal-text.ts';
import type { Engine } from '../core/kernel/engine.ts';
import { hasChanged } from '../sandbox/fixtures/fixture-files.ts';

/**
 * Returns a message for each fixture that has changed since workspaces were created from it, with the command that
 * loads it. Workspaces of an earlier version have no record of their fixture files, so they are skipped.
 */
export function changedFixtures(engine: Engine, defaultWorkspace: string): string[] {
  const changed = new Map<string, string[]>();
  for (const { id, fixture, fixture_files: files } of engine.allWorkspaces()) {
    if (files === undefined || !hasChanged(fixture, files)) continue;
    changed.set(fixture, [...(changed.get(fixture) ?? []), id]);
  }
  return [...changed].map(([fixture, ids]) => {
    const file = shownPath(fixture);
    return `${file} has changed since this state was created. Run ${loadCommand(file, ids, defaultWorkspace)} to load it.`;
  });
}

function loadCommand(file: string, [first = '', ...others]: readonly string[], defaultWorkspace: string): string {
  if (others.length > 0) return `npx payments-emulator fixture load ${quoted(file)}`;
  return first === defaultWorkspace
    ? 'npx payments-emulator reset'
    : `npx payments-emulator reset --workspace ${first}`;
}

/** The path relative to the working folder, or the absolute path if the file is outside that folder. */
function shownPath(file: string): string {
  const path = relative('', file);
  return path.startsWith('..') || isAbsolute(path) ? resolve(file) : path;
}
