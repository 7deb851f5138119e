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
import { Unpacker } from './unpack.ts';

type Line = SetLine | KindLine | WindowsLine | StepLine | EndLine;
type Read = { set: string; count: number; kinds: KindLine[] };

/**
 * A record of its content.
 * @param chunks the head, then chunks of columns
 * @param name the file, for messages
 * @param reveal gives what is read in the place of a text
 * @throws RecordError for what is no record, is not whole, or has a newer format
 */
export function recordOf(chunks: readonly string[], name: string, reveal?: (text: string) => string): RunRecord {
  const [first = '', ...rest] = chunks;
  const head = headFrom(first, name);
  let end: EndLine['end'] | null = null;
  const sets: Read[] = [];
  let windows: RunRecord['windows'] = [];
  const steps: StepLine[] = [];
  const unpacker = new Unpacker(reveal);
  try {
    for (const chunk of rest) {
      for (const line of unpacker.values(chunk) as Iterable<Line>) {
        if ('set' in line) sets.push({ ...line, kinds: [] });
        else if ('kind' in line) sets.at(-1)?.kinds.push(line);
        else if ('windows' in line) windows = line.windows;
        else if ('end' in line) end = line.end;
        else steps.push(line);
      }
    }
  } catch {
    throw garbled(name);
  }
  if (end === null) throw cut(name);
  return { head, sets, windows, steps, end };
}

function headFrom(text: string, name: string): HeadLine {
  const line = parsed(text);
  if (typeof line?.record !== 'number') throw garbled(name);
  if (line.record <= recordFormat) return line as HeadLine;
  const writer = typeof line.emulator === 'string' ? ` by emulator ${line.emulator}` : '';
  throw new RecordError(
    `${name} was written${writer} in format ${line.record}; this emulator reads up to ${recordFormat}. Update it.`,
  );
}

function parsed(text: string): Partial<HeadLine> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const cut = (name: string): RecordError =>
  new RecordError(`${name} is a record that is not whole: its end is missing. Download or copy it again.`);

export const garbled = (name: string): RecordError =>
  new RecordError(`${name} is a record whose content is damaged. Download or copy it again.`);
