import { operationCalled } from '../../../core/kernel/declare/operation-names.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { publicSchema, T } from '../../../core/kernel/declare/schema.ts';
import { invalidPart } from '../../../core/kernel/errors.ts';
import { checked, refuseUnknown } from '../../../core/validation/input-check.ts';
import { exactlyOne } from '../../../payments/platform/checks.ts';
import { checkEventType } from '../events/events.ts';
import { type Assertion, BalanceView } from '../wire.ts';

/** The subject of an assertion. */
export type AssertionSubject = 'requested' | 'emitted' | 'delivered' | 'balance';

/** The additional fields that an assertion on each subject can have. */
const takes: Readonly<Record<AssertionSubject, readonly string[]>> = {
  requested: ['with', 'status', 'times', 'within'],
  emitted: ['with', 'id', 'times', 'within'],
  delivered: ['with', 'id', 'status', 'times', 'within'],
  balance: ['within'],
};

/** The parts of a balance, in cents, and its currency. */
const BalanceParts = T.Object(
  Object.fromEntries(Object.entries(BalanceView.properties).map(([name, part]) => [name, T.Optional(part)])),
  { additionalProperties: false },
);

/**
 * Returns the subject of an assertion. Unknown names are rejected: they never match, so an assertion that they never
 * occur would always pass.
 * @throws 400 `parameter_invalid` for an assertion that cannot be checked, with the nearest name
 */
export function checkAssertion(registry: Registry, body: Assertion): AssertionSubject {
  const about = exactlyOne(body, ['requested', 'emitted', 'delivered', 'balance']);
  for (const name of Object.keys(body)) {
    if (name === about || takes[about].includes(name)) continue;
    throw invalidPart(name, `${about} accepts only ${takes[about].join(', ')}, not ${name}.`);
  }
  if (about === 'balance') checked(BalanceParts, body.balance, ['balance']);
  else {
    const known = about === 'requested' ? sentTo(registry, body.requested!) : toldBy(registry, body, about);
    if (body.with !== undefined) refuseUnknown(known, body.with, ['with']);
  }
  return about;
}

const NoFields = T.Object({});

const sentTo = (registry: Registry, operation: string) =>
  operationCalled(registry, operation, 'requested').body ?? NoFields;

function toldBy(registry: Registry, body: Assertion, about: 'emitted' | 'delivered') {
  const type = body[about]!;
  checkEventType(registry, type, about);
  return publicSchema(registry.event(type).payload);
}
