import type { Context } from '../../engine/context.ts';
import { invalid, wrongState } from '../../engine/errors.ts';
import { isLoopbackHost } from '../../engine/hosts.ts';
import { defineOperation, type Lookup } from '../../engine/operation.ts';
import { T, Words } from '../../engine/schema.ts';
import type { Settings } from '../../engine/settings.ts';
import { requireWallets } from './actions.ts';
import { type WalletDomains, WalletDomainsModel, walletDomains } from './model.ts';

/** The domain of the service's own checkout pages. */
const serviceDomain = 'checkout.payments-service.example';
/** The most domains that a mode can register. */
const mostDomains = 99;
const associationPath = '/.well-known/wallet-a-domain-association';

const hostPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * A host name in lower case, without scheme, port or path.
 * @throws 400 `parameter_invalid`
 */
export function checkDomain(domain: string): string {
  const name = domain.toLowerCase();
  if (name.length > 253 || !hostPattern.test(name)) throw invalid('domain', `'${domain}' is not a host name.`);
  return name;
}

const managedDomains = ({ custom_domain }: Settings): readonly string[] =>
  custom_domain === null ? [serviceDomain] : [serviceDomain, custom_domain.toLowerCase()];

const notRegistered = (domain: string, why: string) =>
  invalid('domain', `The domain ${domain} is not registered for wallet_a in live mode${why}`, 'domain_not_registered');

const isRegistered = (ctx: Context, domain: string): boolean =>
  managedDomains(ctx.settings).includes(domain) || ctx.find(walletDomains, domain) !== undefined;

/** @throws 400 `domain_not_registered` */
export function requireRegistered(ctx: Context, domain: string): void {
  if (!isRegistered(ctx, domain)) throw notRegistered(domain, '; register it with POST /wallets/wallet-a/domains.');
}

function stateOf(ctx: Context): WalletDomains {
  const managed = managedDomains(ctx.settings);
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
 * Where a domain's association file can be asked for: only where the workspace maps the domain to this machine.
 * A mapping is `127.0.0.1:8080`, with `http://` or `https://` before it or not.
 */
function associationOf({ wallet_a_domains }: Settings, domain: string): Lookup | null {
  const name = domain.toLowerCase();
  const mapped = Object.hasOwn(wallet_a_domains, name) ? wallet_a_domains[name]! : '';
  const base = /^https?:\/\//.test(mapped) ? mapped : `http://${mapped}`;
  if (mapped === '' || !URL.canParse(base)) return null;
  const url = new URL(base);
  return isLoopbackHost(url.hostname) ? { origin: url.origin, path: associationPath, host: name } : null;
}

export const listWalletDomains = defineOperation({
  id: 'wallet_domains.list',
  method: 'GET',
  path: '/wallets/wallet-a/domains',
  summary: 'Read which domains wallet_a is registered for',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: WalletDomainsModel,
  errors: [400],
  example: {},
  handle: (ctx) => {
    requireWallets(ctx);
    return stateOf(ctx);
  },
});

export const registerWalletDomain = defineOperation({
  id: 'wallet_domains.create',
  method: 'POST',
  path: '/wallets/wallet-a/domains',
  summary: 'Register a domain for wallet_a',
  access: 'secret',
  body: T.Object({ domain: Words(253) }),
  success: 201,
  envelope: 'data',
  answer: WalletDomainsModel,
  errors: [400],
  example: { body: { domain: 'shop.example' } },
  lookup: ({ settings, mode }, { body }) => (mode === 'live' ? associationOf(settings, body.domain) : null),
  handle: (ctx, { body, found }) => {
    requireWallets(ctx);
    const domain = checkDomain(body.domain);
    if (!domain.includes('.')) throw invalid('domain', `'${domain}' is not fully qualified.`);
    if (isRegistered(ctx, domain)) return stateOf(ctx);
    if (ctx.livemode && found?.status !== 200) {
      const seen = found === undefined ? 'is not mapped to this machine' : `answered ${found?.status ?? 'nothing'}`;
      throw notRegistered(domain, `: ${domain}${associationPath} ${seen}.`);
    }
    if (ctx.of(walletDomains).size >= mostDomains) {
      throw invalid('domain', `No more than ${mostDomains} domains can be registered.`);
    }
    ctx.put(walletDomains, { id: domain, created_at: ctx.at });
    return stateOf(ctx);
  },
});

export const removeWalletDomain = defineOperation({
  id: 'wallet_domains.delete',
  method: 'DELETE',
  path: '/wallets/wallet-a/domains/{domain}',
  summary: 'Remove a domain from wallet_a',
  access: 'secret',
  success: 200,
  envelope: 'data',
  answer: WalletDomainsModel,
  errors: [400],
  example: { params: { domain: 'shop.example' } },
  handle: (ctx, { params }) => {
    requireWallets(ctx);
    const domain = checkDomain(params.domain!);
    if (managedDomains(ctx.settings).includes(domain)) {
      throw wrongState(`${domain} is managed by the service; it cannot be removed.`);
    }
    if (ctx.find(walletDomains, domain) === undefined) {
      throw invalid('domain', `The domain ${domain} is not registered.`, 'domain_not_registered');
    }
    ctx.remove(walletDomains, domain);
    return stateOf(ctx);
  },
});
