import { isOpenAccountName, isPersonName, paymentKindOf, secretKindOf } from './sensitive-names.ts';

/** The kind of secret that the value of a field of this name may be; null: none. */
export function kindOfField(name: string): string | null {
  const kind = paymentKindOf(name) ?? secretKindOf(name);
  if (kind !== null) return kind;
  if (isOpenAccountName(name)) return 'account';
  return isPersonName(name) ? 'ssn' : null;
}

/** Names of fields that hold the value of the field around them. */
const wrappers = new Set([
  ...['value', 'values', 'data', 'text', 'content', 'plain', 'plaintext', 'raw', 'old', 'new', 'current', 'previous'],
  ...['confirm', 'confirmation', 'repeat', 'encrypted', 'string', 'val', '_', '$', '#text', '_value', '$value'],
]);

/** In a bank account, the number has a short name. */
const numberOfAccount = new Set(['number', 'no', 'num', 'account', 'acct']);

/**
 * The name by which a field is judged that stands in an object with a secret's name: that of the object, for a field
 * that holds the object's value.
 * @param kind of the object's name
 */
export function wrapped(name: string, kind: string, field: string): string {
  const known = field.toLowerCase();
  if (kind === 'bank_account' || kind === 'account')
    return numberOfAccount.has(known) || wrappers.has(known) ? 'account_number' : field;
  return wrappers.has(known) ? name : field;
}

/** Names of fields that hold the name of the value beside them, and of fields that hold that value. */
const naming = new Set([
  ...['name', 'key', 'field', 'id', 'param', 'parameter', 'header', 'property', 'attribute', 'label', 'type', 'k', 'n'],
  ...['fieldname', 'field_name', 'fieldid', 'field_id', 'question'],
]);
const holding = new Set([
  ...['value', 'content', 'text', 'data', 'val', 'v', 'answer', 'input', 'string', 'stringvalue', 'string_value'],
]);

/** A secret that its object names: `{"name": "password", "value": "x"}`. @param isSecret whether a name tells a secret */
export function namedPair(
  object: Readonly<Record<string, unknown>>,
  isSecret: (name: string) => boolean,
): { readonly name: string; readonly field: string } | null {
  let name: string | null = null;
  let field: string | null = null;
  for (const [each, value] of Object.entries(object)) {
    const known = each.toLowerCase();
    if (holding.has(known)) field ??= each;
    else if (typeof value === 'string' && naming.has(known) && isSecret(value)) name ??= value;
  }
  return name === null || field === null ? null : { name, field };
}
