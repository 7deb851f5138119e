import { expect, it } from 'vitest';
import { sliceExamples } from './support/project-copy.ts';
import { expectFile } from './support/written-pages.ts';

const [coupon] = sliceExamples;

it('the slice that the internals show is one sitting, and the compiler reads it with the tests', async () => {
  expect(coupon!.text.split('\n').length).toBeLessThanOrEqual(130);
  const text = coupon!.text
    .replaceAll("'../../../", "'../../src/")
    .replaceAll("'../common/", "'../../src/payments/resources/common/");
  await expectFile('test/types/coupon.ts', `// The first slice that docs/internals/slices.md shows.\n${text}`);
});
