import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../support/build.ts';
import { readBlocks } from '../support/docs.ts';

const folder = mkdtempSync(join(tmpdir(), 'emulator-sdk-types-'));

/** What the compiler says of a page's script that uses the published types. */
async function check(code: string): Promise<string> {
  const page = join(folder, 'page.ts');
  const types = JSON.stringify(join(projectFolder, 'dist/browser/sdk'));
  writeFileSync(
    page,
    `import create, { type WalletPayment } from ${types};\n${code}\nexport type { WalletPayment };\n`,
  );
  const compiler = join(projectFolder, 'node_modules/@typescript/native/bin/tsc');
  const options =
    '--ignoreConfig --noEmit --strict --target es2023 --lib es2023,dom --module esnext --moduleResolution bundler --types'.split(
      ' ',
    );
  const { stdout } = await execa('node', [compiler, ...options, '', page], { reject: false });
  return stdout;
}

describe("the SDK's published types", () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('come with a module that also a bundler for `require` finds', () => {
    const require = createRequire(import.meta.url);
    expect(require.resolve('payments-emulator/sdk')).toBe(join(projectFolder, 'dist/browser/sdk.mjs'));
  });

  it('let a page compile that uses all of it', async () => {
    expect(
      await check(`
const payments = create('pk_test_demo', { apiBase: 'http://127.0.0.1:4747/api/v1' });
const mounted = payments.mountCheckout('#checkout', { clientSecret: 'cs', onComplete: ({ transactionId }) => transactionId.length });
mounted.on('resize', ({ height }) => height.toFixed());
const fields = payments.mountCardInputs({ cardNumber: '#a', cardExpiry: '#b', cardCvc: document.body }, { style: { color: 'red' } });
fields.focus('cardCvc');
payments.createToken().then(({ token, card }) => token + card.last4);
const pay = ({ paysioWallet, threeDS }: WalletPayment) => [paysioWallet.type, threeDS?.eci];
payments.elements().mountWallets('#wallets', { amount: 12 }).on('walletPayment', pay);
payments.threeDS().authenticate({ amount: 12, token: 'ptok' }).catch((error: unknown) => error instanceof create.PaymentsError && error.code === 'three_ds_failed');
`),
    ).toBe('');
  });

  it('fit the module of the manual that loads the SDK', async () => {
    const blocks = readBlocks(join(projectFolder, 'docs/browser-sdk.md'));
    const { text } = blocks.find(({ mark }) => mark?.do === 'file' && mark.name === 'payments-sdk.ts')!;
    const types = join(projectFolder, 'dist/browser/sdk');
    expect(await check(text.replace("'payments-emulator/sdk'", JSON.stringify(types)))).toBe('');
    expect(await check(text.replace("'payments-emulator/sdk'", "'nowhere'"))).toContain('nowhere');
  });

  it('export the class of errors, and declare the global of the script only where a page asks for it', async () => {
    const types = join(projectFolder, 'dist/browser/sdk');
    const code = `
import { PaymentsError } from ${JSON.stringify(types)};
export const codeOf = (error: unknown) => (error instanceof PaymentsError ? error.code : null);
window.PaymentsSDK('pk_test_demo').threeDS().getStatus() === 'idle';
`;
    expect(await check(code)).toContain("Property 'PaymentsSDK' does not exist");
    expect(await check(`import type {} from ${JSON.stringify(`${types}-global`)};${code}`)).toBe('');
  });

  it('know each part of an appearance, and refuse one that is misspelled', async () => {
    const mount = (...options: string[]) =>
      check(options.map((each) => `create('pk').mountCardInputs('#a', ${each});`).join('\n'));
    expect(
      await mount(`{
  appearance: {
    theme: 'dark',
    variables: { colorPrimary: '#00f', borderRadius: '4px', spacing: undefined },
    rules: { '.Input': { letterSpacing: '1px', 'font-weight': 700 }, '.Button:hover': { color: 'red' } },
  },
  style: { base: { fontSize: '16px' }, invalid: { color: 'red' } },
  onError: ({ code }) => code === 'cancelled',
}`),
    ).toBe('');
    const misspelled = [
      "{ appearance: { variables: { colourPrimary: '#00f' } } }",
      "{ appearance: { rules: { '.Inputs': { color: 'red' } } } }",
      "{ appearance: { rules: { '.Input': { backgroundImage: 'none' } } } }",
      "{ appearance: { them: 'dark' } }",
      "{ style: { colr: 'red' } }",
    ];
    expect((await mount(...misspelled)).match(/error TS/g)).toHaveLength(misspelled.length);
  });

  it('refuse one that leaves out what is needed', async () => {
    const said = await check(`
create('pk').mountCheckout('#a', {});
create('pk').threeDS().authenticate({ amount: 1, token: 'a', paymentMethodId: 'b' });
create('pk').elements().mountWallets('#a', { amount: '12' });
`);
    expect(said.match(/error TS/g)).toHaveLength(3);
  });
});
