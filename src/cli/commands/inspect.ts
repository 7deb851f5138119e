import { inspectorAddress } from '../../inspector-address.ts';
import { openAddress } from '../../tui/terminal/system-opener.ts';
import type { Session } from '../session.ts';

/**
 * Prints where the inspector of a running emulator is, and opens it in the browser, where there is one.
 */
export async function inspect({ client, out, scope }: Session, id: string | undefined): Promise<void> {
  // Says at once where nothing runs, and in which data set nothing has this id.
  const status = await client.status();
  const address = inspectorAddress(status.url, { id, ...scope });
  out.document({ url: address }, () => address);
  if (out.json) return;
  // The browser is left alone once it has begun; until then this process has to wait for it.
  const waiting = setInterval(() => {}, 1_000);
  const isOpened = await openAddress(address, process.env);
  clearInterval(waiting);
  if (!isOpened) out.note('No browser was found here; open the address in one.');
}
