import type { FastifyRequest } from 'fastify';
import { resourceMissing, ServiceError } from '../../../core/kernel/errors.ts';
import { type Mode, modes } from '../../../core/kernel/workspace.ts';
import { kindsOf } from '../../control/objects/object-kinds.ts';
import type { Uses } from '../../control/sandbox.ts';

/**
 * An error that also names the workspace and mode that contain the object, because developers forget `?workspace=`. A
 * caller with a workspace token gets the unchanged error, because it must not learn of other workspaces.
 */
export function withWhereabouts(
  sandbox: Uses<'engine'>,
  { call, params, body }: FastifyRequest,
  error: ServiceError,
): ServiceError {
  const caller = call?.caller ?? null;
  const id = (params as { id?: unknown }).id ?? (body as { id?: unknown } | null | undefined)?.id;
  if (error.code !== resourceMissing.code || error.param !== undefined) return error;
  if (caller === null || call?.token !== null || typeof id !== 'string') return error;
  const place = placeOf(sandbox, id);
  if (place === null) return error;
  const { workspace, mode } = place;
  const needed = [
    ...(workspace === caller.workspace.id ? [] : [['workspace', workspace]]),
    ...(mode === caller.mode ? [] : [['mode', mode]]),
  ];
  // The object is of a different kind than the call expects.
  if (needed.length === 0) return error;
  const query = needed.map(([name, value]) => `${name}=${value}`).join('&');
  const flags = needed.map(([name, value]) => `--${name} ${value}`).join(' ');
  const hint = `The object is in the ${mode} data of ${workspace}. Add ?${query} or ${flags}.`;
  return new ServiceError(error, `${error.message} ${hint}`, { extra: error.extra });
}

/** The first data set with an object that has the id; null if there is none. */
function placeOf({ engine }: Uses<'engine'>, id: string): { workspace: string; mode: Mode } | null {
  for (const { id: workspace } of engine.allWorkspaces()) {
    for (const mode of modes) {
      const set = engine.dataSet(workspace, mode);
      if (kindsOf(engine.registry).some(({ of }) => set.of(of).get(id) !== undefined)) return { workspace, mode };
    }
  }
  return null;
}
