import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportedLine, RunView } from '../../sandbox/control/wire.ts';
import { lastOfEach, ObservedRun } from './observed-run.ts';

/**
 * The records of emulators that the command itself started, including emulators whose process was killed.
 * @param folder the folder that the command got in its environment
 */
export function reportedRecords(folder: string): ObservedRun[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  return names.sort().flatMap((name) => recordsIn(readFileSync(join(folder, name), 'utf8')));
}

/** A state of a workspace, read from its lines. A later line about the same object replaces an earlier one. */
interface Told {
  readonly begun: RunView;
  readonly lines: ReportedLine[];
}

function recordOf({ begun, lines }: Told): ObservedRun {
  const requests = lastOfEach([...begun.requests, ...lines.flatMap(({ request }) => request ?? [])]);
  const at = requests.at(-1)?.at ?? begun.now;
  return new ObservedRun({
    ...begun,
    now: at > begun.now ? at : begun.now,
    real_now: lines.at(-1)?.real_now ?? begun.real_now,
    requests,
    events: lastOfEach([...begun.events, ...lines.flatMap(({ event }) => event ?? [])]),
    deliveries: lastOfEach([...begun.deliveries, ...lines.flatMap(({ deliveries }) => deliveries ?? [])]),
    endpoints: lines.findLast(({ endpoints }) => endpoints !== undefined)?.endpoints ?? begun.endpoints,
  });
}

function recordsIn(text: string): ObservedRun[] {
  const records: ObservedRun[] = [];
  const open = new Map<string, Told>();
  for (const line of text.split('\n')) {
    const told = parsed(line);
    if (told === null) continue;
    if (!isView(told)) open.get(told.workspace)?.lines.push(told);
    else if (told.ended === null) open.set(told.workspace, { begun: told, lines: [] });
    else {
      open.delete(told.workspace);
      records.push(new ObservedRun(told));
    }
  }
  return [...records, ...[...open.values()].map(recordOf)];
}

const isView = (told: ReportedLine | RunView): told is RunView => 'url' in told;

/** A killed process may leave an incomplete last line. */
function parsed(line: string): ReportedLine | RunView | null {
  try {
    return line === '' ? null : (JSON.parse(line) as ReportedLine | RunView);
  } catch {
    return null;
  }
}
