import type { Output } from '../output.ts';

/** `--limit` and `--starting-after`, as the control API takes them. */
export const pageQuery = (options: Readonly<Record<string, unknown>>): { limit?: number; starting_after?: string } => ({
  limit: options.limit as number | undefined,
  starting_after: options.startingAfter as string | undefined,
});

/** Tells how to get the rest of a list. */
export function remarkOnPage(
  out: Output,
  { data, has_more }: { data: readonly { id: string }[]; has_more: boolean },
): void {
  const last = data.at(-1);
  if (has_more && last !== undefined && !out.json) out.note(`There are more: --starting-after ${last.id}`);
}
