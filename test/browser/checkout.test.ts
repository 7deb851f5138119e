import { expect, it } from 'vitest';
import { openBrowser, screenshot } from '../support/browser.ts';
import { expectClean } from '../support/pages.ts';
import {
  addLink,
  addProduct,
  addSession,
  changeSettings,
  charges,
  countCharges,
  declinedCard,
  dropNetworkErrors,
  fillAddress,
  fillBuyer,
  fillCard,
  focused,
  goodCard,
  notice,
  payButton,
  thanksPage,
  thanksUrl,
  watchAttempts,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();

describeInBrowser(found, 'the hosted checkout', (stage) => {
  const sold = () => countCharges(stage.sandbox);

  it('takes a card, and sends the buyer on to success_url', async () => {
    const { page } = await stage.visit({ patient: true });
    const session = await addSession(stage.sandbox, { cancel_url: `${stage.sandbox.url}/docs#cart` });
    await page.goto(session.url);
    expect(await page.getByRole('link', { name: 'Back to Demo Shop' }).getAttribute('href')).toMatch(/#cart$/);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    expect(await page.locator('#cardBrand').textContent()).toBe('Visa');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0566 5566 5556');
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    await page.getByText('Taking you back to Demo Shop').waitFor();
    await screenshot(page, 'confirmation-leaving');
    await page.waitForURL(thanksPage);
    const [charge] = await charges(stage.sandbox);
    expect(charge).toMatchObject({ amount: 4200, status: 'pending_settlement', email: 'grace@example.com' });
    expect(charge!.metadata).toMatchObject({ client: { platform: 'web', sdk: 'web/1.0.0' }, language: 'en-US' });
    const { body } = await stage.sandbox.api.get<{ data: object }>(`/checkout-sessions/${session.id}`);
    expect(body.data).toMatchObject({ status: 'complete', transaction_id: charge!.id });
  });

  it('is followed by a receipt in the language that the address of the page asks for', async () => {
    const { page } = stage.visitor;
    const { url } = await addSession(stage.sandbox, { success_url: thanksUrl(stage.sandbox) });
    await page.goto(`${url}?locale=fr`);
    await page.locator('#email').fill('fleur@example.com');
    await page.locator('#testNumbers summary, details:has([data-card]) summary').first().click();
    await page.locator(`[data-card="${goodCard}"]`).click();
    await page.locator('#pay').click();
    await page.waitForURL(thanksPage);
    await stage.sandbox.control.post('/clock', { advance: '10s' });
    const { body } = await stage.sandbox.control.get<{ data: { subject: string }[] }>('/mail?to=fleur@example.com');
    expect(body.data[0]?.subject).toMatch(/^Votre reçu de Demo Shop/);
  });

  it('debits a bank account only with the authorization, which names merchant and amount', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    await page.goto((await addSession(stage.sandbox, { amount: 12_345 })).url);
    await fillBuyer(page);
    await page.getByRole('radio', { name: 'Bank account' }).click();
    const text = await page.locator('#authorizationText').textContent();
    expect(text).toContain('Demo Shop');
    expect(text).toContain('$123.45');
    await page.getByLabel('Routing number').fill('021000021');
    await page.getByLabel('Account number').fill('000123456789');
    await payButton(page).click();
    await page.getByText('Select this box to continue.').waitFor();
    expect(attempts).toEqual([]);
    await screenshot(page, 'checkout-bank');
    await page.getByLabel('I authorize').check();
    await payButton(page).click();
    await page.waitForURL(/llms|confirmation/);
    expect(attempts[0]!.body).toMatchObject({ paymentMethodType: 'ach', achAuthorized: true, vaultBankLast4: '6789' });
    expect((await charges(stage.sandbox))[0]).toMatchObject({ amount: 12_345, rail: 'ach' });
  });

  it('says why a card was declined, and tries another one with a new key', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, declinedCard);
    await payButton(page).click();
    await notice(page).getByText('The payment was declined').waitFor();
    expect(await notice(page).getAttribute('role')).toBe('alert');
    expect(await focused(page)).toBe('notice');
    await screenshot(page, 'checkout-declined');
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    expect(attempts).toHaveLength(2);
    expect(attempts[0]!.key).not.toBe(attempts[1]!.key);
    expect((await charges(stage.sandbox)).slice(0, 2).map(({ status }) => status)).toEqual([
      'pending_settlement',
      'failed',
    ]);
  });

  it('shows what is missing beside each field, and goes to the first', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    await page.goto((await addSession(stage.sandbox)).url);
    await payButton(page).click();
    await page.getByText('Enter your email address.').waitFor();
    expect(await page.getByText('Enter the street address.').isVisible()).toBe(true);
    expect(await focused(page)).toBe('email');
    await page.getByLabel('Email').fill('grace');
    await page.getByLabel('First name').fill('Grace');
    await page.getByText('Enter a valid email address.').waitFor();
    expect(attempts).toEqual([]);
    await screenshot(page, 'checkout-faults');
  });

  it('refuses a number that may be somebody’s card where it was typed', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, '4539578763621486');
    await payButton(page).click();
    await notice(page).getByText('The card cannot be used').waitFor();
    expect(await page.locator('#cardNumber').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#cardNumber-error').textContent()).toContain('Only test cards');
  });

  it('takes what was chosen on a link, with a discount code, custom fields and another shipping address', async () => {
    const { page } = stage.visitor;
    await changeSettings(stage.sandbox, { require_checkout_phone: true });
    const [desk, pen] = [
      await addProduct(stage.sandbox),
      await addProduct(stage.sandbox, { name: 'Fountain pen', price: 2850 }),
    ];
    const link = await addLink(stage.sandbox, {
      products: [
        { product_id: desk.id, quantity: 1 },
        { product_id: pen.id, quantity: 1 },
      ],
      collect_shipping_address: true,
      custom_fields: [
        { id: 'engraving', label: 'Engraving', type: 'text', required: true },
        { id: 'copies', label: 'Copies', type: 'number' },
        { id: 'wrap', label: 'Gift wrap', type: 'select', options: ['None', 'Blue', 'Green'] },
        { id: 'news', label: 'Send me news', type: 'checkbox' },
      ],
    });
    await page.goto(link.url);
    expect(await page.locator('#total').textContent()).toBe('$77.50');
    await page.getByRole('button', { name: 'One Fountain pen more' }).click();
    await page.getByText('Add a discount code').click();
    await page.getByLabel('Discount code', { exact: true }).fill('NOPE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText("The discount code 'NOPE' does not exist.").waitFor();
    await page.getByLabel('Discount code', { exact: true }).fill('');
    await expect.poll(() => page.getByLabel('Discount code', { exact: true }).getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Discount code', { exact: true }).fill('SAVE10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('-$10.60').waitFor();
    expect(await page.locator('#total').textContent()).toBe('$95.40');
    await page.getByRole('button', { name: 'One Walnut desk organizer less' }).click();
    await page.getByText('-$5.70').waitFor();
    await fillAddress(page, 'shipping');
    await page.getByLabel('Same as the shipping address').uncheck();
    await fillBuyer(page);
    await page.locator('#billingCity').fill('Norfolk');
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.getByText('Enter the phone.').waitFor();
    await page.getByLabel('Phone').fill('+1 555 010 0100');
    await page.getByLabel('Engraving').fill('For Grace');
    await page.getByLabel('Copies').fill('three');
    await payButton(page).click();
    await page.getByText('Copies: enter a valid number.').waitFor();
    await page.getByLabel('Copies').fill('3');
    await page.getByLabel('Gift wrap').selectOption('Blue');
    await page.getByLabel('Send me news').check();
    await screenshot(page, 'checkout-link');
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    const [charge] = await charges(stage.sandbox);
    expect(charge).toMatchObject({
      amount: 5130,
      shipping_city: 'Arlington',
      billing_city: 'Norfolk',
      line_items: [{ name: 'Fountain pen', quantity: 2 }],
      metadata: { customFields: { engraving: 'For Grace', copies: 3, wrap: 'Blue', news: true } },
    });
    await changeSettings(stage.sandbox, { require_checkout_phone: false });
  });

  it('says what is charged again of what is chosen on a link, and is named Subscribe while anything is', async () => {
    const { page } = stage.visitor;
    const club = await addProduct(stage.sandbox, {
      name: 'Coffee club',
      price: 1800,
      recurring: { interval: 'month' },
    });
    const pen = await addProduct(stage.sandbox, { name: 'Fountain pen', price: 2850 });
    const products = [club, pen].map(({ id }) => ({ product_id: id, quantity: 1 }));
    await page.goto((await addLink(stage.sandbox, { products })).url);
    const renewal = page.locator('.renewal');
    expect(await renewal.innerText()).toMatch(
      /^Then \$18.00 every month, next payment on \w+ \d+, \d{4}, until cancelled.$/,
    );
    expect(await payButton(page).innerText()).toBe('Subscribe');
    await expectClean(stage.visitor, 'checkout-subscribe');
    await page.getByRole('button', { name: 'One Coffee club more' }).click();
    await page.getByText('Then $36.00 every month').waitFor();
    await page.getByLabel('Quantity of Coffee club').fill('0');
    await page.getByLabel('Quantity of Coffee club').blur();
    await renewal.waitFor({ state: 'hidden' });
    await expect.poll(() => payButton(page).innerText()).toBe('Pay $28.50');
  });

  it('shows what apps have to say on the confirmation, also what comes a little later', async () => {
    const { page } = stage.visitor;
    await page.goto((await addLink(stage.sandbox, { amount: 1500 })).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    const [charge] = await charges(stage.sandbox);
    const token = await stage.sandbox.api.post<{ access_token: string }>('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: 'app_demo',
      client_secret: 'app_secret_demo',
    });
    await stage.sandbox.as(token.body.access_token).post('/blocks', {
      object_type: 'transaction',
      object_id: charge!.id,
      block_type: 'loyalty',
      content: { title: 'You earned <b>150</b> points', text: 'Thank you, Grace.' },
    });
    await page.getByText('You earned <b>150</b> points').waitFor();
    expect(await page.locator('#blocks b').count()).toBe(0);
    await screenshot(page, 'confirmation');
  });

  it('pays once where the button is pressed twice', async () => {
    const { page } = stage.visitor;
    const before = await sold();
    const attempts = watchAttempts(page);
    await page.goto((await addLink(stage.sandbox, { amount: 1500 })).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).dblclick();
    await page.waitForURL(/confirmation/);
    expect(attempts).toHaveLength(1);
    expect(await sold()).toBe(before + 1);
  });

  it('sends an attempt once more with the same key where the network fails', async () => {
    const { page } = stage.visitor;
    const before = await sold();
    const attempts = watchAttempts(page);
    let failures = 0;
    await page.route('**/pay', (route) => (failures++ === 0 ? route.abort('connectionreset') : route.continue()));
    await page.goto((await addLink(stage.sandbox, { amount: 1600 })).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(/confirmation/);
    expect(attempts).toHaveLength(2);
    expect(attempts[0]!.key).toBe(attempts[1]!.key);
    expect(await sold()).toBe(before + 1);
    dropNetworkErrors(stage.visitor);
  });

  it('says that it does not know an unknown outcome, and asks again about the same attempt', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, '4000000000000341');
    await payButton(page).click();
    await notice(page).getByText('We do not know yet whether your payment succeeded').waitFor();
    await screenshot(page, 'checkout-unknown');
    expect(await payButton(page).isVisible()).toBe(false);
    expect(await page.getByLabel('Email').isEnabled()).toBe(false);
    await page.getByRole('button', { name: 'Check again' }).click();
    await notice(page).getByText('We do not know yet whether your payment succeeded').waitFor();
    expect(attempts.length).toBeGreaterThan(1);
    await stage.sandbox.control.post('/clock', { advance: '31s' });
    await page.waitForURL(thanksPage);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
  });

  it('says that a checkout has closed meanwhile, and shows what became of it', async () => {
    const { page } = stage.visitor;
    const session = await addSession(stage.sandbox, { cancel_url: `${stage.sandbox.url}/docs#cart` });
    await page.goto(session.url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await stage.sandbox.control.post('/triggers/checkout_session.expire', { id: session.id });
    await payButton(page).click();
    await notice(page).getByText('This checkout is closed').waitFor();
    expect(await payButton(page).isVisible()).toBe(false);
    expect(await page.getByLabel('Email').isEnabled()).toBe(false);
    await page.getByRole('button', { name: 'See the current status' }).click();
    await page.locator('[data-reason="expired"]').waitFor();
    expect(await page.getByRole('link', { name: 'Back to Demo Shop' }).count()).toBe(1);
  });

  it('says how long to wait where there were too many attempts, and pays then', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    const on = 'POST /api/checkout/{slug}/pay';
    await stage.sandbox.control.post('/faults', { on, kind: 'rate_limit', times: 1 });
    await payButton(page).click();
    await notice(page).getByText('Wait 1 second, then try again.').waitFor();
    await payButton(page).click();
    await page.waitForURL(thanksPage);
  });

  it('shows what the session knows of the buyer as the session says', async () => {
    const { page } = stage.visitor;
    const known = { customer_email: 'grace@example.com', customer_phone: '+1 555 010 0199' };
    const modes = { email_field_mode: 'read_only', phone_field_mode: 'hidden', show_order_summary: false };
    const { id: product_id } = await addProduct(stage.sandbox);
    const { url } = await addSession(stage.sandbox, {
      amount: undefined,
      line_items: [{ product_id, quantity: 2 }],
      ...known,
      ...modes,
    });
    const attempts = watchAttempts(page);
    await page.goto(url);
    expect(await page.getByLabel('Email').inputValue()).toBe(known.customer_email);
    expect(await page.getByLabel('Email').isEditable()).toBe(false);
    expect(await page.getByLabel('Phone').count()).toBe(0);
    expect(await page.locator('.lines, .totals, #discount').count()).toBe(0);
    expect(await page.locator('#amount').textContent()).toBe('$98.00');
    await page.getByText('Test numbers').click();
    await page.locator(`[data-card="${goodCard}"]`).click();
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    expect(attempts[0]!.body).toMatchObject({ email: known.customer_email, phone: known.customer_phone });
  });

  it('works under any name that the emulator has on this machine', async () => {
    const { page } = stage.visitor;
    const { url } = await addSession(stage.sandbox);
    await page.goto(url.replace('127.0.0.1', 'localhost'));
    await page.getByText('Test numbers').click();
    await page.locator(`[data-card="${goodCard}"]`).click();
    await payButton(page).click();
    await page.waitForURL(thanksPage);
  });

  it('leads to the bank where a first instant debit is to be authorized, and on to the shop from there', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox, { amount: 2_500 })).url);
    await page.getByText('Test numbers').click();
    await page.locator('[data-routing]').first().click();
    await page.getByLabel('Email').fill('first-debit@example.com');
    await page.getByLabel('I authorize').check();
    await payButton(page).click();
    await page.getByRole('heading', { name: 'One more step: authorize the debit' }).waitFor();
    await page.getByRole('link', { name: 'Authorize the debit with your bank' }).click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('heading', { name: 'your payment is on its way' }).waitFor();
    await page.getByRole('link', { name: 'Continue to Demo Shop' }).click();
    await page.waitForURL(thanksPage);
  });

  it('suggests addresses, taken by keys', async () => {
    const { page } = stage.visitor;
    await changeSettings(stage.sandbox, { address_suggest: true });
    await page.goto((await addSession(stage.sandbox)).url);
    await page.locator('#billingAddress1').pressSequentially('12 map');
    await page.getByRole('option', { name: /12 Maple Street/ }).waitFor();
    expect(await page.locator('#billingAddress1').getAttribute('autocomplete')).toBe('billing address-line1');
    await screenshot(page, 'checkout-suggestions');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#billingPostalCode').inputValue()).toBe('62701');
    expect(await page.locator('#billingCity').inputValue()).toBe('Springfield');
    await changeSettings(stage.sandbox, { address_suggest: false });
  });
});
