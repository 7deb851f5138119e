import { expect, test } from 'vitest';
import { lastMessage } from '../../src/core/base/command-output.ts';

test.each([
  [
    'go',
    `--- FAIL: TestRefund (0.12s)
    shop_test.go:33: expected 1 refund, got 2
FAIL
FAIL\texample.com/shop\t0.532s
FAIL`,
    'TestRefund: shop_test.go:33: expected 1 refund, got 2',
  ],
  [
    'go test -v, a test below another',
    `=== RUN   TestShop/refund
    shop_test.go:41: got 500
--- FAIL: TestShop (0.10s)
    --- FAIL: TestShop/refund (0.02s)
FAIL
exit status 1`,
    'TestShop/refund: shop_test.go:41: got 500',
  ],
  [
    'pytest',
    `>       assert paid == 1
E       assert 2 == 1

tests/test_shop.py:12: AssertionError
=========================== short test summary info ============================
FAILED tests/test_shop.py::test_refund - assert 2 == 1
========================= 1 failed, 3 passed in 0.42s ==========================`,
    'tests/test_shop.py::test_refund - assert 2 == 1',
  ],
  [
    'phpunit',
    `There was 1 failure:

1) ShopTest::testRefund
Failed asserting that 2 matches expected 1.

/app/tests/ShopTest.php:18

FAILURES!
Tests: 4, Assertions: 9, Failures: 1.`,
    'ShopTest::testRefund: Failed asserting that 2 matches expected 1.',
  ],
  [
    'rspec',
    `Failures:

  1) Shop refunds once
     Failure/Error: expect(refunds).to eq(1)

Finished in 0.2 seconds (files took 0.1 seconds to load)
4 examples, 1 failure

Failed examples:

rspec ./spec/shop_spec.rb:12 # Shop refunds once`,
    './spec/shop_spec.rb:12 # Shop refunds once',
  ],
  [
    'cargo',
    `---- refunds stdout ----
thread 'refunds' panicked at src/shop.rs:12:5:
assertion \`left == right\` failed
test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out`,
    "'refunds': assertion `left == right` failed",
  ],
  [
    'jest',
    `  ● shop › refunds once

    Error: expect(received).toBe(expected)

      at Object.<anonymous> (shop.test.js:9:3)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 3 passed, 4 total`,
    'shop › refunds once: Error: expect(received).toBe(expected)',
  ],
  [
    'mocha',
    `  3 passing (12ms)
  1 failing

  1) shop
       refunds once:
     AssertionError [ERR_ASSERTION]: 2 == 1
      at Context.<anonymous> (shop.spec.js:7:12)`,
    'shop: AssertionError [ERR_ASSERTION]: 2 == 1',
  ],
  [
    'vitest, in colors',
    `\x1b[31m FAIL \x1b[39m shop.test.ts > refunds once
\x1b[31mAssertionError: expected 2 to be 1\x1b[39m
 Test Files  1 failed (1)
      Tests  1 failed | 3 passed (4)`,
    'shop.test.ts > refunds once: AssertionError: expected 2 to be 1',
  ],
  [
    'node',
    `✖ failing tests:

test at shop.test.mjs:3:1
✖ refunds once (1.2ms)
  AssertionError [ERR_ASSERTION]: 2 == 1
      at TestContext.<anonymous> (file:///shop.test.mjs:4:10)`,
    'refunds once (1.2ms): AssertionError [ERR_ASSERTION]: 2 == 1',
  ],
  [
    'a program',
    'starting\nTypeError: fetch failed\n    at node:internal/x:1:2\nNode.js v20.19.0',
    'TypeError: fetch failed',
  ],
  ['a script', 'curl: (22) The requested URL returned error: 500', 'curl: (22) The requested URL returned error: 500'],
  ['nothing', '', ''],
])('what failed is read from the output of %s', (_, output, message) => {
  expect(lastMessage(output)).toBe(message);
});

test.each([
  [
    'a program that goes on to log',
    'ready\nError: order 7 is not paid\nhandled 3 events\nbye',
    'Error: order 7 is not paid',
  ],
  [
    'a runner that nobody knows',
    'ready\n!! order 7 expected paid, got open\nhandled 2 events\nbye',
    '!! order 7 expected paid, got open',
  ],
  ['a program that says the same when it passes', 'ready\nhandled 1 events\nbye', 'bye'],
])('what failed is a line that passing runs do not have, for %s', (_, output, message) => {
  expect(lastMessage(output, ['ready\nhandled 4 events\nbye', 'ready\nhandled 5 events\nbye'])).toBe(message);
});
