import type { ServiceWallet } from '../../sdk/types.ts';
import type { Approval } from '../../sdk/wallet-sheet.ts';
import { postJson } from './api.ts';
import type { Outcome } from './payment.ts';
import type { WalletType } from './wallets.ts';

/** What a wallet gave, ready to be paid with. */
export interface WalletCredential {
  readonly service_wallet: ServiceWallet;
  /** By which its card is to be authenticated first; null where it need not be. */
  readonly cardRef: string | null;
}

interface Opened {
  readonly prepared: string;
  readonly cardRef: string | null;
}

/**
 * Makes of what a sheet gave what pay takes. A wallet_b card is opened once; wallet_a goes as it is.
 * @returns why it cannot be paid with, where it cannot; null where nothing was heard
 */
export async function credentialOf(
  slug: string,
  wallet: WalletType,
  { credential, info }: Approval,
): Promise<WalletCredential | Extract<Outcome, { kind: 'gone' | 'invalid' }> | null> {
  if (wallet === 'wallet_a') {
    return { service_wallet: { type: 'wallet_a', wallet_a_payment_data: credential, info }, cardRef: null };
  }
  const body = { service_wallet: { type: 'wallet_b', wallet_b_token: credential, info } };
  const answer = await postJson<Opened>(`/api/checkout/${slug}/wallet`, body);
  switch (answer.kind) {
    case 'done':
      return {
        service_wallet: { type: 'wallet_b', prepared: answer.body.prepared, info },
        cardRef: answer.body.cardRef,
      };
    case 'refused':
      return answer.status === 404 ? { kind: 'gone' } : { kind: 'invalid', refusal: answer.refusal };
    case 'unreachable':
      return null;
  }
}
