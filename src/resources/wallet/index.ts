import { defineResource } from '../../engine/resource.ts';
import { listWalletDomains, registerWalletDomain, removeWalletDomain } from './domains.ts';
import { preparedCredentials, WalletDomainsModel, WalletPrepareModel, walletDomains } from './model.ts';
import { openWalletSession, prepareWallet } from './operations.ts';

/** What the sheets of wallets need before a charge: prepared credentials, sessions, domains. */
export const wallet = defineResource({
  name: 'wallet',
  models: { WalletPrepare: WalletPrepareModel, WalletDomains: WalletDomainsModel },
  collections: [preparedCredentials, walletDomains],
  operations: [prepareWallet, openWalletSession, listWalletDomains, registerWalletDomain, removeWalletDomain],
});
