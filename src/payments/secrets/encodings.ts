/**
 * The forms in which a text can occur in another text: unchanged, in JSON, in JSON inside JSON, in URLs and forms,
 * and in Base64.
 */
export const spellingsOf = (text: string): string[] => [
  text,
  inJson(text),
  inJson(inJson(text)),
  // A surrogate without its counterpart cannot be encoded.
  encodeURIComponent(Buffer.from(text).toString()),
  new URLSearchParams([['', text]]).toString().slice(1),
  ...inBase64(text),
];

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Base64 encodes three bytes as four characters. A text therefore has three encodings, depending on the bytes before
 * it.
 */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The first and the last characters also encode bits of the adjacent bytes.
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
