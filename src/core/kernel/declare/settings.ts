import { parseDuration } from '../../base/duration.ts';
import { dayMs } from '../../base/instants.ts';
import { invalidPart } from '../errors.ts';
import { T } from './schema.ts';

/** The settings of a workspace by name. A slice reads its own settings through its group. */
export type Settings = Readonly<Record<string, unknown>>;

/** A setting that a merchant could configure in the service's own dashboard. */
export interface Setting<V = unknown> {
  readonly schema: T.TSchema;
  /** Returns the default, which can depend on the other settings. */
  readonly defaultFor: (given: Settings) => V;
  /** The description for the manual. */
  readonly about: string;
  /** Throws for an invalid value that the schema cannot detect. */
  check?(value: V): void;
}

/** Declares a setting. The default is a function if it depends on other settings. */
export const setting = <S extends T.TSchema>(
  schema: S,
  byDefault: T.Static<S> | ((given: Settings) => T.Static<S>),
  about: string,
  check?: (value: T.Static<S>) => unknown,
): Setting<T.Static<S>> => ({
  ...(check === undefined ? {} : { check }),
  schema,
  defaultFor: typeof byDefault === 'function' ? (byDefault as Setting<T.Static<S>>['defaultFor']) : () => byDefault,
  about,
});

type Fields = Readonly<Record<string, Setting>>;
type ValuesOf<F extends Fields> = { readonly [N in keyof F]: ReturnType<F[N]['defaultFor']> };

/** The settings that a slice declares, and the function that reads them. */
export interface SettingGroup<F extends Fields = Fields> {
  readonly fields: F;
  readonly of: (workspace: { readonly settings: Settings }) => ValuesOf<F>;
}

/** Declares a group of settings. The slice must list the group. */
export const settings = <F extends Fields>(fields: F): SettingGroup<F> => {
  const names = Object.keys(fields);
  return {
    fields,
    of: ({ settings: own }) => {
      if (names.every((name) => own[name] !== undefined)) return own as ValuesOf<F>;
      // The values may come from an older version of the emulator that had fewer settings.
      const known = names.map((name) => [name, own[name] ?? fields[name]!.defaultFor(own)]);
      return Object.fromEntries(known) as ValuesOf<F>;
    },
  };
};

/** The maximum duration in a setting: a hundred years, in milliseconds. */
const longestDuration = 36_525 * dayMs;
/**
 * A length of time: milliseconds, or a text such as `2s`, which is converted to milliseconds when the setting is
 * stored.
 */
export const durationSetting = T.Unsafe<number>({
  anyOf: [{ type: 'integer', minimum: 0, maximum: longestDuration }, { type: 'string' }],
});
/** The schema option for the properties of a setting: unknown names are rejected. */
export const strict = { additionalProperties: false };

/**
 * Combines the settings of all slices.
 * @typeParam Patch the form in request bodies and files, where every property is optional, at any depth
 */
export function composeSettings<Patch extends Settings = Settings>(
  slices: readonly { readonly settings: readonly SettingGroup[] }[],
) {
  const groups = slices.flatMap((slice) => slice.settings);
  const fields: Fields = Object.assign({}, ...groups.map((group) => group.fields));
  const each = <V>(work: (field: Setting) => V): Record<string, V> =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, work(field)]));
  const schemas = each(({ schema }) => schema);
  const model = T.Object(schemas, strict);
  return {
    fields,
    /** The form in request bodies and files. */
    patch: T.Unsafe<Patch>(partial(model)),
    /** The complete settings, with defaults for all settings that are absent. */
    defaultsFor: (given: Settings): Settings => each(({ defaultFor }) => defaultFor(given)),
    /**
     * Changes some of the settings. Objects are merged; lists and maps are replaced.
     * @throws 400 `parameter_invalid` if a text is not a duration, or if the check of a setting rejects its value
     */
    merge: (before: Settings, patch: Settings): Settings => {
      const merged = merge(model, before, patch, ['settings']) as Settings;
      for (const name of Object.keys(patch)) fields[name]?.check?.(merged[name]);
      return merged;
    },
    /** All durations in a patch, with their paths relative to the settings. */
    durationsOf: (patch: Settings): Iterable<PatchedDuration> => durationsIn(model, patch, []),
  };
}

type Path = readonly string[];
/** A duration in a patch, which can be a text. */
type PatchedDuration = readonly [path: Path, given: number | string];

type Parts = Readonly<Record<string, unknown>>;

/** The properties of an object to merge; undefined for a list, a map or a plain value. */
const partsOf = (schema: T.TSchema | undefined): Readonly<Record<string, T.TSchema>> | undefined =>
  (schema as Partial<T.TObject> | undefined)?.properties;

function merge(schema: T.TSchema | undefined, base: unknown, change: unknown, path: Path): unknown {
  if (schema === durationSetting) return readDuration(path, change as number | string);
  const parts = partsOf(schema);
  if (parts === undefined) return change;
  const merged: Record<string, unknown> = { ...(base as Parts) };
  for (const [name, part] of Object.entries(change as Parts)) {
    merged[name] = merge(parts[name], merged[name], part, [...path, name]);
  }
  return merged;
}

function* durationsIn(schema: T.TSchema | undefined, given: unknown, path: Path): Generator<PatchedDuration> {
  if (schema === durationSetting) yield [path, given as number | string];
  const parts = partsOf(schema);
  if (parts === undefined) return;
  for (const [name, part] of Object.entries((given ?? {}) as Parts))
    yield* durationsIn(parts[name], part, [...path, name]);
}

/** Makes all fields of the schema optional, at any depth. */
function partial(schema: T.TSchema): T.TSchema {
  const parts = partsOf(schema);
  if (parts === undefined) return schema;
  const { required: _required, ...rest } = schema as T.TObject;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partial(part)])),
  };
}

/**
 * Returns the milliseconds of a duration setting.
 * @throws 400 `parameter_invalid` if the text is not a duration, if it contains months, whose length varies, or if
 * the duration exceeds a hundred years
 */
export function readDuration(path: Path, given: number | string): number {
  if (typeof given === 'number') return given;
  const duration = parseDuration(given);
  if (duration === null || duration.months > 0) {
    throw invalidPart(path.join('.'), `'${given}' is not a valid duration; use a duration such as 2s or PT2S.`);
  }
  if (duration.ms > longestDuration) throw invalidPart(path.join('.'), `'${given}' exceeds the maximum of 100 years.`);
  return duration.ms;
}
