import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../../core/kernel/engine.ts';
import type { ServiceError } from '../../core/kernel/errors.ts';
import type { Assets } from '../../pages/assets.ts';
import type { Profile } from '../profile/profile.ts';
import type { RateWindows } from '../requests/rate-windows.ts';
import { sendFailurePage, showsPages } from './page-routes.ts';
import { asServiceError, sendError } from './replies.ts';
import { clientPolicy } from './surfaces/client.ts';
import { type ApiOptions, merchantPolicy } from './surfaces/merchant.ts';
import type { Policy } from './surfaces/policy.ts';
import { ClientLimits, RateLimits } from './surfaces/rate-limits.ts';

/** The parts of an emulator that its merchant API and client API depend on. */
export interface ApiParts {
  readonly engine: Engine;
  readonly limits: RateWindows;
  readonly profile: Profile | null;
  /** The options of the APIs, which can change while the server runs. */
  readonly options: ApiOptions;
}

/** The policies of the APIs that an application calls. */
export interface ApiSurfaces {
  readonly merchant: Policy;
  readonly client: Policy;
  /** The policies without the profile, for calls of the emulator's own pages; empty if there is no profile. */
  readonly unprofiled: readonly Policy[];
}

export function apiSurfaces({ engine, limits: windows, profile, options }: ApiParts): ApiSurfaces {
  const [limits, clientLimits] = [new RateLimits(windows), new ClientLimits(windows)];
  const policiesFor = (by: Profile | null): [merchant: Policy, client: Policy] => [
    merchantPolicy(engine, limits, options, by),
    clientPolicy(engine, clientLimits, options, by),
  ];
  const [merchant, client] = policiesFor(profile);
  return { merchant, client, unprofiled: profile === null ? [] : policiesFor(null) };
}

type SendRefusal = (reply: FastifyReply, refusal: ServiceError) => void;

/** Rejects requests that reached no operation, in the format of their path. */
export class PathRefusals {
  readonly #surfaces: ApiSurfaces;
  readonly #clientPrefixes: readonly string[];
  readonly #sendPage: SendRefusal;
  readonly #warn: (message: string) => void;

  constructor(surfaces: ApiSurfaces, assets: Assets, warn: (message: string) => void) {
    this.#surfaces = surfaces;
    this.#clientPrefixes = [...new Set(surfaces.client.operations.map(({ path }) => path.split('{')[0]!))];
    this.#sendPage = (reply, refusal) => void sendFailurePage(reply, assets, refusal);
    this.#warn = warn;
  }

  send(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    this.senderFor(request)(reply, asServiceError(request, error, this.#warn));
  }

  /** The function that sends a refusal in the format of the request's path. */
  senderFor(request: FastifyRequest): SendRefusal {
    const { merchant, client } = this.#surfaces;
    if (this.#isForPeople(request)) return this.#sendPage;
    if (this.#isClients(request)) return client.sendError;
    return request.url.startsWith(`${merchant.prefix}/`) ? merchant.sendError : sendError;
  }

  /** Whether a browser shows the response to a person, at an address that could belong to a page. */
  #isForPeople(request: FastifyRequest): boolean {
    return showsPages(request) && !this.#isClients(request) && !/^\/(api|_\w+)\//.test(request.url);
  }

  #isClients({ url }: FastifyRequest): boolean {
    return this.#clientPrefixes.some((prefix) => url.startsWith(prefix));
  }
}
