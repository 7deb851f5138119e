import { outputLines } from '../base/command-output.ts';
import { quoted } from '../base/terminal-text.ts';
import { escapedPattern } from '../base/text-pattern.ts';

/** The failed tests in a runner's output, and how to leave them out. */
export interface FailedTests {
  readonly runner: string;
  readonly names: readonly string[];
  /** The options of the runner that leave out these tests. */
  readonly leaveOut: string;
}

interface Runner {
  readonly name: string;
  /** Matches the line about a failed test; the first group is the test's name. */
  readonly failed: RegExp;
  readonly leaveOut: (names: readonly string[]) => string;
}

const anyOf = (names: readonly string[]): string => names.map(escapedPattern).join('|');
const noneOf = (names: readonly string[]): string => `^(?!.*(${anyOf(names)}))`;
/** The name without its suites: `refunds` in `shop > refunds`. */
const ownName = (name: string): string => name.split(/ [>›] /).at(-1)!;

/** The usual runners, most recognizable first. */
const runners: readonly Runner[] = [
  {
    name: 'go test',
    failed: /^--- FAIL: ([^\s/]+) \(/,
    leaveOut: (names) => `-skip ${quoted(`^(${anyOf(names)})$`)}`,
  },
  {
    name: 'pytest',
    failed: /^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$/,
    leaveOut: (names) => names.map((name) => `--deselect ${quoted(name)}`).join(' '),
  },
  {
    name: 'rspec',
    failed: /^rspec (\.\/\S+?)(?::\d+|\[[\d:]+\]) # .+/,
    leaveOut: (names) => `--exclude-pattern ${quoted(`{${names.map((name) => name.replace('./', '')).join(',')}}`)}`,
  },
  {
    name: 'phpunit',
    failed: /^\d+\) (\w[\w\\]*::\w+.*)/,
    leaveOut: (names) => `--filter ${quoted(`/${noneOf(names.map((name) => name.split('::')[1]!))}/`)}`,
  },
  {
    name: 'vitest',
    failed: /^FAIL +(?:\|[^|]+\| +)?\S+\.\w+ > (.+)/,
    leaveOut: (names) => `-t ${quoted(noneOf(names.map(ownName)))}`,
  },
  {
    name: 'jest',
    failed: /^● (.+ › .+)/,
    leaveOut: (names) => `-t ${quoted(noneOf(names.map(ownName)))}`,
  },
  {
    name: 'node --test',
    failed: /^(?:✖ (?!failing tests:)|not ok \d+ - )(.+?)(?: \([\d.]+m?s\))?(?: #.*)?$/,
    leaveOut: (names) => names.map((name) => `--test-skip-pattern=${quoted(name)}`).join(' '),
  },
];

/** Returns the failed tests that the output of a usual test runner names; null if it names none. */
export function failedTests(output: string): FailedTests | null {
  const lines = outputLines(output);
  for (const { name: runner, failed, leaveOut } of runners) {
    const names = [...new Set(lines.flatMap((line) => failed.exec(line)?.[1] ?? []))];
    if (names.length > 0) return { runner, names, leaveOut: leaveOut(names) };
  }
  return null;
}
