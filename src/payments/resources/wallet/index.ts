import { slice } from '../../../core/kernel/declare/slice.ts';
import { spentPrepared } from './actions.ts';
import { listWalletDomains, registerWalletDomain, removeWalletDomain } from './domains.ts';
import { preparedCredentials, WalletDomainsModel, WalletPrepareModel, walletDomains, walletSettings } from './model.ts';
import { openWalletSession, prepareWallet } from './operations.ts';

/** Operations for wallet sheets before a charge: prepared credentials, sessions and domains. */
export const wallet = slice('wallet', {
  models: { WalletPrepare: WalletPrepareModel, WalletDomains: WalletDomainsModel },
  settings: [walletSettings],
  collections: [preparedCredentials, walletDomains],
  operations: [prepareWallet, openWalletSession, listWalletDomains, registerWalletDomain, removeWalletDomain],
  spends: [spentPrepared],
});
