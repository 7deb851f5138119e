import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { ensureBrowserBuilt, projectFolder } from '../support/build.ts';

const calls = {
  mountCheckout: "payments.mountCheckout('#a', { clientSecret: 'cs' })",
  mountCardInputs: "payments.mountCardInputs('#a')",
  createToken: 'await payments.createToken()',
  mountWallets: "payments.elements().mountWallets('#a', { amount: 1 })",
  authenticate: "await payments.threeDS().authenticate({ amount: 1, token: 'ptok' })",
};

it('is imported and called while a server renders, and says of each call that needs a page that there is none', async () => {
  await ensureBrowserBuilt();
  const sdk = JSON.stringify(pathToFileURL(join(projectFolder, 'dist/browser/sdk.mjs')));
  const tries = Object.entries(calls).map(
    ([name, call]) =>
      `try { ${call}; said.${name} = 'done'; } catch (error) { said.${name} = error instanceof PaymentsError && error.code; }`,
  );
  const program = `
    import create, { PaymentsError } from ${sdk};
    const payments = create('pk_test_demo', { apiBase: 'http://127.0.0.1:4747/api/v1' });
    const said = { global: typeof PaymentsSDK, status: payments.threeDS().getStatus() };
    payments.threeDS().cancel();
    ${tries.join('\n')}
    console.log(JSON.stringify(said));`;
  const { stdout } = await execa('node', ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toEqual({
    global: 'undefined',
    status: 'idle',
    ...Object.fromEntries(Object.keys(calls).map((name) => [name, 'not_configured'])),
  });
});
