/**
 * The spellings in which another text may contain a text: the text itself, and its forms in JSON, in JSON within JSON,
 * in addresses, forms and Base64.
 */
export const spellingsOf = (text: string): string[] => [
  text,
  inJson(text),
  inJson(inJson(text)),
  // A surrogate without its pair cannot be encoded.
  encodeURIComponent(Buffer.from(text).toString()),
  new URLSearchParams([['', text]]).toString().slice(1),
  ...inBase64(text),
];

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Base64 writes three bytes as four signs, so that a text has three spellings, depending on the bytes before the text.
 */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The first and the last signs also encode bits of the neighbouring bytes.
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
