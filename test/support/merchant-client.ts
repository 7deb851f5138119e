import createClient, { type Client } from 'openapi-fetch';
import { expect } from 'vitest';
import type { components, paths, webhooks } from '../../src/core/generated/merchant-api.ts';

/** A client whose types a public generator made of the interface description. */
export type MerchantClient = Client<paths>;
export type Schemas = components['schemas'];

/** What a webhook of a type carries, by the interface description. */
export type Delivered<E extends keyof webhooks> = webhooks[E] extends {
  post: { requestBody: { content: { 'application/json': infer B } } };
}
  ? B
  : never;

export const merchantClient = (url: string, key: string): MerchantClient =>
  createClient<paths>({ baseUrl: `${url}/api/v1`, headers: { Authorization: `Bearer ${key}` } });

interface Result<D, E> {
  data?: D;
  error?: E;
  response: Response;
}

/** What a call answered; one that is refused fails the test with its refusal. */
export async function done<D, E>(call: Promise<Result<D, E>>): Promise<D> {
  const { data, error, response } = await call;
  if (data === undefined) expect.fail(`${response.status} ${response.url}: ${JSON.stringify(error)}`);
  return data;
}

/** How a call was refused; one that is not fails the test. */
export async function refused<D, E>(call: Promise<Result<D, E>>, status: number): Promise<NonNullable<E>> {
  const { data, error, response } = await call;
  if (!error) expect.fail(`${response.status} ${response.url}: ${JSON.stringify(data)}`);
  expect(response.status, JSON.stringify(error)).toBe(status);
  return error;
}
