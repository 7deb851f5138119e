import { getOrMake } from '../../core/base/maps.ts';
import type { ServiceError } from '../../core/kernel/errors.ts';
import { InputCheck } from '../../core/validation/input-check.ts';
import { AnswerWriter, type KeptRecord } from './answers.ts';
import type { ServedOperation } from './call.ts';
import type { ShownRefusal } from './replies.ts';
import { sensitiveFields } from './requests/redaction.ts';
import type { Policy } from './surfaces/policy.ts';

/** An operation with the parts that are derived from its declaration only once. */
export interface BoundOperation {
  readonly operation: ServedOperation;
  readonly body: InputCheck | null;
  readonly query: InputCheck | null;
  /** Checks the fields of the body that identify the owner of the data. */
  readonly ownerBody: InputCheck | null;
  readonly sensitive: ReadonlySet<string>;
  readonly writes: boolean;
  readonly answers: AnswerWriter;
  /** The status of a successful response. */
  readonly status: number;
  readonly refusalOf: (error: ServiceError) => ShownRefusal;
}

/** Binds every operation of a surface. */
export function bindOperations({ operations, profile, refusalOf }: Policy): Map<ServedOperation, BoundOperation> {
  const kept = new Map<object, Map<object, KeptRecord>>();
  const bound = operations.map((operation): [ServedOperation, BoundOperation] => {
    const { body, query, ownerBody, answer, method } = operation;
    const sensitive = sensitiveFields(operation);
    // A profile can change the responses of a single operation, so other operations must not share its texts.
    const texts = getOrMake(kept, profile === null ? answer : operation, () => new Map());
    return [
      operation,
      {
        operation,
        body: body === undefined ? null : new InputCheck(body),
        query: query === undefined ? null : new InputCheck(query),
        ownerBody: ownerBody === undefined ? null : new InputCheck(ownerBody),
        sensitive: profile?.sentNames(operation, sensitive) ?? sensitive,
        writes: method !== 'GET',
        answers: new AnswerWriter(operation, texts, profile?.answersOf(operation)),
        status: profile?.statusOf(operation.status, operation) ?? operation.status,
        refusalOf: (error) => refusalOf(error, operation),
      },
    ];
  });
  return new Map(bound);
}
