import { inspectorAddress } from '../../inspector-address.ts';
import { openAddress } from '../../tui/terminal/system-opener.ts';
import type { Session } from '../session.ts';

/**
 * Opens the inspector of a running emulator in the browser, and prints where it is; where no browser is, it prints that
 * alone.
 */
export async function inspect({ client, out, scope }: Session, id: string | undefined): Promise<void> {
  // Says at once where nothing runs, and in which data set nothing has this id.
  const status = await client.status();
  const address = inspectorAddress(status.url, { id, ...scope });
  const isOpened = !out.json && (await openAddress(address, process.env));
  out.document({ url: address }, () => address);
  if (!isOpened && !out.json) out.note('No browser was found here; open the address in one.');
}
