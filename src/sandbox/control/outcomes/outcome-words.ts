import { closest, orOf } from '../../../core/base/closest.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { invalidPart, ServiceError } from '../../../core/kernel/errors.ts';
import { outcomeHeader, outcomeKinds } from '../../../payments/platform/outcome-kinds.ts';
import {
  EffectModel,
  effects,
  type OutcomeEffect,
  type OutcomeKind,
} from '../../../payments/platform/outcome-rules.ts';
import { codeTables, declineCodes, rulesOf } from '../../../payments/simulation/codes.ts';
import { checkRule, pagePayment } from './rules.ts';

/** The maximum length of an outcome in words, in characters. */
const longest = 200;
const fieldNames = new Set(Object.keys(EffectModel.properties).filter((name) => name !== 'kind'));
const declineNames = new Set(Object.values(declineCodes.byRail).flatMap(Object.keys));

/**
 * Reads the outcome that a header requests, in the fields of a rule's effect: the kind, the first field of the kind,
 * and further fields after their names, as in `dispute R10 after 2d`. The code of a declined charge by itself means
 * `decline` with that code.
 * @param operation the operation of the request, which determines the codes that the outcome can have
 * @throws 400 `parameter_invalid` with the nearest outcome
 */
export function readOutcome(registry: Registry, operation: AnyOperation, text: string): OutcomeEffect {
  if (text.length > longest) throw refused(`an outcome can have at most ${longest} characters, not ${text.length}.`);
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const name = first.toLowerCase();
  const isKind = (outcomeKinds as readonly string[]).includes(name);
  if (!isKind && !declineNames.has(name)) throw unknown(first);
  const kind = isKind ? (name as OutcomeKind) : 'decline';
  const then = { kind, ...fieldsOf(isKind ? rest : [name, ...rest], effects[kind].takes[0]!) };
  try {
    return checkRule(registry, { when: whereOf(operation, kind), then }).then;
  } catch (error) {
    if (error instanceof ServiceError) throw refused(error.message.replaceAll('then.', ''));
    throw error;
  }
}

/** The words of each field. The first words belong to a field whose name can be omitted. */
function fieldsOf(words: readonly string[], unnamed: string): Record<string, string | number> {
  const given = new Map<string, string[]>();
  let field = unnamed;
  for (const word of words) {
    if (fieldNames.has(word)) {
      field = word;
      given.set(field, []);
    } else {
      given.set(field, [...(given.get(field) ?? []), word]);
    }
  }
  return Object.fromEntries([...given].map(([name, value]) => [name, numberOrText(name, value.join(' '))]));
}

const numberOrText = (field: string, text: string): string | number =>
  field !== 'code' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;

/** The condition for an operation. If the operation contacts no network, the outcome only needs a valid form. */
function whereOf({ id, effects: own = [] }: AnyOperation, kind: OutcomeKind): { operation?: string } {
  if (own.includes('asks_network') || own.includes('pays_out')) return { operation: id };
  return kind === 'other_amount' ? { operation: pagePayment } : {};
}

const refused = (message: string): ServiceError => invalidPart(outcomeHeader, `${outcomeHeader}: ${message}`);

function unknown(given: string): ServiceError {
  const code = given.toUpperCase();
  const kinds = codeTables
    .filter(({ byRail }) => Object.values(byRail).some((codes) => Object.hasOwn(codes, code)))
    .flatMap(rulesOf);
  const near =
    kinds.length > 0
      ? [...new Set(kinds)].map((kind) => `${kind} ${code}`)
      : closest(given, [...outcomeKinds, ...declineNames], 3);
  const hint =
    near.length > 0
      ? `Did you mean ${orOf(near.map((each) => `'${each}'`))}?`
      : `An outcome must start with ${orOf(outcomeKinds)}, or be a decline category.`;
  return refused(`there is no outcome '${given}'. ${hint}`);
}
