import type { Session } from '../session.ts';

export async function reset({ client, out }: Session): Promise<void> {
  const answer = await client.reset();
  out.document(answer, () => `${answer.id} is as the fixture '${answer.fixture}' has it.`);
}
