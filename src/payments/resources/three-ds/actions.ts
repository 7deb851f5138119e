import type { Context, Kernel } from '../../../core/kernel/context.ts';
import type { Owner } from '../../../core/kernel/declare/operation.ts';
import { invalid, missing, type Param, wrongState } from '../../../core/kernel/errors.ts';
import { modes, workspaces } from '../../../core/kernel/workspace.ts';
import { provenAmount } from '../../platform/proven-amount.ts';
import { callersOrigin } from '../../platform/surroundings.ts';
import {
  challengeRequest,
  challengeResponse,
  type DirectoryStatus,
  directoryStatus,
  failureOf,
  indicatorOf,
  isEnrolled,
  protocolVersion,
  tokenOf,
  uuidOf,
} from '../../simulation/three-ds-directory.ts';
import { type Card, isSameCard } from '../common/card.ts';
import type { Purchase, ThreeDsProof } from '../common/spending.ts';
import { type ChallengeMove, type DirectoryMove, threeDsLifecycle } from './lifecycle.ts';
import {
  type Authentication,
  authentications,
  type ThreeDsFields,
  type ThreeDsResult,
  threeDsSettings,
} from './model.ts';

/** A card to authenticate, and its behavior in the sandbox's directory. */
export interface Cardholder {
  readonly card: Card;
  readonly behaviour: string | null;
}

/**
 * Starts an authentication, without a request to the directory.
 * @param sdk the client's own SDK name
 */
export function initializeAuthentication(
  ctx: Context,
  { card, behaviour }: Cardholder,
  sdk: string | null = null,
): Authentication {
  const base = ctx.drawAddresses(authentications, () => ctx.base(authentications, 'three_ds_authentication'));
  return ctx.open(authentications, 'initialize', {
    ...base,
    card,
    behaviour,
    server_trans_id: uuidOf('server', base.id),
    acs_trans_id: uuidOf('acs', base.id),
    ds_trans_id: null,
    eci: null,
    cavv: null,
    xid: null,
    reason: null,
    error: null,
    amount: null,
    currency: null,
    redirect_url: null,
    slug: null,
    sdk,
  });
}

/** Returns the data with which a client continues an authentication. */
export const setupInfo = ({ id, server_trans_id }: Authentication): Record<string, string> => ({
  authentication_id: id,
  threeDSServerTransID: server_trans_id,
  messageVersion: protocolVersion,
});

/**
 * Returns the authentication of a `setupInfo`.
 * @param from the operation whose response contains the `setupInfo`, for the error message
 * @throws 400 `parameter_invalid`
 */
export function authenticationOf(
  ctx: Context,
  info: Record<string, unknown>,
  param: Param = 'transaction_info',
  from = 'POST /three-ds/initialize',
): Authentication {
  const { threeDSServerTransID } = info;
  const found =
    typeof threeDSServerTransID === 'string'
      ? ctx.of(authentications).newest({ server_trans_id: [threeDSServerTransID] })
      : undefined;
  if (found === undefined) throw invalid(param, `Send ${param} exactly as ${from} returned it.`);
  return found;
}

/** Returns whether the workspace has an acquirer profile for the brand of a card. */
export const hasAcquirer = (ctx: Context, { brand }: Card): boolean =>
  threeDsSettings.of(ctx).acquirer_brands.includes(brand);

const movesByStatus: Readonly<Record<DirectoryStatus, DirectoryMove>> = {
  C: 'challenge',
  Y: 'authenticate',
  A: 'attempt',
  N: 'deny',
  R: 'reject',
  U: 'miss',
};

/** Returns the directory's move for an authentication: skipped if the brand has no acquirer profile. */
export const directoryMove = (ctx: Context, { card, behaviour }: Authentication): DirectoryMove =>
  hasAcquirer(ctx, card) ? movesByStatus[directoryStatus(behaviour)] : 'skip';

/**
 * Applies the directory's response.
 * @throws 400 `invalid_state` if the directory has already responded
 */
export function answerAuthentication(
  ctx: Context,
  authentication: Authentication,
  move: DirectoryMove,
  purpose: Pick<Authentication, 'amount' | 'currency' | 'redirect_url'> & Partial<Pick<Authentication, 'slug' | 'sdk'>>,
): Authentication {
  const { id, status } = authentication;
  if (status !== 'initialized') {
    throw wrongState(`The authentication ${id} already has the status ${status}; initialize another authentication.`);
  }
  return ctx.transition(threeDsLifecycle, authentication, move, {
    ...purpose,
    ds_trans_id: move === 'skip' ? null : uuidOf('directory', id),
    ...answerOf(authentication, move),
  });
}

const statusAfter = { authenticate: 'Y', attempt: 'A', deny: 'N', reject: 'R', miss: 'U' } as const;

/** Returns the fields that the directory's response sets. */
function answerOf(
  authentication: Authentication,
  move: DirectoryMove,
): Partial<Pick<Authentication, 'eci' | 'cavv' | 'xid' | 'reason' | 'error'>> {
  if (move === 'challenge') return {};
  if (move === 'skip') return { reason: 'no_acquirer_profile' };
  const result = resultOf(authentication, statusAfter[move]);
  // A card that is not enrolled does not cause a failure: the payment can continue without 3-D Secure.
  if (move === 'miss' && !isEnrolled(authentication.behaviour)) {
    return { ...result, reason: 'not_enrolled', error: null };
  }
  return result;
}

/** Returns the values of a terminal result. */
function resultOf({ id, card }: Authentication, status: Exclude<DirectoryStatus, 'C'>) {
  return {
    eci: indicatorOf(card.brand, status),
    cavv: status === 'Y' || status === 'A' ? tokenOf('cavv', id) : null,
    xid: tokenOf('xid', id),
    error: failureOf(status),
  };
}

