import { isLoopbackHost, isPublicHost } from '../../../core/base/hosts.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { invalid, type Param } from '../../../core/kernel/errors.ts';
import { checkUrl } from '../../platform/checks.ts';
import { callersOrigin, publicOriginOf } from '../../platform/surroundings.ts';

/** Pages of the emulator to which a challenge can return. */
const ownReturns = /^\/(acs|pay|invoice|embed|sdk)\//;

/**
 * Checks the return URL of a challenge: a URL that the issuer can reach (specification, "Tokens and 3-D Secure"), or
 * a page of the emulator. For a page of the emulator, only the path is stored.
 * @throws 400 `parameter_invalid`
 */
export function checkReturn(ctx: Context, address: string, param: Param): string {
  const url = new URL(checkUrl(address, param));
  if ((url.origin === callersOrigin(ctx) || isOwn(publicOriginOf(ctx.kernel), url)) && ownReturns.test(url.pathname))
    return url.pathname + url.search;
  if (!isPublicHost(url.hostname)) {
    throw invalid(
      param,
      `${param} must be publicly reachable; the issuer cannot post the result of the challenge to ${url.host}.`,
    );
  }
  return url.href;
}

function isOwn(origin: string, url: URL): boolean {
  if (url.origin === origin) return true;
  return isLoopbackHost(url.hostname) && URL.canParse(origin) && url.port === new URL(origin).port;
}

/**
 * Returns the slug of the checkout to which a return URL from `checkReturn` belongs: `/pay/{slug}/...`; null for any
 * other page. On other hosts, where `/pay/thanks` can be any page, only the slug of a session counts.
 */
export function slugOf(address: string): string | null {
  const isOwnPath = address.startsWith('/');
  const { pathname } = new URL(address, 'http://localhost');
  const slug = /^\/pay\/([\w-]+)(?:\/|$)/.exec(pathname)?.[1] ?? null;
  return isOwnPath || slug?.startsWith('api-') ? slug : null;
}
