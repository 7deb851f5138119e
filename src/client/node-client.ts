import type { FaultInput } from '../core/kernel/faults/fault-fields.ts';
import { clientOver } from './client.ts';
import { type ClientOptions, originOf } from './control-calls.ts';
import { overNode } from './node-transport.ts';
import type { Transport } from './transport.ts';

export { merchantPath, type QueryFields, queryString } from './addresses.ts';
export type { Page } from './answers.ts';
export type { Client, ControlOperation, SentTo } from './client.ts';
export { ClientError } from './error.ts';
export { missingEventSentences, mostNamed } from './events-summary.ts';
export { overNode } from './node-transport.ts';
export { type ApiAnswer, type Call, ConnectionError, type Transport } from './transport.ts';

type WithoutNull<T> = { [Field in keyof T]: Exclude<T[Field], null> };
/** A fault with the fields that it needs. */
export type FaultRequest = WithoutNull<Omit<FaultInput, 'on' | 'operation'>> & { on: string };

/** A typed client of an emulator's control API. It uses `node:http` by default. */
export const createClient = ({ transport, ...options }: ClientOptions & { readonly transport?: Transport }) =>
  clientOver(transport ?? overNode(originOf(options.url), options.ca), options);
