import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Assets, policyHash } from '../../pages/assets.ts';
import { html } from '../../pages/html.ts';
import { dataClosing, dataOpening, pageClosing, pageOpening, viewerOpening } from '../page-elements.ts';

/**
 * The content security policy of the page. The page loads no resources, and runs only the viewer and the script that
 * starts the viewer, which are identified by their hashes.
 */
const policyOf = (scripts: readonly string[], style: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(policyHash).join(' ')}`,
    `style-src ${policyHash(style)}`,
    'img-src data:',
    'frame-src about:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Compresses a text into the form that a page contains. */
export async function packed(pieces: Iterable<string> | AsyncIterable<string>): Promise<string> {
  const compressed: Buffer[] = [];
  await pipeline(pieces, createGzip(), async (stream) => {
    for await (const piece of stream) compressed.push(piece);
  });
  return Buffer.concat(compressed).toString('base64');
}

/**
 * Builds a record as an HTML page with the viewer and the data of the run.
 * @param data the content, as returned by `packed`
 * @param title the title of the page
 */
export async function recordPage(assets: Assets, data: string, title: string): Promise<string> {
  const text = (name: string): string => assets.file(name).bytes.toString('utf8');
  const viewer = text('record.js');
  const loader = text('record-loader.js').trim();
  const style = text('record.css');
  return [
    pageOpening,
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    html`<meta http-equiv="Content-Security-Policy" content="${policyOf([loader, viewer], style)}">`.text,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    html`<title>${title} · payments-emulator</title>`.text,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="inspector"></div>',
    '<noscript><p>A record needs JavaScript. Or read it in a terminal: npx payments-emulator record show FILE.</p></noscript>',
    `${viewerOpening}${await packed([viewer])}${dataClosing}`,
    `${dataOpening}${data}${dataClosing}`,
    `<script type="module">${loader}</script>`,
    '</body>',
    pageClosing,
    '',
  ].join('\n');
}
