import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

type Rgb = [number, number, number];

describe('the files of the pages', () => {
  let sandbox: TestSandbox;
  let page: string;

  beforeAll(async () => {
    sandbox = await createTestSandbox();
    const { body } = await sandbox.api.post<{ data: { url: string } }>('/checkout-sessions', {
      amount: 4200,
      success_url: 'https://shop.example/thanks',
    });
    page = await (await fetch(body.data.url)).text();
  });
  afterAll(() => sandbox?.stop());

  it('are kept by browsers for ever, under addresses that change with their bytes', async () => {
    const paths = [...page.matchAll(/(?:href|src)="(\/_assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThanOrEqual(4);
    for (const path of paths) {
      const { status, headers } = await fetch(`${sandbox.url}${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('are not found under a hash of other bytes, nor outside their folder', async () => {
    const script = /\/_assets\/checkout-([0-9a-f]{10})\.js/.exec(page)!;
    const other = script[0].replace(script[1]!, '0123456789');
    for (const path of [
      other,
      '/_assets/..%2f..%2fpackage.json',
      '/_assets/cli-0123456789.js',
      '/_assets/checkout.js',
    ]) {
      expect([path, (await fetch(`${sandbox.url}${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('hold the color of a brand so that everything in it, and on it, can be read', async () => {
    for (const color of ['4f46e5', 'ffff00', 'ffffff', '000000', '00ff00', '7f7f7f', 'ff0055', '112233']) {
      const css = await (await fetch(`${sandbox.url}/_assets/brand-${color}.css`)).text();
      const [light, dark] = [1, 2].map((at) =>
        propertiesOf(css.replaceAll(/light-dark\((.*?),(.*?)\)/g, `$${at}`)),
      ) as [Record<string, Rgb>, Record<string, Rgb>];
      for (const [scheme, surface] of [
        [light, [255, 255, 255]],
        [dark, [24, 27, 33]],
      ] as const) {
        expect(contrast(scheme['on-brand']!, scheme.brand!)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(scheme['brand-ink']!, surface as Rgb)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('have the colors of both schemes at once, so that a frame can be shown in either', async () => {
    const sheets = [...page.matchAll(/href="(\/_assets\/[^"]+\.css)"/g)].map(([, path]) => path!);
    const texts = await Promise.all(sheets.map(async (path) => (await fetch(`${sandbox.url}${path}`)).text()));
    expect(texts.join()).toContain('light-dark(');
    expect(texts.join()).not.toContain('prefers-color-scheme');
  });

  it('are guarded like everything else: a page under a foreign Host is refused', async () => {
    const request = 'GET /pay/nothing HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(sandbox.url, request)).status).toBe(403);
  });
});

const propertiesOf = (css: string): Record<string, Rgb> =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+):#([0-9a-f]{6})/g)].map(([, name, hex]) => [
      name!,
      [0, 2, 4].map((at) => Number.parseInt(hex!.slice(at, at + 2), 16)) as Rgb,
    ]),
  );

const luminance = (color: Rgb): number => {
  const [red, green, blue] = color
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
