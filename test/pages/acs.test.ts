import { describe, expect, it } from 'vitest';
import type { ThreeDsResult } from '../../src/payments/resources/three-ds/model.ts';
import { Buyer } from '../support/buyer.ts';
import { session } from '../support/checkout.ts';
import { type Demo, eachTest } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

/** A challenge that waits for the cardholder. */
async function challenge(fields: Record<string, unknown> = {}, of = demo) {
  const token = await of.tokenize('4000000000003220');
  const body = { token, amount: 4200, currency: 'USD', redirect_url: `${demo.sandbox.url}/acs/return`, ...fields };
  const { data } = await of.made<{ data: ThreeDsResult }>('/three-ds/authenticate', body, 200);
  expect(data.challenge_required).toBe(true);
  return { id: data.authentication_id, ...data.challenge! };
}

const result = async (id: string, of = demo) =>
  (await of.made<{ data: ThreeDsResult }>('/three-ds/finish', { authentication_id: id }, 200)).data;

async function post(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy')! };
}

describe('the challenge page', () => {
  it.each([
    ['approve', 'You approved the payment', { status: 'Y', eci: '05', reason: null }],
    ['refuse', 'The payment was refused', { status: 'N', cavv: null, reason: null }],
    ['cancel', 'You cancelled', { status: 'N', cavv: null, reason: 'challenge_cancelled' }],
  ])(
    'takes the decision %s, and shows what became of it where the challenge returns nowhere',
    async (decision, title, end) => {
      const made = await challenge({ redirect_url: undefined });
      const { text } = await post(made.url, { creq: made.creq, decision });
      expect(text).toContain(title);
      expect(await result(made.id)).toMatchObject({ challenge_required: false, ...end });
    },
  );

  it('shows as text what was stored', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await demo.api.patch('/account', { name: evil });
    const { url, creq } = await challenge();
    const { text } = await post(url, { creq });
    expect(text).toContain('&lt;img src=x onerror=');
    expect(text).not.toMatch(/<img src=x|<script>document/);
  });

  it('has no button to leave where the dialog around it has one, in the colors of the page below', async () => {
    const { url, creq } = await challenge();
    const { text } = await post(url, { creq, dialog: 'yes', theme: 'dark' });
    expect(text).not.toContain('value="cancel"');
    expect(text).toContain('<html lang="en" data-theme="dark">');
    // A decision that is none shows the form again, as it was.
    const again = await post(url, { creq, dialog: 'yes', theme: 'dark', decision: 'maybe' });
    expect(again.text).toContain('name="theme" value="dark"');
    expect(again.text).not.toContain('value="cancel"');
  });

  it.each(['approve', 'refuse', 'cancel'])('is decided by the trigger three_ds.%s as well', async (verb) => {
    const made = await challenge();
    await demo.trigger(`three_ds.${verb}`, { id: made.id });
    expect((await result(made.id)).status).toBe(verb === 'approve' ? 'Y' : 'N');
    const { status, text } = await post(made.url, { creq: made.creq, decision: 'approve' });
    expect(status).toBe(409);
    expect(text).toContain('This challenge has already been completed.');
    expect(text).not.toContain('name="decision"');
    expect((await result(made.id)).status).toBe(verb === 'approve' ? 'Y' : 'N');
  });

  it('posts the bank’s response, with what the shop gave along, to the address of the shop', async () => {
    const made = await challenge({ redirect_url: 'https://shop.example/3ds?order=1&x="2"' });
    const request = { creq: made.creq, threeDSSessionData: 'cart <7>' };
    const shown = await post(made.url, request);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('name="threeDSSessionData" value="cart &lt;7&gt;"');
    const { status, text, policy } = await post(made.url, { ...request, decision: 'approve' });
    expect(status).toBe(200);
    expect(text).toContain('<form method="post" action="https://shop.example/3ds?order=1&amp;x=%222%22"');
    expect(text).toContain('name="threeDSSessionData" value="cart &lt;7&gt;"');
    const cres = /name="cres" value="([\w-]+)"/.exec(text)![1]!;
    const { threeDSServerTransID } = await result(made.id);
    const response = JSON.parse(Buffer.from(cres, 'base64url').toString());
    expect(response).toMatchObject({ messageType: 'CRes', threeDSServerTransID, transStatus: 'Y' });
    expect(policy).toMatch(/form-action 'self' https: http:;/);
  });

  it('answers an unknown address with 404, and a visit without a request, or with another’s, with 400', async () => {
    const made = await challenge();
    const other = await challenge();
    const nowhere = await post(`${demo.sandbox.url}/acs/auth_none`, { creq: made.creq });
    expect([nowhere.status, nowhere.text]).toEqual([404, expect.stringContaining('This challenge does not exist')]);
    const opened = await fetch(made.url);
    expect([opened.status, await opened.text()]).toEqual([400, expect.stringContaining('request is missing')]);
    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    for (const creq of [
      other.creq,
      encoded('{"messageType":"CReq"}'),
      encoded('null'),
      encoded('[]'),
      '',
      'null',
      '%',
    ]) {
      for (const decision of ['approve', '']) {
        const { status, text } = await post(made.url, { creq, decision });
        expect([status, text]).toEqual([400, expect.stringContaining('request is not valid')]);
        expect(text).not.toContain('<form');
      }
    }
    expect((await result(made.id)).status).toBe('C');
  });

  it('shows the form again for a decision that is none', async () => {
    const made = await challenge();
    const { status, text } = await post(made.url, { creq: made.creq, decision: 'maybe' });
    expect([status, text]).toEqual([200, expect.stringContaining('value="approve"')]);
  });

  it('belongs to the mode that it was begun in', async () => {
    const made = await challenge({}, demo.live);
    const { text } = await post(made.url, { creq: made.creq, decision: 'approve' });
    expect(text).toContain('Live data: no real money moves');
    expect((await result(made.id, demo.live)).status).toBe('Y');
  });

  it('may be framed by the emulator’s own pages and those of this machine alone', async () => {
    const { url, creq } = await challenge();
    const { policy } = await post(url, { creq });
    expect(policy).toContain("default-src 'none'");
    const hosts = ['localhost', '*.localhost', '127.0.0.1'];
    const loopback = ['http', 'https'].flatMap((scheme) => hosts.map((host) => `${scheme}://${host}:*`));
    expect(/frame-ancestors ([^;]*)/.exec(policy)![1]).toBe(["'self'", ...loopback].join(' '));
  });

  it('of a client may also be framed by the pages that an embedded session may be shown in', async () => {
    await demo.configure({ three_ds_enabled: true });
    const origin = 'https://shop.example';
    const { slug } = await session(demo, {
      ui_mode: 'embedded',
      success_url: undefined,
      allowed_parent_origins: [origin],
    });
    const buyer = new Buyer(demo);
    const who = { workspaceId: demo.workspace, sandbox: true };
    const {
      vaultPanAlias: panAlias,
      vaultExpMonth: expMonth,
      vaultExpYear: expYear,
    } = await buyer.aliases('4000000000003220');
    const { cardRef } = (await buyer.post('/api/vault/3ds/create-card', { ...who, panAlias, expMonth, expYear })).body;
    const { transactionInfo } = (await buyer.post('/api/vault/3ds/init', { ...who, cardRef })).body;
    const { body } = await buyer.post<{ challenge: { url: string; creq: string } }>('/api/vault/3ds/authenticate', {
      ...who,
      cardRef,
      transactionInfo,
      amount: 42,
      currency: 'USD',
      slug,
    });
    const { status, policy } = await post(body.challenge.url, { creq: body.challenge.creq });
    expect(status).toBe(200);
    expect(/frame-ancestors ([^;]*)/.exec(policy)![1]!.split(' ')).toContain(origin);
  });
});
