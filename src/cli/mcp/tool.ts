import { T } from '../../kernel/declare/schema.ts';
import type { Session } from '../session.ts';

/** The arguments that a tool takes, by their names. */
export type Arguments = Parameters<typeof T.Object>[0];

/** Something that an agent can ask for. */
export interface Tool {
  readonly name: string;
  /** What it is for, in words for the agent. */
  readonly about: string;
  readonly input: T.TObject;
  /** Whether it changes nothing. */
  readonly reads: boolean;
  /** Does what the command of the same meaning does: what that prints is the answer. */
  run(session: Session, given: unknown): Promise<unknown>;
}

/** Declares a tool: its work gets the arguments that it names, once they have been checked, and no others. */
export const tool = <A extends Arguments>(
  name: string,
  about: string,
  given: A,
  run: (session: Session, given: T.Static<T.TObject<A>>) => Promise<unknown>,
  reads = true,
): Tool => ({
  name,
  about,
  input: T.Object(given, { additionalProperties: false }),
  reads,
  run: (session, checked) => run(session, checked as T.Static<T.TObject<A>>),
});

/** A tool that changes something. */
export const move = <A extends Arguments>(
  name: string,
  about: string,
  given: A,
  run: (session: Session, given: T.Static<T.TObject<A>>) => Promise<unknown>,
): Tool => tool(name, about, given, run, false);
