import { expect, it } from 'vitest';
import { pathOf } from '../../src/core/kernel/declare/request-path.ts';
import { createTestSandbox } from '../support/sandbox.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example: unknown;
}

interface Described {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } };
}

interface Description {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** The operations whose examples the shop refuses, by the words of the refusal. */
const refused = {
  // No workspace has both: wallets are of card gateways, and payouts of the gateway that the shop has.
  'Wallets are not available on debit_payouts workspaces': [
    'wallets.prepare',
    'wallets.wallet_a_session',
    'wallet_domains.list',
    'wallet_domains.create',
    'wallet_domains.delete',
    'checkout.prepare_wallet',
  ],
  // Each step takes what the one before answered, which no document can have.
  '3-D Secure is turned off for this workspace': [
    'client_three_ds.create_card',
    'client_three_ds.init',
    'client_three_ds.authenticate',
    'client_three_ds.finish',
  ],
};

it('the examples of both descriptions work in the order of the file, with all their parameters, where the fixture is shop', async () => {
  const sandbox = await createTestSandbox({ fixture: 'shop' });
  const failed: Record<string, string> = {};
  const unnamed: string[] = [];
  let sent = 0;
  try {
    for (const file of ['openapi.json', 'openapi-client.json']) {
      const description = (await (await fetch(`${sandbox.url}/${file}`)).json()) as Description;
      for (const [path, methods] of Object.entries(description.paths)) {
        for (const [method, { operationId, security, parameters, requestBody }] of Object.entries(methods)) {
          const given = (place: string) =>
            Object.fromEntries(
              parameters.filter((each) => each.in === place).map(({ name, example }) => [name, example]),
            );
          unnamed.push(
            ...parameters.filter(({ example }) => example === undefined).map(({ name }) => `${path} ${name}`),
          );
          const body = requestBody?.content['application/json'].example;
          const url =
            description.servers[0].url +
            pathOf({ path }, { params: given('path') as Record<string, string>, query: given('query') });
          const key = JSON.stringify(security ?? []).includes('appToken') ? 'pat_demo' : 'sk_test_demo';
          const answer = await fetch(url, {
            method: method.toUpperCase(),
            headers: {
              authorization: `Bearer ${key}`,
              'content-type': 'application/json',
              ...(given('header') as object),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          sent++;
          if (!answer.ok) failed[operationId] = `${answer.status} ${await answer.text()}`;
        }
      }
    }
  } finally {
    await sandbox.stop();
  }
  expect(unnamed).toEqual([]);
  const meant = Object.entries(refused).flatMap(([words, ids]) =>
    ids.map((id) => [id, expect.stringContaining(words)]),
  );
  expect(failed).toEqual(Object.fromEntries(meant));
  expect(sent).toBeGreaterThan(80);
});
