import { RecordError } from './errors.ts';
import {
  type EndLine,
  type HeadLine,
  type KindLine,
  type RunRecord,
  recordFormat,
  type SetLine,
  type StepLine,
  type WindowsLine,
} from './format.ts';

type Line = HeadLine | SetLine | KindLine | WindowsLine | StepLine | EndLine;
type Read = { set: string; count: number; kinds: KindLine[] };

/**
 * A record of its lines.
 * @param name the file, for messages
 * @throws RecordError for what is no record, is not whole, or has a newer format
 */
export function recordOf(lines: Iterable<string>, name: string): RunRecord {
  let head: HeadLine | null = null;
  let end: EndLine['end'] | null = null;
  const sets: Read[] = [];
  let windows: RunRecord['windows'] = [];
  const steps: StepLine[] = [];
  for (const text of lines) {
    const line = parsed(text, name);
    if (head === null) head = headFrom(line, name);
    else if ('set' in line) sets.push({ ...line, kinds: [] });
    else if ('kind' in line) sets.at(-1)?.kinds.push(line);
    else if ('windows' in line) windows = line.windows;
    else if ('end' in line) end = line.end;
    else steps.push(line as StepLine);
  }
  if (head === null || end === null) throw cut(name);
  return { head, sets, windows, steps, end };
}

function parsed(text: string, name: string): Line {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as Line;
  } catch {
    // Told below.
  }
  throw garbled(name);
}

function headFrom(line: Line, name: string): HeadLine {
  if (!('record' in line) || typeof line.record !== 'number') throw garbled(name);
  if (line.record <= recordFormat) return line;
  const writer = typeof line.emulator === 'string' ? ` by emulator ${line.emulator}` : '';
  throw new RecordError(
    `${name} was written${writer} in format ${line.record}; this emulator reads up to ${recordFormat}. Update it.`,
  );
}

export const cut = (name: string): RecordError =>
  new RecordError(`${name} is a record that is not whole: its end is missing. Download or copy it again.`);

export const garbled = (name: string): RecordError =>
  new RecordError(`${name} is a record whose content is damaged. Download or copy it again.`);
