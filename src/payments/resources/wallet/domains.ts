import { isLoopbackHost } from '../../../core/base/hosts.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { type Lookup, operation } from '../../../core/kernel/declare/operation.ts';
import { about, described, T, Words } from '../../../core/kernel/declare/schema.ts';
import {
  errorOf,
  invalid,
  invalidState,
  parameterInvalid,
  refusal,
  type ServiceError,
  wrongState,
} from '../../../core/kernel/errors.ts';
import type { Workspace } from '../../../core/kernel/workspace.ts';
import { accountSettings } from '../account/model.ts';
import { wallets } from './actions.ts';
import { type WalletDomains, WalletDomainsModel, walletDomains, walletSettings } from './model.ts';

/** The domain of the service's own checkout pages. */
const serviceDomain = 'checkout.payments-service.example';
/** The maximum number of domains that a mode can register. */
const mostDomains = 99;
const associationPath = '/.well-known/wallet-a-domain-association';

const hostPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** A host name in a body; `checkDomain` reads it. */
export const DomainInput = (description: string) => about(described(Words(253), { format: 'hostname' }), description);

/**
 * Checks a host name and returns it in lowercase. It has no scheme, port or path.
 * @throws 400 `parameter_invalid`
 */
export function checkDomain(domain: string): string {
  const name = domain.toLowerCase();
  if (name.length > 253 || !hostPattern.test(name)) throw invalid('domain', `'${domain}' is not a valid host name.`);
  return name;
}

function managedDomains(ctx: Context): readonly string[] {
  const { custom_domain } = accountSettings.of(ctx);
  return custom_domain === null ? [serviceDomain] : [serviceDomain, custom_domain.toLowerCase()];
}

export const domainNotRegistered = refusal(400, 'domain_not_registered', { origin: 'specified' });

const notRegistered = (text: string): ServiceError => errorOf(domainNotRegistered, text, { param: 'domain' });
const notInLiveMode = (domain: string, why: string): ServiceError =>
  notRegistered(`The domain ${domain} is not registered for wallet_a in live mode${why}`);

const isRegistered = (ctx: Context, domain: string): boolean =>
  managedDomains(ctx).includes(domain) || ctx.find(walletDomains, domain) !== undefined;

/** @throws 400 `domain_not_registered` */
export function requireRegistered(ctx: Context, domain: string): void {
  if (!isRegistered(ctx, domain)) throw notInLiveMode(domain, '; register it with POST /wallets/wallet-a/domains.');
}

function registrationOf(ctx: Context): WalletDomains {
  const managed = managedDomains(ctx);
  const own = [...ctx.of(walletDomains).oldestFirst()].filter(({ id }) => !managed.includes(id));
  return {
    object: 'wallet_domains',
    livemode: ctx.livemode,
    domains: [
      ...managed.map((domain) => ({ domain, status: 'registered' as const, managed: true })),
      ...own.map(({ id }) => ({ domain: id, status: 'registered' as const, managed: false })),
    ],
  };
}

/**
 * Returns the URL of a domain's association file; null if the workspace does not map the domain to this machine. A
 * mapping is `127.0.0.1:8080`, with or without `http://` or `https://`.
 */
function associationOf(workspace: Pick<Workspace, 'settings'>, domain: string): Lookup | null {
  const { wallet_a_domains } = walletSettings.of(workspace);
  const name = domain.toLowerCase();
  const mapped = Object.hasOwn(wallet_a_domains, name) ? wallet_a_domains[name]! : '';
  const base = /^https?:\/\//.test(mapped) ? mapped : `http://${mapped}`;
  if (mapped === '' || !URL.canParse(base)) return null;
  const url = new URL(base);
  return isLoopbackHost(url.hostname) ? { origin: url.origin, path: associationPath, host: name } : null;
}

export const listWalletDomains = operation('GET /wallets/wallet-a/domains', {
  id: 'wallet_domains.list',
  summary: 'List the domains that are registered for wallet_a',
  access: 'read',
  forPages: true,
  answers: [200, WalletDomainsModel],
  capability: wallets,
  example: {},
  handle: (ctx) => {
    return registrationOf(ctx);
  },
});

export const registerWalletDomain = operation('POST /wallets/wallet-a/domains', {
  id: 'wallet_domains.create',
  summary: 'Register a domain for wallet_a',
  access: 'secret',
  body: T.Object({ domain: DomainInput('A fully qualified host name.') }),
  answers: [201, WalletDomainsModel],
  capability: wallets,
  refuses: [domainNotRegistered],
  example: { body: { domain: 'shop.example' } },
  lookup: (caller, { body }) => (caller.mode === 'live' ? associationOf(caller, body.domain) : null),
  handle: (ctx, { body, found }) => {
    const domain = checkDomain(body.domain);
    if (!domain.includes('.'))
      throw invalid('domain', `'${domain}' is not a fully qualified host name; use a name such as shop.example.`);
    if (isRegistered(ctx, domain)) return registrationOf(ctx);
    if (ctx.livemode && found?.status !== 200) {
      const seen = found === undefined ? 'is not mapped to this machine' : `answered ${found?.status ?? 'nothing'}`;
      throw notInLiveMode(domain, `: ${domain}${associationPath} ${seen}.`);
    }
    if (ctx.of(walletDomains).size >= mostDomains) {
      throw invalid('domain', `You can register at most ${mostDomains} domains.`);
    }
    ctx.put(walletDomains, { id: domain, created_at: ctx.at });
    return registrationOf(ctx);
  },
});

export const removeWalletDomain = operation('DELETE /wallets/wallet-a/domains/{domain}', {
  id: 'wallet_domains.delete',
  summary: 'Remove a domain from wallet_a',
  params: { domain: 'The host name.' },
  access: 'secret',
  answers: [200, WalletDomainsModel],
  capability: wallets,
  refuses: [parameterInvalid, domainNotRegistered, invalidState],
  example: { params: { domain: 'shop.example' } },
  handle: (ctx, { params }) => {
    const domain = checkDomain(params.domain);
    if (managedDomains(ctx).includes(domain)) {
      throw wrongState(`The service manages ${domain}, so you cannot remove it.`);
    }
    if (ctx.find(walletDomains, domain) === undefined) throw notRegistered(`The domain ${domain} is not registered.`);
    ctx.remove(walletDomains, domain);
    return registrationOf(ctx);
  },
});