/** The `reason` in the result of a cancelled challenge (assumed). */
export const cancelled = 'challenge_cancelled';

/**
 * Ends a challenge with the cardholder's decision.
 * @throws 400 `invalid_state` if no challenge is open
 */
export function decideChallenge(ctx: Context, authentication: Authentication, move: ChallengeMove): Authentication {
  const result = resultOf(authentication, move === 'approve' ? 'Y' : 'N');
  const end = move === 'cancel' ? { reason: cancelled, error: 'The cardholder cancelled the challenge.' } : {};
  return ctx.transition(threeDsLifecycle, authentication, move, { ...result, ...end });
}

/** Finds the authentication with the id in the URL of a challenge page, and its owner; null for an unknown id. */
export function findChallenge(kernel: Kernel, id: string): { owner: Owner; authentication: Authentication } | null {
  for (const workspace of kernel.state.root.of(workspaces).oldestFirst()) {
    for (const mode of modes) {
      const authentication = kernel.dataSet(workspace.id, mode).of(authentications).get(id);
      if (authentication !== undefined) return { owner: { workspace, mode }, authentication };
    }
  }
  return null;
}

/** Returns the issuer's response, which the browser posts as `cres` to the return URL of the challenge. */
export const responseOf = ({ server_trans_id, acs_trans_id, status }: Authentication): string =>
  challengeResponse(server_trans_id, acs_trans_id, status === 'Y' ? 'Y' : 'N');

/** Returns an authentication as the API shows it. */
export function showResult(ctx: Context, authentication: Authentication): ThreeDsResult {
  const { id, status, eci, cavv, xid, server_trans_id, acs_trans_id, reason, error } = authentication;
  if (status === 'initialized') {
    throw wrongState(`The authentication ${id} has no result yet; call POST /three-ds/authenticate first.`);
  }
  const challenged = status === 'C';
  return {
    object: 'three_ds_result',
    authentication_id: id,
    status,
    challenge_required: challenged,
    challenge: challenged
      ? { url: `${callersOrigin(ctx)}/acs/${id}`, creq: challengeRequest(server_trans_id, acs_trans_id) }
      : null,
    eci,
    cavv,
    xid,
    authenticationValue: cavv,
    dsTransId: authentication.ds_trans_id,
    threeDSServerTransID: server_trans_id,
    threeDsVersion: protocolVersion,
    skipped: status === 'SKIPPED',
    reason,
    ...(error === null ? {} : { error }),
  };
}

/**
 * Returns the authentication whose values a charge contains, for the card of the charge.
 * @throws 400 `parameter_missing`, or `parameter_invalid` for values that do not belong to an authentication of the
 * card, or for an authentication without a result
 */
export function recordedResult(
  ctx: Context,
  given: ThreeDsFields,
  { card, amount, currency }: Pick<Purchase, 'card' | 'amount' | 'currency'>,
): ThreeDsProof {
  const found = findByValues(ctx, given);
  if (found === undefined || card === null || !isSameCard(found.card, card) || !matches(found, given)) {
    throw invalid('three_ds', 'The values of three_ds do not belong to an authentication of this card.');
  }
  if (found.status === 'initialized' || found.status === 'C') {
    throw invalid('three_ds', `The authentication ${found.id} has no result yet; poll POST /three-ds/finish.`);
  }
  if (found.amount !== null && found.currency === currency && isOtherUnit(found.amount, amount)) {
    ctx.ignored.push(`${provenAmount}${found.amount}`);
  }
  return recordOf(found);
}

/** Returns whether one of two amounts in cents was sent in major units, or was multiplied by a hundred twice. */
const isOtherUnit = (one: number, other: number): boolean =>
  one === other * 100 || (other >= 100 && Math.abs(one - other / 100) < 1);

/** Returns the data that a transaction records about an authentication with a result. */
export const recordOf = ({ status, eci, cavv, xid, ds_trans_id }: Authentication): ThreeDsProof => ({
  status,
  eci,
  cavv_present: cavv !== null,
  xid,
  version: protocolVersion,
  ds_trans_id,
});

function findByValues(ctx: Context, given: ThreeDsFields): Authentication | undefined {
  const { authentication_id, xid, dsTransId, threeDSServerTransID } = given;
  const all = ctx.of(authentications);
  if (authentication_id) return all.get(authentication_id);
  const cavv = given.cavv || given.authenticationValue;
  if (cavv) return all.newest({ cavv: [cavv] });
  if (xid) return all.newest({ xid: [xid] });
  if (dsTransId) return all.newest({ ds_trans_id: [dsTransId] });
  if (threeDSServerTransID) return all.newest({ server_trans_id: [threeDSServerTransID] });
  throw missing('three_ds', 'three_ds must contain cavv, xid, dsTransId, threeDSServerTransID or authentication_id.');
}

/** Returns whether all given values match the authentication. */
function matches(authentication: Authentication, given: ThreeDsFields): boolean {
  const { id, status, eci, cavv, xid, ds_trans_id, server_trans_id } = authentication;
  const pairs = [
    [given.authentication_id, id],
    [given.status, status],
    [given.eci, eci],
    [given.cavv, cavv],
    [given.authenticationValue, cavv],
    [given.xid, xid],
    [given.dsTransId, ds_trans_id],
    [given.threeDSServerTransID, server_trans_id],
    [given.threeDsVersion, protocolVersion],
  ] as const;
  return pairs.every(([value, own]) => value === undefined || value === null || value === own);
}
