import { findTestCard } from '../../../payments/simulation/cards.ts';
import { findingsBy } from '../../findings.ts';
import type { CodeToFix } from '../../fix.ts';
import { evidenceOf, type ObservedRequest } from '../../observed/observed-run.ts';
import { type Finding, inapplicable, incomplete, type Rule, verdictOf } from '../../rule.ts';

export const secretInText: Rule = {
  id: 'request/secret-in-text',
  level: 'error',
  ways: ['lint'],
  wrong:
    'A card number, a secret key or a signing secret is sent in a text field: metadata, a description, a reference, a name.',
  why: 'Text fields are stored, mailed, exported and shown to everyone who may read an order. A card number in a text brings all these systems into the scope of a card audit; a key in a text is public.',
  fix: "Send a card's token or its last four digits, and no part of a key. Treat the secret as leaked: replace the key, and have the text removed.",
  source:
    'Secret keys are for the server only (specification, "Authentication" 2); hosted fields avoid handling card data ("Tokens and 3-D Secure").',
  lint: (record) => {
    const sent = record.requests.filter(({ view }) => view.body !== null);
    if (sent.length === 0)
      return inapplicable('Nothing was sent', 'have the application make a charge or create a customer');
    const found = leaksOf(sent);
    const doubt = incomplete(
      'A text contains a number that looks like a card number and passes the check, as one in ten such numbers does by chance',
      'check what the number is',
      findingsOf(found),
    );
    return verdictOf(findingsOf(found.filter(({ isSure }) => isSure)), doubt);
  },
};

const placeOf = ({ asked, field }: Pick<Leak, 'asked' | 'field'>): string => `${asked.place} ${field}`;

const findingsOf = (leaks: readonly Leak[]): Finding[] =>
  findingsBy(leaks, placeOf, (all) => {
    const { asked, field, what } = all[0]!;
    return {
      message: `${asked.place} contained ${what} in ${field}.`,
      fix: ({ call }: CodeToFix) =>
        what.includes('card')
          ? `Leave the card number out of ${field} of ${call}: send the card's token or its last four digits. Have the text removed wherever it was stored.`
          : `Leave the key out of ${field} of ${call}. Treat it as leaked: replace the key, and have the text removed.`,
      evidence: evidenceOf({ requests: all.slice(0, 2).map((each) => each.asked) }),
    };
  });

/** A secret in a field of a request body. */
interface Leak {
  readonly asked: ObservedRequest;
  readonly field: string;
  readonly what: string;
  /** Whether the value is certainly a secret. */
  readonly isSure: boolean;
}

/** A field with a plain value, as the log stores it. A masked number has no quotes. */
const fields = /"([\w.-]+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|([^",{}[\]\s]+))/g;
/** The masks that the log uses for card numbers other than test cards, and for secrets of the server. */
const maskedCard = /\*{4}\d{4}(?!\d)/;
const maskedSecret = /\b(sk_test|sk_live|whsec|app_secret|pat)_…/;
/** Field names that refer to cards. */
const cardFields = /card|(^|_)(pan|cc)($|_)/i;
/** Digits, unbroken or in groups as on a card. */
const digitRuns = /(?<![\d.]|\d-)\d(?:[ -]?\d){12,18}(?!\d|-\d)/g;

/** The names of the objects that enclose a position in a body, such as `metadata`. The body may be cut or masked. */
function objectsAround(body: string, end: number): string[] {
  const around: string[] = [];
  let name = '';
  for (const [token, key] of body.slice(0, end).matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') around.push(name);
    else if (token === '}') name = around.pop() ?? '';
    else name = key ?? name;
  }
  // The body itself has no name.
  return around.slice(1);
}

/**
 * Secrets and card numbers in request bodies. Test card numbers are known. Any other number may be an order number
 * that looks like a card number and passes the check by chance.
 */
function leaksOf(sent: readonly ObservedRequest[]): Leak[] {
  /** Fields whose other values have as many digits but are not card numbers. */
  const numbered = new Set<string>();
  const leaks: Leak[] = [];
  for (const asked of sent) {
    const { redacted } = asked.view;
    const body = asked.view.body ?? '';
    if (!redacted && !/\d(?:[ -]?\d){12}/.test(body)) continue;
    // If the log may have masked only other fields, the application itself may have written this mask.
    const isMaskOfLog = redacted && !body.includes('[redacted]') && !body.includes('…');
    for (const match of body.matchAll(fields)) {
      const [, name = '', quoted, bare] = match;
      const field = [...objectsAround(body, match.index), name].join('.');
      const value = quoted ?? bare ?? '';
      if (redacted && maskedSecret.test(value)) {
        const [, kind] = maskedSecret.exec(value)!;
        leaks.push({ asked, field, what: kind === 'whsec' ? 'a signing secret' : 'a secret key', isSure: true });
        continue;
      }
      const runs = value.match(digitRuns)?.map((run) => run.replace(/[ -]/g, '')) ?? [];
      if (runs.some((digits) => findTestCard(digits) !== undefined))
        leaks.push({ asked, field, what: 'a card number', isSure: true });
      else if (runs.length > 0) numbered.add(placeOf({ asked, field }));
      else if (isMaskOfLog && maskedCard.test(value)) {
        leaks.push({
          asked,
          field,
          what: 'a number that looks like a card number and passes the check',
          isSure: cardFields.test(name),
        });
      }
    }
  }
  return leaks.filter((leak) => leak.isSure || !numbered.has(placeOf(leak)));
}
