import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { quoted } from '../../../core/base/terminal-text.ts';
import type { EndpointHealth, Status } from '../../../sandbox/control/wire.ts';
import { counted } from '../../output.ts';
import { type Check, ok, problem, warning } from './doctor-environment.ts';

/** How long a webhook target may take to answer, in milliseconds. */
const patience = 3_000;

/** The server at the configured address: an emulator, no server, another program, or a server that is not trusted. */
export type ConfiguredServer = Status | 'none' | 'other' | 'untrusted';

interface Target {
  readonly url: string;
  readonly about: string;
  /** The health of an existing endpoint; null if the endpoint does not exist yet. */
  readonly health: EndpointHealth | null;
}

/** The webhook addresses: those of the enabled endpoints, and the address to which a start would forward. */
export function targetsOf(status: ConfiguredServer, forwardTo: unknown): Target[] {
  const endpoints = typeof status === 'object' ? status.endpoints : [];
  const targets: Target[] = endpoints
    .filter(({ enabled }) => enabled)
    .map(({ id, url, health }) => ({ url, about: id, health }));
  const isListed = targets.some(({ url }) => url === forwardTo || url === `${forwardTo}/`);
  if (typeof forwardTo === 'string' && !isListed) targets.push({ url: forwardTo, about: 'forwardTo', health: null });
  return targets;
}

/**
 * Sends a HEAD request, which no receiver mistakes for a webhook. Any response shows that a server listens. The
 * latest attempts show whether it accepts webhooks.
 */
export async function checkTarget({ url, about, health }: Target): Promise<Check> {
  const name = `webhooks (${about})`;
  const { status, error } = await ask(url);
  if (status === null) {
    return problem(
      name,
      `${url} does not respond: ${error}`,
      'Start your application, or correct the address (see npx payments-emulator webhooks list).',
    );
  }
  const says = `${url} responds to HEAD requests with ${status}`;
  if (health === null || health.failures_in_a_row === 0) return ok(name, says);
  const { attempts, failed } = health.recent;
  const how = `${failed} of ${counted(attempts, 'latest attempt')} failed; last error: ${health.last_error}`;
  const advice = `To see the endpoint's responses, run 'npx payments-emulator webhooks deliveries --endpoint ${quoted(about)}', then 'npx payments-emulator events show'.`;
  return (failed === attempts ? problem : warning)(name, `${says}, but ${how}`, advice);
}

/**
 * The response to a HEAD request. A null status means that there was no response, and `error` contains the reason.
 */
export function ask(url: string): Promise<{ status: number | null; error: string }> {
  return new Promise((resolveWith) => {
    let request: ReturnType<typeof requestHttp>;
    try {
      request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, { method: 'HEAD', agent: false });
    } catch (error) {
      resolveWith({ status: null, error: (error as Error).message });
      return;
    }
    request.setTimeout(patience, () => request.destroy(new Error(`no response within ${patience / 1000} s`)));
    request.once('response', (response) => {
      response.resume();
      resolveWith({ status: response.statusCode ?? 0, error: '' });
    });
    request.once('error', (error: NodeJS.ErrnoException) =>
      resolveWith({
        status: null,
        error:
          error.code === 'ECONNREFUSED'
            ? 'no program is listening at this address'
            : error.message || (error.code ?? ''),
      }),
    );
    request.end();
  });
}
