import { moneyOf } from '../../payments/platform/money.ts';
import { instant } from '../output.ts';
import type { Session } from '../session.ts';
import { type PageOptions, pageQuery, remarkOnPage } from '../views.ts';

export interface LedgerOptions extends PageOptions {
  id?: string;
}

/** Lists the ledger entries: the money, the accounts, and the reason of each movement. */
export async function listLedger({ client, out }: Session, options: LedgerOptions): Promise<void> {
  const page = await client.call('ledger.list', { subject: options.id, ...pageQuery(options) });
  out.document(page, () =>
    out.table(
      ['id', 'at', 'why', 'about', 'account', 'amount'],
      page.data.map(({ id, at, kind, subject, account, amount, currency }) => [
        id,
        instant(at),
        kind,
        subject,
        account,
        moneyOf(amount, currency, 'code'),
      ]),
      'No money has moved yet.',
    ),
  );
  remarkOnPage(out, page);
}
