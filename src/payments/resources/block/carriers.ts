import type { Context } from '../../../core/kernel/context.ts';
import type { ShownBlock } from '../../mail/mail-draft.ts';
import { type Block, blocks } from './model.ts';

/** The objects of a payment that a block can belong to. */
export interface BlockCarrier {
  /** The id of the transaction. */
  readonly id: string;
  readonly customer_id: string | null;
  readonly subscription_id: string | null;
}

/**
 * Returns the blocks of installed apps for the confirmation page and the receipt of a payment (specification, "App
 * routes"). The blocks of the transaction come first, then the blocks of its customer, then the blocks of its
 * subscription. The blocks of each object are sorted from oldest to newest.
 */
export function shownBlocks(ctx: Context, { id, customer_id, subscription_id }: BlockCarrier): ShownBlock[] {
  if (ctx.of(blocks).size === 0) return [];
  const carriers = [
    ['transaction', id],
    ['customer', customer_id],
    ['subscription', subscription_id],
  ] as const;
  return carriers.flatMap(([object_type, object_id]) =>
    object_id === null ? [] : blocksOn(ctx, object_type, object_id),
  );
}

/** Returns the blocks of installed apps on one object, oldest first. */
export const blocksOn = (ctx: Context, object_type: Block['object_type'], object_id: string): ShownBlock[] =>
  [...ctx.of(blocks).newestFirst({ object_type: [object_type], object_id: [object_id] })].reverse().map(readBlock);

const mostLines = 40;
const longestLine = 500;
const deepest = 6;
/** Fields whose text is shown without the field name. */
const plain: ReadonlySet<string> = new Set(['text', 'body', 'message', 'description', 'subtitle', 'lines', 'items']);
/** Fields that are shown as the heading or the link of the block, not as lines. */
const heads: ReadonlySet<string> = new Set(['title', 'url', 'link', 'link_label']);

/**
 * Converts a block to readable form. The content can be any object, and the meaning of its fields is assumed. `title`
 * is the heading. `url` (with `link_label`) or `link {url, label}` is the link. All other fields are lines, in order.
 */
function readBlock({ block_type, content }: Pick<Block, 'block_type' | 'content'>): ShownBlock {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(content)) {
    if (heads.has(name)) continue;
    for (const line of linesOf(value, plain.has(name) ? null : name, 0)) {
      if (lines.length === mostLines) break;
      lines.push(shortened(line));
    }
  }
  const { title } = content;
  const heading = typeof title === 'string' && title.trim() !== '' ? title : inWords(block_type);
  return { title: shortened(heading), lines, link: linkOf(content) };
}

function* linesOf(value: unknown, name: string | null, depth: number): Generator<string> {
  if (value === null || depth > deepest) return;
  if (typeof value !== 'object') {
    const text = String(value).trim();
    if (text !== '') yield name === null ? text : `${inWords(name)}: ${text}`;
    return;
  }
  if (Array.isArray(value)) {
    for (const each of value) yield* linesOf(each, null, depth + 1);
    return;
  }
  const { label, value: own } = value as Record<string, unknown>;
  if (typeof label === 'string' && own !== undefined) {
    yield* linesOf(own, label, depth + 1);
    return;
  }
  for (const [inner, each] of Object.entries(value)) yield* linesOf(each, plain.has(inner) ? null : inner, depth + 1);
}

function linkOf({ url, link, link_label }: Block['content']): ShownBlock['link'] {
  const own = typeof link === 'object' && link !== null ? (link as Record<string, unknown>) : { url: link };
  const target = url ?? own.url;
  if (typeof target !== 'string' || !URL.canParse(target)) return null;
  const { protocol, href, host } = new URL(target);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const label = link_label ?? own.label;
  return { label: typeof label === 'string' && label.trim() !== '' ? shortened(label) : host, url: href };
}

/** Converts `loyalty_points` to `Loyalty points`. */
function inWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const shortened = (text: string): string => (text.length > longestLine ? `${text.slice(0, longestLine - 1)}…` : text);
