import { amount, safeJson } from '../../../core/base/terminal-text.ts';
import type { SnapshotDiff } from '../../../sandbox/control/wire.ts';
import { dim, type Line } from '../cells.ts';
import { stateSpan, when } from '../format.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import { shownChanges } from './field-changes.ts';
import type { Block, Details, ShownRecord } from './structure.ts';

/** The maximum number of objects of each kind to list. */
const listed = 50;

/** The differences between a snapshot and the current data: counts by kind, ids, and changed fields. */
export async function snapshotDetails(session: Session, name: string): Promise<Details> {
  const diff = await session.client.call('snapshots.diff', { name, limit: listed });
  const { at, now, kinds } = diff;
  const saved: Line = [
    dim('saved at '),
    { text: when(at, session.now) },
    dim(', compared at '),
    { text: when(now, session.now) },
  ];
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
        blocks: [
          { type: 'records', records: records.map((record) => shownRecord(record, session.now)), more } as const,
        ],
      })),
    ],
  };
}

type DiffRecord = SnapshotDiff['kinds'][number]['records'][number];

const shownRecord = ({ id, change, about, fields }: DiffRecord, now: number): ShownRecord => ({
  id,
  change,
  about: [amount(about.amount, about.currency), stateSpan(about.state), dim(about.text)],
  // A balance has the code of its currency as its id.
  fields: shownChanges(fields, now, about.currency ?? id),
});
