/** Bodies that an operation must refuse, worked out from its own schema. */

/** What is looked at of a schema. */
export interface Shape {
  type?: string | string[];
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Shape>;
  'x-cents'?: boolean;
}

export interface BadBody {
  /** What is wrong with it, for a message. */
  what: string;
  /** The field that the refusal must name: `bank_account.routing_number`. */
  field: string;
  /** JSON; some of it no JavaScript value could be written as. */
  text: string;
  /** Whether the schema allows it, and only its meaning is wrong: the id of nothing, a country that there is not. */
  isOfSchema?: true;
}

type Fields = Record<string, unknown>;

const typesOf = ({ type }: Shape): readonly string[] => (type === undefined ? [] : [type].flat());

/** JSON texts of values that a field of this schema cannot have. */
function badTexts(shape: Shape): string[] {
  const types = typesOf(shape);
  // One of several forms, or any value.
  if (types.length === 0) return [];
  const texts: string[] = [];
  if (!types.includes('string')) texts.push('"5"', '""', '"x"');
  if (!types.includes('integer')) texts.push('5', '-1.5');
  if (!types.includes('boolean')) texts.push('true');
  if (!types.includes('object')) texts.push('{}', '{"id":"x"}');
  if (!types.includes('array')) texts.push('[]', '["x"]');
  if (types.includes('string')) texts.push(...badStrings(shape));
  if (types.includes('integer')) texts.push(...badIntegers(shape));
  return texts;
}

function badStrings({ enum: allowed, minLength = 0, maxLength }: Shape): string[] {
  const texts: string[] = [];
  if (allowed !== undefined) texts.push('"no such value"', '""', JSON.stringify(String(allowed[0]).toUpperCase()));
  if (minLength > 0) texts.push('""');
  if (maxLength !== undefined) texts.push(JSON.stringify('é'.repeat(maxLength + 1)));
  return texts;
}

function badIntegers(shape: Shape): string[] {
  const { minimum, maximum } = shape;
  const texts = ['1.5', '9007199254740993', '-9007199254740993', '1e400', '1e21'];
  if (minimum !== undefined) texts.push(String(minimum - 1), '-5');
  if (maximum !== undefined) texts.push(String(maximum + 1));
  if (shape['x-cents'] === true) texts.push('100000000', '9007199254740991');
  return texts;
}

/** Values of the right type that mean nothing, by the name of the field. */
const meaningless: readonly (readonly [name: RegExp, values: readonly unknown[]])[] = [
  [/^(customer|payment_method|product)_id$|^payment_token$/, ['none', 'cus_none', '../../x', '\u0000', '💳']],
  [/_country$/, ['QQ', 'USA', '1', '🇺🇸']],
  [/^currency$/, ['XYZ', 'US', 'dollars', '']],
  [/^email$/, ['nobody', '@', 'a@b@c', 'a b@c.de', 'a@b.co\r\nBcc: c@d.de']],
  [/^return_url$/, ['nowhere', 'javascript:alert(1)', 'file:///etc/passwd', '']],
  [/exp_month$/, ['0', '13', '1.5', '-1', 'May', '']],
  [/exp_year$/, ['soon', '1999', '203', '3030', '']],
  [/^cvv$/, ['12', '12345', 'abc']],
  [/^(cc_)?number$/, ['1234x', '0', '4539578763621486', '']],
  [/^(routing|account)_number$/, ['1234x', '0', '']],
  [/^metadata$/, [{ a: {} }, { a: [] }, { a: 'x'.repeat(501) }, { ['k'.repeat(41)]: 1 }]],
];

const meaninglessFor = (name: string): readonly unknown[] =>
  meaningless.filter(([pattern]) => pattern.test(name)).flatMap(([, values]) => values);

/** Every way in which a good body can be made a bad one by changing a single field, at any depth. */
export function badBodies(schema: Shape, good: Fields): BadBody[] {
  const bad: BadBody[] = [];
  for (const { path, shape, isRequired, value } of fieldsOf(schema, good)) {
    const field = path.join('.');
    for (const text of badTexts(shape))
      bad.push({ what: `${field}: ${text.slice(0, 60)}`, field, text: put(good, path, text) });
    if (isRequired) {
      bad.push({ what: `no ${field}`, field, text: put(good, path, undefined) });
    }
    if (shape.type !== undefined && !typesOf(shape).includes('null')) {
      bad.push({ what: `${field}: null`, field, text: put(good, path, 'null') });
    }
    if (value === undefined) continue;
    for (const each of meaninglessFor(path.at(-1)!)) {
      const text = JSON.stringify(each);
      const what = `${field}: ${text.slice(0, 60)}`;
      bad.push({ what, field, text: put(good, path, text), isOfSchema: true });
    }
  }
  return bad;
}

interface Field {
  path: string[];
  shape: Shape;
  isRequired: boolean;
  value: unknown;
}

function fieldsOf({ properties = {}, required = [] }: Shape, good: Fields, above: string[] = []): Field[] {
  return Object.entries(properties).flatMap(([name, shape]) => {
    const value = good[name];
    const path = [...above, name];
    const own = { path, shape, isRequired: required.includes(name), value };
    const isObject = typeof value === 'object' && value !== null;
    return isObject ? [own, ...fieldsOf(shape, value as Fields, path)] : [own];
  });
}

const hole = 'here stands another value';

/** The body as JSON, with `text` instead of what is at `path`; undefined leaves the field out. */
function put(body: Fields, [name, ...rest]: readonly string[], text: string | undefined): string {
  const replaced = (held: Fields, [first, ...further]: readonly string[]): Fields => ({
    ...held,
    [first!]: further.length > 0 ? replaced(held[first!] as Fields, further) : text === undefined ? undefined : hole,
  });
  return JSON.stringify(replaced(body, [name!, ...rest])).replace(JSON.stringify(hole), () => text ?? '');
}
