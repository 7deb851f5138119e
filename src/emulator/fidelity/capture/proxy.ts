import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, EnvHttpProxyAgent } from 'undici';
import { isLoopbackHost } from '../../../core/base/hosts.ts';
import { ServiceError } from '../../../core/kernel/errors.ts';
import type { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { hiddenCall } from './hidden-call.ts';
import { refuse, relay, type Target } from './relay.ts';
import type { CaptureFile } from './write-capture.ts';

export interface CaptureOptions {
  /** The base address of the service's API, checked with `whyNoUpstream`. */
  readonly from: URL;
  /** 0 selects any free port. */
  readonly port: number;
  /** Where deliveries to `/webhooks` are forwarded; null if this path does not exist. */
  readonly webhooksTo: URL | null;
  readonly allowLive: boolean;
  readonly file: Pick<CaptureFile, 'begin'>;
  readonly texts: HiddenTexts;
  /** How long the service can take to start a response, in milliseconds. */
  readonly timeout?: number;
  /** Called with the reason, as a clause, if a call gets no response or an incomplete one. */
  readonly onUnanswered?: (reason: string) => void;
}

export interface RunningCapture {
  /** The base address of the API on this machine. */
  readonly url: string;
  /** Aborts the calls in progress, and waits until they are in the file. */
  close(): Promise<void>;
}

/** The longest time that HTTP clients usually wait, in milliseconds. */
const usualTimeout = 300_000;
/** How long an idle connection of the application stays open, in milliseconds. */
const keepAlive = 65_000;
const mostOfHeaders = 65_536;
const apiPath = '/api/v1';
const deliveryPath = /^\/webhooks(?=\?|$)/;

/** Why an address is not the base address of a service that can be captured, as a sentence; null if it is one. */
export function whyNoUpstream({ protocol, hostname, username, password, pathname }: URL): string | null {
  if (username !== '' || password !== '') return 'The address must not contain a user name or password.';
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(hostname)))
    return 'The address must use https or be on this machine, because it receives secrets.';
  return pathname === '/' || pathname.endsWith(apiPath) || pathname.endsWith(`${apiPath}/`)
    ? null
    : `Use the base address of the API, which ends with ${apiPath}.`;
}

/**
 * Listens on the loopback address, forwards every request to the service, and captures it.
 * @throws the system error if the port is in use
 */
export async function startCapture(options: CaptureOptions): Promise<RunningCapture> {
  const { port, file, texts, timeout = usualTimeout, onUnanswered } = options;
  const settings = { allowH2: true, maxHeaderSize: mostOfHeaders, autoSelectFamily: true };
  const direct = new Agent(settings);
  const proxied = new EnvHttpProxyAgent(settings);
  const underWay = new Set<Promise<void>>();

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const target = targetOf(incoming.url ?? '', options);
    if (target === null) {
      refuse(outgoing, new ServiceError('invalid_request_error', `Call ${addressOf(server.address())}${apiPath}.`));
      return;
    }
    const end = file.begin();
    const dispatcher = isLoopbackHost(new URL(target.origin).hostname) ? direct : proxied;
    const passed = await relay(incoming, outgoing, target, { dispatcher, timeout });
    if (passed === null) return;
    if (passed.error !== null && !target.isDelivery) onUnanswered?.(passed.error);
    const { call, leftOut } = await hiddenCall(texts, passed);
    end(call, {
      ...(target.isDelivery ? { _delivery: true } : {}),
      ...(passed.error === null ? {} : { _outcome: 'unknown' }),
      ...(leftOut === null ? {} : { _left_out: leftOut }),
    });
  };
  const server = createServer({ keepAliveTimeout: keepAlive, requestTimeout: 0, maxHeaderSize: mostOfHeaders });
  server.on('request', (incoming, outgoing) => {
    incoming.on('error', () => {});
    const passing = pass(incoming, outgoing).finally(() => underWay.delete(passing));
    underWay.add(passing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: addressOf(server.address()) + apiPath,
    async close() {
      server.close();
      await Promise.all([direct.destroy(), proxied.destroy()]);
      await Promise.all(underWay);
      server.closeAllConnections();
    },
  };
}

const addressOf = (address: AddressInfo | string | null): string => `http://127.0.0.1:${(address as AddressInfo).port}`;

/** The target of a request; null if the request has the form for forward proxies. */
function targetOf(path: string, { from, webhooksTo, allowLive }: CaptureOptions): Target | null {
  if (!path.startsWith('/')) return null;
  if (webhooksTo !== null && deliveryPath.test(path)) {
    const { origin, pathname, search } = webhooksTo;
    const query = path.replace(deliveryPath, '');
    const joined = search === '' ? query : search + query.replace('?', '&');
    return { origin, path: pathname + joined, isDelivery: true, refusesLiveKeys: false };
  }
  const prefix = from.pathname.replace(/\/$/, '').replace(/\/api\/v1$/, '');
  return { origin: from.origin, path: prefix + path, isDelivery: false, refusesLiveKeys: !allowLive };
}
