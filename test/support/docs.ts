import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What a mark asks to be done with a block. */
export type Mark =
  | { do: 'run'; status: number; until: string | null; except: readonly string[]; where: string | null }
  | { do: 'file'; name: string }
  | { do: 'output' }
  | { do: 'steps'; except: readonly string[] }
  | { do: 'nothing'; why: string };

/** A fenced block of a document, with the mark above it; null where it has none. */
export interface Block {
  /** Of the line with the fence, from 1. */
  line: number;
  /** `sh`, `ts`, `json`; empty where the fence names none. */
  language: string;
  text: string;
  mark: Mark | null;
}

const markPattern = /^\s*<!--\s*(run|file|output|steps|not run)\b(.*?)\s*-->\s*$/;

/** The fenced blocks of a Markdown file. @throws Error for a mark that is none, or that no block follows */
export function readBlocks(path: string): Block[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const blocks: Block[] = [];
  let mark: Mark | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const marked = markPattern.exec(line);
    if (marked !== null) {
      mark = markOf(marked[1]!, marked[2]!.replace(/^[,:]\s*/, '').trim(), `${path}:${at + 1}`);
      continue;
    }
    const fence = /^(\s*)(```+)\s*(\S*)/.exec(line);
    if (fence === null) {
      if (line.trim() !== '' && mark !== null) throw new Error(`${path}:${at}: no block follows this mark.`);
      continue;
    }
    const [, indent = '', ticks = '', language = ''] = fence;
    const end = lines.findIndex((later, index) => index > at && later.trim() === ticks);
    if (end === -1) throw new Error(`${path}:${at + 1}: this block does not end.`);
    const text = lines.slice(at + 1, end).map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each));
    blocks.push({ line: at + 1, language, text: text.join('\n'), mark });
    mark = null;
    at = end;
  }
  return blocks;
}

function markOf(word: string, rest: string, where: string): Mark {
  const wrong = (what: string) => new Error(`${where}: ${what}`);
  switch (word) {
    case 'run': {
      const clauses = rest === '' ? [] : rest.split(/,\s*(?=(?:exit|until|except|where) )/);
      const wordsOf = (name: string): string | undefined =>
        clauses.find((clause) => clause.startsWith(`${name} `))?.slice(name.length + 1);
      const wrongClause = clauses.find((clause) => !/^(exit \d+$|until .|except .|where \w)/.test(clause));
      if (wrongClause !== undefined) throw wrong(`'run, ${wrongClause}' is not a mark.`);
      return {
        do: 'run',
        status: Number(wordsOf('exit') ?? 0),
        until: wordsOf('until') ?? null,
        except: wordsOf('except')?.split(/,\s*/) ?? [],
        where: wordsOf('where') ?? null,
      };
    }
    case 'file':
      if (!/^[\w./-]+$/.test(rest) || rest.includes('..')) throw wrong('name the file: <!-- file test/a.test.ts -->');
      return { do: 'file', name: rest };
    case 'steps':
      if (rest !== '' && !rest.startsWith('except ')) throw wrong(`'steps, ${rest}' is not a mark.`);
      return { do: 'steps', except: rest === '' ? [] : rest.slice('except '.length).split(/,\s*/) };
    case 'not run':
      if (rest === '') throw wrong('say why: <!-- not run: it asks GitHub -->');
      return { do: 'nothing', why: rest };
    default:
      return { do: 'output' };
  }
}

/** What the jobs of a pipeline run, in their order: `run` of GitHub's steps, `script` and `before_script` of GitLab's. */
export function stepsOf(yaml: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const inner of value) visit(inner);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'run' && typeof inner === 'string') found.push(inner);
      else if (/^(before_|after_)?script$/.test(name)) found.push(...[inner].flat().map(String));
      else visit(inner);
    }
  };
  visit(parse(yaml));
  return found;
}

/** Whether each line of `expected` is in `printed`, in that order; `…` stands for anything within a line. */
export function missingLine(expected: string, printed: string): string | null {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  let at = 0;
  for (const wanted of expected.split('\n').filter((line) => line.trim() !== '')) {
    const parts = wanted
      .trim()
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^\\s*${parts.join('.*')}$`);
    const found = lines.findIndex((line, index) => index >= at && pattern.test(line));
    if (found === -1) return wanted;
    at = found + 1;
  }
  return null;
}
