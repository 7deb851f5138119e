import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser, screenshot, sidewaysScroll } from '../support/browser.ts';
import { expectClean, expectCleanInEveryLook } from '../support/pages.ts';
import { addProduct, fillBuyer, fillCard, goodCard, payButton } from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();

interface Sent {
  id: string;
  number: string;
  status: string;
  hosted_invoice_url: string;
  pay_url: string;
  paid_at: string | null;
}

/** What is written beyond the margins of the sheet: boxes say nothing of letters that leave them. */
const textsBeyondSheet = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const sheet = document.querySelector('.sheet');
    const edge = sheet.getBoundingClientRect().right - parseFloat(getComputedStyle(sheet).paddingRight) + 0.5;
    const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    const beyond = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!node.parentElement.checkVisibility() || node.parentElement.closest('.visually-hidden') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some(({ right }) => right > edge)) beyond.push(node.data.trim());
    }
    return beyond;
  })()`);

describeInBrowser(found, 'the invoice', (stage) => {
  async function sendInvoice(name = 'Walnut desk organizer', price?: number): Promise<Sent> {
    const { id: product_id } = await addProduct(stage.sandbox, price === undefined ? { name } : { name, price });
    const pen = await addProduct(stage.sandbox, { name: 'Fountain pen', price: 2850 });
    const customer = await stage.sandbox.api.post<{ data: { id: string } }>('/customers', {
      email: 'grace@example.com',
      first_name: 'Grace',
      last_name: 'Hopper',
      company: 'Harbor Computing',
      billing_address_1: '12 Harbor Street',
      billing_city: 'Arlington',
      billing_state: 'VA',
      billing_postal_code: '22201',
      billing_country: 'US',
    });
    const { body } = await stage.sandbox.api.post<{ data: Sent }>('/invoices', {
      customer_id: customer.body.data.id,
      line_items: [
        { product_id, quantity: 1 },
        { product_id: pen.id, quantity: 3 },
      ],
      memo: 'Thank you for your order.\nDelivery within two weeks.',
      due_date: '2026-03-31',
      send: true,
    });
    return body.data;
  }

  const read = async ({ id }: Sent): Promise<Sent> =>
    (await stage.sandbox.api.get<{ data: Sent }>(`/invoices/${id}`)).body.data;

  it('has no fault that the accessibility checker finds, on every screen', async () => {
    const { page } = stage.visitor;
    await page.goto((await sendInvoice()).hosted_invoice_url);
    await expectCleanInEveryLook(stage.visitor, 'invoice');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('keeps large amounts within its sheet, on phones and in German too', async () => {
    const invoice = await sendInvoice('Donaudampfschifffahrt', 24_693_300);
    for (const locale of ['de-DE']) {
      const { page } = await stage.visit({ locale });
      await page.goto(invoice.hosted_invoice_url);
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await screenshot(page, `invoice-large-${locale}-${width}`);
        expect([locale, width, await textsBeyondSheet(page)]).toEqual([locale, width, []]);
        expect(await sidewaysScroll(page)).toBe(0);
        // It is paid from the first screen.
        const pay = await page.locator('.sheet-actions .button-primary').boundingBox();
        expect(pay!.y + pay!.height).toBeLessThan(500);
        // It has a row, and so has what else can be done where there is room.
        const rows = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.sheet-actions .button')].map((each) => each.getBoundingClientRect().top)`,
        );
        if (width === 1280) expect(new Set(rows.slice(1)).size).toBe(1);
        expect(rows[1]).toBeGreaterThan(rows[0]!);
      }
    }
  });

  it('is downloaded as the PDF that was e-mailed', async () => {
    const { page } = stage.visitor;
    const invoice = await sendInvoice();
    await page.goto(invoice.hosted_invoice_url);
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    const download = await begun;
    expect(download.suggestedFilename()).toBe(`${invoice.number}.pdf`);
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(1_500);
  });

  it('is paid by its button, and says so afterwards', async () => {
    const { page } = stage.visitor;
    const invoice = await sendInvoice();
    await page.goto(invoice.hosted_invoice_url);
    await page.getByRole('link', { name: 'Pay $134.50' }).click();
    expect(page.url()).toBe(invoice.pay_url);
    expect(await page.getByLabel('Email').inputValue()).toBe('grace@example.com');
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    // What can be done next is as wide as all of it, and how many at which price is not torn apart.
    await page.setViewportSize({ width: 320, height: 640 });
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('#confirmation .facts ~ .button')].map((each) => each.offsetWidth)`,
    );
    expect(widths.length).toBeGreaterThan(1);
    expect(new Set(widths).size).toBe(1);
    const lines = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.times')].map((each) => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight))`,
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(Math.max(...lines)).toBeLessThan(1.5);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: `View invoice ${invoice.number}` }).click();
    await page.getByText('A payment has been made and is being processed').waitFor();
    expect(await page.getByRole('link', { name: /^Pay/ }).count()).toBe(0);
    await stage.sandbox.control.post('/clock', { advance: '5s' });
    await page.reload();
    await page.getByText('This invoice is paid').waitFor();
    await screenshot(page, 'invoice-paid');
    expect((await read(invoice)).paid_at).not.toBeNull();
    const again = await page.goto(invoice.pay_url);
    expect(again!.status()).toBe(404);
  });

  it('says that it is overdue once its last day is over, and still can be paid', async () => {
    const { page } = stage.visitor;
    const invoice = await sendInvoice();
    await stage.sandbox.control.post('/clock', { set: '2026-03-31T23:59:00Z' });
    await page.goto(invoice.hosted_invoice_url);
    expect(await page.locator('.pill').innerText()).toContain('Open');
    await stage.sandbox.control.post('/clock', { set: '2026-04-01T00:00:00Z' });
    await page.reload();
    expect(await page.locator('.pill').innerText()).toContain('Overdue');
    expect(await page.locator('main').innerText()).toContain('March 31, 2026 (overdue)');
    await expectClean(stage.visitor, 'invoice-overdue');
    expect(await page.getByRole('link', { name: 'Pay $134.50' }).count()).toBe(1);
  });
});
