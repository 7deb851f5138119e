/** How many characters of a text are written at once. */
const pieceLength = 64 * 1024;

/**
 * The JSON text of a value in pieces, so that a large value needs no large text. Generators become lists; their items
 * are created when they are written.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let text = '';
  for (const part of partsOf(value, 0)) {
    text += part;
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** The depth of the records in an export. Their texts are short, so deeper values are written at once. */
const deepest = 6;

function* partsOf(value: unknown, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || depth >= deepest) {
    yield JSON.stringify(value);
  } else if (isList(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* partsOf(item, depth + 1);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else {
    let before = '{';
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* partsOf(item, depth + 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

const isList = (value: object): value is Iterable<unknown> => Symbol.iterator in value;
