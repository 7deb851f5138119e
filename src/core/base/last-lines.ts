/** Lines that Node adds to a fatal error: the stack and its own version. */
const ofNode = /^(Node\.js v[\d.]+$|at \S)/;
/** Lines that a test runner adds at the end: counts and durations. */
const counts =
  /^([#ℹ] (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) |1\.\.\d+$|\.\.\.$|---$|(Test Files|Tests?|Test Suites|Snapshots|Time|Start at|Duration)\b:? +[\d.(]|Ran all test suites|=+ .* in [\d.]+s)/;

/** The last lines of a command's output, without those that Node or a test runner adds. */
export const lastLines = (output: string): string[] =>
  output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !ofNode.test(line) && !counts.test(line));

/** A fatal error in the output of a program: `TypeError: fetch failed`. */
const error = /^(Uncaught )?([\w.]*(Error|Exception)\b.*?: |\w+Error$|panic: )/;

/** A failed test in the output of a test runner: `not ok 3 - pays artists`. */
const failedTest = /^(not ok \d+ - |✖ (?!failing tests:)|✕ |FAIL )/;

/** The last message of a command: its fatal error, else a failed test, else its last line; empty if it said nothing. */
export function lastMessage(output: string): string {
  const lines = lastLines(output);
  return (
    lines.slice(-15).findLast((line) => error.test(line)) ??
    lines.findLast((line) => failedTest.test(line)) ??
    lines.at(-1) ??
    ''
  );
}
