import type { Desk } from '../desk.ts';

/** The text that a view shows in place of rows. */
export interface EmptyState {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Why the current view has no rows. */
export function emptyStateOf({ session, host, view, position, filterRefusal, pending }: Desk): EmptyState {
  const lists = view.lists(session, position.part);
  const failure = filterRefusal ?? lists.find((list) => list.failure !== null)?.failure ?? null;
  if (failure !== null) return { text: failure, isFailure: true };
  const say = (text: string): EmptyState => ({ text, isFailure: false });
  if (session.state === 'lost')
    return say(
      `${session.failure ?? 'The connection to the emulator was lost.'} The view updates when the emulator is back.`,
    );
  if (session.state === 'connecting' || lists.some((list) => !list.isLoaded)) return say('Loading …');
  if (pending.isSearching || lists.some((list) => list.hasMore)) return say('Looking further …');
  if (position.filter === '') return say(view.empty(host.ways, session));
  return say(`Nothing fits '${position.filter}'. ${view.lacks?.(session) ?? ''}`.trim());
}
