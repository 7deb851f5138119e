/** Unix seconds as an ISO 8601 instant. */
export const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
