/** Lines that Node adds to a fatal error: the stack and its own version. */
const ofNode = /^(Node\.js v[\d.]+$|at \S)/;
/** Lines that a test runner adds at the end: counts and durations. */
const counts =
  /^([#ℹ] (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) |1\.\.\d+$|\.\.\.$|---$|(Test Files|Tests?|Test Suites|Snapshots|Time|Start at|Duration)\b:? +[\d.(]|Ran all test suites|=+ .* in [\d.]+s|(FAIL|ok|exit status \d+)\s*$|(FAIL|ok)\t\S+\t|test result: |\d+ (examples?|passing|failing)\b|FAILURES!$|Tests: \d+, )/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: test runners color their lines
const colors = /\x1b\[[\d;]*m/g;

const withoutColors = (output: string): string[] => output.replaceAll(colors, '').split('\n');

/** Returns the lines of a command's output, without colors, indentation and empty lines. */
export const outputLines = (output: string): string[] =>
  withoutColors(output)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the lines of a command's output, without the lines that Node or a test runner adds. */
const linesOf = (output: string): string[] =>
  outputLines(output).filter((line) => !ofNode.test(line) && !counts.test(line));

/**
 * Returns the last lines of a command's output, without colors and empty lines. @param most the maximum number of
 * lines
 */
export const lastLines = (output: string, most: number): string[] =>
  withoutColors(output)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-most);

/**
 * Returns the last line of a command's output that is not a count, a duration or a stack frame; empty if there is no
 * such line.
 */
export const lastLine = (output: string): string => linesOf(output).at(-1) ?? '';

/** A fatal error in the output of a program: `TypeError: fetch failed`. */
const error = /^(Uncaught )?([\w.]*(Error|Exception)\b.*?: |\w+Error$|panic: )/;

/** How a test runner reports a failed test: the line with the test's name, and the line with the reason. */
interface FailureForm {
  readonly test: RegExp;
  /**
   * Matches the line with the reason, which is near the line with the name. Absent if the line with the name also
   * contains the reason.
   */
  readonly reason?: RegExp;
}

const forms: readonly FailureForm[] = [
  // go: `--- FAIL: TestRefund (0.12s)`, then `shop_test.go:33: expected 1, got 2`
  { test: /^--- FAIL: (\S+)/, reason: /^[\w./-]+\.go:\d+: .+|^Error:\s+\S.*/ },
  // pytest: `FAILED tests/test_shop.py::test_refund - assert 1 == 2`
  { test: /^(?:FAILED|ERROR) (\S+::.+)/ },
  // rspec: `rspec ./spec/shop_spec.rb:5 # Shop refunds`
  { test: /^rspec (\.\/\S+:\d+ # .+)/ },
  // cargo: `thread 'refunds' panicked at src/shop.rs:12:5:`, then the reason
  { test: /^thread ('.+' )(?:\(\d+\) )?panicked at /, reason: /\S/ },
  // phpunit: `1) ShopTest::testRefund`, then the reason
  { test: /^\d+\) (\S+::\S+)/, reason: /\S/ },
  // jest: `● shop › refunds`; mocha, at the end of its output: `1) shop`, then `refunds:` and the error
  { test: /^● (.+ › .+)/, reason: error },
  { test: /^\d+\) (.+)/, reason: error },
  // node, vitest, TAP
  { test: /^not ok \d+ - (.+)/, reason: /^error: .+/ },
  { test: /^(?:✖|✕) (?!failing tests:)(.+)/, reason: error },
  { test: /^FAIL +(\S.*)/, reason: error },
];

/** The maximum number of lines between the name of a failed test and its reason. */
const near = 12;

/**
 * Returns the last failed test in a runner's output with its reason: `TestRefund: shop_test.go:33: expected 1, got
 * 2`.
 */
function failedTest(lines: readonly string[]): string | undefined {
  for (const { test, reason } of forms) {
    const at = lines.findLastIndex((line) => test.test(line));
    if (at === -1) continue;
    const name = test.exec(lines[at]!)![1]!.trim();
    const isReason = (line: string): boolean => reason?.test(line) === true;
    const why =
      lines.slice(at + 1, at + near).find(isReason) ?? lines.slice(Math.max(0, at - near), at).findLast(isReason);
    return why === undefined ? name : `${name}: ${why}`;
  }
  return undefined;
}

/** A line without what differs in every run: numbers, durations, ids. */
const plain = (line: string): string => line.replace(/\b(?=\w*\d)\w+\b/g, '#');

/**
 * Returns the message of a command's failure: a failed test, a fatal error, or the last line, in this order of
 * preference. Empty if there is no output.
 * @param passed the outputs of runs that passed. A line that they have as well says nothing about the failure, whatever
 * the test runner, and although stdout and stderr are mixed.
 */
export function lastMessage(output: string, passed: readonly string[] = []): string {
  const usual = new Set(passed.flatMap(outputLines).map(plain));
  const all = linesOf(output);
  const own = all.filter((line) => !usual.has(plain(line)));
  const lines = own.length > 0 ? own : all;
  // Without a comparison, an early error may be one that the program expected.
  const late = passed.length > 0 ? lines : lines.slice(-15);
  return failedTest(lines) ?? late.findLast((line) => error.test(line)) ?? lines.at(-1) ?? '';
}
