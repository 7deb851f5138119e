import { withoutEntities } from './decoding.ts';

/*
 * Texts that name their values: forms with parts, markup and tables. Each function hands a name and its value to `hide`,
 * and writes what comes back; null keeps the value as it is written.
 */

type HideNamed = (name: string, value: string) => string | null;

const partHead = /^content-disposition:[^\r\n]*?\bname=(?:"([^"\r\n]*)"|([^\s;"]+))/im;
const isBase64 = /^content-transfer-encoding:\s*base64/im;

/** Hides secrets in a body with parts (`multipart/form-data`), whose first line is the boundary. */
export function hideInParts(text: string, hide: HideNamed): string {
  const [, boundary] = /^\s*(--[^\s"]{1,100})[ \t]*\r?\n/.exec(text) ?? [];
  if (boundary === undefined || !/content-disposition:/i.test(text)) return text;
  return text
    .split(boundary)
    .map((part) => hideInPart(part, hide))
    .join(boundary);
}

function hideInPart(part: string, hide: HideNamed): string {
  const gap = /\r?\n\r?\n/.exec(part);
  if (gap === null) return part;
  const head = part.slice(0, gap.index);
  const found = partHead.exec(head);
  if (found === null) return part;
  const begins = gap.index + gap[0].length;
  const end = /\r?\n$/.exec(part)?.index ?? part.length;
  const value = part.slice(begins, Math.max(begins, end));
  const decoded = isBase64.test(head) ? Buffer.from(value, 'base64').toString('utf8') : value;
  const shown = hide(found[1] ?? found[2] ?? '', decoded);
  if (shown === null) return part;
  const written = decoded === value ? shown : Buffer.from(shown).toString('base64');
  return part.slice(0, begins) + written + part.slice(Math.max(begins, end));
}

const element = /<([A-Za-z_][\w:.-]{0,80})((?:\s[^<>]{0,500})?)>([^<]*)<\/\1\s{0,5}>/g;
const data = /<([A-Za-z_][\w:.-]{0,80})(?:\s[^<>]{0,500})?>\s{0,20}<!\[CDATA\[([\s\S]*?)\]\]>/g;
const emptyTag = /<(?:input|meta|param|property|add)\s[^<>]{1,2000}>/gi;
const nameOfTag = /\b(?:name|id|key|property)=["']([^"']{1,200})["']/i;
const valueOfTag = /(\b(?:value|content)=)(["'])([^"']*)\2/i;

/** Hides secrets in markup: the values of elements, and of form fields. */
export function hideInMarkup(text: string, hide: HideNamed): string {
  if (!text.includes('<') || !/<[A-Za-z_]/.test(text)) return text;
  const own = (whole: string, name: string, value: string): string => {
    if (value.trim() === '') return whole;
    const shown = hide(name.replace(/^.*:/, ''), withoutEntities(value));
    return shown === null ? whole : whole.replace(value, () => shown);
  };
  return text
    .replace(element, (whole, name: string, _attributes, value: string) => own(whole, name, value))
    .replace(data, own)
    .replace(emptyTag, (tag) => {
      const name = nameOfTag.exec(tag)?.[1];
      if (name === undefined) return tag;
      return tag.replace(valueOfTag, (whole, before: string, quote: string, value: string) => {
        const shown = value === '' ? null : hide(name, withoutEntities(value));
        return shown === null ? whole : before + quote + shown + quote;
      });
    });
}

const columnName = /^"?[A-Za-z_][\w .-]{0,60}"?$/;
const mostColumns = 200;

/**
 * Hides secrets in a table whose first line contains the column names.
 * @param isNamed whether a column name indicates that its values can be secrets
 */
export function hideInTable(text: string, isNamed: (name: string) => boolean, hide: HideNamed): string {
  const end = text.indexOf('\n');
  const first = text.slice(0, end).replace(/\r$/, '');
  const separator = /[,;\t]/.exec(first)?.[0];
  if (end === -1 || separator === undefined) return text;
  const names = first.split(separator, mostColumns);
  if (!names.every((name) => columnName.test(name.trim())) || !names.some((name) => isNamed(name))) return text;
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? line : hideInRow(line, names, separator, hide)))
    .join('\n');
}

function hideInRow(line: string, names: readonly string[], separator: string, hide: HideNamed): string {
  const cells = line.replace(/\r$/, '').split(separator);
  if (cells.length !== names.length) return line;
  return cells
    .map((cell, at) => {
      const value = cell.replace(/^"(.*)"$/, '$1');
      const shown = value === '' ? null : hide(names[at]!, value);
      return shown === null ? cell : shown;
    })
    .join(separator);
}

/** Whether a JSON object contains the same name twice. In this case, parsers return only the last value. */
export function hasMoreNames(text: string, count: number): boolean {
  let colons = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (isInText) {
      if (sign === 92) at++;
      else if (sign === 34) isInText = false;
    } else if (sign === 34) isInText = true;
    else if (sign === 58) colons++;
  }
  return colons > count;
}
