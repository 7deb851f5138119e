import type { ObjectView } from '../../control/wire.ts';
import { moneyOf } from '../../engine/money.ts';
import type { Cell } from '../output.ts';
import type { Session } from '../session.ts';
import { type PageOptions, pageQuery } from '../views.ts';

/** The filters of a listing and its place in the list. */
export interface ObjectsOptions extends PageOptions {
  state?: string;
  search?: string;
}

/** Lists the objects of a kind; without one, the kinds. */
export async function listObjects(session: Session, kind: string | undefined, options: ObjectsOptions): Promise<void> {
  const { client, out } = session;
  if (kind === undefined) {
    const kinds = await client.kinds();
    out.document(kinds, () =>
      out.table(
        ['kind', 'title'],
        kinds.data.map(({ name, title }) => [name, title]),
        'No kinds.',
      ),
    );
    return;
  }
  const { state, search } = options;
  const page = await client.objects.list(kind, { state, search, ...pageQuery(options) });
  const rows = page.objects.map(({ id, state: now, amount, who, what, data }) => [
    id,
    now,
    amount === null ? null : moneyOf(amount, String(data.currency ?? 'USD'), 'code'),
    cellOf(who),
    cellOf(what),
  ]);
  out.document(page, () => out.table(['id', 'state', 'amount', 'with', 'about'], rows, 'No objects.'));
  if (page.next !== null && !out.json) out.note(`There are more: --starting-after ${page.next}`);
}

const styles = { bad: 'red', wait: 'yellow', dim: 'dim' } as const;

function cellOf({ text, tone }: ObjectView['who']): Cell {
  if (text === '') return null;
  return tone === 'plain' ? text : { text, style: styles[tone] };
}
