import { type Cipher, createCipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * The source of ids: a number that a user chose to make runs repeatable, or a random key of 64 hexadecimal digits.
 */
export type Seed = number | string;

/** A random seed for a run that does not have to be repeatable. */
export const randomSeed = (): Seed => randomBytes(32).toString('hex');

/**
 * Whether runs with this seed are repeatable. The number determines all ids, but not the API keys and signing
 * secrets.
 */
export const isRepeatable = (seed: Seed): seed is number => typeof seed === 'number';

/** Whether an external value is a valid seed. */
export const isSeed = (value: unknown): value is Seed =>
  typeof value === 'string' ? /^[0-9a-f]{64}$/.test(value) : Number.isSafeInteger(value) && Number(value) >= 0;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const signs = Uint8Array.from(alphabet, (sign) => sign.charCodeAt(0));

/** How many bytes of the cipher's output make one id: one block. */
const blockLength = 16;
/** The setup of a cipher takes 2 µs. Generating this many ids together makes the setup time insignificant. */
const idsAtOnce = 64;
const zeros = new Uint8Array(blockLength * idsAtOnce);

/**
 * Generates the texts of ids by AES in counter mode, with a key derived from the seed and the name of the stream. The
 * same seed and name give the same texts. Without the seed, it is not possible to derive a text from other texts.
 */
export class IdStream {
  readonly #key: Uint8Array;
  /** The blocks of the most recent ids, starting at `#from`. */
  #blocks: Uint8Array = zeros;
  #from = -1;

  constructor(seed: Seed, name: string) {
    this.#key = createHash('sha256').update(`${seed}\n${name}`).digest();
  }

  /** The 20 base-62 characters at a position in the stream. */
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
 * Generates a random key or signing secret. It is not derived from the seed, because a record of a run contains the
 * seed, and a reader of the record must not get the keys.
 */
export const randomKey = (prefix: string): string => `${prefix}_${randomText()}`;

/** 20 base-62 characters that cannot be predicted, even if the seed is known. */
export const randomText = (): string => textOf(randomBytes(blockLength), 0);

const textOf = (bytes: Uint8Array, at: number): string =>
  fiveOf(bytes, at) + fiveOf(bytes, at + 4) + fiveOf(bytes, at + 8) + fiveOf(bytes, at + 12);

/**
 * Computes a number from an id that is at least 0 and less than 1: the share of all five-character texts that sort
 * before the first five characters of the id's text.
 */
export function shareOf(id: string): number {
  const text = id.slice(id.lastIndexOf('_') + 1);
  const place = [...text.slice(0, 5)].reduce((sum, sign) => sum * alphabet.length + alphabet.indexOf(sign), 0);
  return place / alphabet.length ** 5;
}

/** Converts four bytes to five base-62 characters. */
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

/** The base-62 digit of a number at a position. `unit` is 62 to the power of the position. */
const signAt = (bits: number, unit: number): number => signs[((bits / unit) >>> 0) % 62]!;
