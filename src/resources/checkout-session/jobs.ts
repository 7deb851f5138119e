import type { JobDef } from '../../engine/resource.ts';
import { decidedAt, expireSession } from './actions.ts';
import { checkoutSessions } from './model.ts';

export const checkoutSessionJobs: Readonly<Record<string, JobDef>> = {
  'checkout_session.expire': {
    about: 'end a session that nobody paid in time',
    run: (ctx, { kind, subject }) => {
      const session = ctx.get(checkoutSessions, subject);
      const decided = decidedAt(ctx, session);
      if (decided === null) expireSession(ctx, session);
      // A payment that is under way began in time: if it was charged, the session completes.
      else ctx.schedule(kind, subject, Math.max(1, decided - ctx.now));
    },
  },
};
