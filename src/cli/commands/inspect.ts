import { inspectorAddress } from '../../core/base/inspector-address.ts';
import { openAddress } from '../../desk/terminal/terminal/system-opener.ts';
import type { Session } from '../session.ts';

/** Prints the address of a running emulator's inspector, and opens it in the browser if there is one. */
export async function inspect({ client, out, scope }: Session, id: string | undefined): Promise<void> {
  // Fails immediately if no emulator runs, or if the data set has no object with this id.
  const status = await client.call('status');
  const address = inspectorAddress(status.url, { id, ...scope });
  out.document({ url: address }, () => address);
  if (out.json) return;
  // Once started, the browser is independent. Until then, this process must stay alive.
  const waiting = setInterval(() => {}, 1_000);
  const isOpened = await openAddress(address, process.env);
  clearInterval(waiting);
  if (!isOpened) out.note('No browser was found; open the address manually.');
}
