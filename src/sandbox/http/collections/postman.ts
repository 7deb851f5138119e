import type { Described } from '../../profile/descriptions.ts';
import {
  appToken,
  type CollectionRequest,
  type Credential,
  collectionOf,
  hiddenKey,
  type Variables,
} from './requests.ts';

type Json = Record<string, unknown>;

/** `/postman.json`: the examples as a Postman collection (v2.1), which Bruno and Insomnia can also import. */
export const postmanCollection = (registry: Described, { origin, key }: Variables): Json => ({
  info: {
    name: 'payments-emulator',
    description:
      'Examples of all operations. Except for wallets and 3-D Secure, they work with the fixture shop (`npx payments-emulator start --fixture shop`).',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: authOf('key'),
  variable: Object.entries({ origin, key: key ?? hiddenKey, appToken }).map(([name, value]) => ({
    key: name,
    value,
    type: 'string',
  })),
  item: collectionOf(registry).map(({ title, requests }) => ({ name: title, item: requests.map(itemOf) })),
});

const itemOf = ({ title, method, path, credential, headers, body }: CollectionRequest): Json => ({
  name: title,
  request: {
    method,
    ...(credential === 'key' ? {} : { auth: authOf(credential) }),
    header: Object.entries(headers).map(([key, value]) => ({ key, value })),
    url: urlOf(path),
    ...(body === undefined
      ? {}
      : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
  },
  response: [],
});

const authOf = (credential: Credential): Json =>
  credential === null
    ? { type: 'noauth' }
    : { type: 'bearer', bearer: [{ key: 'token', value: `{{${credential}}}`, type: 'string' }] };

function urlOf(path: string): Json {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return {
    raw: `{{origin}}${path}`,
    host: ['{{origin}}'],
    path: pathname.slice(1).split('/'),
    ...(searchParams.size === 0 ? {} : { query: [...searchParams].map(([key, value]) => ({ key, value })) }),
  };
}
