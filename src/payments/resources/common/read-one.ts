import type { Context } from '../../../core/kernel/context.ts';
import type { Capability } from '../../../core/kernel/declare/capability.ts';
import { wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import {
  type Answers,
  type ExactResult,
  made,
  type Operation,
  type Result,
} from '../../../core/kernel/declare/operation.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import type { CollectionDef, Stored } from '../../../core/store/collection.ts';

interface Further {
  /** The summary of the operation; default: `Read a customer`. */
  readonly summary?: string;
  readonly scope?: string;
  readonly capability?: Capability;
  readonly assumed?: boolean;
  /** The id in the example, if it does not end in a number: `cus_ada`. */
  readonly exampleId?: string;
}

/** The response, if it is not the record itself. */
interface View<T, A extends Answers, G> {
  readonly answers: A;
  readonly show: (ctx: Context, record: T) => ExactResult<G, A>;
}
interface NoView {
  readonly answers?: undefined;
  readonly show?: undefined;
}

interface ById {
  readonly params: { readonly id: string };
}

/** Declares the operation that reads one object of a collection by its id: `customers.get`. */
export function readOne<T extends Stored, const A extends Answers, G extends Result<A>>(
  route: `GET /${string}/{id}`,
  of: CollectionDef<T>,
  { answers, show, exampleId = `${of.prefix}_1001`, ...further }: Further & (View<T, A, G> | NoView) = {},
): Operation<ById> {
  const noun = wordsOf(of.name);
  return made('merchant', route, {
    id: `${route.slice('GET /'.length, -'/{id}'.length).replaceAll('-', '_')}.get`,
    summary: `Read ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
    access: 'read' as const,
    answers: answers ?? ([200, of.model] as const),
    refuses: [resourceMissing],
    example: { params: { id: exampleId } },
    handle: (ctx: Context, { params }: ById) => {
      const record = ctx.get(of, params.id);
      return show === undefined ? record : show(ctx, record);
    },
    ...further,
  });
}
