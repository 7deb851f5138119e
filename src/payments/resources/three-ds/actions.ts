import type { Context, Kernel } from '../../../core/kernel/context.ts';
import type { Owner } from '../../../core/kernel/declare/operation.ts';
import { invalid, missing, type Param, wrongState } from '../../../core/kernel/errors.ts';
import { modes, workspaces } from '../../../core/kernel/workspace.ts';
import { provenAmount } from '../../platform/proven-amount.ts';
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
 * Starts an authentication; the directory is not asked yet.
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

/** The data with which a client continues an authentication. */
export const setupInfo = ({ id, server_trans_id }: Authentication): Record<string, string> => ({
  authentication_id: id,
  threeDSServerTransID: server_trans_id,
  messageVersion: protocolVersion,
});

/**
 * The authentication of a `setupInfo`.
 * @param from the operation whose answer contains the `setupInfo`, for the message
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
  if (found === undefined) throw invalid(param, `Send ${param} as ${from} answered it.`);
  return found;
}

/** Whether the workspace has an acquirer profile for a card's brand. */
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

/** The directory's move for an authentication: skipped if the brand has no acquirer profile. */
export const directoryMove = (ctx: Context, { card, behaviour }: Authentication): DirectoryMove =>
  hasAcquirer(ctx, card) ? movesByStatus[directoryStatus(behaviour)] : 'skip';

/**
 * Applies the directory's answer.
 * @throws 400 `invalid_state` if the directory has already answered
 */
export function answerAuthentication(
  ctx: Context,
  authentication: Authentication,
  move: DirectoryMove,
  purpose: Pick<Authentication, 'amount' | 'currency' | 'redirect_url'> & Partial<Pick<Authentication, 'slug' | 'sdk'>>,
): Authentication {
  const { id, status } = authentication;
  if (status !== 'initialized') {
    throw wrongState(`The authentication ${id} was answered already, with ${status}; initialize another one.`);
  }
  return ctx.transition(threeDsLifecycle, authentication, move, {
    ...purpose,
    ds_trans_id: move === 'skip' ? null : uuidOf('directory', id),
    ...answerOf(authentication, move),
  });
}

const statusAfter = { authenticate: 'Y', attempt: 'A', deny: 'N', reject: 'R', miss: 'U' } as const;

/** The fields that the directory's answer sets. */
function answerOf(
  authentication: Authentication,
  move: DirectoryMove,
): Partial<Pick<Authentication, 'eci' | 'cavv' | 'xid' | 'reason' | 'error'>> {
  if (move === 'challenge') return {};
  if (move === 'skip') return { reason: 'no_acquirer_profile' };
  const result = resultOf(authentication, statusAfter[move]);
  // A card that is not enrolled is not a failure: the payment may continue without 3-D Secure.
  if (move === 'miss' && !isEnrolled(authentication.behaviour)) {
    return { ...result, reason: 'not_enrolled', error: null };
  }
  return result;
}

/** The values of a terminal result. */
function resultOf({ id, card }: Authentication, status: Exclude<DirectoryStatus, 'C'>) {
  return {
    eci: indicatorOf(card.brand, status),
    cavv: status === 'Y' || status === 'A' ? tokenOf('cavv', id) : null,
    xid: tokenOf('xid', id),
    error: failureOf(status),
  };
}

/** The `reason` of the result of a cancelled challenge (assumed). */
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

/** The authentication of a challenge page's address, and its owner; null for another address. */
export function findChallenge(kernel: Kernel, id: string): { owner: Owner; authentication: Authentication } | null {
  for (const workspace of kernel.state.root.of(workspaces).oldestFirst()) {
    for (const mode of modes) {
      const authentication = kernel.dataSet(workspace.id, mode).of(authentications).get(id);
      if (authentication !== undefined) return { owner: { workspace, mode }, authentication };
    }
  }
  return null;
}

/** The issuer's answer, which the browser posts as `cres` to the return address of the challenge. */
export const responseOf = ({ server_trans_id, acs_trans_id, status }: Authentication): string =>
  challengeResponse(server_trans_id, acs_trans_id, status === 'Y' ? 'Y' : 'N');

/** An authentication as the API shows it. */
export function showResult(ctx: Context, authentication: Authentication): ThreeDsResult {
  const { id, status, eci, cavv, xid, server_trans_id, acs_trans_id, reason, error } = authentication;
  if (status === 'initialized') {
    throw wrongState(`The authentication ${id} is initialized; it has no result before POST /three-ds/authenticate.`);
  }
  const challenged = status === 'C';
  return {
    object: 'three_ds_result',
    authentication_id: id,
    status,
    challenge_required: challenged,
    challenge: challenged
      ? { url: `${ctx.origin}/acs/${id}`, creq: challengeRequest(server_trans_id, acs_trans_id) }
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
 * The authentication whose values a charge brings, for the charge's card.
 * @throws 400 `parameter_missing`, or `parameter_invalid` for values that belong to no authentication of the card, or
 * to an authentication without a result
 */
export function recordedResult(
  ctx: Context,
  given: ThreeDsFields,
  { card, amount, currency }: Pick<Purchase, 'card' | 'amount' | 'currency'>,
): ThreeDsProof {
  const found = findByValues(ctx, given);
  if (found === undefined || card === null || !isSameCard(found.card, card) || !matches(found, given)) {
    throw invalid('three_ds', 'The values of three_ds belong to no authentication of this card.');
  }
  if (found.status === 'initialized' || found.status === 'C') {
    throw invalid('three_ds', `The authentication ${found.id} has no result yet; poll POST /three-ds/finish.`);
  }
  if (found.amount !== null && found.currency === currency && isOtherUnit(found.amount, amount)) {
    ctx.ignored.push(`${provenAmount}${found.amount}`);
  }
  return recordOf(found);
}

/** Whether one of two amounts in cents was sent in major units, or multiplied by a hundred twice. */
const isOtherUnit = (one: number, other: number): boolean =>
  one === other * 100 || (other >= 100 && Math.abs(one - other / 100) < 1);

/** The facts about an authentication with a result that a transaction records. */
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
  throw missing('three_ds', 'Give the cavv, xid, dsTransId, threeDSServerTransID or authentication_id in three_ds.');
}

/** Whether all given values are the authentication's own. */
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
