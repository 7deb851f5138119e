/** The goals of figures, by topic and name. */
export const topics: Readonly<Record<string, Readonly<Record<string, object>>>>;
