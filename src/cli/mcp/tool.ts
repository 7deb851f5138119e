import { T } from '../../core/kernel/declare/schema.ts';
import type { Session } from '../session.ts';
import type { AgentSource } from './agent-source.ts';

/** A tool's arguments, by name. */
export type Arguments = Parameters<typeof T.Object>[0];

/** A tool that an agent can call. */
export interface Tool {
  readonly name: string;
  /** The description for the agent. */
  readonly about: string;
  readonly input: T.TObject;
  /** Whether the tool is read-only. */
  readonly reads: boolean;
  /**
   * Runs the equivalent command, whose output is the result.
   * @param asked the agent's data source, which the record tools change
   */
  run(session: Session, given: unknown, asked: AgentSource): Promise<unknown>;
}

/** A tool's result with data in addition to its text. */
export class ToolAnswer {
  readonly data: object;

  constructor(data: object) {
    this.data = data;
  }
}

type Run<A extends Arguments> = (
  session: Session,
  given: T.Static<T.TObject<A>>,
  asked: AgentSource,
) => Promise<unknown>;

/** Declares a tool. Its function gets only the declared arguments, already checked. */
export const tool = <A extends Arguments>(name: string, about: string, given: A, run: Run<A>, reads = true): Tool => ({
  name,
  about,
  input: T.Object(given, { additionalProperties: false }),
  reads,
  run: (session, checked, asked) => run(session, checked as T.Static<T.TObject<A>>, asked),
});

/** Declares a tool that changes something. */
export const move = <A extends Arguments>(name: string, about: string, given: A, run: Run<A>): Tool =>
  tool(name, about, given, run, false);
