import { instant, safeJson } from '../../../core/base/terminal-text.ts';
import { dim, type Line } from '../cells.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import type { Block, Details } from './structure.ts';

/** The maximum number of objects of each kind to list. */
const listed = 50;

/** The differences between a snapshot and the current data: counts by kind, ids, and changed fields. */
export async function snapshotDetails(session: Session, name: string): Promise<Details> {
  const diff = await session.client.call('snapshots.diff', { name, limit: listed });
  const { at, now, kinds } = diff;
  const saved: Line = [dim('saved at '), { text: instant(at) }, dim(', compared at '), { text: instant(now) }];
  const same: Line = [{ text: 'Nothing has changed.' }];
  const counts: Block = {
    type: 'fields',
    fields: kinds.map(({ kind, added, changed, removed }) => {
      const parts = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
      const value = parts.map(([change, count]) => `${count.toLocaleString('en-US')} ${change}`).join(', ');
      return { name: nounOf(session, kind), value: [value] };
    }),
  };
  return {
    title: `${name} and now`,
    json: safeJson(diff, 2),
    sections: [
      {
        heading: 'What differs',
        blocks: [{ type: 'lines', lines: kinds.length === 0 ? [saved, same] : [saved] }, counts],
      },
      ...kinds.map(({ kind, records, more }) => ({
        heading: nounOf(session, kind),
        blocks: [{ type: 'records', records, more } as const],
      })),
    ],
  };
}
