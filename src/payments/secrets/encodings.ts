/** A text as it may stand in another one: as it is, and as JSON, addresses, forms and Base64 write it. */
export const spellingsOf = (text: string): string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  // Half of a character cannot be encoded.
  encodeURIComponent(Buffer.from(text).toString()),
  new URLSearchParams([['', text]]).toString().slice(1),
  ...inBase64(text),
];

/** Base64 writes three bytes as four signs, so that a text is written in three ways, by what stands before it. */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The first and the last signs are those of its neighbours too.
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
