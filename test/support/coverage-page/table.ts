import { resources } from '../../../src/payments/resources/registry.ts';
import { listTriggers } from '../../../src/sandbox/control/triggers/trigger-catalogue.ts';
import { declarations } from '../../../src/sandbox/declarations.ts';
import { clientOperations, merchantOperations } from '../declared.ts';
import { specifiedRoutes } from '../specification.ts';

/** The specification's tables with what stands behind each row in the emulator: what `docs/internals/coverage.md` shows. */

/** One row: what the specification says, and what does it. */
export interface Row {
  /** Names it among the gaps: `POST /charges`, `payout: paid, receiving bank returns it`. */
  readonly key: string;
  readonly cells: readonly string[];
  /** What is missing or different, in words; none where the row is covered. */
  readonly faults: readonly string[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** What this emulator adds to the table. */
  readonly assumed?: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  readonly remark?: string;
}

export interface Chapter {
  readonly title: string;
  readonly about: string;
  readonly tables: readonly Table[];
}

export const mark = '†';

export const registry = declarations();
export const operations = merchantOperations;
/** What stands in no row of the specification's tables; the token route is named there, but not shown. */
export const assumedOperations: readonly { id: string; method: string; path: string }[] = [
  ...operations.filter(({ assumed }) => assumed === true),
  ...clientOperations.filter(({ assumed }) => assumed === true),
];
/** The merchant operations that stand in a row of the specification. */
export const specifiedOperations = operations.filter((operation) =>
  specifiedRoutes.some((line) => line.startsWith(`${operation.method} ${operation.path} `)),
);
/** What has operations of the merchant API, and none that the specification knows, is not a part of this page. */
export const specifiedSlices = resources.filter((slice) => {
  const own = slice.operations.filter(({ surface }) => surface === 'merchant');
  return own.length === 0 || own.some((operation) => specifiedOperations.includes(operation));
});
export const lifecycles = specifiedSlices.flatMap(({ lifecycle }) => (lifecycle === undefined ? [] : [lifecycle]));
export const triggers = listTriggers(registry);

export const code = (text: string): string => `\`${text}\``;
export const codes = (texts: Iterable<string>): string => [...new Set(texts)].map(code).join(', ');
export const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
export const operationAt = (route: string) => operations.find((operation) => routeOf(operation) === route);

/** What a move is triggered by: the types of its events, else its own name; nothing where it only follows another. */
export function triggersOf(move: string): string[] {
  const own = triggers.filter(({ moves }) => moves.some((each) => each.move === move));
  const events = own.filter(({ kind }) => kind === 'event');
  return (events.length > 0 ? events : own).map(({ name }) => name);
}

export const assumedRows = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<Table, 'assumed'> => (rows.length === 0 ? {} : { assumed: { columns, rows } });

/** The fields of a model by who promises them. */
export function fieldsOf(model: object): { specified: string[]; assumed: string[] } {
  const properties = (model as { properties?: Record<string, object> }).properties ?? {};
  const shown = Object.entries(properties).filter(([, field]) => !('x-internal' in field));
  return {
    specified: shown.filter(([, field]) => !('x-assumed' in field)).map(([name]) => name),
    assumed: shown.filter(([, field]) => 'x-assumed' in field).map(([name]) => name),
  };
}
