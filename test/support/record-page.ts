import { gunzipSync, gzipSync } from 'node:zlib';
import { Unpacker } from '../../src/record/read/unpack.ts';
import { Packer } from '../../src/record/write/pack.ts';
import type { TestSandbox } from './sandbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: lines of a record, which tests change in every way
export type Line = any;

/** A record as its lines: the head, and the lines behind it. */
export interface Taken {
  readonly head: Line;
  lines: Line[];
}

/** The page of what happened in a sandbox until now. */
export async function pageOf({ url }: Pick<TestSandbox, 'url'>): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/_emulator/record`, { method: 'POST', headers, body: '{}' });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.text();
}

const opening = '<script id="run" type="application/gzip">';

const placeIn = (page: string): { from: number; to: number } => {
  const from = page.indexOf(opening) + opening.length;
  return { from, to: page.indexOf('</script>', from) };
};

/** The content of a page, as it stands there compressed. */
export function contentOf(page: string): string {
  const { from, to } = placeIn(page);
  return gunzipSync(Buffer.from(page.slice(from, to), 'base64')).toString('utf8');
}

/** The page with another content: a text, or one that is compressed already. */
export function holding(page: string, content: string | Buffer): string {
  const { from, to } = placeIn(page);
  const packed = typeof content === 'string' ? gzipSync(content) : content;
  return page.slice(0, from) + packed.toString('base64') + page.slice(to);
}

/** The lines of a content. */
export function linesOf(content: string): Taken {
  const [head, ...chunks] = content.trimEnd().split('\n');
  const unpacker = new Unpacker();
  return { head: JSON.parse(head!), lines: chunks.flatMap((chunk) => [...unpacker.values(chunk)]) };
}

/** The content that has some lines. */
export function contentWith({ head, lines }: Taken): string {
  const packer = new Packer((text) => text);
  for (const line of lines) packer.add(line);
  return `${JSON.stringify(head)}\n${packer.chunk()}\n`;
}
