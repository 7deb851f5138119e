import type { Static, TObject, TSchema } from 'typebox';
import type { Context } from './context.ts';
import type { Refused } from './errors.ts';
import type { Settings } from './settings.ts';
import type { Mode } from './workspace.ts';

/** Who may call an operation (specification, "Authentication"). */
export type Access =
  /** a secret key: every write that is not listed below */
  | 'secret'
  /** any key of a merchant: reads */
  | 'read'
  /** a secret key or a publishable one: tokenizing, 3-D Secure, wallet sheets */
  | 'publishable'
  /** an app access token alone */
  | 'app'
  /** nobody asks: the token route */
  | 'public';

/** How the answer is wrapped (specification, "Conventions" 2). */
export type Envelope = 'data' | 'list' | 'bare';

/** A page of this machine that an operation must see before it decides; whatever is not loopback is not asked. */
export interface Lookup {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  readonly path: string;
  /** The name that the page is asked for under. */
  readonly host: string;
}

/** What was found there: the answer's status; null where nothing answered in time. */
export interface Found {
  readonly status: number | null;
}

export interface OperationInput<B, Q> {
  body: B;
  query: Q;
  params: Record<string, string>;
  /** What `lookup` found, where it named a page. */
  found?: Found;
}

/** One HTTP operation of the merchant API, as a slice declares it. */
export interface Operation<B extends TObject = TObject, Q extends TObject = TObject, A = unknown> {
  /** `charges.create`: names it in rules, faults, rate limits and the OpenAPI document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the API's base: `/transactions/{id}/void`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** What a scoped key needs. */
  readonly scope?: string;
  /** Requests a minute in the lowest tier; default 300 for writes, no limit for reads. */
  readonly rate?: number;
  /** Only for workspaces whose mode has the debit-and-payouts capability. */
  readonly capability?: 'debit_payouts';
  readonly body?: B;
  /** Whether a request without a body is as good as `{}`. */
  readonly bodyOptional?: boolean;
  readonly query?: Q;
  readonly success: number;
  readonly envelope: Envelope;
  /** The schema of what is inside the envelope. */
  readonly answer: TSchema;
  /** Statuses of refusals beside 401, 403 and 429, which any operation may give. */
  readonly errors: readonly number[];
  readonly assumed?: boolean;
  readonly example: { readonly body?: unknown; readonly query?: unknown; readonly params?: Record<string, string> };
  /** Handlers do no I/O: the one thing that an operation may have read for it, before its unit of work begins. */
  readonly lookup?: (
    caller: { settings: Settings; mode: Mode },
    input: OperationInput<Static<B>, Static<Q>>,
  ) => Lookup | null;
  readonly handle: (ctx: Context, input: OperationInput<Static<B>, Static<Q>>) => A | Refused;
}

// biome-ignore lint/suspicious/noExplicitAny: handlers differ in what they take; the schemas guard the edge
export type AnyOperation = Operation<any, any, any>;

/** Declares an operation; its handler's input has the types of its schemas. */
export function defineOperation<B extends TObject, Q extends TObject, A>(
  operation: Operation<B, Q, A>,
): Operation<B, Q, A> {
  return operation;
}

/** The names of the path's parameters. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Whether a path, without its query, is one that a template stands for. */
export const isPathOf = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
