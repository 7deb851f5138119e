/** The types for the appearance that a page can set. The build provides them to pages together with `types.ts`. */

/** The CSS properties that a page can set. No property loads files or has an effect outside the field. */
export type StyleProperty =
  | 'background'
  | 'background-color'
  | 'border'
  | 'border-bottom'
  | 'border-bottom-color'
  | 'border-bottom-width'
  | 'border-color'
  | 'border-left'
  | 'border-radius'
  | 'border-right'
  | 'border-style'
  | 'border-top'
  | 'border-width'
  | 'box-shadow'
  | 'caret-color'
  | 'color'
  | 'font-family'
  | 'font-feature-settings'
  | 'font-size'
  | 'font-style'
  | 'font-variant'
  | 'font-variant-numeric'
  | 'font-weight'
  | 'height'
  | 'letter-spacing'
  | 'line-height'
  | 'min-height'
  | 'opacity'
  | 'outline'
  | 'outline-color'
  | 'outline-offset'
  | 'padding'
  | 'padding-bottom'
  | 'padding-left'
  | 'padding-right'
  | 'padding-top'
  | 'text-align'
  | 'text-decoration'
  | 'text-indent'
  | 'text-shadow'
  | 'text-transform'
  | 'transition';

type InCamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<InCamelCase<Rest>>}`
  : Name;

/** CSS properties in camelCase or kebab-case. Values with `url()` are ignored. */
export type StyleProperties = Readonly<
  Partial<Record<StyleProperty | InCamelCase<StyleProperty>, string | number | undefined>>
>;

/** Dark text on light surfaces, or light text on dark surfaces. */
export type Theme = 'light' | 'dark';

export interface Appearance {
  /**
   * Default: `auto`, the `color-scheme` of the surrounding page, or light if that page does not declare a scheme. If
   * `colorBackground` is set, the background determines the theme.
   */
  readonly theme?: 'auto' | Theme;
  /** Colors that are not readable on their background are darkened or lightened until they are readable. */
  readonly variables?: AppearanceVariables;
  readonly rules?: AppearanceRules;
  readonly fonts?: readonly AppearanceFont[];
}

export interface AppearanceVariables {
  readonly colorPrimary?: string | undefined;
  readonly colorBackground?: string | undefined;
  readonly colorText?: string | undefined;
  readonly colorPlaceholder?: string | undefined;
  readonly colorDanger?: string | undefined;
  readonly colorBorder?: string | undefined;
  /** Only in the embedded checkout: the text on buttons. */
  readonly colorPrimaryText?: string | undefined;
  /** Only in the embedded checkout. */
  readonly colorTextSecondary?: string | undefined;
  readonly fontFamily?: string | undefined;
  readonly fontSize?: string | undefined;
  readonly borderRadius?: string | undefined;
  readonly spacing?: string | undefined;
}

/** CSS by selector. */
export interface AppearanceRules {
  readonly '.Input'?: StyleProperties;
  readonly '.Input:focus'?: StyleProperties;
  readonly '.Input:hover'?: StyleProperties;
  readonly '.Input::placeholder'?: StyleProperties;
  readonly '.Input--invalid'?: StyleProperties;
  /** Only in card fields. */
  readonly '.Input--complete'?: StyleProperties;
  /** Only in card fields. */
  readonly '.Input--empty'?: StyleProperties;
  /** Only in the embedded checkout, like the rules below. */
  readonly '.Label'?: StyleProperties;
  readonly '.Error'?: StyleProperties;
  readonly '.Button'?: StyleProperties;
  readonly '.Button:hover'?: StyleProperties;
}

/** A font as data, because frames do not load fonts from URLs. */
export interface AppearanceFont {
  readonly family: string;
  /** `data:font/woff2;base64,...` */
  readonly src: string;
  readonly weight?: string;
  readonly style?: string;
}
