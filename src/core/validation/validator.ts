import { Ajv, type ValidateFunction } from 'ajv';
import { parseIso } from '../base/instants.ts';
import { type Path, type Shape, type ValueError, valueErrorOf, valueErrorsOf } from './value-error.ts';

/** Compiles each schema to a function, only once. */
class Compiler {
  readonly #allErrors: boolean;
  readonly #compiled = new WeakMap<object, ValidateFunction>();
  #ajv: Ajv | undefined;

  constructor(allErrors: boolean) {
    this.#allErrors = allErrors;
  }

  of(schema: object): ValidateFunction {
    let validate = this.#compiled.get(schema);
    if (validate === undefined) {
      this.#ajv ??= validatorWith(this.#allErrors);
      validate = this.#ajv.compile(schema);
      this.#compiled.set(schema, validate);
    }
    return validate;
  }
}

/** Creates a validator that does not check our schemas themselves, because that would delay the first request. */
function validatorWith(allErrors: boolean): Ajv {
  return new Ajv({
    allErrors,
    strict: false,
    meta: false,
    validateSchema: false,
    // With this option, errors include the schema, from which messages derive the allowed values.
    verbose: true,
    // The manual checks in `payments/platform/checks.ts` validate the other formats.
    formats: { 'date-time': (text: string) => parseIso(text) !== null, email: true, uri: true },
  });
}

const untilFirst = new Compiler(false);
const untilEnd = new Compiler(true);

/**
 * Returns the first error of a value; null if the value is valid.
 * @param below the path of the value
 */
export function firstError(schema: object, value: unknown, below: Path = []): ValueError | null {
  if (isSingle(schema)) {
    const keyword = brokenKeyword(schema, value);
    return keyword === null ? null : valueErrorOf(keyword, schema, value, below);
  }
  return compile(schema)(value, below);
}

/** Compiles a schema for `firstError`, for callers that check every request against the same schema. */
export function compile(schema: object): (value: unknown, below: Path) => ValueError | null {
  const validate = untilFirst.of(schema);
  return (value, below) => (validate(value) ? null : valueErrorsOf(validate.errors ?? [], below)[0]!);
}

/**
 * Returns all errors of a value.
 * @param most the approximate maximum number of errors; messages for 100,000 errors take a second
 */
export function allErrors(
  schema: object,
  value: unknown,
  below: Path = [],
  most = Number.POSITIVE_INFINITY,
): ValueError[] {
  const validate = untilEnd.of(schema);
  return validate(value) ? [] : valueErrorsOf((validate.errors ?? []).slice(0, most), below);
}

/** A schema for one text, integer or boolean that uses only keywords from `keywords`. */
type Single = Shape & { readonly type: 'string' | 'integer' | 'boolean' };

const keywords = [
  'type',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'pattern',
  'format',
  'description',
  'examples',
  'x-form',
];

const isSingle = (schema: Shape): schema is Single =>
  (schema.type === 'string' || schema.type === 'integer' || schema.type === 'boolean') &&
  Object.keys(schema).every((keyword) => keywords.includes(keyword));

/**
 * Returns the keyword that a single value violates, with the same result as the library. Startup options are single
 * values: checking them here avoids loading the library (see `npm run bench -- --only start`).
 */
function brokenKeyword({ type, ...schema }: Single, value: unknown): string | null {
  if (type === 'integer' ? !Number.isInteger(value) : typeof value !== type) return 'type';
  if (typeof value === 'number') {
    if (value > (schema.maximum ?? value)) return 'maximum';
    if (value < (schema.minimum ?? value)) return 'minimum';
  }
  if (typeof value === 'string') {
    if ([...value].length < (schema.minLength ?? 0)) return 'minLength';
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) return 'pattern';
    if (schema.format === 'date-time' && parseIso(value) === null) return 'format';
  }
  return schema.enum === undefined || schema.enum.includes(value) ? null : 'enum';
}
