import { entryOf } from '../../../core/base/maps.ts';
import { wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import type { Assets } from '../../../pages/assets.ts';
import { html, type Markup } from '../../../pages/html.ts';
import type { Described } from '../../profile/descriptions.ts';
import { renderDocument } from './layout.ts';
import { manualIndex, manualText } from './manual.ts';

/** A section of the docs that a search can find. */
interface Place {
  readonly path: string;
  readonly title: string;
  /** The document or resource that contains it. */
  readonly within: string;
  /** Plain text. */
  readonly text: string;
}

/** The maximum number of results. */
const shown = 20;
/** How many characters to show around a match. */
const around = 70;
const longestQuery = 200;

const indexes = new WeakMap<Described, Promise<readonly Place[]>>();

/** All sections, indexed on the first search. */
function indexOf(registry: Described): Promise<readonly Place[]> {
  const known = indexes.get(registry);
  if (known !== undefined) return known;
  const making = makeIndex(registry);
  indexes.set(registry, making);
  making.catch(() => indexes.delete(registry));
  return making;
}

async function makeIndex(registry: Described): Promise<readonly Place[]> {
  const manual = await Promise.all(
    manualIndex().map(async ({ name, title }) => sectionsOf(name, title, (await manualText(name, 'html')) ?? '')),
  );
  return [...operationsIn(registry), ...eventsIn(registry), ...manual.flat()];
}

/** Splits a document of the manual into sections, by its headings. */
function sectionsOf(name: string, title: string, text: string): Place[] {
  const path = `/docs/manual/${name}`;
  return text.split(/(?=<h[1-4] id=")/).flatMap((section) => {
    const [, id = '', heading = '', rest = ''] = /^<h[1-4] id="([^"]*)">(.*?)<\/h\d>(.*)/s.exec(section) ?? [];
    if (heading === '') return [];
    const plainHeading = plainOf(heading);
    return [{ path: `${path}#${id}`, title: plainHeading, within: title, text: plainOf(rest) }];
  });
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text in markup, without pictures. */
const plainOf = (markup: string): string =>
  markup
    .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const operationsIn = (registry: Described): Place[] =>
  [...registry.operationsOf('merchant'), ...registry.operationsOf('client')].map((operation) => {
    const { id, method, path, summary, surface, body, query } = operation;
    const fields = Object.entries({ ...query?.properties, ...body?.properties } as Record<
      string,
      { description?: string }
    >);
    return {
      path: `/docs/api#${id}`,
      title: `${method} ${path}`,
      within: surface === 'client' ? 'Client API' : 'API',
      text: [summary, id, ...fields.map(([name, { description = '' }]) => `${name} ${description}`)].join('. '),
    };
  });

const eventsIn = (registry: Described): Place[] =>
  [...registry.events].map(([type, { about }]) => ({
    path: '/docs/api#events',
    title: type,
    within: 'Events',
    text: `${wordsOf(type)}. ${about}`,
  }));

interface Hit {
  readonly place: Place;
  readonly score: number;
}

/** The sections that contain every word of a query. Sections with the words in their titles come first. */
export async function search(registry: Described, query: string): Promise<readonly Place[]> {
  const words = wordsIn(query).map(namesOf);
  if (words.length === 0) return [];
  const hits = (await indexOf(registry)).flatMap((place): Hit[] => {
    const score = scoreOf(place, words);
    return score === 0 ? [] : [{ place, score }];
  });
  return hits
    .sort((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ place }) => place);
}

const wordsIn = (query: string): string[] =>
  query
    .slice(0, longestQuery)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/**
 * The rank of a section; 0 if a word is missing. A title that contains all words ranks above a title that is one of
 * the words.
 * @param words for each word of the query, the names that count as that word
 */
