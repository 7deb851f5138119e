/** The largest picture in a data URL, in bytes. */
export const largestImage = 65_536;
/** The longest address of a picture: a data URL of the largest picture. */
export const longestImageAddress = 90_000;
const longestUrl = 2_000;

/** The types of pictures that pages show, by file extension. No such picture runs a script inside an `img`. */
export const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

const dataForm = /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/;

/** The fault in the address of a picture, to follow the name of its field; null if the address is valid. */
export function imageFault(address: string): string | null {
  if (/^data:/i.test(address)) {
    const [, , bytes] = dataForm.exec(address) ?? [];
    if (bytes === undefined) {
      return 'must be written data:image/png;base64,… where it holds a picture: PNG, JPEG, WebP, GIF or SVG.';
    }
    const size = Math.floor((bytes.length * 3) / 4) - (/=*$/.exec(bytes)?.[0].length ?? 0);
    return size > largestImage ? `holds a picture of ${size} bytes; ${largestImage} (64 KB) are the most.` : null;
  }
  if (address.length > longestUrl) return `must have at most ${longestUrl} characters.`;
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return isWeb ? null : 'must be an http or https address, or a picture as data:image/png;base64,….';
}
