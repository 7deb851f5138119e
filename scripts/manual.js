// Renders the manual for the emulator's own pages: each document as an HTML fragment and as Markdown.
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';

/** The address of a document among the emulator's pages. */
const pathOf = (name) => `/docs/manual/${name}`;

/**
 * Writes `NAME.html`, `NAME.md` and `index.json` (name, title and subject of each document, in the order of the manual's
 * own index) into a folder.
 * @param root the project's folder
 */
export async function buildManual(root, outdir) {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const docs = join(root, 'docs');
  const index = indexOf(await readFile(join(docs, 'README.md'), 'utf8'));
  for (const file of await readdir(docs)) {
    if (/\.(svg|webp)$/.test(file)) await copyFile(join(docs, file), join(outdir, file));
    if (!file.endsWith('.md') || file === 'README.md') continue;
    const name = file.slice(0, -3);
    const text = withoutComments(await readFile(join(docs, `${name}.md`), 'utf8'));
    await writeFile(join(outdir, `${name}.md`), text);
    await writeFile(join(outdir, `${name}.html`), render(text, docs));
  }
  // Comparisons with the service lead to its rows.
  const coverage = await readFile(join(docs, 'internals', 'coverage.md'), 'utf8');
  await writeFile(join(outdir, 'coverage.md'), coverage);
  await writeFile(join(outdir, 'coverage.html'), render(coverage, docs, true));
  index.push({ name: 'coverage', title: 'Coverage', about: 'each row of the specification, and what does it here' });
  await writeFile(join(outdir, 'index.json'), JSON.stringify(index));
}

/** The rows of the manual's index: `| [Title](name.md) | about |`. */
const indexOf = (text) =>
  [...text.matchAll(/^\| \[(.+?)\]\((.+?)\.md\) \| (.+?) \|$/gm)].map(([, title, name, about]) => ({
    name,
    title,
    about: about.replaceAll('`', ''),
  }));

/** Removes the marks for the tests, which readers do not see. */
const withoutComments = (text) => text.replace(/^<!--[\s\S]*?-->\n+/gm, '');

/** The anchor of a heading, as GitHub makes it. */
const slug = (text) =>
  text
    .replace(/<[^>]+>|&[a-z]+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\w -]/gu, '')
    .replaceAll(' ', '-');

/**
 * @param docs the folder of the pictures
 * @param hasRows whether each row of a table has an anchor: the chapter, and the route or the first name in the row
 */
function render(text, docs, hasRows = false) {
  let chapter = '';
  const anchors = new Set();
  const anchorOf = (row) => {
    const names = hasRows ? [...row.matchAll(/<code>(.*?)<\/code>/g)].map(([, text]) => text) : [];
    const name = names.find((text) => /^[A-Z]+ \//.test(text)) ?? names[0];
    const anchor = slug(`${chapter} ${name}`);
    if (name === undefined || anchors.has(anchor)) return '';
    anchors.add(anchor);
    return ` id="${anchor}"`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 2) chapter = inner;
        return `<h${depth} id="${slug(inner)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
        if (name !== undefined) return `<a href="${pathOf(name)}${anchor}">${inner}</a>`;
        if (href.startsWith('#') || /^https?:/.test(href)) return `<a href="${href}">${inner}</a>`;
        // A file of the project that no page shows.
        return href === '../README.md' ? `<a href="/docs">${inner}</a>` : inner;
      },
      // A drawing is inlined, with its own description, and needs no address.
      image({ href, text: alt }) {
        if (href.endsWith('.svg')) return readFileSync(join(docs, href), 'utf8').trim();
        return `<img src="${pathOf(href)}" alt="${alt}" loading="lazy">`;
      },
      table(token) {
        const cells = (row, kind) =>
          row.map((cell) => {
            const inner = this.parser.parseInline(cell.tokens);
            // A column without a name has no heading to read out.
            const name = inner === '' ? 'td' : kind;
            return `<${name}>${inner}</${name}>`;
          });
        const rows = token.rows.map((row) => {
          const inner = cells(row, 'td').join('');
          return `<tr${anchorOf(inner)}>${inner}</tr>`;
        });
        return (
          `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(token.header, 'th').join('')}</tr></thead>` +
          `<tbody>${rows.join('')}</tbody></table></div>\n`
        );
      },
    },
  });
  return inTabs(marked.parse(text).replaceAll('<pre><code', '<pre tabindex="0"><code'));
}

const languages = ['Node', 'Python', 'PHP', 'Ruby', 'Go'];

/** Successive sections of one level that say the same in several languages become tabs. */
function inTabs(text) {
  const parts = text.split(/(?=<h[1-4] )/).map((part) => {
    const [, level, title] = /^<h([1-4])[^>]*>(.*?)<\/h/.exec(part) ?? [];
    return { part, level, title: languages.includes(title) ? title : null };
  });
  return parts
    .map(({ part, level, title }, at) => {
      const isWith = (other) => other !== undefined && other.title !== null && other.level === level;
      if (title === null || !(isWith(parts[at - 1]) || isWith(parts[at + 1]))) return part;
      const begins = isWith(parts[at - 1]) ? '' : '<div class="tabs" data-label="Languages" data-choice="language">\n';
      const ends = isWith(parts[at + 1]) ? '' : '</div>\n';
      return `${begins}<section class="tab" data-title="${title}">\n${part}</section>\n${ends}`;
    })
    .join('');
}
