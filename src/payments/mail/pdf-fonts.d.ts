import type { Font } from 'fontkit';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** The library also takes a parsed font, which its types do not list. */
      registerFont(name: string, font: Font): this;
    }
  }
}
