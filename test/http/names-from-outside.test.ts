import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageRoutes } from '../../src/pages/routes.ts';
import { controlOperations } from '../../src/sandbox/control/registry.ts';
import { startTestSandbox, type TestSandbox } from '../control/sandbox.ts';
import { call } from '../support/call.ts';
import { developersOperations } from '../support/declared.ts';

/** Names that every plain object of JavaScript has. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ fixture: 'shop' });
});
afterAll(() => sandbox?.stop());

const paths = [
  ...['/docs/manual/{name}', '/docs/manual/{name}.md', '/docs/{name}', '/mail/{name}', '/_assets/{name}', '/{name}'],
  ...['/docs/search?q={name}', '/_emulator/stream/{name}', '/api/v1/{name}', '/pay/demo?locale={name}&theme={name}'],
  ...pageRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path),
];

it.each(paths)('no name of JavaScript itself leads anywhere: %s', async (path) => {
  for (const name of names) {
    const { status } = await call(`${sandbox.url}${path.replace(/\{\w+\}/g, name)}`);
    expect([path, name, status < 500]).toEqual([path, name, true]);
  }
});

const reads = [...controlOperations, ...developersOperations].filter(
  ({ method, id }) => method === 'GET' && id !== 'idle',
);
const merchants = () =>
  sandbox.sandbox.engine.registry.operationsOf('merchant').filter(({ method }) => method === 'GET');

it('no parameter of an operation is looked up as one', async () => {
  const asked = [
    ...reads.map((each) => ({ ...each, base: '/_emulator', authorization: undefined })),
    ...merchants().map((each) => ({ ...each, base: '/api/v1', authorization: 'Bearer sk_test_demo' })),
  ];
  for (const { base, path, query, authorization } of asked) {
    for (const name of names.slice(0, 2)) {
      const parameters = Object.keys(query?.properties ?? {}).filter((each) => !['timeout', 'within'].includes(each));
      const filled = `${sandbox.url}${base}${path.replace(/\{\w+\}/g, name)}?`;
      const waits = path.includes('wait') ? 'timeout=0&' : '';
      for (const parameter of ['', ...parameters]) {
        const url = `${filled}${waits}${parameter === '' ? '' : `${parameter}=${name}`}`;
        const { status } = await call(url, authorization === undefined ? {} : { headers: { authorization } });
        expect([url, status < 500]).toEqual([url, true]);
      }
    }
  }
}, 120_000);

it('a stream knows no other parameters than it says', async () => {
  const { status, text } = await call(`${sandbox.url}/_emulator/stream?sinc=1`);
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    { code: 'parameter_unknown', error: "/stream has no parameter 'sinc'. Did you mean 'since'?" },
  ]);
});

it.each([
  ['logo_url', 'javascript:alert(1)', /brand\.logo_url must be an http or https URL/],
  ['logo_url', '"><script>', /brand\.logo_url must be an http or https URL/],
  ['logo_url', './logo.png', /brand\.logo_url must be an http or https URL/],
  ['terms_url', 'javascript:alert(1)', /must be an http or https URL, such as https:/],
])('an address of the brand that a page cannot show is refused: %s %s', async (name, value, why) => {
  const { status, body } = await sandbox.control('PATCH', '/workspaces/ws_demo', {
    settings: { brand: { [name]: value } },
  });
  expect([status, body.error]).toEqual([400, expect.stringMatching(why)]);
});

it('a logo may be an address or a picture', async () => {
  for (const logo_url of ['https://shop.example/logo.png', 'data:image/png;base64,aGk=', null])
    expect((await sandbox.control('PATCH', '/workspaces/ws_demo', { settings: { brand: { logo_url } } })).status).toBe(
      200,
    );
});
