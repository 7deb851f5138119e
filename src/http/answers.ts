import { createRequire } from 'node:module';
import type { TSchema } from 'typebox';
import { hasFields } from '../engine/fields.ts';
import type { AnyOperation } from '../engine/operation.ts';
import { about, pageFields, publicSchema, T } from '../engine/schema.ts';
import type { TObject } from '../engine/types.ts';

const require = createRequire(import.meta.url);

type Serialize = (data: unknown) => string;

/** How many records are kept as text, so that reading them again costs no serialising. */
const keptTexts = 1_024;

/** What of an operation tells how its answers are written. */
type Answered = Pick<AnyOperation, 'envelope' | 'answer'>;

/** What the API shows of what a handler gives. */
export const shownSchema = (answer: TSchema): TSchema =>
  'properties' in answer ? publicSchema(answer as TObject) : answer;

/** The schema of a whole answer: what is inside, in its envelope (specification, "Conventions" 2). */
export function answerSchema({ envelope, answer }: Answered): TSchema {
  const inner = shownSchema(answer);
  if (envelope === 'bare') return inner;
  if (envelope === 'data') return T.Object({ data: about(inner, 'What was asked for.') });
  return T.Object(pageFields(inner));
}

/**
 * Writes the answers of one operation, by its schema: what the schema does not name is not shown. A stored record is
 * frozen, and another version of it is another object, so that its text can be kept by its identity.
 */
export class AnswerWriter {
  readonly #envelope: Answered['envelope'];
  readonly #answer: TSchema;
  readonly #texts: Map<object, string>;
  #serialize: Serialize | undefined;
  #names: readonly string[] | undefined;

  /** @param texts shared by operations that answer with the same schema */
  constructor(operation: Answered, texts: Map<object, string>) {
    this.#envelope = operation.envelope;
    this.#answer = operation.answer;
    this.#texts = texts;
  }

  /**
   * The body of an answer as JSON.
   * @param text the result as JSON, where it is a record that was just written
   */
  write(result: unknown, text: string | null = null): string {
    if (text !== null && this.#envelope !== 'list' && this.#showsAllOf(result as object)) {
      return this.#envelope === 'data' ? `{"data":${text}}` : text;
    }
    return this.#wrap(result, this.#serializer);
  }

  /** The same for what will be read again as it is: its text is kept. */
  read(result: unknown): string {
    return this.#wrap(result, (value) => this.#keptText(value));
  }

  #wrap(result: unknown, textOf: (value: object) => string): string {
    const envelope = this.#envelope;
    if (envelope === 'bare') return textOf(result as object);
    if (envelope === 'data') return `{"data":${textOf(result as object)}}`;
    const { data, has_more } = result as { data: readonly object[]; has_more: boolean };
    let items = '';
    for (const item of data) items += items === '' ? textOf(item) : `,${textOf(item)}`;
    return `{"data":[${items}],"has_more":${has_more}}`;
  }

  #keptText(value: object): string {
    const kept = this.#texts.get(value);
    if (kept !== undefined) return kept;
    const text = this.#serializer(value);
    if (Object.isFrozen(value)) {
      if (this.#texts.size >= keptTexts) this.#texts.clear();
      this.#texts.set(value, text);
    }
    return text;
  }

  /** Whether a record has the fields that the schema names, in its order, and no other. */
  #showsAllOf(record: object): boolean {
    this.#names ??= Object.keys((shownSchema(this.#answer) as { properties?: object }).properties ?? {});
    return hasFields(record, this.#names);
  }

  /** Built with the first answer that needs it: starting does not wait for all of them. */
  get #serializer(): Serialize {
    if (this.#serialize === undefined) {
      const build = require('fast-json-stringify') as (schema: object) => Serialize;
      this.#serialize = build(shownSchema(this.#answer));
    }
    return this.#serialize;
  }
}
