import { checkEmail } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { type Member, members } from './model.ts';

/**
 * Takes somebody into the team, which happens outside the merchant API.
 * @throws 400 `parameter_invalid` for what is no e-mail address
 */
export function addMember(ctx: Context, { name, email, role }: Pick<Member, 'name' | 'email' | 'role'>): Member {
  return ctx.add(members, { ...ctx.base(members, 'member'), name, email: checkEmail(email), role });
}
