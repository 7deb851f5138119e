import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Fields, pathOf } from '../../src/core/kernel/declare/request-path.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { httpFile } from '../../src/sandbox/http/collections/http-file.ts';
import { projectFolder } from '../support/build.ts';
import { clientOperations, merchantOperations } from '../support/declared.ts';
import { createTestSandbox } from '../support/sandbox.ts';

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly { readonly item: readonly { readonly name: string; readonly request: Sent }[] }[];
}

interface Sent {
  readonly method: string;
  readonly url: { readonly raw: string; readonly path: readonly string[]; readonly query?: readonly { key: string }[] };
  readonly auth?: { readonly type: string };
  readonly body?: { readonly raw: string };
}

it('the files to send from have the examples of all operations, with variables for origin and keys', async () => {
  const sandbox = await createTestSandbox();
  try {
    const text = await (await fetch(`${sandbox.url}/api.http`)).text();
    const { variable, item } = (await (await fetch(`${sandbox.url}/postman.json`)).json()) as Collection;
    const variables = { origin: sandbox.url, key: 'sk_test_demo', appToken: 'pat_demo' };
    expect(Object.fromEntries(variable.map(({ key, value }) => [key, value]))).toEqual(variables);
    const lines = Object.entries(variables).map(([name, value]) => `@${name} = ${value}`);
    expect(text).toContain(`\n${lines.join('\n')}\n`);
    const requests = item.flatMap((group) => group.item.map(({ request }) => request));
    const shown = text.split(/^### .*\n/m).slice(1);
    expect(shown).toHaveLength(requests.length);
    const filled = [merchantOperations, clientOperations].flatMap((operations, at) =>
      operations.map(({ method, path, example = {} }) => {
        const { params = {}, query = {}, body } = example;
        const url = `{{origin}}${at === 0 ? '/api/v1' : ''}${pathOf({ path }, { params, query: query as Fields })}`;
        return { method, url, body };
      }),
    );
    for (const [at, { method, url, auth, body }] of requests.entries()) {
      expect({ method, url: url.raw, body: body && JSON.parse(body.raw) }).toEqual(filled[at]);
      const [head, content] = shown[at]!.split('\n\n') as [string, string?];
      expect(head.split('\n')[0]).toBe(`${method} ${url.raw}`);
      expect(head.includes('Bearer')).toBe(auth?.type !== 'noauth');
      expect(content ? JSON.parse(content) : undefined).toEqual(filled[at]!.body);
    }
  } finally {
    await sandbox.stop();
  }
});

it('docs/api.http is what an emulator serves; npx vitest run test/http/files-to-send.test.ts -u writes it', async () => {
  const text = httpFile(declarations(), { origin: 'http://127.0.0.1:4747', key: 'sk_test_demo' });
  await expect(text).toMatchFileSnapshot(join(projectFolder, 'docs/api.http'));
});
