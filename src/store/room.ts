/*
 * Room for the parts of packs that stay, which goes back to the system as soon as nothing needs it. The heap of C, where
 * other buffers lie, keeps the holes between them, and more and larger ones the longer it is used. An array buffer that may
 * be resized has pages of its own; a loop over its numbers takes five times as long, so that what passes has none.
 * Measured at rest after 100,000 charges that settled: 30 MB less.
 */

interface Kind<A> {
  readonly BYTES_PER_ELEMENT: number;
  new (pages: ArrayBuffer, start: number, length: number): A;
}

const pagesOf = (bytes: number): ArrayBuffer => new ArrayBuffer(bytes, { maxByteLength: bytes });

export const roomForBytes = (length: number): Buffer => Buffer.from(pagesOf(length), 0, length);

/** An array of so many zeros. */
export const roomFor = <A>(kind: Kind<A>, length: number): A =>
  new kind(pagesOf(length * kind.BYTES_PER_ELEMENT), 0, length);

/** The same numbers in room of their own. */
export function inRoom<A extends { set(numbers: ArrayLike<number>): void }>(
  kind: Kind<A>,
  numbers: ArrayLike<number>,
): A {
  const room = roomFor(kind, numbers.length);
  room.set(numbers);
  return room;
}
