/** The part of fontkit that the PDFs use, because the library contains no types. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
  }
  export interface Font {
    readonly postscriptName: string;
    hasGlyphForCodePoint(code: number): boolean;
    glyphForCodePoint(code: number): Glyph;
    layout(text: string): { readonly glyphs: readonly Glyph[] };
    createSubset(): { includeGlyph(glyph: Glyph): number; encode(): Uint8Array };
  }
  /** Several fonts in one file. */
  export interface FontCollection {
    readonly fonts: readonly Font[];
  }
  /** Parses a font. @throws Error if the bytes are not a font */
  export function create(bytes: Uint8Array): Font | FontCollection;
}
