import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A seed for one stream of ids, made from the run's seed and the name of what the stream is for. */
export function deriveSeed(seed: number, name: string): number {
  let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.floor(seed / 0x1_0000_0000);
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return scramble(hash);
}

/** A seed for a run that nobody asked to be repeatable. */
export const randomSeed = (): number => randomInt(2 ** 47);

const signs = Uint8Array.from(alphabet, (sign) => sign.charCodeAt(0));

/** The sign at a place of a number written in base 62. `unit` is 62 to the power of the place. */
const signAt = (bits: number, unit: number): number => signs[((bits / unit) >>> 0) % 62]!;

/** The 20 base-62 characters that stand at `count` in the stream of `seed`: the same two numbers, the same text. */
export function idAt(seed: number, count: number): string {
  return fiveOf(seed, count, 1) + fiveOf(seed, count, 2) + fiveOf(seed, count, 3) + fiveOf(seed, count, 4);
}

function fiveOf(seed: number, count: number, lane: number): string {
  const bits = scramble(scramble(count ^ Math.imul(lane, 0x85ebca6b)) ^ Math.imul(seed, lane * 2 + 1)) >>> 0;
  return String.fromCharCode(
    signAt(bits, 1),
    signAt(bits, 62),
    signAt(bits, 3_844),
    signAt(bits, 238_328),
    signAt(bits, 14_776_336),
  );
}

/** A bijective mixer of 32 bits: close numbers come out far apart. */
function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
