import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postToVault } from '../../src/payments/resources/token/buyer-operations.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { Buyer, type ClientRefusal } from '../support/buyer.ts';
import { cards, Demo, eachTest } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';

let demo: Demo;
let buyer: Buyer;
eachTest((fresh) => {
  demo = fresh;
  buyer = new Buyer(fresh);
});

const card = { card_number: cards.visaDebit, card_exp: '12/30', card_cvc: '739' };
const bank = { bank_account_number: '98765432101' };
/** Passes the Luhn check and is not a test card. */
const foreign = '4929123456789015';

describe('the vault', () => {
  it('gives aliases of a card number and its security code, and the expiry back', async () => {
    const { status, body } = await buyer.vault(card);
    expect(status).toBe(200);
    expect(body).toEqual({
      card_number: expect.stringMatching(/^tok_sandbox_[0-9A-Za-z]{20}$/),
      card_exp: '12/30',
      card_cvc: expect.stringMatching(/^tok_sandbox_[0-9A-Za-z]{20}$/),
    });
    expect(body.card_number).not.toBe(body.card_cvc);
  });

  it('gives another alias each time', async () => {
    const [one, other] = [await buyer.aliases(), await buyer.aliases()];
    expect(one.vaultPanAlias).not.toBe(other.vaultPanAlias);
  });

  it('takes a card without a security code', async () => {
    const { card_cvc: _without, ...rest } = card;
    const { status, body } = await buyer.vault(rest);
    expect({ status, fields: Object.keys(body).sort() }).toEqual({ status: 200, fields: ['card_exp', 'card_number'] });
  });

  it('gives an alias of an account number', async () => {
    const { status, body } = await buyer.vault(bank);
    expect(status).toBe(200);
    expect(body).toEqual({ bank_account_number: expect.stringMatching(/^tok_sandbox_[0-9A-Za-z]{20}$/) });
  });

  it('gives live aliases in the vault of live mode', async () => {
    const live = new Buyer(demo, { mode: 'live' });
    const { body } = await live.vault(card);
    expect(body.card_number).toMatch(/^tok_live_/);
    expect(body.card_cvc).toMatch(/^tok_live_/);
  });

  it('is called without a key, from a page of any origin', async () => {
    const answer = await buyer.post(`/vault/${buyer.vaultId}/post`, card, { origin: 'https://shop.example.com' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['of no workspace', 'vlt_nobody_sandbox'],
    ['of no environment', 'vlt_demo_production'],
    ['of no form', 'demo'],
    ['with a path in it', '..%2F..%2Fetc'],
  ])('answers 404 to an id %s', async (_what, id) => {
    const answer = await buyer.post<ClientRefusal>(`/vault/${id}/post`, card);
    expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } });
    expect(answer.body).not.toHaveProperty('type');
  });

  it('refuses everything where the workspace has it switched off, and says so', async () => {
    await demo.configure({ vault_enabled: false });
    const answer = await buyer.vault<ClientRefusal>(card);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('vault_enabled') } });
  });
});

