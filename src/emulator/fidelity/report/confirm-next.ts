import type { AnyLifecycle } from '../../../core/kernel/declare/lifecycle.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { objectOf, servedOperations } from '../../../sandbox/profile/places.ts';
import type { Assumption } from '../compare/observations.ts';
import { isMinor, type Weight, weightOf, weights } from './weights.ts';

/** A call that would show whether assumptions are true. */
export interface NextCall {
  /** The call or the card: `POST /payouts`. */
  readonly how: string;
  /** The gravest weight of its assumptions. */
  readonly weight: Weight;
  /** The untested assumptions that it can show, the gravest first. */
  readonly assumptions: string[];
}

/**
 * The calls that would confirm or refute untested assumptions, the gravest first. Assumptions about `livemode` and
 * dates are not worth a call.
 */
export function confirmNext(registry: Registry, assumptions: readonly Assumption[]): NextCall[] {
  const byCall = new Map<string, string[]>();
  for (const { id, state } of assumptions) {
    if (state !== 'untouched' || isMinor(id)) continue;
    const how = callFor(registry, id);
    if (how !== null) byCall.set(how, [...(byCall.get(how) ?? []), id]);
  }
  const rank = (id: string): number => weights.indexOf(weightOf(id));
  return [...byCall]
    .map(([how, ids]): NextCall => {
      const sorted = ids.toSorted((one, other) => rank(one) - rank(other));
      return { how, weight: weightOf(sorted[0]!), assumptions: sorted };
    })
    .sort((one, other) => weights.indexOf(one.weight) - weights.indexOf(other.weight) || countOf(other) - countOf(one));
}

/** How many assumptions of its own weight a call can show. */
const countOf = ({ weight, assumptions }: NextCall): number =>
  assumptions.filter((id) => weightOf(id) === weight).length;

/** The number that every issuer declines. */
const declinedCard = 'a charge of the card 4000 0000 0000 0002, which is declined';

/** The call or the card that shows an assumption; null if no call shows it. */
function callFor(registry: Registry, id: string): string | null {
  const operations = servedOperations(registry);
  const [kind, name = ''] = id.split(' ');
  if (kind === 'operation' || kind === 'request') return callOf(operations.find((each) => each.id === name));
  if (kind === 'event') return `the webhook ${name.split('.').slice(0, 2).join('.')}${causeOf(registry, name)}`;
  if (kind === 'header') return null;
  if (kind !== 'code') return callForField(registry, operations, id);
  if (name === 'card_declined') return declinedCard;
  const call = callOf(operations.find(({ refuses }) => refuses.some(({ code }) => code === name)));
  return call && `${call}, rejected with ${name}`;
}

function callForField(registry: Registry, operations: readonly AnyOperation[], id: string): string | null {
  const [path = '', value] = id.split('=');
  const [field, object] = [path.split('.').at(-1)!, path.split('.', 1)[0]!];
  if (/^(decline_code|category)$/.test(field)) return declinedCard;
  const about = operations.filter((each) => objectOf(each) === object);
  const isList = ({ method, path }: AnyOperation) => method === 'GET' && path === `/${object.replaceAll('_', '-')}s`;
  const shows =
    operations.find((each) => path.startsWith(`${each.id}.`)) ??
    about.find(({ method }) => method === 'POST') ??
    about[0] ??
    operations.find(isList);
  const call = callOf(shows);
  if (call === null || value === undefined) return call;
  return moverTo(registry, object, value, about) ?? `${call}, with the ${field} ${value}`;
}

const callOf = (operation: AnyOperation | undefined): string | null =>
  operation === undefined ? null : `${operation.method} ${operation.path}`;

/** The operation that moves an object into a status; null if no call does. */
function moverTo(registry: Registry, object: string, status: string, about: readonly AnyOperation[]): string | null {
  const moves = lifecycleOf(registry, object)?.moves ?? {};
  const [move] = Object.entries(moves).find(([, { to, by }]) => to === status && by === 'api') ?? [];
  const mover = about.find(({ path }) => move !== undefined && path.endsWith(`/${move}`));
  return callOf(mover);
}

const lifecycleOf = (registry: Registry, object: string): AnyLifecycle | undefined =>
  registry.slices.find(({ collections }) => collections[0]?.name === object)?.lifecycle;

/** What sends an event, as the rest of a clause; empty if its lifecycle does not say it. */
function causeOf({ slices }: Registry, event: string): string {
  for (const { lifecycle } of slices) {
    const move = Object.values(lifecycle?.moves ?? {}).find(({ emits }) =>
      emits?.some((type) => event.startsWith(type)),
    );
    if (move !== undefined) return `: ${move.about}`;
  }
  return '';
}

/** How many assumptions a line names. */
const mostNamed = 4;

/** One line for a call: `POST /payouts: payout.fee, payout.amount and 3 more (money)`. */
export function nextLine({ how, weight, assumptions }: NextCall): string {
  const named = assumptions.slice(0, mostNamed).map((id) => id.replace(/^(request) \S+ /, '$1 '));
  const more = assumptions.length - named.length;
  return `${how}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} (${weight})`;
}
