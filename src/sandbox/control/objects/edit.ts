import { isObject } from '../../../core/base/json-values.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import { edits, type StoredEdit } from '../../../core/kernel/edits.ts';
import { errorOf, invalidPart, invalidState, missing } from '../../../core/kernel/errors.ts';
import { events, type StateChange } from '../../../core/kernel/events.ts';
import { fieldChanges, isSame } from '../../../core/kernel/field-changes.ts';
import type { Stored } from '../../../core/store/collection.ts';
import { refuseUnknown } from '../../../core/validation/input-check.ts';
import { References } from '../../../core/validation/references.ts';
import { errorOfStored } from '../../../core/validation/stored-objects.ts';
import { type Path, sentenceOf } from '../../../core/validation/value-error.ts';
import { sandboxOperation } from '../operation.ts';
import { EditInput, EditResult, type EditView, type FieldChange, InputField } from '../wire.ts';
import { editView, storedChange } from './edit-views.ts';
import {
  barOf,
  barOfState,
  type EditableObject,
  editableFields,
  isStoredAsShown,
  unknownIn,
} from './editable-fields.ts';
import { readEdited } from './edited-fields.ts';
import { objectNamed } from './object-kinds.ts';
import { shownBy, viewNamed } from './objects.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The maximum number of fields in one edit. */
const mostFields = 100;
/** The maximum number of names and characters in a path. No model is nested as deep. */
const longestPath = { names: 10, characters: 300 };

export const editOperations = [
  sandboxOperation('GET /objects/{id}/editable', {
    id: 'objects.editable',
    reach: 'workspace',
    summary: 'List the currently editable fields of an object, with their paths and values',
    answers: [200, list(InputField)],
    handle: ({ engine }, { params, workspace, mode }) => {
      const set = engine.dataSet(workspace.id, mode);
      return { data: editableFields(set, objectNamed(engine.registry, set, params.id)), has_more: false };
    },
  }),
  sandboxOperation('PATCH /objects/{id}', {
    id: 'objects.set',
    reach: 'workspace',
    summary: 'Edit the stored data of an object in one step, without a move; `emit` also sends the update event',
    body: EditInput,
    answers: [200, EditResult],
    example: { body: { set: { 'metadata.tier': 'gold' } } },
    handle: ({ engine, profile }, { params, body, workspace, mode, cause }) => {
      const edit = engine.run(workspace, mode, cause, (ctx) =>
        editObject(
          ctx,
          objectNamed(engine.registry, ctx.dataSet, params.id),
          body,
          new References(engine.registry, true),
        ),
      );
      const view = viewNamed(engine.registry, engine.dataSet(workspace.id, mode), params.id);
      return { ...shownBy(profile, view), edit };
    },
  }),
];

/**
 * Edits an object: checks the new record against its model, stores it, and records the edit in the object's history.
 * @returns the edit; null if every field already had its value
 * @throws 400 for an unknown field, an invalid value, or a field that must be changed in another way
 */
function editObject(
  ctx: Context,
  object: EditableObject,
  { set, emit = false, by = 'api' }: EditInput,
  references: References,
): EditView | null {
  const { kind, record } = object;
  if (!isStoredAsShown(object)) {
    throw errorOf(
      invalidState,
      `The ${wordsOf(kind.name)} cannot be edited. Use the merchant API operations for this object instead.`,
    );
  }
  const event = emit ? updateEventOf(object) : null;
  const given = withValues(object, set as Fields);
  const wanted = [...changesIn(record, given, [])];
  for (const change of wanted) refuseBarred(ctx, object, change);
  const names = new Set(wanted.map(({ path: [name] }) => name!));
  const edited = checkRecord(ctx, object, { edited: given, names }, references);
  const changes = [...changesIn(record, edited, [])];
  if (changes.length === 0) return null;
  const further = kind.slice.afterEdit?.(ctx, edited) ?? {};
  const patch = {
    ...Object.fromEntries([...names].map((name) => [name, (edited as unknown as Fields)[name]])),
    ...further,
  };
  const after = ctx.unit.change(ctx.dataSet, kind.of, record, patch, { updated_at: ctx.at });
  refuseMove(object, after);
  return note(ctx, object, after, { by, changes, event, patch });
}

/**
 * The type of the event that reports an update of an object.
 * @throws 400 if its kind has no such event
 */
function updateEventOf({ kind: { name, slice } }: EditableObject): string {
  const types = slice.events.map(({ type }) => type);
  const type = types.find((each) => each.endsWith('.updated'));
  if (type !== undefined) return type;
  const others =
    types.length === 0
      ? 'no events'
      : `only events that report something else: ${types.join(', ')} (see 'npx payments-emulator trigger --list')`;
  throw errorOf(invalidState, `The ${wordsOf(name)} has no update event; it has ${others}. Remove emit.`);
}

/**
 * A record with new values at some paths.
 * @throws 400 for an unknown path
 */
