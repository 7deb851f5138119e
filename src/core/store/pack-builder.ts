import type { Turns } from '../base/turns.ts';
import type { CollectionDef, Stored } from './collection-def.ts';
import { asciiOf, Dictionary } from './dictionary.ts';
import { keyOf } from './index-buckets.ts';
import { roomForBytes } from './off-heap-arrays.ts';
import { beginningOf, hashOf, mostInPack, type Pack, packOfParts } from './pack.ts';
import { rowWriterOf } from './rows.ts';

/** How many rows are sampled for a dictionary. */
const mostSamples = 512;
/**
 * How much longer the rows may get with a dictionary that is already in use than with their own: packs with the same
 * dictionary are quickly merged.
 */
const mostLonger = 1.05;

const textLength = 64 * 1024;

interface Sample {
  readonly text: string;
  /** How many characters at the start are not shortened. */
  readonly bare: number;
}

/** Packs records one after another, in order of creation. A record counts as packed only after `bring`. */
export class PackBuilder<T extends Stored> {
  readonly #def: CollectionDef<T>;
  readonly #usual: Dictionary | null;
  readonly #seqs: number[] = [];
  readonly #ends: number[] = [];
  readonly #keys: number[][];
  readonly #texts: string[] = [];
  #text = '';
  #length = 0;
  #samples: Sample[] = [];
  #dictionary: Dictionary | null = null;

  /** @param usual the dictionary of the other packs of the collection */
  constructor(def: CollectionDef<T>, usual: Dictionary | null) {
    this.#def = def;
    this.#usual = usual;
    this.#keys = Array.from({ length: 1 + def.indexes.length + (def.inside === undefined ? 0 : 1) }, () => []);
  }

  add(seq: number, record: T): void {
    const { model, indexes, inside } = this.#def;
    const number = this.#seqs.length;
    this.#seqs.push(seq);
    const text = asciiOf(JSON.stringify(rowWriterOf(model)(record)));
    this.#append({ text, bare: beginningOf(record.id).length });
    this.#note(0, record.id, number);
    for (let at = 0; at < indexes.length; at++) {
      const key = keyOf(indexes[at]!, record);
      if (key !== null) this.#note(1 + at, key, number);
    }
    if (inside !== undefined) for (const key of inside.keysOf(record)) this.#note(1 + indexes.length, key, number);
  }

  async build(turns: Turns): Promise<Pack<T>> {
    const dictionary = this.#dictionary ?? this.#beginDictionary();
    const keys: Float64Array[] = [];
    for (const list of this.#keys) {
      keys.push(new Float64Array(list).sort());
      if (turns.isDue) await turns.next();
    }
    return packOfParts(this.#def, {
      words: dictionary.bytes,
      rows: this.#rows(),
      ends: this.#ends,
      seqs: this.#seqs,
      keys,
    });
  }

  #note(list: number, key: string, number: number): void {
    this.#keys[list]!.push(hashOf(key) * mostInPack + number);
  }

  #append(sample: Sample): void {
    if (this.#dictionary !== null) {
      this.#appendTo(this.#dictionary, sample);
      return;
    }
    this.#samples.push(sample);
    if (this.#samples.length === mostSamples) this.#beginDictionary();
  }

  #appendTo(dictionary: Dictionary, { text, bare }: Sample): void {
    const row = dictionary.encode(text, bare);
    this.#text += row;
    this.#length += row.length;
    this.#ends.push(this.#length);
    if (this.#text.length < textLength) return;
    this.#texts.push(this.#text);
    this.#text = '';
  }

  /** All rows, concatenated. */
  #rows(): Buffer {
    const rows = roomForBytes(this.#length);
    let at = 0;
    for (const text of [...this.#texts, this.#text]) at += rows.write(text, at, 'latin1');
    return rows;
  }

  #beginDictionary(): Dictionary {
    const dictionary = dictionaryFor(this.#samples, this.#usual);
    for (const sample of this.#samples) this.#appendTo(dictionary, sample);
    this.#samples = [];
    this.#dictionary = dictionary;
    return dictionary;
  }
}

/** The usual dictionary, if it shortens these rows about as well as one made for them. */
function dictionaryFor(samples: readonly Sample[], usual: Dictionary | null): Dictionary {
  const own = Dictionary.of(samples.map(({ text, bare }) => text.slice(bare)));
  if (usual === null) return own;
  const lengthWith = (dictionary: Dictionary) =>
    samples.reduce((sum, { text, bare }) => sum + dictionary.encode(text, bare).length, 0);
  return lengthWith(usual) <= lengthWith(own) * mostLonger ? usual : own;
}
