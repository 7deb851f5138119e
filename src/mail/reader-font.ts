type Pdf = PDFKit.PDFDocument;

/** A font for East Asian letters that PDF readers supply, named by its character collection (ISO 32000, 9.7.5.2). */
export interface ReaderFont {
  readonly name: string;
  readonly ordering: string;
  readonly encoding: string;
}

const japanese: ReaderFont = { name: 'HeiseiKakuGo-W5', ordering: 'Japan1', encoding: 'UniJIS-UTF16-H' };
const korean: ReaderFont = { name: 'HYGoThic-Medium', ordering: 'Korea1', encoding: 'UniKS-UTF16-H' };
const chinese: ReaderFont = { name: 'STSong-Light', ordering: 'GB1', encoding: 'UniGB-UTF16-H' };

/**
 * Chinese fonts also have the letters of Japanese names; a text with Japanese or Korean syllables uses a font of that
 * language.
 */
export function readerFontOf(text: string): ReaderFont {
  if (/\p{Script=Hangul}/u.test(text)) return korean;
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? japanese : chinese;
}

/** Describes a font that the file does not contain (ISO 32000, 9.7.4 and 9.8). */
export function describeReaderFont(pdf: Pdf, { name, ordering, encoding }: ReaderFont): PDFKit.PDFKitReference {
  const put = (data: object): PDFKit.PDFKitReference => {
    const reference = pdf.ref(data);
    reference.end(null);
    return reference;
  };
  const FontDescriptor = put({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: [0, -200, 1000, 900],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -120,
    CapHeight: 700,
    StemV: 80,
  });
  const descendant = put({
    Type: 'Font',
    Subtype: 'CIDFontType0',
    BaseFont: name,
    // The library writes a text as a name, and bytes as a string.
    CIDSystemInfo: { Registry: Buffer.from('Adobe'), Ordering: Buffer.from(ordering), Supplement: 2 },
    DW: 1000,
    FontDescriptor,
  });
  return put({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: `${name}-${encoding}`,
    Encoding: encoding,
    DescendantFonts: [descendant],
  });
}
