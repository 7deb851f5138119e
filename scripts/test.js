// `npm test`: the linter and the compiler run beside the tests of the main tier. Arguments go to vitest:
// `npm test -- test/resources`.
import { runTests } from './run-tests.js';

await runTests(process.argv.slice(2), ['lint', 'types']);
