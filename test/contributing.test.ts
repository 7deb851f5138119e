import { expect, it } from 'vitest';
import { sliceExamples } from './support/project-copy.ts';
import { expectFile } from './support/written-pages.ts';

const [coupon] = sliceExamples;

it('shows a slice that is one sitting, and that the compiler reads with the tests', async () => {
  expect(coupon!.text.split('\n').length).toBeLessThanOrEqual(130);
  const text = coupon!.text
    .replaceAll("'../../", "'../../src/")
    .replaceAll("'../common/", "'../../src/resources/common/");
  await expectFile('test/types/coupon.ts', `// The slice that CONTRIBUTING shows.\n${text}`);
});
