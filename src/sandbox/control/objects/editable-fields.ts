import { closest } from '../../../core/base/closest.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { inputFields } from '../../../core/kernel/declare/input-fields.ts';
import { may, moveRefused, wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import { jobs } from '../../../core/kernel/time/jobs.ts';
import type { Stored } from '../../../core/store/collection.ts';
import type { Path, Shape } from '../../../core/validation/value-error.ts';
import { ledgerGroups } from '../../../payments/platform/ledger.ts';
import type { InputField } from '../wire.ts';
import type { Kind } from './object-kinds.ts';

/** An object that a developer can edit. */
export interface EditableObject {
  readonly kind: Kind;
  readonly record: Stored;
}

/** A part of a model, with the marks that prevent an edit. */
interface Part extends Shape {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly description?: string;
  readonly 'x-fixed'?: string;
  readonly 'x-internal'?: true;
  readonly 'x-sensitive'?: true;
  readonly 'x-cents'?: true;
  readonly 'x-currency'?: true;
}

/** The maximum number of list items in a form. */
const mostItems = 20;

/**
 * The parts of a model that a path leads through, without the model itself. The parts end at an object with arbitrary
 * content.
 * @returns an unknown name and the existing names, if the path does not exist
 */
function partsAlong(model: object, path: Path): Part[] | { unknown: string; known: string[] } {
  const parts: Part[] = [];
  let at: Part = model as Part;
  for (const name of path) {
    if (isOpen(at)) break;
    const inner = innerOf(at, name);
    if (inner === undefined) return { unknown: name, known: namesIn(at) };
    parts.push(inner);
    at = inner;
  }
  return parts;
}

const formsOf = (part: Part): readonly Part[] => [part, ...(part.anyOf ?? [])];

/** Whether a part is an object with arbitrary content, such as `metadata`. */
const isOpen = (part: Part): boolean =>
  formsOf(part).some(({ type, properties }) => [type].flat().includes('object') && properties === undefined);

function innerOf(part: Part, name: string): Part | undefined {
  for (const { properties = {}, items } of formsOf(part)) {
    if (Object.hasOwn(properties, name)) return properties[name];
    if (items !== undefined && /^\d{1,6}$/.test(name)) return items;
  }
  return undefined;
}

/** The names in a part that developers can see. */
const namesIn = (part: Part): string[] =>
  formsOf(part).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, each]) => (each['x-internal'] === true ? [] : [name])),
  );

/** Why a path does not lead to a field of an object, as a sentence; null if it leads to one. */
export function unknownIn({ kind }: EditableObject, path: Path): string | null {
  const parts = partsAlong(kind.of.model, path);
  if (Array.isArray(parts)) return null;
  const { unknown, known } = parts;
  const [near] = closest(unknown, known);
  const at = path.slice(0, path.indexOf(unknown));
  const hint =
    near !== undefined
      ? ` Did you mean '${[...at, near].join('.')}'?`
      : known.length === 0
        ? ''
        : ` There is ${known.join(', ')}.`;
  return `The ${wordsOf(kind.name)} has no field '${path.join('.')}'.${hint}`;
}

/**
 * Why a field of an object cannot be edited now, as a sentence that says what to do instead; null if it can be
 * edited. For a status, use `barOfState`.
 */
export function barOf(set: DataSet, { kind, record }: EditableObject, path: Path): string | null {
  const parts = partsAlong(kind.of.model, path);
  if (!Array.isArray(parts)) return null;
  const param = path.join('.');
  const why = parts.find((part) => part['x-fixed'] !== undefined)?.['x-fixed'];
  if (why !== undefined) return `${param} ${why.replace(/\bID\b/, record.id)}.`;
  if (parts.some((part) => part['x-internal'] === true))
    return `${param} is internal to the emulator and cannot be edited.`;
  if (parts.some((part) => part['x-sensitive'] === true)) return `${param} is a secret and cannot be edited.`;
  if (parts.some((part) => part['x-cents'] === true || part['x-currency'] === true)) {
    const bar = barOfMoney(set, { kind, record }, param);
    if (bar !== null) return bar;
  }
  const value = path.reduce<unknown>((held, name) => (isObject(held) ? held[name] : undefined), record);
  if (typeof value !== 'string' || value === '') return null;
  for (const job of set.of(jobs).newestFirst({ subject: [record.id] })) {
    if (job.due_at === value)
      return `${param} is the due time of the job ${job.kind}. Move the clock to that time instead (npx payments-emulator clock next).`;
  }
  return null;
}

