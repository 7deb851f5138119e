import { type Cipher, createCipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * The source of ids: a number that a user chose, so that a run repeats, or else a random key of 64 hexadecimal digits.
 */
export type Seed = number | string;

/** A seed for a run that need not repeat. */
export const randomSeed = (): Seed => randomBytes(32).toString('hex');

/** Whether runs with this seed repeat: the number determines all their ids, but no key and no signing secret. */
export const isRepeatable = (seed: Seed): seed is number => typeof seed === 'number';

/** Whether a value that was read is a seed. */
export const isSeed = (value: unknown): value is Seed =>
  typeof value === 'string' ? /^[0-9a-f]{64}$/.test(value) : Number.isSafeInteger(value) && Number(value) >= 0;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const signs = Uint8Array.from(alphabet, (sign) => sign.charCodeAt(0));

/** How many bytes of the cipher make one id: a block. */
const blockLength = 16;
/** A cipher costs 2 µs to set up; with this many ids at once, the setup is cheap beside their text. */
const idsAtOnce = 64;
const zeros = new Uint8Array(blockLength * idsAtOnce);

/**
 * The texts of ids: AES in counter mode, keyed by the seed and the name of the stream. The same seed and name give the
 * same texts; without the seed, nobody can derive a text from other texts.
 */
export class IdStream {
  readonly #key: Uint8Array;
  /** The blocks of the last ids, starting at `#from`. */
  #blocks: Uint8Array = zeros;
  #from = -1;

  constructor(seed: Seed, name: string) {
    this.#key = createHash('sha256').update(`${seed}\n${name}`).digest();
  }

  /** The 20 base-62 characters at a place of the stream. */
  at(place: number): string {
    const from = place - (place % idsAtOnce);
    if (from !== this.#from) {
      this.#blocks = this.#cipher(from).update(zeros);
      this.#from = from;
    }
    return textOf(this.#blocks, (place - from) * blockLength);
  }

  #cipher(block: number): Cipher {
    const counter = new DataView(new ArrayBuffer(blockLength));
    counter.setBigUint64(8, BigInt(block));
    return createCipheriv('aes-256-ctr', this.#key, counter);
  }
}

/**
 * A random key or signing secret. A key does not follow from the seed: a record of a run names the seed, and a reader
 * of the record must not get the keys.
 */
export const randomKey = (prefix: string): string => `${prefix}_${randomText()}`;

/** 20 base-62 characters that nobody can predict, whatever the seed. */
export const randomText = (): string => textOf(randomBytes(blockLength), 0);

const textOf = (bytes: Uint8Array, at: number): string =>
  fiveOf(bytes, at) + fiveOf(bytes, at + 4) + fiveOf(bytes, at + 8) + fiveOf(bytes, at + 12);

/**
 * A number from 0 up to 1, computed from an id: the share of all five-character texts that sort before the first five
 * characters of the id's text.
 */
export function shareOf(id: string): number {
  const text = id.slice(id.lastIndexOf('_') + 1);
  const place = [...text.slice(0, 5)].reduce((sum, sign) => sum * alphabet.length + alphabet.indexOf(sign), 0);
  return place / alphabet.length ** 5;
}

/** Five base-62 characters of four bytes. */
function fiveOf(bytes: Uint8Array, at: number): string {
  const bits = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  return String.fromCharCode(
    signAt(bits, 1),
    signAt(bits, 62),
    signAt(bits, 3_844),
    signAt(bits, 238_328),
    signAt(bits, 14_776_336),
  );
}

/** The base-62 digit of a number at a place. `unit` is 62 to the power of the place. */
const signAt = (bits: number, unit: number): number => signs[((bits / unit) >>> 0) % 62]!;
