import { isOpenAccountName, isPersonName, paymentKindOf, secretKindOf } from './sensitive-names.ts';

/** The kind of secret that a field with this name can contain; null if none. */
export function kindOfField(name: string): string | null {
  const kind = paymentKindOf(name) ?? secretKindOf(name);
  if (kind !== null) return kind;
  if (isOpenAccountName(name)) return 'account';
  return isPersonName(name) ? 'ssn' : null;
}

/** Names of fields that contain the value of the field around them. */
const wrappers = new Set([
  ...['value', 'values', 'data', 'text', 'content', 'plain', 'plaintext', 'raw', 'old', 'new', 'current', 'previous'],
  ...['confirm', 'confirmation', 'repeat', 'encrypted', 'string', 'val', '_', '$', '#text', '_value', '$value'],
]);

/** In a bank account object, the number has a short name. */
const numberOfAccount = new Set(['number', 'no', 'num', 'account', 'acct']);

/**
 * Returns the name that determines how to treat a field in an object with a secret name. For a field that contains
 * the object's value, this is the name of the object.
 * @param kind the kind of the object's name
 */
export function wrapped(name: string, kind: string, field: string): string {
  const known = field.toLowerCase();
  if (kind === 'bank_account' || kind === 'account')
    return numberOfAccount.has(known) || wrappers.has(known) ? 'account_number' : field;
  return wrappers.has(known) ? name : field;
}

/** Names of fields that contain the name of an adjacent value, and names of fields that contain that value. */
const naming = new Set([
  ...['name', 'key', 'field', 'id', 'param', 'parameter', 'header', 'property', 'attribute', 'label', 'type', 'k', 'n'],
  ...['fieldname', 'field_name', 'fieldid', 'field_id', 'question'],
]);
const holding = new Set([
  ...['value', 'content', 'text', 'data', 'val', 'v', 'answer', 'input', 'string', 'stringvalue', 'string_value'],
]);

/**
 * Finds a secret that its object names: `{"name": "password", "value": "x"}`. @param isSecret whether a name
 * indicates a secret
 */
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
