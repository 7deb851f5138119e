import { isObject } from '../../core/base/json-values.ts';
import { idPattern, type ObservedRun } from './observed-run.ts';

/*
 * An application may keep a log of the events that it gets, so that it handles each of them once. An entry in it is no
 * effect of an event, and a further event rightly adds one.
 */

/** A path without list indexes: `shop.webhook_events`. */
type Path = string;

/** Event types that a log must have. The orders of a scenario in which each order has one event look like a log. */
const typesInLog = 2;

/** The entries of a list, or of an object whose names can be ids. */
const entriesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.entries(value) : [];

/** The logs of events in a state: they name every event that the application accepted, each in its own entry. */
export function eventLogsIn(state: unknown, record: ObservedRun): ReadonlySet<Path> {
  const { events } = record;
  const known = new Set(events.map(({ id }) => id));
  const accepted = events.filter(({ id }) => record.deliveriesOf(id).some(({ status }) => status === 'delivered'));
  const logs = new Set<Path>();
  if (new Set(accepted.map(({ type }) => type)).size < typesInLog) return logs;
  const look = (value: unknown, path: Path): void => {
    const named = entriesOf(value).map((entry) => eventsNamedIn(entry, known));
    const all = new Set(named.flat());
    if (named.every(({ length }) => length === 1) && accepted.every(({ id }) => all.has(id))) logs.add(path);
    else if (Array.isArray(value)) for (const item of value) look(item, `${path}[]`);
    else if (isObject(value)) for (const [name, held] of Object.entries(value)) look(held, pathTo(path, name));
  };
  look(state, '');
  return logs;
}

const pathTo = (path: Path, name: string): Path => (path === '' ? name : `${path}.${name}`);

function eventsNamedIn(entry: unknown, known: ReadonlySet<string>): string[] {
  const ids = JSON.stringify(entry).match(idPattern) ?? [];
  return [...new Set(ids)].filter((id) => known.has(id));
}

/** A state without its logs of events. */
export function withoutLogs(value: unknown, logs: ReadonlySet<Path>, path: Path = ''): unknown {
  if (logs.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutLogs(item, logs, `${path}[]`));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, held]) => [name, held, pathTo(path, name)] as const);
  return Object.fromEntries(
    fields.filter(([, , at]) => !logs.has(at)).map(([name, held, at]) => [name, withoutLogs(held, logs, at)]),
  );
}
