import { isObject } from '../../../core/base/json-values.ts';

/** A line of two answers beside each other; null: that side has no such line. */
export interface Row {
  readonly depth: number;
  readonly service: string | null;
  readonly emulator: string | null;
  /** Whether the finding is about it. */
  readonly differs: boolean;
}

/** The most lines that are shown of two answers. */
const mostRows = 400;
/** How many items of a list are shown if the finding is not about them. */
const shownItems = 2;
/** How deep answers are shown; what is deeper is shown on one line. */
const deepest = 12;
const longestText = 300;

/**
 * Two bodies as pretty JSON, line beside line: what both have stands on the same height.
 * @param isPlace whether the finding is about a path, as comparisons write it: `data[].status`
 */
export function jsonRows(service: unknown, emulator: unknown, isPlace: (path: string) => boolean): Row[] {
  const rows: Row[] = [];
  const add = (depth: number, one: string | null, other: string | null, differs: boolean): void =>
    void rows.push({ depth, service: one, emulator: other, differs });

  const walk = (one: unknown, other: unknown, path: string, depth: number, label: string, inMarked: boolean): void => {
    const isHere = isPlace(path) && JSON.stringify(one) !== JSON.stringify(other);
    const areBoth = depth < deepest && kindOf(one) !== 'value' && kindOf(one) === kindOf(other);
    // A list that differs as a whole, in its order or length, is marked where it begins.
    const differs = inMarked || isHere;
    const inside = inMarked || (isHere && !areBoth);
    const [opened, closing] = [openOf(one, depth), closeOf(one, depth)];
    const [otherOpened, otherClosing] = [openOf(other, depth), closeOf(other, depth)];
    const line = (text: string | null) => (text === null ? null : label + text);
    add(depth, line(opened), line(otherOpened), differs);
    if (closing === null && otherClosing === null) return;
    const own = closing === null ? {} : partsOf(one);
    const others = otherClosing === null ? {} : partsOf(other);
    const isList = Array.isArray(closing === null ? other : one);
    let left = 0;
    for (const name of isList ? Object.keys({ ...own, ...others }) : namesOf(own, others)) {
      const below = isList ? `${path}[]` : path === '' ? name : `${path}.${name}`;
      const from = rows.length;
      walk(own[name], others[name], below, depth + 1, isList ? '' : `${JSON.stringify(name)}: `, inside);
      if (!isList || Number(name) < shownItems || rows.slice(from).some((row) => row.differs)) continue;
      rows.length = from;
      left++;
    }
    const more = left === 0 ? null : `… ${left} more`;
    if (more !== null) add(depth + 1, more, more, false);
    add(depth, closing, otherClosing, inside);
  };
  walk(service, emulator, '', 0, '', false);
  return bounded(rows);
}

const kindOf = (value: unknown): 'list' | 'object' | 'value' =>
  Array.isArray(value) ? 'list' : isObject(value) ? 'object' : 'value';

/** The line with which a value begins; null: there is no value. */
function openOf(value: unknown, depth: number): string | null {
  if (value === undefined) return null;
  if (closeOf(value, depth) === null) return cut(JSON.stringify(value));
  return Array.isArray(value) ? `[ ${value.length}` : '{';
}

/** The line with which a value ends; null: it is one line. */
function closeOf(value: unknown, depth: number): string | null {
  if (depth >= deepest || kindOf(value) === 'value' || Object.keys(value as object).length === 0) return null;
  return Array.isArray(value) ? ']' : '}';
}

/** The fields of both: one that the emulator alone has stands where it has it, beside what it may be another name for. */
function namesOf(own: object, others: object): string[] {
  const names = Object.keys(own);
  let before = -1;
  for (const name of Object.keys(others)) {
    if (!Object.hasOwn(own, name)) names.splice(before + 1, 0, name);
    before = names.indexOf(name);
  }
  return names;
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> => value as Readonly<Record<string, unknown>>;

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

/** So many lines as are shown: around the first one that differs. */
function bounded(rows: readonly Row[]): Row[] {
  const first = Math.max(
    0,
    rows.findIndex(({ differs }) => differs),
  );
  const from = rows.length <= mostRows ? 0 : Math.max(0, Math.min(first - mostRows / 2, rows.length - mostRows));
  return rows.slice(from, from + mostRows);
}
