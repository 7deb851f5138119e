type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The index at which a text stops being JSON (its length where it ends too early); -1 where it is JSON. The errors of
 * `JSON.parse` name no place for every fault, and in other words in every version of Node.
 */
export function faultIn(text: string): number {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at++;
    if (at >= text.length) return expected === 'nothing' ? -1 : text.length;
    const sign = text.charAt(at);
    if ((sign === ']' && expected === 'value or ]') || (sign === '}' && expected === 'name or }')) {
      open.pop();
      expected = open.length === 0 ? 'nothing' : ', or end';
      at++;
    } else if (expected === 'value' || expected === 'value or ]') {
      if (sign === '[' || sign === '{') {
        open.push(sign);
        expected = sign === '[' ? 'value or ]' : 'name or }';
        at++;
        continue;
      }
      const end =
        sign === '"' ? endOfString(text, at) : (endOf(number, text, at) ?? endOf(literal, text, at) ?? -at - 1);
      if (end < 0) return -end - 1;
      at = end;
      expected = open.length === 0 ? 'nothing' : ', or end';
    } else if (expected === 'name' || expected === 'name or }') {
      const end = sign === '"' ? endOfString(text, at) : -at - 1;
      if (end < 0) return -end - 1;
      at = end;
      expected = ':';
    } else if (expected === ':' && sign === ':') {
      expected = 'value';
      at++;
    } else if (expected === ', or end' && sign === ',') {
      expected = open.at(-1) === '[' ? 'value' : 'name';
      at++;
    } else if (expected === ', or end' && sign === (open.at(-1) === '[' ? ']' : '}')) {
      open.pop();
      expected = open.length === 0 ? 'nothing' : ', or end';
      at++;
    } else {
      return at;
    }
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The index behind a string; where it is broken at index `i`, `-i - 1`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) break;
    if (code === 0x5c) {
      const end = endOf(escaped, text, at);
      if (end === null) break;
      at = end;
    } else {
      at++;
    }
  }
  return -at - 1;
}
