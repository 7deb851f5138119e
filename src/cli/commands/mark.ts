import { clean, instant } from '../output.ts';
import type { Session } from '../session.ts';

/** Starts a section of the log. Without a text, lists the latest marks. */
export async function mark(
  { client, out }: Session,
  text: string | undefined,
  { failed }: { failed?: boolean },
): Promise<void> {
  if (text !== undefined) {
    const added = await client.call('markers.add', { text, failed });
    out.document(added, () => `Marked: ${clean(added.text)}`);
    return;
  }
  const page = await client.call('markers.list');
  out.document(page, () =>
    out.table(
      ['at', 'kind', 'text'],
      page.data.map((each) => [
        instant(each.at),
        each.failed ? { text: 'failed', style: 'red' } : each.kind,
        each.text,
      ]),
      'No marks yet.',
    ),
  );
}
