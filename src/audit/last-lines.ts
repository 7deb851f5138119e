import { hideSecrets } from '../secrets/hide.ts';

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
    .filter((line) => line !== '' && !ofNode.test(line) && !counts.test(line))
    .map(hideSecrets);
