/** From this many keys on they are spread over several maps. */
const mostInOne = 16_384;
const parts = 64;

/**
 * A map from texts that never stops for long while it grows. A `Map` copies all of itself when it is full, for which one
 * of a million keys takes 200 ms; here no part has more than a sixty-fourth of them. It has no order.
 */
export class KeyMap<V> {
  #one: Map<string, V> | null = new Map();
  #parts: Map<string, V>[] = [];

  get(key: string): V | undefined {
    return this.#partOf(key).get(key);
  }

  set(key: string, value: V): void {
    const part = this.#partOf(key);
    part.set(key, value);
    if (part === this.#one && part.size > mostInOne) this.#spread(part);
  }

  delete(key: string): boolean {
    return this.#partOf(key).delete(key);
  }

  #partOf(key: string): Map<string, V> {
    if (this.#one !== null) return this.#one;
    // Ids differ behind their prefix, addresses at their beginning, compound keys in the middle.
    const { length } = key;
    const sum = key.charCodeAt(length >> 1) + 31 * (key.charCodeAt(5) + 31 * key.charCodeAt(length >> 2));
    return this.#parts[sum % parts] ?? this.#parts[0]!;
  }

  #spread(one: Map<string, V>): void {
    this.#parts = Array.from({ length: parts }, () => new Map());
    this.#one = null;
    for (const [key, value] of one) this.#partOf(key).set(key, value);
  }
}
