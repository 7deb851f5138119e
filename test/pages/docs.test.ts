import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../support/build.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
});
afterAll(() => sandbox.stop());

const open = async (path: string) => {
  const answer = await fetch(`${sandbox.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const unescaped = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const blocksOf = (page: string): string[] =>
  [...page.matchAll(/<pre[^>]*><code[^>]*>([\s\S]*?)<\/code>/g)].map(([, text]) => unescaped(text!));

describe('the documents that the emulator serves', () => {
  it('begin with calls that work as they stand', async () => {
    const { text } = await open('/docs');
    const [customer, charge] = blocksOf(text)[0]!.split('\n\n');
    const made = JSON.parse((await execa('bash', ['-c', customer!])).stdout);
    const charged = JSON.parse((await execa('bash', ['-c', charge!.replace('cus_…', made.data.id)])).stdout);
    expect(charged.data).toMatchObject({ object: 'transaction', amount: 4200, status: 'pending_settlement' });
  });

  it('have no link that leads nowhere', async () => {
    const seen = new Map<string, string>();
    const waiting = ['/docs'];
    const broken: string[] = [];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (seen.has(path)) continue;
      const { status, text } = await open(path);
      seen.set(path, text);
      if (status !== 200) broken.push(path);
      const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, href]) => unescaped(href!));
      for (const href of links) {
        if (/^https?:/.test(href)) continue;
        const [to, anchor] = href.split('#') as [string, string?];
        if (anchor !== undefined && (to === '' || to === path) && !text.includes(`id="${anchor}"`))
          broken.push(`${path} ${href}`);
        if (to.startsWith('/docs') || to.startsWith('/_assets') || to === '/openapi.json') waiting.push(to);
      }
    }
    expect(broken).toEqual([]);
    const manual = readdirSync(join(projectFolder, 'docs')).filter(
      (file) => file.endsWith('.md') && file !== 'README.md',
    );
    const shown = [...seen.keys()].filter((path) => path.startsWith('/docs/manual/') && !path.endsWith('.svg'));
    expect(shown).toHaveLength(manual.length);
  });

  it('load nothing from elsewhere, run nothing, and may be framed by nobody', async () => {
    for (const path of ['/docs', '/docs/api', '/docs/manual/clock']) {
      const { headers, text } = await open(path);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(text).not.toMatch(/<script|style="|<style/);
    }
  });

  it('have their pictures in them', async () => {
    for (const [name, says] of [
      ['dashboard', 'The dashboard in a terminal'],
      ['speed', 'Start, charges a second and memory against the number of stored charges'],
    ])
      expect((await open(`/docs/manual/${name}`)).text).toMatch(new RegExp(`<svg [^>]+ aria-label="${says}">`));
  });

  it('are listed for programs, which read them as they are written', async () => {
    const { headers, text } = await open('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    const webhooks = await (await fetch(links.find((link) => link.endsWith('webhooks.md'))!)).text();
    expect(webhooks).toMatch(/^# Webhooks\n/);
    expect(webhooks).not.toContain('<!--');
  });

  it('say that there is no such document', async () => {
    expect((await open('/docs/manual/nothing')).status).toBe(404);
    expect((await open('/docs/manual/..%2fpackage.md')).status).toBe(404);
  });
});
