/** The decompressed text of an element of the page, which contains compressed base64 data. */
export async function decompress(id: string): Promise<string> {
  const signs = atob(document.getElementById(id)!.textContent);
  const bytes = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return await new Response(stream).text();
}
