import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorTypes } from '../../src/core/kernel/errors.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { manualIndex } from '../../src/sandbox/http/docs/manual.ts';
import { projectFolder } from '../support/build.ts';
import { unescaped } from '../support/pages.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

const open = async (path: string) => {
  const answer = await fetch(`${sandbox.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
describe('the documents that the emulator serves', () => {
  it('have such a call at every operation', async () => {
    const { text } = await open('/docs/api');
    const operations = [...text.matchAll(/<details id="[^"]+">[\s\S]*?<\/details>/g)].map(([each]) => each);
    expect(operations.length).toBeGreaterThan(60);
    for (const operation of operations) {
      const titles = [...operation.matchAll(/data-title="(\w+)"/g)].map(([, title]) => title);
      expect(titles).toEqual(['curl', 'Node', 'Python', 'PHP', 'Ruby', 'Go']);
      expect(unescaped(operation)).toMatch(/import \(\n\t"fmt"\n\t"io"\n\t"net\/http"/);
    }
  });

  it('say every type of error with its codes, and how much each tier may write', async () => {
    const registry = declarations();
    for (const path of ['/docs', '/docs/api']) {
      const { text } = await open(path);
      for (const type of Object.keys(errorTypes)) expect(text).toContain(`<td><code>${type}</code></td>`);
      for (const code of [...registry.codesOf('specified'), ...registry.codesOf('assumed')])
        expect(text).toContain(`<code>${code}</code>`);
      expect(text).toMatch(/<th>high_volume<\/th>/);
      expect(text).toMatch(/all other writes combined<\/td><td>300<\/td><td>900<\/td><td>2400<\/td><td>6000<\/td>/);
      expect(text).toContain('Retry-After');
    }
  });

  it('are found by their words: the manual, operations and events', async () => {
    const found = async (words: string) => {
      const { status, text } = await open(`/docs/search?q=${encodeURIComponent(words)}`);
      expect(status).toBe(200);
      return [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, path]) => unescaped(path!));
    };
    expect((await found('refund'))[0]).toBe('/docs/manual/getting-started#refund');
    expect(await found('refund')).toContain('/docs/api#transactions.refund');
    expect((await found('transactions refund'))[0]).toBe('/docs/api#transactions.refund');
    expect(await found('PAYOUT.returned')).toContain('/docs/api#events');
    expect((await found('checking a signature'))[0]).toBe('/docs/manual/webhooks#checking-a-signature');
    expect(await found('reference_id duplicate charge')).not.toEqual([]);
    const likely: [words: string, path: string][] = [
      ['upgrade', '/docs/manual/upgrade#upgrade'],
      ['downgrade', '/docs/manual/upgrade#downgrade'],
      ['uninstall', '/docs/manual/upgrade#remove'],
      ['cors', '/docs/manual/troubleshooting#what-the-api-refuses'],
      ['java', '/docs/manual/languages#java'],
      ['C#', '/docs/manual/languages#c'],
      ['double charge', '/docs/manual/questions#what-happens-when-i-send-a-write-twice'],
      ['idempotency', '/docs/manual/questions#what-happens-when-i-send-a-write-twice'],
      ['list charges', '/docs/api#transactions.list'],
      ['list payments', '/docs/api#transactions.list'],
      ['3ds', '/docs/manual/checkout#3-d-secure'],
      ['chargebacks', '/docs/manual/coverage#dispute'],
      ['webhook not received', '/docs/manual/troubleshooting#no-webhook-arrives'],
    ];
    for (const [words, path] of likely)
      expect([words, (await found(words)).slice(0, 6)]).toEqual([words, expect.arrayContaining([path])]);
    for (const path of await found('clock')) {
      const [page, anchor] = path.split('#');
      expect((await open(page!)).text).toContain(`id="${anchor}"`);
    }
    expect(await found('')).toEqual([]);
    expect(await found('wordthatisnowhere')).toEqual([]);
    expect(await found('clock wordthatisnowhere')).toEqual([]);
    expect(await found('('.repeat(5_000))).toEqual([]);
    const evil = await open('/docs/search?q=%3Cimg%20src=x%3E');
    expect(evil.text).toContain('Nothing has <strong>&lt;img src=x&gt;</strong>');
    expect((await open('/docs/search?q=a&q=b')).status).toBe(200);
  });

  it('have an icon, those too that have no markup to name one', async () => {
    for (const path of [
      '/docs',
      '/docs/api',
      '/docs/search',
      '/docs/manual/clock',
      '/mail',
      '/pay/none',
      '/invoice/none',
    ])
      expect(await fetch(`${sandbox.url}${path}`, { headers: { accept: 'text/html' } }).then((a) => a.text())).toMatch(
        /<link rel="icon" href="\/_assets\/icon-[0-9a-f]{6}\.svg" type="image\/svg\+xml">/,
      );
    const { status, headers, text } = await open('/favicon.ico');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(text).toMatch(/^<svg /);
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
    const shown = [...seen.keys()].filter((path) => path.startsWith('/docs/manual/') && !/\.(webp|svg)$/.test(path));
    // The coverage is shown beside the manual.
    expect(shown).toHaveLength(manual.length + 1);
  });

  it('name each part once, have one title, leave out no level of headings and say what each picture shows', async () => {
    for (const path of ['/docs', '/docs/api', ...manualIndex().map(({ name }) => `/docs/manual/${name}`)]) {
      const { text } = await open(path);
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
      expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
      const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      expect([path, levels.filter((level) => level === 1)]).toEqual([path, [1]]);
      expect([path, levels.filter((level, at) => level > (levels[at - 1] ?? level) + 1)]).toEqual([path, []]);
      expect([path, text.match(/<img(?![^>]* alt="[^"]+")[^>]*>/g)]).toEqual([path, null]);
      expect([path, text.match(/<a [^>]*>\s*<\/a>/g)]).toEqual([path, null]);
    }
  });

  it('load and run nothing from elsewhere or of what is written in them, and may be framed by nobody', async () => {
    for (const path of ['/docs', '/docs/api', '/docs/search?q=clock', '/docs/manual/clock']) {
      const { headers, text } = await open(path);
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'/,
      );
      expect(text).not.toMatch(/<script(?! type="module" src="\/_assets\/)|<script[^>]*>[^<]|style="|<style/);
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
