import { clean } from './terminal-text.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 forbids: lone surrogates and two noncharacters. */
const noXml = /[\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Escapes a text for XML, and removes or replaces forbidden characters. */
export const xmlText = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      clean(line)
        .replace(noXml, '\uFFFD')
        .replace(/[&<>"]/g, (sign) => entities[sign]!),
    )
    .join('\n');
