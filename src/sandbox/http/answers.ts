import serializerOf from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import type { TObject } from '../../core/base/typebox.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import { about, pageFields, publicSchema, T } from '../../core/kernel/declare/schema.ts';

type Serialize = (data: unknown) => string;
/** Changes what a response shows, without its envelope. */
type Shown = (answer: unknown) => unknown;

/** How many records are kept as text, so that their responses need not be serialized again. */
const keptTexts = 1_024;

/** An answer's body. */
export interface Body {
  readonly text: string;
  /** The length in bytes. */
  readonly length: number;
}

/** Converts a text to a body. Counting its bytes also flattens a concatenated string. */
export const bodyOf = (text: string): Body => ({ text, length: Buffer.byteLength(text) });

/** The text of a record: alone, and in the envelope of a response once a response has needed it. */
export interface KeptRecord {
  readonly bare: Body;
  enveloped: Body | null;
}

/** The parts of an operation that determine how its responses are written. */
type Answered = Pick<AnyOperation, 'envelope' | 'answer'>;

/** The part of a handler's result that the API shows. */
export const shownSchema = (answer: TSchema): TSchema =>
  'properties' in answer ? publicSchema(answer as TObject) : answer;

/** The schema of a complete response: the result in its envelope (specification, "Conventions" 2). */
export function answerSchema({ envelope, answer }: Answered): TSchema {
  const inner = shownSchema(answer);
  if (envelope === 'bare') return inner;
  if (envelope === 'data') return T.Object({ data: about(inner, 'The result of the request.') });
  return T.Object(pageFields(inner));
}

interface Listed {
  readonly data: readonly object[];
  readonly has_more: boolean;
}

const inData = (text: string): string => `{"data":${text}}`;
const inList = (items: string, hasMore: boolean): string => `{"data":[${items}],"has_more":${hasMore}}`;

/**
 * Writes the responses of one operation according to its schema. Fields that the schema does not name are left out.
 * Stored records are frozen, and a new version is a new object, so their texts can be cached by identity.
 */
export class AnswerWriter {
  readonly #envelope: Answered['envelope'];
  readonly #answer: TSchema;
  readonly #kept: Map<object, KeptRecord>;
  readonly #shown: Shown | undefined;
  #serialize: Serialize | undefined;

  /**
   * @param kept the cached texts, shared by all operations with the same response schema
   * @param shown changes what the schema shows; if absent, only the schema decides
   */
  constructor(operation: Answered, kept: Map<object, KeptRecord>, shown?: Shown) {
    this.#envelope = operation.envelope;
    this.#answer = operation.answer;
    this.#kept = kept;
    this.#shown = shown;
  }

  /** The body of a response as JSON. */
  write(result: unknown): string {
    const serialize = this.#serializer;
    if (this.#envelope === 'bare') return serialize(result);
    if (this.#envelope === 'data') return inData(serialize(result));
    const { data, has_more } = result as Listed;
    return inList(data.map((record) => serialize(record)).join(','), has_more);
  }

  /** The same body for a record that will be read again, so its text is cached. */
  read(result: unknown): Body {
    if (this.#envelope === 'list') return this.#readList(result as Listed);
    const kept = this.#keep(result as object);
    if (this.#envelope === 'bare') return kept.bare;
    kept.enveloped ??= bodyOf(inData(kept.bare.text));
    return kept.enveloped;
  }

  #readList({ data, has_more }: Listed): Body {
    let items = '';
    // The number of bytes in addition to one per character.
    let further = 0;
    for (const record of data) {
      const { text, length } = this.#keep(record).bare;
      items += items === '' ? text : `,${text}`;
      further += length - text.length;
    }
    const text = inList(items, has_more);
    return { text, length: text.length + further };
  }

  #keep(record: object): KeptRecord {
    const known = this.#kept.get(record);
    if (known !== undefined) return known;
    const kept: KeptRecord = { bare: bodyOf(this.#serializer(record)), enveloped: null };
    if (Object.isFrozen(record)) {
      if (this.#kept.size >= keptTexts) this.#kept.clear();
      this.#kept.set(record, kept);
    }
    return kept;
  }

  /** The serializer is built for the first response, so that a start does not wait for all serializers. */
  get #serializer(): Serialize {
    if (this.#serialize === undefined) {
      const shown = this.#shown;
      const serialize: Serialize = serializerOf(shownSchema(this.#answer));
      this.#serialize = shown === undefined ? serialize : (data) => JSON.stringify(shown(JSON.parse(serialize(data))));
    }
    return this.#serialize;
  }
}