function withValues(object: EditableObject, set: Fields): Stored {
  const paths = Object.keys(set);
  if (paths.length === 0) throw missing('set', 'set contains no fields. Use a form such as {"metadata.tier": "gold"}.');
  if (paths.length > mostFields) throw invalidPart('set', `One edit can set at most ${mostFields} fields.`);
  const edited = structuredClone(object.record);
  for (const param of paths) {
    const path = param.split('.');
    if (path.length > longestPath.names || param.length > longestPath.characters) {
      throw invalidPart(
        'set',
        `A path can have at most ${longestPath.names} names and ${longestPath.characters} characters.`,
      );
    }
    if (path.some((name) => name === '' || name === '__proto__' || name === 'constructor')) {
      throw invalidPart('set', `'${param}' is not a valid path. Use a form such as metadata.tier.`);
    }
    const unknown = unknownIn(object, path);
    if (unknown !== null) throw invalidPart(param, unknown);
    place(edited as unknown as Record<string, unknown>, path, set[param]);
  }
  return edited;
}

function place(holder: Record<string, unknown>, path: Path, value: unknown): void {
  let at = holder;
  for (const [depth, name] of path.entries()) {
    if (Array.isArray(at) && Number(name) >= at.length) {
      throw invalidPart(
        path.join('.'),
        `${path.slice(0, depth).join('.')} has ${at.length} items, and the first one has the index 0.`,
      );
    }
    if (depth === path.length - 1) {
      at[name] = value;
      return;
    }
    const inner = Object.hasOwn(at, name) ? at[name] : undefined;
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    at[name] = next;
    at = next;
  }
}

interface Change {
  readonly path: Path;
  readonly from: unknown;
  readonly to: unknown;
}

/** The smallest parts of two values that differ. */
function* changesIn(from: unknown, to: unknown, path: Path): Generator<Change> {
  if (isSame(from, to)) return;
  const areLists = Array.isArray(from) && Array.isArray(to) && from.length === to.length;
  if (!areLists && !(isObject(from) && isObject(to))) {
    yield { path, from: from ?? null, to: to ?? null };
    return;
  }
  const [before, after] = [from as Fields, to as Fields];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* changesIn(before[name], after[name], [...path, name]);
  }
}

/** The paths of all values inside a value, or the path of the value itself. */
function* leavesOf(value: unknown, path: Path): Generator<Path> {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (inner.length === 0) yield path;
  for (const [name, each] of inner) yield* leavesOf(each, [...path, name]);
}

/** @throws 400 if a field must be changed in another way, which the message names */
function refuseBarred({ dataSet }: Context, object: EditableObject, { path, from, to }: Change): void {
  const { lifecycle } = object.kind;
  if (path.length === 1 && path[0] === 'status' && lifecycle !== null) {
    const isStatus = typeof to === 'string' && Object.values<string>(lifecycle.statusOf).includes(to);
    if (isStatus) throw invalidPart('status', barOfState(object, to));
    return;
  }
  for (const leaf of [...leavesOf(from, path), ...leavesOf(to, path)]) {
    const bar = barOf(dataSet, object, leaf);
    if (bar !== null) throw invalidPart(leaf.join('.'), bar);
  }
}

/**
 * An edited record in its stored form, checked against its model and by the operations that set its fields.
 * @throws 400
 */
function checkRecord(
  ctx: Context,
  { kind }: EditableObject,
  { edited, names }: { readonly edited: Stored; readonly names: ReadonlySet<string> },
  references: References,
): Stored {
  const fault = errorOfStored(kind.of, edited);
  if (fault !== null) throw invalidPart(fault.param, sentenceOf(fault, 'request'));
  const { model } = kind.of;
  const fields = { ...(edited as unknown as Fields) };
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'object' && value !== null) refuseUnknown(model.properties[name] ?? {}, value, [name]);
    fields[name] = readEdited({ model, operations: kind.slice.operations }, name, value);
  }
  const { dataSet, kernel } = ctx;
  for (const { param, noun, id } of references.brokenIn(kernel.state, dataSet, kind.of, edited)) {
    if (names.has(param.split('.')[0]!)) throw invalidPart(param, `There is no ${wordsOf(noun)} '${id}'.`);
  }
  return fields as unknown as Stored;
}

/** @throws 400 if fields other than the status determine the state, and the edit would change it */
function refuseMove(object: EditableObject, after: Stored): void {
  const { lifecycle } = object.kind;
  if (lifecycle === null) return;
  const reached: string = lifecycle.stateOf(after);
  if (reached !== lifecycle.stateOf(object.record)) throw errorOf(invalidState, barOfState(object, reached));
}

/** Records an edit in the log and in the history of its object, and sends its event. */
function note(
  ctx: Context,
  { kind, record }: EditableObject,
  after: Stored,
  {
    by,
    changes,
    event,
    patch,
  }: { by: StoredEdit['by']; changes: readonly Change[]; event: string | null; patch: object },
): EditView {
  const fields = changes.map(({ path, from, to }): FieldChange => ({ field: path.join('.'), from, to }));
  const state = kind.lifecycle?.stateOf(after) ?? 'edited';
  const edited = fields.map(({ field }) => field);
  const change: StateChange = { object: kind.name, id: record.id, verb: 'edit', from: state, to: state, edited };
  ctx.changes.push(change);
  if (event !== null) ctx.send(event, after, { change, fields: fieldChanges(record, patch) });
  const edit = ctx.add(edits, {
    id: ctx.newId(edits.prefix),
    subject: record.id,
    by,
    at: ctx.at,
    fields: fields.map(storedChange),
    event: event === null ? null : (ctx.unit.written(events).at(-1)?.record.id ?? null),
  });
  return editView(edit);
}
