import type { FieldChange, SnapshotDiff } from '../../control/wire.ts';
import { counted, fieldText, instant, safeJson } from '../../text.ts';
import { dim, type Line, type Span } from '../cells.ts';
import { stateSpan } from '../format.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import type { Details, Section } from './structure.ts';

/** A line for each field: `status  settled → disputed`. */
export function changedLines(changed: readonly FieldChange[], indent = ''): Line[] {
  const widest = Math.max(0, ...changed.map(({ field }) => field.length));
  return changed.map(
    ({ field, from, to }): Line => [
      dim(`${indent}${field.padEnd(widest)}  `),
      { text: fieldText(from) },
      dim(' → '),
      field === 'status' && typeof to === 'string' ? stateSpan(to) : { text: fieldText(to) },
    ],
  );
}

/** How many objects of each kind are listed. */
const listed = 50;

/** What differs between a snapshot and now: counts by kind, the ids, and the fields of what changed. */
export async function snapshotDetails(session: Session, name: string): Promise<Details> {
  const diff = await session.client.snapshots.diff(name, { limit: listed });
  const { at, now, kinds } = diff;
  const saved: Line = [dim('saved at '), { text: instant(at) }, dim(', compared at '), { text: instant(now) }];
  const counts = kinds.map(({ kind, added, changed, removed }): Line => {
    const parts = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
    return [
      { text: nounOf(session, kind).padEnd(24) },
      dim(parts.map(([change, count]) => `${count.toLocaleString('en-US')} ${change}`).join(', ')),
    ];
  });
  return {
    title: `${name} and now`,
    json: safeJson(diff, 2),
    sections: [
      {
        heading: 'What differs',
        lines: [saved, ...(counts.length === 0 ? [[{ text: 'Nothing: all is as it was.' }]] : counts)],
      },
      ...kinds.map((kind) => kindSection(session, kind)),
    ],
  };
}

const marks = {
  added: { text: '+ ', tone: 'good' },
  changed: { text: '~ ', tone: 'wait' },
  removed: { text: '- ', tone: 'bad' },
} as const satisfies Record<string, Span>;

function kindSection(session: Session, { kind, records, more }: SnapshotDiff['kinds'][number]): Section {
  const lines = records.flatMap(({ id, change, fields }): Line[] => [
    [marks[change], { text: id }, dim(`  ${change}`)],
    ...changedLines(fields, '    '),
  ]);
  const rest: Line[] = more === 0 ? [] : [[dim(`and ${counted(more, 'more', 'more')}`)]];
  return { heading: nounOf(session, kind), lines: [...lines, ...rest] };
}
