/** The goals of figures, by topic and name. */
export const topics: Readonly<Record<string, Readonly<Record<string, object>>>>;
/** The goals of our figures divided by the peer's. */
export const peerGoals: Record<string, { atLeast?: number; atMost?: number }>;
