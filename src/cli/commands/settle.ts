import { counted } from '../output.ts';
import type { Session } from '../session.ts';
import { showRan } from '../views.ts';

export async function settle({ client, out }: Session): Promise<void> {
  const answer = await client.settle();
  out.document(answer, () => showRan(out, answer.ran, answer.summary));
  if (answer.deliveries_pending > 0) {
    out.note(`${counted(answer.deliveries_pending, 'delivery', 'deliveries')} still under way.`);
  }
  if (answer.deliveries_retrying > 0) {
    const count = counted(answer.deliveries_retrying, 'delivery', 'deliveries');
    out.note(`${count} failed; the next attempt comes with the clock ('emulator clock next').`);
  }
}
