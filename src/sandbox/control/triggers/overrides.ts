import { closest } from '../../../core/base/closest.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { firstError } from '../../../core/validation/validator.ts';
import { type Shape, sentenceOf } from '../../../core/validation/value-error.ts';

type Fields = Record<string, unknown>;
const noBody = T.Object({});

/**
 * The fields that `set` overrides in the request that creates a new object: `{'metadata.order': 7}` becomes
 * `{metadata: {order: 7}}`. Values that the request would reject are rejected here, because a trigger creates the
 * object without that check. An unknown path is also rejected instead of ignored.
 * @throws 400 `parameter_invalid`
 */
export function overridesFor({ body: shape = noBody }: AnyOperation, set: Fields | undefined): Fields {
  if (set === undefined) return {};
  const body: Fields = {};
  for (const [path, value] of Object.entries(set)) {
    checkPath(shape, path);
    place(body, path.split('.'), value);
  }
  for (const [name, value] of Object.entries(body)) {
    const fault = firstError((shape as Shape).properties![name]!, value, [name]);
    if (fault !== null) throw invalid('set', sentenceOf(fault, 'request'));
  }
  return body;
}

/** Any path is valid inside an object with arbitrary content, such as `metadata`. */
function checkPath(shape: Shape, path: string): void {
  let at = shape;
  for (const name of path.split('.')) {
    if (at.properties === undefined && [at.type].flat().includes('object')) return;
    const properties = at.properties ?? {};
    if (!Object.hasOwn(properties, name)) {
      const [near] = closest(name, Object.keys(properties));
      const known = Object.keys(shape.properties ?? {}).join(', ');
      const hint = near === undefined ? `It has ${known}.` : `Did you mean '${near}'?`;
      throw invalid('set', `The request that creates the object has no field '${path}'. ${hint}`);
    }
    at = properties[name]!;
  }
}

function place(body: Fields, [segment, ...rest]: string[], value: unknown): void {
  if (segment === '__proto__' || segment === 'constructor')
    throw invalid('set', `'${segment}' cannot be a field name.`);
  if (rest.length === 0) {
    body[segment!] = value;
    return;
  }
  const inner = Object.hasOwn(body, segment!) ? body[segment!] : undefined;
  const next: Fields = typeof inner === 'object' && inner !== null ? (inner as Fields) : {};
  body[segment!] = next;
  place(next, rest, value);
}
