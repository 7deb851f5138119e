// Makes source maps smaller: a stack trace needs only the source line, without columns and names.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Removes everything but lines from the source maps of a folder, which is five sixths of their size. */
export function keepLinesOfMaps(folder) {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.map')) continue;
    const path = join(folder, name);
    const map = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...map, names: [], mappings: linesOf(map.mappings) }));
  }
}

/**
 * The mappings (ECMA-426, 9.2) without repeats that lead to the same line. Each mapping holds differences: of the
 * column within its line of the program, and of source, line and column from the previous mapping.
 */
function linesOf(mappings) {
  const [read, kept] = [
    { source: 0, line: 0 },
    { source: 0, line: 0 },
  ];
  const programLines = mappings.split(';').map((programLine) => {
    let [column, keptColumn, isFirst] = [0, 0, true];
    const segments = [];
    for (const segment of programLine === '' ? [] : programLine.split(',')) {
      const [along, source = 0, line = 0] = numbersOf(segment);
      column += along;
      read.source += source;
      read.line += line;
      if (!isFirst && read.source === kept.source && read.line === kept.line) continue;
      const steps = [column - keptColumn, read.source - kept.source, read.line - kept.line, 0];
      segments.push(steps.map(written).join(''));
      Object.assign(kept, read);
      [keptColumn, isFirst] = [column, false];
    }
    return segments.join(',');
  });
  return programLines.join(';');
}

/** The numbers of a segment, in digits of five bits each; the lowest bit of the first digit is the sign. */
function numbersOf(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function written(number) {
  let text = '';
  let value = number < 0 ? (-number << 1) | 1 : number << 1;
  do {
    text += digits[(value & 31) | (value > 31 ? 32 : 0)];
    value >>>= 5;
  } while (value > 0);
  return text;
}
