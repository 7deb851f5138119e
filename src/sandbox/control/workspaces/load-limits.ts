import { isObject } from '../../../core/base/json-values.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { errorOf, invalid, invalidState, type ServiceError } from '../../../core/kernel/errors.ts';
import { modes } from '../../../core/kernel/workspace.ts';
import type { Uses } from '../sandbox.ts';

/** How many objects, moves and records a fixture can create with the token of one workspace. */
export const mostWithToken = 1_000;
/** How many endpoints a workspace can have with its token, because each event is sent to each of them. */
export const mostEndpointsWithToken = 20;
/** How many steps the history of such a fixture can have, with the jobs that run in between. */
const mostStepsWithToken = 50 * mostWithToken;

/**
 * Refuses a fixture that would keep the emulator busy for other teams.
 * @param fixture the fixture as it was sent, before any check
 * @throws 400 `parameter_invalid` if it is too large for the token of one workspace
 */
export function checkSize(fixture: unknown, within: string): void {
  for (const each of valuesOf(isObject(fixture) ? fixture.workspaces : null)) {
    if (isObject(each)) checkEndpoints(valuesOf(each.endpoints).length, within);
  }
  const count = sizeOf(fixture);
  if (count <= mostWithToken) return;
  throw invalid(
    'fixture',
    `The fixture creates ${count} objects and moves, but with the token for ${within} it can create at most ${mostWithToken}. Use the token for the whole emulator.`,
  );
}

/** @throws 400 `parameter_invalid` for more endpoints than the token of one workspace allows */
export function checkEndpoints(count: number, within: string | null): void {
  if (within === null || count <= mostEndpointsWithToken) return;
  throw invalid(
    'url',
    `With the token for ${within}, the workspace can have at most ${mostEndpointsWithToken} webhook endpoints. Delete one, or use the token for the whole emulator.`,
  );
}

/** The number of objects and records that a fixture describes; anything malformed counts as one. */
const sizeOf = (fixture: unknown): number =>
  valuesOf(isObject(fixture) ? fixture.workspaces : null).reduce(
    (sum: number, workspace) =>
      isObject(workspace) ? sum + objectsIn(workspace.objects) + recordsIn(workspace.data) : sum,
    0,
  );

const objectsIn = (objects: unknown): number =>
  valuesOf(objects)
    .flatMap(valuesOf)
    .flatMap(valuesOf)
    .reduce((sum: number, each) => sum + stepsOf(each), 0);

/** How many objects a definition creates, and how many moves they make. */
function stepsOf(definition: unknown): number {
  if (!isObject(definition)) return 1;
  const { count = 1, then = [] } = definition;
  const moves = Array.isArray(then) ? then.length : 1;
  return Math.max(1, Number(count) || 1) * (1 + moves);
}

const recordsIn = (data: unknown): number => valuesOf(data).flatMap(valuesOf).flatMap(valuesOf).length;

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** @throws 400 `parameter_invalid` for a history with too many steps, such as daily renewals over many years */
export function checkSteps(steps: number): void {
  if (steps <= mostStepsWithToken) return;
  throw invalid(
    'fixture',
    `The fixture needs more than ${mostStepsWithToken} steps, which is too many with the token of one workspace. Use fewer or younger objects, or the token for the whole emulator.`,
  );
}

/** How many records a workspace can have before calls with its token can create no further ones. */
const mostRecordsWithToken = 100_000;

const recordsOf = (engine: Engine, workspace: string): number =>
  modes.reduce((sum, mode) => sum + engine.dataSet(workspace, mode).size, 0);

/** The error if a workspace has so many records that a call with its token may not create more; null if it may. */
export function refusalOfMore(engine: Engine, within: string | null): ServiceError | null {
  if (within === null) return null;
  const records = recordsOf(engine, within);
  if (records < mostRecordsWithToken) return null;
  return errorOf(
    invalidState,
    `${within} has ${records} records; with its token, a call can create records only below ${mostRecordsWithToken}. Reset the workspace, or use the token for the whole emulator.`,
  );
}

/**
 * Refuses calls that an application makes with the keys of a team, so that no team fills the memory of all. A workspace
 * without a token belongs to no team.
 * @throws 400 `invalid_state` if the workspace has too many records
 */
export function checkGrowth({ engine, tokens }: Uses<'engine' | 'tokens'>, workspace: string): void {
  const records = recordsOf(engine, workspace);
  if (records < mostRecordsWithToken || !tokens.hasFor(workspace)) return;
  throw errorOf(
    invalidState,
    `${workspace} has ${records} records. In an emulator that teams share, a call can create or change objects only below ${mostRecordsWithToken} records. Reset the workspace: npx payments-emulator reset`,
  );
}

/**
 * Refuses a number that is too high for the token of one workspace.
 * @throws 400 `parameter_invalid`
 */
export function checkMost(
  param: 'count' | 'rate',
  value: number | undefined,
  most: number,
  within: string | null,
): void {
  if (within === null || value === undefined || value <= most) return;
  throw invalid(
    param,
    `With the token for ${within}, ${param} can be at most ${most}. Use the token for the whole emulator.`,
  );
}

/** The workspaces for which a token of theirs is doing something large. */
const busy = new WeakMap<object, Set<string>>();

/**
 * Does large work for a token of one workspace, one at a time for each workspace.
 * @param within the workspace of the token; null for the whole emulator, which has no limit
 * @throws 400 `invalid_state` if other work is still running
 */
export async function oneAtATime<A>(sandbox: object, within: string | null, work: () => Promise<A>): Promise<A> {
  if (within === null) return work();
  const running = busy.get(sandbox) ?? new Set<string>();
  busy.set(sandbox, running);
  if (running.has(within)) {
    throw errorOf(invalidState, `Another fixture or reset of ${within} is still loading. Wait until it is done.`);
  }
  running.add(within);
  try {
    return await work();
  } finally {
    running.delete(within);
  }
}
