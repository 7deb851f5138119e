import type { Owner } from '../../engine/client-operation.ts';
import type { Engine } from '../../engine/engine.ts';
import { modes } from '../../engine/workspace.ts';
import { challengeResponse } from '../../simulation/three-ds-directory.ts';
import { type Authentication, authentications } from './model.ts';

/** The authentication that the address of a challenge page names, and whose it is; null where there is none. */
export function findChallenge(engine: Engine, id: string): { owner: Owner; authentication: Authentication } | null {
  for (const workspace of engine.allWorkspaces()) {
    for (const mode of modes) {
      const authentication = engine.dataSet(workspace.id, mode).of(authentications).get(id);
      if (authentication !== undefined) return { owner: { workspace, mode }, authentication };
    }
  }
  return null;
}

/** What the browser posts as `cres` to where an ended challenge returns to: the issuer's answer. */
export const responseOf = ({ server_trans_id, acs_trans_id, status }: Authentication): string =>
  challengeResponse(server_trans_id, acs_trans_id, status === 'Y' ? 'Y' : 'N');
