import type { TObject } from '../../src/core/base/typebox.ts';
import type { MoveFacts } from '../../src/core/kernel/change.ts';
import type { Context } from '../../src/core/kernel/context.ts';
import { type AnyOperation, isPathOf } from '../../src/core/kernel/declare/operation.ts';
import { publicSchema } from '../../src/core/kernel/declare/schema.ts';
import type { Cause } from '../../src/core/kernel/events.ts';
import type { Stored } from '../../src/core/store/collection.ts';
import { firstError } from '../../src/core/validation/validator.ts';
import { sentenceOf } from '../../src/core/validation/value-error.ts';
import type { RunningSandbox } from '../../src/emulator/sandbox-options.ts';
import { ledgerGroups } from '../../src/payments/platform/ledger.ts';
import { impliedRefusals } from '../../src/sandbox/http/openapi/implied-refusals.ts';
import { clientOperations, developersOperations, merchantOperations } from './declared.ts';

/** Refusals that come before an operation is asked, or that a fault makes up: none of its own. */
const beforeAnyOperation: ReadonlySet<number> = new Set([401, 403, 405, 408, 413, 415, 429, 431, 500]);

/** What was called, where a change came of a call at once. */
function operationOf(cause: Cause): AnyOperation | undefined {
  if (cause.type === 'control') return developersOperations.find(({ id }) => id === cause.name);
  if (cause.type !== 'request') return undefined;
  const route = `${cause.method} ${cause.path}`;
  return (
    merchantOperations.find(({ method, path }) => `${method} /api/v1${path}` === route) ??
    clientOperations.find(({ method, path }) => `${method} ${path}` === route)
  );
}

/**
 * Holds an emulator of a test to what its slices declare: an event whose payload is unlike its schema fails the call
 * that emits it. A refusal that the operation does not list, and money that it does not say to move, fail the test when
 * its emulator is stopped.
 * @returns what is wrong with the operations so far, a line each
 */
export function holdToDeclarations({ sandbox }: RunningSandbox): () => readonly string[] {
  const { engine, requests } = sandbox;
  const payloadOf = engine.payloadOf.bind(engine);
  const schemas = new Map<string, TObject>();
  engine.payloadOf = (type: string, ctx: Context, record: Stored, details: MoveFacts) => {
    const data = payloadOf(type, ctx, record, details);
    const schema = schemas.get(type) ?? publicSchema(engine.registry.event(type).payload as TObject);
    schemas.set(type, schema);
    const fault = firstError(schema, data);
    if (fault !== null) throw new Error(`The payload of ${type} is unlike its schema: ${sentenceOf(fault)}`);
    return data;
  };
  const undeclared = new Set<string>();
  requests.onAdd(({ status, operation: id, path, response, fault }) => {
    if (status < 400 || beforeAnyOperation.has(status) || response === null) return;
    // An answer of a test's own may have any form.
    if (fault?.startsWith('status ')) return;
    const operation = merchantOperations.find((each) => each.id === id);
    // What was routed elsewhere, or refused by a fault, is not a refusal of the operation.
    if (operation === undefined || !isPathOf(`/api/v1${operation.path}`, path.split('?')[0]!)) return;
    const { code = null, error = '' } = JSON.parse(response) as { code?: string; error?: string };
    // The framework's own refusals, and those of a route that has error bodies of its own, name no code.
    if (error.includes('an injected fault') || (code === null && status === 400)) return;
    if (code === 'parameter_unknown' || code === 'invalid_json') return;
    const declared = [...impliedRefusals(operation), ...operation.refuses];
    if (declared.some((each) => each.status === status && (each.code === null || each.code === code))) return;
    undeclared.add(`${id} refuses with ${status} ${code}, which it does not list: ${error}`);
  });
  engine.onCommit(({ unit, cause }) => {
    if (unit.written(ledgerGroups).length === 0) return;
    const operation = operationOf(cause);
    if (operation === undefined || operation.effects?.includes('moves_money') === true) return;
    undeclared.add(`${operation.id} writes to the ledger, and does not say that it moves money`);
  });
  return () => [...undeclared];
}
