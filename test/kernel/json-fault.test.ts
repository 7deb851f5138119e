import { expect, it } from 'vitest';
import { faultIn } from '../../src/core/base/json-fault.ts';

it('finds the place at which a text stops being JSON', () => {
  const faults: [string, number][] = [
    ['', 0],
    ['  ', 2],
    ['{', 1],
    ['[1,', 3],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['[1}', 2],
    ['01', 1],
    ['1.', 2],
    ['[1.,2]', 3],
    ['{"a":"b\\\\\\d"}', 9],
    ['-', 0],
    ['tru', 0],
    ['"ab', 3],
    ['"a\nb"', 2],
    ['"a\\x"', 2],
    ['"\\u12g4"', 1],
    ['{} {}', 3],
    ['[[[{"a":[nul]}]]]', 9],
  ];
  for (const [text, at] of faults) {
    expect(() => JSON.parse(text), text).toThrow();
    expect(faultIn(text), text).toBe(at);
  }
});

it('agrees with JSON.parse about what is JSON, whatever sign is changed', () => {
  const text = ' {"a":[1,-2.5e+10,"x\\n\\u00e9\\"",true,false,null,{}],"b":{"c":[]},"d":"ü"}\n';
  expect(faultIn(text)).toBe(-1);
  for (let at = 0; at < text.length; at++) {
    for (const sign of ['', ',', ':', '"', '}', ']', '0', 'e', '\\', ' ', '\u0001']) {
      const changed = text.slice(0, at) + sign + text.slice(at + 1);
      let isJson = true;
      try {
        JSON.parse(changed);
      } catch {
        isJson = false;
      }
      expect(faultIn(changed) === -1, changed).toBe(isJson);
    }
  }
});

it('finds a place in lists that lie too deep in one another to be followed', () => {
  expect(faultIn(`${'['.repeat(100_000)}oops`)).toBeGreaterThan(1_000);
});
