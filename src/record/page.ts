import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Assets } from '../pages/assets.ts';
import { html } from '../pages/html.ts';
import { dataOpening, pageClosing, pageOpening } from './marks.ts';

const compress = promisify(gzip);

/** What may be loaded: nothing. What may run: the viewer, known by its hash. */
const policyOf = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    'frame-src about:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** A script in a page ends where its closing tag stands, even in one of its texts. */
const inScript = (text: string): string => text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/** The lines of a record, compressed, as a page has them. */
export const packed = async (lines: readonly string[]): Promise<string> =>
  (await compress(lines.join('\n'))).toString('base64');

/**
 * A record as one page: the viewer, and the run in it.
 * @param data the lines, as `packed` gives them
 * @param title what the page is called
 */
export function recordPage(assets: Assets, data: string, title: string): string {
  const script = inScript(assets.file('record.js').bytes.toString('utf8'));
  const style = assets.file('record.css').bytes.toString('utf8');
  return [
    pageOpening,
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    html`<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">`.text,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    html`<title>${title} · payments-emulator</title>`.text,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="inspector"></div>',
    '<noscript><p>A record needs JavaScript. Or read it in a terminal: emulator record show FILE.</p></noscript>',
    `${dataOpening}${data}</script>`,
    `<script type="module">${script}</script>`,
    '</body>',
    pageClosing,
    '',
  ].join('\n');
}
