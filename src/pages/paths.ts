import type { PageRoute } from './page.ts';

/** The addresses of `pageRoutes`. The server knows them before it loads the pages, which it does for the first visitor. */
export const pagePaths: readonly Pick<PageRoute, 'method' | 'path'>[] = [
  { method: 'GET', path: '/acs/return' },
  { method: 'POST', path: '/acs/return' },
  { method: 'GET', path: '/acs/{id}' },
  { method: 'POST', path: '/acs/{id}' },
  { method: 'GET', path: '/claim/{slug}' },
  { method: 'GET', path: '/claim/{slug}/payout' },
  { method: 'GET', path: '/request/{slug}' },
  { method: 'GET', path: '/pay/{slug}' },
  { method: 'GET', path: '/embed/{secret}' },
  { method: 'GET', path: '/pay/{slug}/confirmation' },
  { method: 'GET', path: '/embed/{secret}/confirmation' },
  { method: 'GET', path: '/pay/{slug}/3ds' },
  { method: 'POST', path: '/pay/{slug}/3ds' },
  { method: 'GET', path: '/pay/{slug}/bank-auth' },
  { method: 'POST', path: '/pay/{slug}/bank-auth' },
  { method: 'GET', path: '/invoice/{slug}' },
  { method: 'GET', path: '/invoice/{slug}/pdf' },
  { method: 'GET', path: '/portal/{slug}' },
  { method: 'GET', path: '/portal/{slug}/receipts/{id}' },
  { method: 'GET', path: '/portal/{slug}/receipts/{id}/pdf' },
  { method: 'GET', path: '/sdk/v1/field' },
  { method: 'GET', path: '/sdk/v1/wallet' },
];
