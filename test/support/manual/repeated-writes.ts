import { merchantOperations } from '../declared.ts';
import { ExampleRequests } from '../example-requests.ts';
import { code, wrapped } from '../markdown.ts';
import type { Answer, TestSandbox } from '../sandbox.ts';

/** A write that was sent twice without an `Idempotency-Key`. */
interface Repeat {
  /** `POST /charges`, and what the request has beside its example. */
  readonly call: string;
  /** What the second one answered, in words. */
  readonly again: string;
}

type Json = Record<string, unknown>;

/** Sends the example of every write of the merchant API twice. @throws Error for one that is always refused */
export async function tryRepeats(sandbox: TestSandbox): Promise<Repeat[]> {
  const rows: Repeat[] = [];
  const requests = new ExampleRequests(sandbox);
  for (const operation of merchantOperations.filter(({ method }) => method !== 'GET')) {
    const call = code(`${operation.method} ${operation.path}`);
    let refusal = '';
    for await (const { key, path, body } of requests.for(operation)) {
      const send = (sent = body): Promise<Answer> => {
        if (operation.method === 'DELETE') return sandbox.as(key).delete(path);
        return operation.method === 'PATCH' ? sandbox.as(key).patch(path, sent) : sandbox.as(key).post(path, sent);
      };
      const first = await send();
      refusal = first.status < 400 ? '' : JSON.stringify(first.body);
      if (refusal !== '') continue;
      rows.push({ call, again: comparison(first, await send()) });
      if (operation.body !== undefined && 'reference_id' in operation.body.properties) {
        const named = { ...body, reference_id: `twice-${operation.id}` };
        rows.push({ call: `${call} with \`reference_id\``, again: comparison(await send(named), await send(named)) });
      }
      break;
    }
    if (refusal !== '') throw new Error(`No trigger prepares the example of ${operation.id}: ${refusal}`);
  }
  return rows;
}

/** What the second of two equal calls answered: the same thing, the same thing changed once more, or another one. */
function comparison(first: Answer, { status, body }: Answer): string {
  if (status >= 400) return `${status} ${code(String(body.code))}`;
  const [one, other] = [subjectOf(first.body), subjectOf(body)];
  if (withoutTimes(one) === withoutTimes(other)) return 'the same again';
  const id = one.id ?? one.product_id;
  return id !== undefined && id === (other.id ?? other.product_id) ? '**done once more**' : '**another one**';
}

const subjectOf = ({ data, ...bare }: Json): Json => (data ?? bare) as Json;

const withoutTimes = (subject: Json): string => JSON.stringify({ ...subject, updated_at: null });

/** The calls by what the second of two equal ones was answered. */
export const repeatTables = (tried: readonly Repeat[]): Record<string, string[]> => ({
  repeats: [...new Set(tried.map(({ again }) => again))]
    .sort()
    .flatMap((answer) =>
      wrapped(`- ${answer}: ${tried.flatMap(({ call, again }) => (again === answer ? [call] : [])).join(', ')}`),
    ),
});
