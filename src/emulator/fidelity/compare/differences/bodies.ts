import { isObject } from '../../../../core/base/json-values.ts';
import { usualLimit } from '../../../../core/kernel/pagination.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';
import { idOf } from '../bindings.ts';
import type { Change, Context, Difference, FindingKind, Observations, Role } from '../observations.ts';
import type { AnswerTriple, Place } from './place.ts';
import { fieldOf, isAssumed, isOpen, itemOf } from './schema-walk.ts';
import { assumptionOf, valueDifference } from './values.ts';

/** Compares two bodies place by place, and adds what it finds. */
export function compareBodies(triple: AnswerTriple, at: Place, context: Context, found: Observations): void {
  const [service, emulator, reseeded] = triple;
  if (isObject(service) && isObject(emulator)) compareObjects([service, emulator, reseeded], at, context, found);
  else if (Array.isArray(service) && Array.isArray(emulator))
    compareLists([service, emulator, Array.isArray(reseeded) ? reseeded : []], at, context, found);
  else compareValues(triple, at, context, found);
}

type Fields = Record<string, unknown>;

function compareObjects(
  [service, emulator, reseeded]: readonly [Fields, Fields, unknown],
  at: Place,
  context: Context,
  found: Observations,
): void {
  const { object } = emulator;
  const isNamed = typeof object === 'string' && fieldOf(at.schema, 'object')?.const === object;
  const id = idOf(service);
  const objects = id === undefined ? at.objects : [...at.objects, id];
  const here: Place = { ...at, objects, ...(isNamed ? { owner: object, field: '' } : {}) };
  const other = isObject(reseeded) ? reseeded : {};
  const open = isOpen(at.schema);
  found.readings.push({ counted: objectsKey(here), seenIn: at.call, assumption: null, agrees: true });
  for (const name of new Set([...Object.keys(emulator), ...Object.keys(service)])) {
    const [isTheirs, isOwn] = [Object.hasOwn(service, name), emulator[name] !== undefined];
    const place = below(here, name);
    if (isTheirs && Object.hasOwn(emulator, name))
      compareBodies([service[name], emulator[name], other[name]], place, context, found);
    else if (isTheirs)
      found.differences.push(extraField(place, service[name], emulator, { open, counted: objectsKey(here) }));
    else if (isOwn) found.differences.push({ ...missingField(place, emulator[name], open, found), beside: emulator });
  }
}

/** The place of a field in an object. */
function below(at: Place, name: string): Place {
  const schema = fieldOf(at.schema, name);
  const field = at.field === '' ? name : `${at.field}.${name}`;
  const path = at.path === '' ? name : `${at.path}.${name}`;
  return { ...at, path, field, schema, assumed: at.assumed || isAssumed(schema) };
}

function missingField(at: Place, emulator: unknown, open: boolean, { readings }: Observations): Difference {
  const assumption = assumptionOf(at, undefined);
  readings.push({ counted: placeKey(at), seenIn: at.call, assumption, agrees: false, emulator });
  const kind = open ? 'behaviour' : at.assumed ? 'assumption' : 'specification';
  return { ...differenceAt(at, 'missing', kind, 'form'), emulator, difference: 'emulator_only' };
}

function extraField(
  at: Place,
  service: unknown,
  beside: Fields,
  { open, counted }: { open: boolean; counted: string },
): Difference {
  const kind = open ? 'behaviour' : 'assumption';
  return { ...differenceAt(at, 'extra', kind, 'form'), service, difference: 'service_only', counted, beside };
}