function scoreOf({ title, within, text }: Place, words: readonly (readonly string[])[]): number {
  const texts: Texts = { title: title.toLowerCase(), within: within.toLowerCase(), text: text.toLowerCase() };
  const isInTitle = (names: readonly string[]) => names.some((name) => texts.title.includes(name));
  let score = words.length > 1 && words.every(isInTitle) ? 40 : 0;
  for (const names of words) {
    const found = Math.max(...names.map((name) => wordScore(texts, name)));
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

type Texts = Readonly<Record<'title' | 'within' | 'text', string>>;

const wordScore = ({ title, within, text }: Texts, word: string): number =>
  (title === word ? 40 : title.startsWith(word) ? 24 : title.includes(word) ? 16 : 0) +
  (within.includes(word) ? 6 : 0) +
  (text.includes(word) ? 2 : 0);

/** What people type, and what the docs call it. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  charge: ['transaction'],
  payment: ['transaction'],
  chargeback: ['dispute'],
  recurring: ['subscription'],
  tenant: ['workspace'],
  double: ['twice', 'duplicate'],
  idempotency: ['twice'],
  idempotent: ['twice'],
  verify: ['checking'],
  received: ['arrives'],
  travel: ['advance'],
  backup: ['snapshot'],
  uninstall: ['remove'],
  update: ['upgrade'],
  '3ds': ['3-d secure'],
  '3d': ['3-d'],
  sca: ['3-d secure'],
  kotlin: ['java'],
  'c#': ['.net'],
  dotnet: ['.net'],
  ssl: ['https'],
  ngrok: ['remote'],
};

/** A word of a query, its singular, and its other names. */
function namesOf(word: string): string[] {
  const singular = word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return [...new Set([word, singular, ...(entryOf(otherNames, word) ?? []), ...(entryOf(otherNames, singular) ?? [])])];
}

/** `/docs/search?q=`: the results, for readers without scripts and for the script of the other pages. */
export async function searchPage(registry: Described, assets: Assets, query: string): Promise<string> {
  const places = await search(registry, query);
  const words = wordsIn(query).flatMap(namesOf);
  return renderDocument({
    assets,
    title: query === '' ? 'Search' : `Search: ${query}`,
    path: '/docs/search',
    listTitle: 'Manual',
    list: manualIndex().map(({ name, title }) => ({ path: `/docs/manual/${name}`, title })),
    query,
    body: html`<h1>Search</h1>
<div id="results">${
      places.length === 0
        ? html`<p>${words.length === 0 ? 'What are you looking for?' : html`Nothing has <strong>${query}</strong>. Try fewer or shorter words.`}</p>`
        : html`<ul class="docs-results">${places.map((place) => resultOf(place, words))}</ul>`
    }</div>`,
  });
}

const resultOf = ({ path, title, within, text }: Place, words: readonly string[]): Markup =>
  html`<li><a href="${path}"><strong>${marked(title, words)}</strong> <span class="docs-within">${within}</span><span>${marked(excerptOf(text, words), words)}</span></a></li>\n`;

/** The part of a text around the first word of the query. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).find((at) => at !== -1) ?? 0;
  const from = Math.max(0, found - around);
  const part = text.slice(from, found + around * 2);
  return `${from > 0 ? '…' : ''}${part}${found + around * 2 < text.length ? '…' : ''}`;
}

/** A text in which the words of the query are marked. */
function marked(text: string, words: readonly string[]): Markup {
  const lower = text.toLowerCase();
  const parts: Markup[] = [];
  for (let at = 0; at < text.length; ) {
    const next = words
      .map((word) => ({ word, place: lower.indexOf(word, at) }))
      .filter(({ place }) => place !== -1)
      .sort((one, other) => one.place - other.place || other.word.length - one.word.length)[0];
    if (next === undefined) return html`${parts}${text.slice(at)}`;
    const end = next.place + next.word.length;
    parts.push(html`${text.slice(at, next.place)}<mark>${text.slice(next.place, end)}</mark>`);
    at = end;
  }
  return html`${parts}`;
}
