import { type ClientOptions, clientOver, originOf } from './client/client.ts';
import { overNode } from './client/over-node.ts';
import type { Transport } from './client/transport.ts';

export { merchantPath, type QueryFields, queryString } from './client/addresses.ts';
export type { Page } from './client/answers.ts';
export type { Client } from './client/client.ts';
export { overNode } from './client/over-node.ts';
export type { EndpointRequest, FaultRequest } from './client/requests.ts';
export { type ApiAnswer, type Call, ConnectionError, type Transport } from './client/transport.ts';
export { mostNamed, whatCameInstead } from './client/what-came.ts';
export { ClientError } from './client-error.ts';

/** A typed client of an emulator's control API; by default it uses `node:http`. */
export const createClient = ({ transport, ...options }: ClientOptions & { readonly transport?: Transport }) =>
  clientOver(transport ?? overNode(originOf(options.url), options.ca), options);
