import type { Context } from '../../core/kernel/context.ts';
import { brandOf } from '../../payments/resources/account/brand.ts';
import { decideBankAuth, openBankAuth } from '../../payments/resources/checkout/confirmation.ts';
import { confirmations } from '../../payments/resources/checkout/model.ts';
import { targetBySlug } from '../../payments/resources/checkout/payable-object.ts';
import { transactions } from '../../payments/resources/transaction/model.ts';
import { sandboxBank } from '../brand.ts';
import { hostedPlace, localeOf } from '../checkout/checkout.ts';
import { html } from '../html.ts';
import { renderPage } from '../layout.ts';
import type { Locale } from '../locale.ts';
import type { Page, PageAnswer, PageRoute, Visit } from '../page.ts';
import { notPayablePage, unknownPage } from '../refusals.ts';
import { isolateName } from '../shared/isolate-name.ts';
import { bankQuestion } from './bank-question.ts';

/**
 * The page on which a buyer authorizes the first instant debit of a bank account (specification, "Pay responses",
 * `bankAuthUrl`; the page is assumed). The page is a plain form, which works without scripts.
 */
function bankAuthPage(visit: Visit): PageAnswer {
  const { engine, assets, params, cause } = visit;
  const place = hostedPlace(engine, params.slug ?? '');
  if (place === null) return unknownPage(visit);
  const { owner, slug } = place;
  return engine.run(owner.workspace, owner.mode, cause, (ctx): PageAnswer => {
    const locale = localeOf(visit, targetBySlug(ctx, slug));
    const token = visit.form.token ?? visit.query.token ?? '';
    const confirmation = ctx.find(confirmations, token);
    if (confirmation === undefined || confirmation.slug !== slug) {
      return notPayablePage({ assets, locale, reason: 'unknown', owner: { brand: brandOf(ctx), mode: ctx.mode } });
    }
    const { decision } = visit.form;
    if (decision === 'given' || decision === 'refused') decideBankAuth(ctx, confirmation, decision);
    // The confirmation shows a decision that the buyer made now or earlier.
    if (openBankAuth(ctx, token) === null) {
      return { redirect: `/pay/${slug}/confirmation?token=${encodeURIComponent(token)}` };
    }
    return showQuestion(ctx, locale, visit, token);
  });
}

function showQuestion(ctx: Context, locale: Locale, { assets, params }: Visit, token: string): Page {
  const texts = locale.page.bankAuth;
  const { transaction_id } = ctx.get(confirmations, token);
  const { amount, currency, bank_last_four } = ctx.get(transactions, transaction_id);
  const merchant = isolateName(brandOf(ctx).name);
  return renderPage({
    assets,
    locale,
    brand: sandboxBank(locale),
    mode: ctx.mode,
    title: texts.title(merchant),
    styles: ['bank'],
    body: bankQuestion({
      icon: 'bank',
      title: texts.question,
      text: texts.text(merchant),
      sum: [texts.amount, locale.money(amount, currency)],
      facts: [
        [texts.merchant, merchant],
        [texts.account, texts.endingIn(bank_last_four ?? '')],
      ],
      form: html`<form method="post" action="/pay/${params.slug}/bank-auth" class="bank-answers">
<input type="hidden" name="token" value="${token}">
<button class="button button-primary" name="decision" value="given">${texts.authorize}</button>
<button class="button whole" name="decision" value="refused">${texts.refuse}</button>
</form>`,
      hint: texts.hint,
    }),
  });
}

export const bankAuthRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/pay/{slug}/bank-auth', answer: bankAuthPage },
  { method: 'POST', path: '/pay/{slug}/bank-auth', answer: bankAuthPage },
];
