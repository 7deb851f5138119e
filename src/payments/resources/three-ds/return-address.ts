import { isLoopbackHost, isPublicHost } from '../../../core/base/hosts.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { invalid, type Param } from '../../../core/kernel/errors.ts';
import { checkUrl } from '../../platform/checks.ts';

/** Pages of the emulator that a challenge may return to. */
const ownReturns = /^\/(acs|pay|invoice|embed|sdk)\//;

/**
 * Checks a challenge's return address: a URL that the issuer could reach (specification, "Tokens and 3-D Secure"), or a
 * page of the emulator. Of the emulator's page, only the path is stored.
 * @throws 400 `parameter_invalid`
 */
export function checkReturn({ kernel, origin }: Context, address: string, param: Param): string {
  const url = new URL(checkUrl(address, param));
  if ((url.origin === origin || isOwn(kernel.publicOrigin, url)) && ownReturns.test(url.pathname))
    return url.pathname + url.search;
  if (!isPublicHost(url.hostname)) {
    throw invalid(
      param,
      `${param} must be publicly reachable: the issuer cannot post the challenge's result to ${url.host}.`,
    );
  }
  return url.href;
}

function isOwn(origin: string, url: URL): boolean {
  if (url.origin === origin) return true;
  return isLoopbackHost(url.hostname) && URL.canParse(origin) && url.port === new URL(origin).port;
}

/**
 * The slug of the checkout to which a return address from `checkReturn` belongs: `/pay/{slug}/...`; null for any other
 * page. On a foreign host, where `/pay/thanks` may be any page, only a session's slug counts.
 */
export function slugOf(address: string): string | null {
  const isOwnPath = address.startsWith('/');
  const { pathname } = new URL(address, 'http://localhost');
  const slug = /^\/pay\/([\w-]+)(?:\/|$)/.exec(pathname)?.[1] ?? null;
  return isOwnPath || slug?.startsWith('api-') ? slug : null;
}