describe('a number', () => {
  it('that might be a real card is refused, with where to find test cards', async () => {
    const answer = await buyer.vault<ClientRefusal>({ ...card, card_number: foreign });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('emulator outcomes') } });
  });

  it('that fails the Luhn check is refused, but of a gateway_a workspace', async () => {
    const wrong = { ...card, card_number: cards.failsLuhn };
    expect(await buyer.vault(wrong)).toMatchObject({ status: 400, body: { error: expect.stringContaining('digit') } });
    const onA = new Buyer(await demo.on('gateway_a'));
    expect(await onA.vault(wrong)).toMatchObject({ status: 200, body: { card_number: expect.any(String) } });
  });

  it('that the workspace lists among its test cards is taken', async () => {
    await demo.configure({ test_cards: [{ number: foreign, funding: 'debit' }] });
    expect((await buyer.vault({ ...card, card_number: foreign })).status).toBe(200);
  });

  it('may be written with spaces', async () => {
    expect((await buyer.vault({ ...card, card_number: '4000 0566 5566 5556' })).status).toBe(200);
  });

  it.each([
    ['no number at all', {}, 'card_number'],
    ['an empty body of a card', { card_exp: '12/30' }, 'card_number'],
    ['a card without expiry', { card_number: cards.visaDebit }, 'card_exp'],
    ['an expiry with four digits of the year', { ...card, card_exp: '12/2030' }, 'MM/YY'],
    ['an expiry of no month', { ...card, card_exp: '13/30' }, 'month'],
    ['an expiry of another form', { ...card, card_exp: '1230' }, 'MM/YY'],
    ['an expiry of letters', { ...card, card_exp: 'ab/cd' }, 'MM/YY'],
    ['a security code of two digits', { ...card, card_cvc: '12' }, 'card_cvc'],
    ['a security code of letters', { ...card, card_cvc: 'abc' }, 'card_cvc'],
    ['a number of letters', { ...card, card_number: 'four' }, 'card_number'],
    ['a number as a number', { ...card, card_number: Number(cards.visaDebit) }, 'card_number'],
    ['a card and an account', { ...card, ...bank }, 'exactly one'],
    ['an account with an expiry', { ...bank, card_exp: '12/30' }, 'card_exp'],
    ['an account number of three digits', { bank_account_number: '123' }, '4 to 17'],
    ['an account number of eighteen digits', { bank_account_number: '123456789012345678' }, '4 to 17'],
    ['an account number of letters', { bank_account_number: 'abcd' }, '4 to 17'],
  ])('is refused: %s', async (_what, body, said) => {
    const answer = await buyer.vault<ClientRefusal>(body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(said) } });
    expect(Object.keys(answer.body)).toEqual(['error']);
  });

  it('is refused in every other wrong shape, without quoting it', async () => {
    const shape = postToVault.body as unknown as Shape;
    for (const { what, text } of badBodies(shape, card)) {
      const { status, body } = await buyer.vault(text);
      expect(status, what).toBe(400);
      expect(JSON.stringify(body), what).not.toContain(cards.visaDebit);
    }
  });
});

describe('what was posted', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'emulator-vault-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const secrets = [cards.visaDebit, foreign, cards.failsLuhn, bank.bank_account_number, '"739"'];

  it('rests in no log, event or export', async () => {
    await buyer.vault(card);
    await buyer.vault(bank);
    await buyer.vault({ ...card, card_number: foreign });
    await buyer.vault({ ...card, card_number: cards.failsLuhn });
    await buyer.vault(`{"card_number":"${foreign}","card_cvc":`);
    const requests = await demo.control<{ data: { id: string }[] }>('get', '/requests?limit=100');
    expect(requests.data.length).toBeGreaterThanOrEqual(5);
    const whole = await Promise.all(requests.data.map(({ id }) => demo.control('get', `/requests/${id}`)));
    const text = JSON.stringify([requests, whole, await demo.events(), await demo.exported()]);
    expect(text).toContain('tok_sandbox_');
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('rests in no file of the data folder, neither while it runs nor after it stopped', async () => {
    const sandbox = await createTestSandbox({ dataDir });
    try {
      const kept = new Buyer(Demo.ofFixture(sandbox, 'ws_demo'));
      const aliases = await kept.aliases(cards.visaDebit);
      await kept.vault(card);
      await kept.vault(bank);
      await kept.vault({ ...card, card_number: foreign });
      const running = await filesOf(dataDir);
      expect(running).toContain(aliases.vaultPanAlias);
      for (const secret of secrets) expect(running).not.toContain(secret);
    } finally {
      await sandbox.stop();
    }
    const stopped = await filesOf(dataDir);
    expect(stopped).toContain('tok_sandbox_');
    for (const secret of secrets) expect(stopped).not.toContain(secret);
  });
});

/** The text of every file below a folder. */
async function filesOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
  return texts.join('\n');
}