function compareLists(
  [service, emulator, reseeded]: readonly [unknown[], unknown[], unknown[]],
  at: Place,
  context: Context,
  found: Observations,
): void {
  const { bindings } = context;
  const { both, onlyService, onlyEmulator } = bindings.pairs(service, emulator);
  const item = itemOf(at.schema);
  const place: Place = { ...at, path: `${at.path}[]`, field: at.field === '' ? '' : `${at.field}[]`, schema: item };
  const inItem = { ...place, assumed: at.assumed || isAssumed(item) };
  for (const [one, two, , index] of both) compareBodies([one, two, reseeded[index]], inItem, context, found);
  const counted = `${placeKey(at)} length`;
  found.readings.push({ counted, seenIn: at.call, assumption: null, agrees: true });
  const isWhole = at.path === 'data';
  const listed = (name: string): Place => ({ ...at, path: isWhole ? name : `${at.path} ${name}` });
  const add = (name: string, kind: FindingKind, role: Role, rest: Partial<Difference>): void =>
    void found.differences.push({ ...differenceAt(listed(name), name, kind, role), counted, ...rest });
  const names = {
    service: orderOf(service, nameOf),
    emulator: orderOf(emulator, (item) => bindings.serviceOf(nameOf(item)) ?? nameOf(item)),
  };
  if (onlyService.length + onlyEmulator.length > 0) {
    const ids = (list: readonly unknown[]): string[] => list.map((each) => idOf(each) ?? '');
    const isUnknown = (id: string): boolean =>
      id !== '' && bindings.emulatorOf(id) === undefined && bindings.serviceOf(id) === undefined;
    const items = {
      left: [...onlyService, ...onlyEmulator].map(referencesOf),
      isShifted: ids([...service, ...emulator]).some(isUnknown),
    };
    if (service.length === emulator.length) add('order', 'assumption', 'list', { ...names, items });
    else {
      const isByDefault =
        isWhole && !at.call.query.has('limit') && (emulator.length === usualLimit || hasMore(at.call));
      const change: Change | null = isByDefault
        ? { change: 'default_limit', operation: at.operation, to: service.length }
        : null;
      const sizes = { service: service.length, emulator: emulator.length };
      add('length', isByDefault ? 'specification' : 'behaviour', 'list', { ...sizes, items, change });
    }
    return;
  }
  const order = both.map(([, , , index]) => index);
  if (order.some((index, at) => at > 0 && index < order[at - 1]!)) add('order', 'assumption', 'form', names);
}

/** The ids in an item: its own, and those of the objects that it refers to. */
const referencesOf = (item: unknown): string[] =>
  [
    idOf(item),
    ...Object.entries(isObject(item) ? item : {}).map(([name, id]) => (name.endsWith('_id') ? id : null)),
  ].filter((id) => typeof id === 'string');

/** The names of the items of a list, and whether their dates have an order. */
function orderOf(items: readonly unknown[], nameIn: (item: unknown) => string): string {
  const dates = items.map((item) => (isObject(item) ? String(item.created_at) : ''));
  const isSorted = (list: readonly string[]): boolean => list.every((date, at) => at === 0 || list[at - 1]! > date);
  const order = isSorted(dates) ? ' (newest first)' : isSorted(dates.toReversed()) ? ' (oldest first)' : '';
  return items.map(nameIn).join(', ').slice(0, 200) + (items.length > 1 ? order : '');
}

const nameOf = (item: unknown): string => idOf(item) ?? JSON.stringify(item) ?? '';

function compareValues(
  triple: AnswerTriple,
  at: Place,
  context: Context,
  { differences, readings }: Observations,
): void {
  const [service, emulator] = triple;
  // It is unknown whether more objects from before the capture follow after a page.
  const isMore = at.field === 'has_more';
  if (isMore && service === true && endsBefore(at.call, context)) return;
  const differs = valueDifference(triple, at, context);
  // Values that each side generates agree whatever they are.
  const isCompared = differs !== null || service === emulator || context.bindings.emulatorOf(`${service}`) === emulator;
  const assumption = isCompared ? assumptionOf(at, emulator) : null;
  const seen = { counted: placeKey(at), seenIn: at.call, service, emulator };
  readings.push({ ...seen, assumption, agrees: differs === null });
  if (differs === null) return;
  const { key, kind, role, shown = [service, emulator], everywhere = false, isPrefix = false } = differs;
  differences.push({
    ...differenceAt(at, key, kind, isMore ? 'more' : role),
    ...(everywhere ? { id: key } : {}),
    service: shown[0],
    emulator: shown[1],
    difference: isPrefix ? 'id_prefix' : 'value',
    isWord: role === 'form' && typeof emulator === 'string' && key === `${service} for ${emulator}`,
  });
}

/** A difference at a place, without its values. */
function differenceAt(at: Place, key: string, kind: FindingKind, role: Role): Difference {
  const { call, operation, path, owner, field, objects, row, schema } = at;
  return {
    ...{ id: `${owner}.${field} ${key}`, kind, role, operation, place: path === '' ? 'body' : path, owner, field },
    ...{ service: undefined, emulator: undefined, difference: 'value', refusal: null, row, call, objects, schema },
    counted: placeKey(at),
    isNamed: !at.assumed && schema !== undefined,
  };
}

function endsBefore({ answer }: CapturedCall, { earlier }: Context): boolean {
  const last = isObject(answer) && Array.isArray(answer.data) ? idOf(answer.data.at(-1)) : undefined;
  return last !== undefined && earlier.has(last);
}

const placeKey = ({ owner, field }: Place): string => `${owner}.${field}`;

/** The readings of the objects that can contain a field. */
const objectsKey = (at: Place): string => `objects ${placeKey(at)}`;

const hasMore = ({ answer }: CapturedCall): boolean => isObject(answer) && answer.has_more === true;
