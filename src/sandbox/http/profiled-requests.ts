import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest, FastifyRouterOptions } from 'fastify';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import { sdkName } from '../../pages/shared/sdk-name.ts';
import type { Profile } from '../profile/profile.ts';

/*
 * What a profile changes in requests. The emulator's own pages and its browser SDK speak the emulator's names, and
 * reach operations that no profile changes.
 */

/**
 * Changes the requests of a scope to the emulator's names, before other code reads them. The control API has its own
 * names, and accepts the service's ids.
 */
export function acceptBy(profile: Profile, scope: FastifyInstance): void {
  const calledBy = (request: FastifyRequest): AnyOperation | null => {
    const { operation } = request;
    return operation === null || operation.surface === 'control' ? null : (operation as AnyOperation);
  };
  scope.addHook('onRequest', (request, _reply, done) => {
    request.params = profile.accept(request.params, null);
    request.query = profile.acceptQuery(request.query, calledBy(request));
    done();
  });
  scope.addHook('preValidation', (request, _reply, done) => {
    request.body = profile.accept(request.body, calledBy(request));
    done();
  });
}

/** The constraint of routes for the emulator's own pages. */
export const ofOurPages = { caller: 'page' };

type Constraint = NonNullable<FastifyRouterOptions<Server>['constraints']>[string];
type Handler = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>;

/** Shows the router whether a request came from one of the emulator's own pages, or from its SDK. */
export const callersApart: Constraint = {
  name: 'caller',
  storage: () => {
    const handlers = new Map<string, Handler>();
    return {
      get: (caller) => handlers.get(caller) ?? null,
      set: (caller, handler) => void handlers.set(caller, handler),
    };
  },
  deriveConstraint: ({ headers }) => {
    const { referer, host, authorization } = headers;
    const isPage = referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
    // Only the SDK sends its name together with a key.
    const isSdk = authorization !== undefined && headers['x-service-sdk'] === sdkName;
    return isPage || isSdk ? ofOurPages.caller : 'other';
  },
};
