import { isPathOf } from '../../core/kernel/declare/operation.ts';
import { resources } from '../../payments/resources/registry.ts';

type Schema = { type?: unknown; properties?: Record<string, Schema> };

const isText = ({ type }: Schema): boolean => [type].flat().includes('string');

/**
 * The text fields of an operation's body, by path. `-d` keeps a postal code or a card number as text, although it
 * looks like a number.
 */
export function textFieldsOf(method: string, path: string): (field: string) => boolean {
  const below = path.split('?')[0]!.replace(/^(?:\/api\/v1)?\/?/, '/');
  const operation = resources
    .flatMap(({ operations }) => operations)
    .find((each) => each.surface === 'merchant' && each.method === method && isPathOf(each.path, below));
  return (field) => {
    let schema: Schema | undefined = operation?.body;
    for (const segment of field.split('.')) schema = schema?.properties?.[segment];
    return schema !== undefined && isText(schema);
  };
}
