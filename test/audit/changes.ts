/** Anything of JSON. */
export type Json = unknown;

/** What has changed in an object, a list of the same length, or a text of JSON; anything else stands whole. */
interface Changes {
  readonly '~': Fields;
  readonly gone?: readonly string[];
  /** Of what they are the fields; absent: of an object. */
  readonly of?: 'list' | 'text';
}

type Fields = Readonly<Record<string, Json>>;

/** What has to be known to make `after` of `before`: `withChanges` makes it. */
export function changed(before: Json, after: Json): Json {
  const [from, to] = [fieldsOf(before), fieldsOf(after)];
  if (from === null || to === null || from.of !== to.of) return whole(after);
  const fields: Record<string, Json> = {};
  for (const [name, value] of Object.entries(to.fields)) {
    if (!(name in from.fields)) fields[name] = whole(value);
    else if (JSON.stringify(value) !== JSON.stringify(from.fields[name]))
      fields[name] = changed(from.fields[name], value);
  }
  const gone = Object.keys(from.fields).filter((name) => !(name in to.fields));
  const of = to.of === undefined ? {} : { of: to.of };
  const changes: Changes = { '~': fields, ...of, ...(gone.length === 0 ? {} : { gone }) };
  // The order of fields is part of a text.
  return JSON.stringify(withChanges(before, changes)) === JSON.stringify(after) ? changes : whole(after);
}

export function withChanges(before: Json, changes: Json): Json {
  if (!isChanges(changes)) return isWhole(changes) ? changes['='] : changes;
  const { '~': fields, gone = [], of } = changes;
  const completed = { ...fieldsOf(before)?.fields };
  for (const name of gone) delete completed[name];
  for (const [name, change] of Object.entries(fields)) completed[name] = withChanges(completed[name], change);
  if (of === 'text') return JSON.stringify(completed);
  return of === 'list' ? Object.values(completed) : completed;
}

function fieldsOf(value: Json): { readonly fields: Fields; readonly of?: 'list' | 'text' } | null {
  if (typeof value === 'string' && value.startsWith('{')) {
    const fields = parsed(value);
    return JSON.stringify(fields) === value ? { fields: fields as Fields, of: 'text' } : null;
  }
  if (Array.isArray(value)) return { fields: { ...value }, of: 'list' };
  return typeof value === 'object' && value !== null ? { fields: value as Fields } : null;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const noChanges: Changes = { '~': {}, of: 'list' };

/** An object could be taken for changes. */
const whole = (value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { '=': value } : value;

const isWhole = (value: Json): value is { readonly '=': Json } =>
  typeof value === 'object' && value !== null && '=' in value;

const isChanges = (value: Json): value is Changes => typeof value === 'object' && value !== null && '~' in value;
