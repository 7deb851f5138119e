import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

/** One import of a source file. */
export interface Import {
  /** Below `src/`, as in `sandbox/http/server.ts`. */
  readonly from: string;
  /** A path below `src/`, or the name of a library. */
  readonly to: string;
  readonly isOurs: boolean;
  /** Whether nothing of it is left when the program runs. */
  readonly isType: boolean;
}

export interface Source {
  /** Below `src/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const importPattern =
  /^(?:import|export)\s+(?<type>type\s+)?(?<names>[\s\S]*?)\s*from\s+'(?<from>[^']+)';|^import\s+'(?<bare>[^']+)';|\bimport\('(?<lazy>[^']+)'\)/gm;

/** All sources of the project, with what they import. */
export function readSources(): Source[] {
  const root = join(import.meta.dirname, '../../src');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    });
}

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map(({ groups }) => {
    const { type, names = '', from, bare, lazy } = groups ?? {};
    const name = from ?? bare ?? lazy ?? '';
    const isOurs = name.startsWith('.');
    return {
      from: path,
      to: isOurs ? posix.normalize(posix.join(dirname(path), name)) : name,
      isOurs,
      isType: type !== undefined || (from !== undefined && namesTypesAlone(names)),
    };
  });
}

const namesTypesAlone = (names: string): boolean => {
  const list = /^\{([\s\S]*)\}$/.exec(names)?.[1];
  return list?.split(',').every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
};

const page = readFileSync(join(import.meta.dirname, '../../docs/internals/architecture.md'), 'utf8');
const rules = /^## Import rules$[\s\S]*?^```text\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';

/** The import rules of the page: each room, without a slash at its end, and what it may import. A rule goes on in indented lines. */
export const roomRows: ReadonlyMap<string, string> = new Map(
  [...rules.matchAll(/^(\S+) +(.+(?:\n +.+)*)$/gm)].map(([, room, imports]) => [room!, imports!.replace(/\n +/g, ' ')]),
);

/** The room of a source: the longest room with a rule that its path begins with, or the folder that no rule names. */
export const roomOf = (path: string): string => {
  const parts = path.split('/');
  const above = parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
  return above.find((each) => roomRows.has(each)) ?? above.at(-2) ?? path;
};

/** The entry of a source: what stands in `src/` itself. */
export const entryOf = (path: string): string => path.split('/')[0]!;

/** A path from `start` back to it along the edges; null if there is none. */
export function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    path.push(node);
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next);
      if (cycle !== null) return cycle;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node);
    if (cycle !== null) return cycle;
  }
  return null;
}
