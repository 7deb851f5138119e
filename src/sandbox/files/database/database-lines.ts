import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { randomSeed } from '../../../core/kernel/ids.ts';
import { type DataSet, State } from '../../../core/kernel/state.ts';
import type { Collection, Stored } from '../../../core/store/collection.ts';
import { type Place, startOfFile } from '../errors.ts';
import { collectionOf } from '../journal/line-reader.ts';
import { addRecord, type Check, checksumOf, countFrom, stateOf } from './database-parts.ts';
import { collectionLine, setLine } from './database-text.ts';

/** A file in another layout than the one that this emulator writes; it may still be sound. */
export class OtherLayout extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

/** Reads the layout of `writeDatabase` line by line. Missing or extra commas do no harm. */
export class DatabaseReader {
  readonly #path: string;
  readonly #registry: Registry;
  /** Whether each line must be where it belongs; otherwise lines before it may be missing. */
  readonly #isStrict: boolean;
  readonly #check: Check | null;
  readonly #places = new WeakMap<object, Place>();
  #state: State | null = null;
  #set: DataSet | null = null;
  #collection: Collection<Stored> | null = null;
  #stage: 'head' | 'sets' | 'over' = 'head';
  /** Whether the first line, which holds the seed and the last commit, was read. */
  hasHead = false;
  /** The checksum in the first line; null if it has none. */
  checksum: string | null = null;

  /** @param check checks records; null for a file that is trusted if its checksum fits */
  constructor(path: string, registry: Registry, { isStrict, check }: { isStrict: boolean; check: Check | null }) {
    this.#path = path;
    this.#registry = registry;
    this.#isStrict = isStrict;
    this.#check = check;
  }

  get state(): State {
    this.#state ??= new State(randomSeed());
    return this.#state;
  }

  get isOver(): boolean {
    return this.#stage === 'over';
  }

  /** The place of a record or data set, if it was checked. */
  placeOf(thing: Stored | DataSet): Place {
    return this.#places.get(thing) ?? startOfFile;
  }

  /** @throws Fault, or OtherLayout if the line may be valid in another layout */
  take(text: string, place: Place): void {
    if (this.#collection === null || !text.startsWith('{')) {
      this.#takeFrame(text, place);
    } else {
      const record = addRecord(this.#collection, parse(text, place), this.#check);
      if (this.#check !== null) this.#places.set(record, place);
    }
  }

  /** Describes the loss when a line cannot be read. */
  describe(text: string): string {
    const [, id] = /"id":\s?"([^"]{1,80})"/.exec(text) ?? [];
    const what = this.#collection === null ? 'a line' : `a record of ${this.#collection.def.name}`;
    return id === undefined ? what : `${what}, ${id}`;
  }

  /** Takes a line that encloses records. */
  #takeFrame(text: string, place: Place): void {
    const expect = (isExpected: boolean): void => {
      if (this.#isStrict && !isExpected) throw new OtherLayout(place, 'the line does not belong there');
    };
    const [collection, set] = [this.#collection, this.#set];
    const [, name] = collectionLine.exec(text) ?? [];
    const [, key, count] = setLine.exec(text) ?? [];
    if (text.startsWith('{"format":')) {
      expect(this.#state === null);
      const head = parse(`${text}}`, place);
      this.#state = stateOf(this.#path, head);
      this.checksum = checksumOf(head);
      this.hasHead = true;
    } else if (text === '"sets":{') {
      expect(this.hasHead && this.#stage === 'head');
      this.#stage = 'sets';
    } else if (text === ']') {
      expect(collection !== null);
      this.#collection = null;
    } else if (text === '}}') {
      expect(collection === null && this.#stage === 'sets');
      if (set === null) this.#stage = 'over';
      this.#set = null;
      this.#collection = null;
    } else if (name !== undefined && set !== null) {
      expect(collection === null);
      this.#collection = null;
      this.#collection = collectionOf(set, parse(name, place) as string, this.#registry);
    } else if (key !== undefined) {
      expect(set === null && this.#stage === 'sets');
      this.#collection = null;
      this.#set = this.state.set(parse(key, place) as string);
      this.#set.count = countFrom(key, Number(count));
      this.#places.set(this.#set, place);
    } else {
      throw new OtherLayout(place, 'the line does not belong there');
    }
  }
}

function parse(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OtherLayout(place, 'the line is not whole');
  }
}
