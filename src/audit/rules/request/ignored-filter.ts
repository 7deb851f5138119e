import { isObject } from '../../../core/base/json-values.ts';
import { holds } from '../../../payments/platform/event-names.ts';
import type { Json, ObservedRequest, ObservedRun } from '../../observed/observed-run.ts';
import { isOfScenario } from '../../observed/scenario-requests.ts';

/** How soon after a list the application acts on its objects, in milliseconds. */
const soon = 60_000;

/** A filter that the API ignored, so that a list also showed what it was to leave out. */
export interface IgnoredFilter {
  readonly list: ObservedRequest;
  /** The parameter, such as `customer=cus_1`. */
  readonly filter: string;
  /** The field that has this value in some objects of the page, such as `customer_id`. */
  readonly field: string;
  /** The ids of the objects with another value. */
  readonly excluded: readonly string[];
  /** The application's write about the first of them, if it acted on the whole page. */
  readonly acted: ObservedRequest | null;
}

/** @param names of the query parameters that the API did not read */
export function ignoredFilter(
  record: ObservedRun,
  list: ObservedRequest,
  names: readonly string[],
): IgnoredFilter | null {
  const isJudged = list.view.method === 'GET' && list.isAccepted && !isOfScenario(record, list);
  const data = isJudged ? list.answer?.data : null;
  const objects = Array.isArray(data) ? data.filter(isObject) : [];
  for (const name of names) {
    const value = list.query.get(name);
    const field = value === null ? undefined : fieldWith(objects, value);
    if (field === undefined) continue;
    const excluded = objects.filter((each) => textsIn(each).get(field) !== value).map(({ id }) => String(id));
    return { list, filter: `${name}=${value}`, field, excluded, acted: actedOn(record, list, objects, excluded) };
  }
  return null;
}

/** The field that every object has, and that has this value in some of them only. An id does not filter a list. */
const fieldWith = (objects: readonly Json[], value: string): string | undefined =>
  [...textsIn(objects[0] ?? {}).keys()].find((field) => {
    const values = objects.map((each) => textsIn(each).get(field));
    const isPartly = values.includes(value) && values.some((each) => each !== value);
    return field !== 'id' && isPartly && !values.includes(undefined);
  });

/** The texts of an object by the names of their fields, such as `payment_method.type`. */
const textsIn = (object: Json, before = ''): Map<string, string> =>
  new Map(
    Object.entries(object).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string'
        ? [[`${before}${name}`, value]]
        : isObject(value)
          ? [...textsIn(value, `${before}${name}.`)]
          : [],
    ),
  );

/**
 * The write about an excluded object, if the application calls an operation for every object of the page, in the order
 * of the page. Otherwise the write may have another reason.
 */
function actedOn(record: ObservedRun, list: ObservedRequest, objects: readonly Json[], excluded: readonly string[]) {
  const ids = objects.map(({ id }) => String(id));
  const idIn = ({ view }: ObservedRequest) => ids.find((id) => holds(`${view.path} ${view.body ?? ''}`, id));
  const writes = record.requests.filter(
    (asked) =>
      asked.view.method !== 'GET' &&
      asked.received >= list.answered &&
      asked.received <= list.answered + soon &&
      idIn(asked) !== undefined &&
      !isOfScenario(record, asked),
  );
  for (const operation of new Set(writes.map((asked) => asked.operation))) {
    const same = writes.filter((asked) => asked.operation === operation);
    const order = [...new Set(same.map(idIn))];
    if (order.join() === ids.join()) return same.find((asked) => idIn(asked) === excluded[0]) ?? null;
  }
  return null;
}
