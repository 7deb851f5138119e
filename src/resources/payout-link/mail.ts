import type { Context } from '../../engine/context.ts';
import { type MailPart, sendMail } from '../../engine/mail.ts';
import { moneyOf } from '../../engine/money.ts';
import { brandOf } from '../account/brand.ts';
import type { PayoutLink } from './model.ts';

/** Tells the recipient of a directed link where to claim the money (specification, "Payout link"). */
export function sendClaimLink(ctx: Context, link: PayoutLink): void {
  const { recipient_email, recipient_name, amount, currency, note, url, expires_at } = link;
  if (recipient_email === null || amount === null) return;
  const from = brandOf(ctx);
  const { name } = from;
  const money = moneyOf(amount, currency);
  const greeting = recipient_name === null ? 'Hello,' : `Hello ${recipient_name},`;
  const parts: MailPart[] = [{ text: greeting }, { text: `${name} has sent you ${money}.` }];
  if (note !== null) parts.push({ text: note });
  parts.push({ label: `Claim ${money}`, path: url });
  if (expires_at !== null) parts.push({ text: `The link is good until ${expires_at.slice(0, 10)}.` });
  sendMail(ctx, { from, to: recipient_email, subject: `${name} has sent you ${money}`, parts });
}
