import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let demo: Demo;
beforeEach(async () => {
  sandbox = await createTestSandbox();
  demo = await Demo.ofFixture(sandbox, 'ws_demo');
});
afterEach(() => sandbox?.stop());

const open = async (path: string) => {
  const answer = await fetch(`${sandbox.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const linksIn = (page: string): string[] =>
  [...page.matchAll(/(?:href|src)="(\/mail\/[^"]+)"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));

describe('the pages of the captured mail', () => {
  it('say that there is none, and how to make some', async () => {
    const { status, text } = await open('/mail');
    expect(status).toBe(200);
    expect(text).toContain('No mail yet');
    expect(text).toContain('npx payments-emulator trigger invoice.send');
  });

  it('show the newest message, and every other one, with all of its parts', async () => {
    await demo.trigger('invoice.send');
    await demo.trigger('payout_link.create');
    const newest = await open('/mail');
    expect(newest.text).toMatch(/<h1>Demo Shop has sent you \$15\.00<\/h1>/);
    expect(newest.text).toContain('recipient@example.com');
    const other = linksIn(newest.text).find((path) => newest.text.includes(`href="${path}">Invoice INV-0001`))!;
    const { headers, text } = await open(other);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-src 'self'/);
    expect(text).toContain('INV-0001.pdf');
    for (const path of linksIn(text)) expect((await open(path)).status, path).toBe(200);

    const frame = await open(`${other}/html`);
    expect(frame.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'.*frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/,
    );
    const [link] = /http:\/\/127\.0\.0\.1:\d+\/[^"]+/.exec(frame.text)!;
    expect((await fetch(link)).status).toBe(200);
    expect((await open(`${other}/attachments/INV-0001.pdf`)).headers.get('content-type')).toBe('application/pdf');
    expect(frame.text).not.toContain('<script');
    for (const part of ['HTML', 'Text', 'Headers', 'Source']) expect(text).toContain(`data-title="${part}"`);
    for (const header of ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version'])
      expect(text).toContain(`<td>${header}</td>`);
    expect((await open(`${other}/source`)).text).toMatch(/^Content-Type: multipart/m);
  });

  it('keep mailboxes apart, and know what is not there', async () => {
    await demo.trigger('invoice.send');
    const [path] = linksIn((await open('/mail')).text);
    expect((await open(`${path}?mode=live`)).status).toBe(404);
    expect((await open('/mail?mode=live')).text).toContain('No mail yet');
    expect((await open('/mail?mode=both')).status).toBe(400);
    expect((await open('/mail?workspace=ws_none')).status).toBe(404);
    expect((await open(`${path}/attachments/other.pdf`)).status).toBe(404);
    expect((await open('/mail/mail_none')).status).toBe(404);
  });
});
