import type { Random } from './random.ts';

// biome-ignore lint/suspicious/noExplicitAny: values of every kind, of which single parts are changed
type Json = any;

const escapes = '\u001b]52;c;aGk=\u0007\u001b[8m\u202e';

/** Values that stand where nobody expects them. */
const bad: readonly (() => Json)[] = [
  () => null,
  () => '',
  () => 'x',
  () => escapes,
  () => 'é'.repeat(600),
  () => '../../etc/passwd',
  () => 'ws_demo',
  () => '2026-03-01T09:00:00.000Z',
  () => 0,
  () => -1,
  () => 0.5,
  () => 1e300,
  () => Number.MAX_SAFE_INTEGER,
  () => 2 ** 53,
  () => true,
  () => [],
  () => [[]],
  () => [null],
  () => ({}),
  () => ({ toString: 1, valueOf: 1 }),
  () => JSON.parse('{"__proto__":{"polluted":true}}'),
  () => ({ constructor: 1 }),
  () => ({ id: 'x' }),
];

/** The places in a value: each object or list, with one of its keys. */
function placesIn(value: Json, found: [Json, string][] = []): [Json, string][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value, key]);
    placesIn(value[key], found);
  }
  return found;
}

const set = (holder: Json, key: string, value: Json): void => {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
};

/** A copy of a value with one to three random changes at random places, at any depth. */
export function mutated<T>(value: T, random: Random): T {
  const copy = structuredClone(value);
  for (let changes = 1 + random.below(3); changes > 0; changes--) change(copy, random);
  return copy;
}

function change(value: Json, random: Random): void {
  const places = placesIn(value);
  if (places.length === 0) return;
  const [holder, key] = places[random.below(places.length)]!;
  const [from, fromKey] = places[random.below(places.length)]!;
  switch (random.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case 1:
      set(holder, Array.isArray(holder) ? String(holder.length) : `${key}_`, holder[key]);
      return;
    case 2:
      if (!Array.isArray(holder))
        set(holder, ['__proto__', 'constructor', 'id', escapes][random.below(4)]!, holder[key]);
      return;
    case 3:
      // A copy, so that nothing contains itself.
      set(holder, key, structuredClone(from[fromKey]));
      return;
    case 4:
      if (typeof holder[key] === 'number') set(holder, key, holder[key] + [1, -1, 0.5, 1e12][random.below(4)]!);
      else if (typeof holder[key] === 'string')
        set(holder, key, holder[key].slice(0, random.below(holder[key].length + 1)));
      return;
    default:
      set(holder, key, bad[random.below(bad.length)]!());
  }
}

/** Bytes with one to three of them changed, cut out or doubled. */
export function mutatedBytes(bytes: Buffer, random: Random): Buffer {
  let changed = Buffer.from(bytes);
  for (let changes = 1 + random.below(3); changes > 0 && changed.length > 0; changes--) {
    const at = random.below(changed.length);
    const upTo = Math.min(changed.length, at + 1 + random.below(64));
    switch (random.below(4)) {
      case 0:
        changed = Buffer.concat([changed.subarray(0, at), changed.subarray(upTo)]);
        break;
      case 1:
        changed = Buffer.concat([changed.subarray(0, upTo), changed.subarray(at)]);
        break;
      case 2:
        changed = changed.subarray(0, at);
        break;
      default:
        changed[at] = random.below(256);
    }
  }
  return changed;
}
