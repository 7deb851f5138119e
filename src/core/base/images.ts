/** The maximum size of an image in a data URL, in bytes. */
export const largestImage = 65_536;
/** The maximum length of an image address, which is the length of a data URL with the largest image. */
export const longestImageAddress = 90_000;
const longestUrl = 2_000;

/** The image types that pages show, by file extension. Images of these types cannot run a script inside an `img`. */
export const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

const dataForm = /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * Returns the problem with an image address as the rest of a sentence after the field name; null if the address is
 * valid.
 */
export function imageFault(address: string): string | null {
  if (/^data:/i.test(address)) {
    const [, , bytes] = dataForm.exec(address) ?? [];
    if (bytes === undefined) {
      return 'must be a data URL with a base64 PNG, JPEG, WebP, GIF or SVG image, such as data:image/png;base64,….';
    }
    const size = Math.floor((bytes.length * 3) / 4) - (/=*$/.exec(bytes)?.[0].length ?? 0);
    return size > largestImage
      ? `contains an image of ${size} bytes; the maximum is ${largestImage} bytes (64 KB).`
      : null;
  }
  if (address.length > longestUrl) return `must have at most ${longestUrl} characters.`;
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return isWeb ? null : 'must be an http or https URL, or an image data URL such as data:image/png;base64,….';
}