/** The lists whose prices determine an object's amount. */
interface Lists {
  readonly line_items?: readonly unknown[];
  readonly products?: readonly unknown[];
}

/** Why an amount or a currency cannot be edited: a sum depends on it. Null if it can be edited. */
function barOfMoney(set: DataSet, { kind, record }: EditableObject, param: string): string | null {
  const { line_items = [], products = [] } = record as Stored & Lists;
  if (set.of(ledgerGroups).newest({ subject: [record.id] }) !== undefined) {
    const moves = movesInstead({ kind, record });
    const instead =
      moves.length === 0 ? 'create another object, because this one has no moves left' : moves.join(', or ');
    return `${param} is part of the ledger, so an edit would make the ledger totals wrong. Instead: ${instead}.`;
  }
  const list = line_items.length > 0 ? 'line_items' : products.length > 0 ? 'products' : null;
  return list === null ? null : `${param} is calculated from ${list}. Create another object instead.`;
}

/** The commands for the legal moves that move an object's money, or else for all its legal moves. */
function movesInstead({ kind: { name, lifecycle, moves }, record }: EditableObject): string[] {
  if (lifecycle === null) return [];
  const legal = moves.filter((move) => may(lifecycle, record, move));
  const moving = legal.filter((move) => ['refund', 'void', 'return'].includes(lifecycle.moves[move]?.role ?? ''));
  return (moving.length === 0 ? legal : moving).slice(0, 2).map((move) => commandOf(name, move, record.id));
}

const commandOf = (noun: string, move: string, id: string): string =>
  `npx payments-emulator trigger ${noun}.${move} --id ${id}`;

/**
 * Why the state of an object cannot be edited, with the trigger that leads to the requested state.
 * @param wanted a state, or a status of the API
 */
export function barOfState({ kind, record }: EditableObject, wanted: string): string {
  const { name, lifecycle, moves } = kind;
  const text = `The state of this ${wordsOf(name)} changes only through its moves`;
  if (lifecycle === null) return `${text}.`;
  const { moves: declared, statusOf } = lifecycle;
  const statuses: Readonly<Record<string, string>> = statusOf;
  const leading = moves.filter((move) => [declared[move]!.to, statuses[declared[move]!.to]].includes(wanted));
  const legal = leading.filter((move) => may(lifecycle, record, move));
  if (legal.length > 0) return `${text}: ${legal.map((move) => commandOf(name, move, record.id)).join(', or ')}.`;
  const [first] = leading;
  if (first === undefined) return `${text}, and no move that you can trigger results in ${wanted}.`;
  return `${text}. ${moveRefused(lifecycle, record, first).message} See 'npx payments-emulator trigger --list'.`;
}

/** The fields of an object that can be edited now, as form fields. */
export function editableFields(set: DataSet, object: EditableObject): InputField[] {
  const { kind, record } = object;
  const fields: InputField[] = [];
  const visit = (part: Part, value: unknown, path: Path): void => {
    const open = isOpen(part);
    const nested = isObject(value) ? Object.keys(value) : [];
    const names = open ? nested : [...namesIn(part), ...(Array.isArray(value) ? itemsOf(value) : [])];
    if (path.length > 0 && names.length === 0) {
      if (barOf(set, object, path) === null) fields.push(fieldOf(part, value, path));
      return;
    }
    for (const name of names) {
      const inner = open ? {} : innerOf(part, name);
      if (inner === undefined || (path.length === 0 && name === 'status' && kind.lifecycle !== null)) continue;
      visit(inner, (value as Readonly<Record<string, unknown>> | null)?.[name], [...path, name]);
    }
  };
  if (isStoredAsShown(object)) visit(kind.of.model as Part, record, []);
  return fields;
}

const itemsOf = (list: readonly unknown[]): string[] => list.slice(0, mostItems).map((_, at) => String(at));

/**
 * Whether the records of a kind have the fields that the API shows. The records of the account and its pixels do not.
 */
export const isStoredAsShown = ({ kind }: EditableObject): boolean =>
  ['object', 'updated_at'].every((name) => name in kind.of.model.properties);

function fieldOf(part: Part, value: unknown, path: Path): InputField {
  const name = path.join('.');
  const fallback =
    value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isPlain = part.type !== undefined || part.anyOf !== undefined;
  const [field] = isPlain ? inputFields({ properties: { [name]: part } }, [name], { [name]: { fallback } }) : [];
  return (
    field ?? {
      name,
      type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes_no' : 'text',
      choices: [],
      fallback,
      required: false,
      about: '',
    }
  );
}
