import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { closed, T } from '../../core/kernel/declare/schema.ts';
import { withNulls } from '../../core/store/nullable-fields.ts';
import { compile } from '../../core/validation/validator.ts';
import { sentenceOf } from '../../core/validation/value-error.ts';
import { RecordChecks } from '../../sandbox/files/database/record-checks.ts';
import { isStored } from '../../sandbox/files/journal/line-reader.ts';
import type { AuditLine } from '../audit-line.ts';
import type { CommitLine, HeadLine, Records } from '../format.ts';
import {
  AuditModel,
  CountModel,
  commitModel,
  EndModel,
  HeadModel,
  MarkModel,
  RequestModel,
  SetModel,
  WindowsModel,
} from './models.ts';
import type { Line } from './parse-lines.ts';

type Check = ReturnType<typeof compile>;
type Models = ReadonlyMap<string, object>;

/** The models of lines, by the field that identifies the line. The objects in a line are checked separately. */
function modelsOf(registry: Registry): Models {
  const objects = () => T.Array(T.Unknown());
  return new Map<string, object>([
    ['commit', commitModel([...registry.collections.keys()], objects)],
    ['kind', T.Object({ kind: T.String(), records: objects() })],
    ['request', RequestModel],
    ['mark', MarkModel],
    ['counted', CountModel],
    ['record', HeadModel],
    ['set', SetModel],
    ['windows', WindowsModel],
    ['end', EndModel],
    ['audit', AuditModel],
  ]);
}

/**
 * Checks the lines of a record, which can come from an unknown source. Each line and each stored object is checked
 * against its model.
 */
export class LineChecks {
  readonly #registry: Registry;
  readonly #objects: RecordChecks;
  readonly #models: Models;
  /** The compiled models. Each model is compiled for the first line of its kind. */
  readonly #compiled = new Map<string, Check>();

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#objects = new RecordChecks(registry);
    this.#models = modelsOf(registry);
  }

  /** @throws Error that describes the problem in the line */
  line(line: HeadLine | Line | AuditLine): void {
    for (const name of this.#models.keys()) {
      if (!Object.hasOwn(line, name)) continue;
      const fault = getOrMake(this.#compiled, name, () => compile(closed(this.#models.get(name)!)))(line, []);
      if (fault !== null) throw new Error(sentenceOf(fault).replace(/\.$/, ''));
      if ('kind' in line) this.#checkObjects(line.kind, line.records);
      if ('commit' in line) this.#checkCommit(line);
      return;
    }
    throw new Error('it contains a line of an unknown kind');
  }

  #checkCommit({ sets, adopt = {} }: CommitLine): void {
    const parts: readonly { readonly put?: Records }[] = [...Object.values(sets), ...Object.values(adopt)];
    for (const { put = {} } of parts) {
      for (const [kind, records] of Object.entries(put)) this.#checkObjects(kind, records);
    }
  }

  #checkObjects(kind: string, records: readonly unknown[]): void {
    const def = this.#registry.collections.get(kind);
    if (def === undefined) throw new Error(`it contains records of the unknown kind ${JSON.stringify(kind)}`);
    for (const record of records) {
      if (!isObject(record) || !isStored(record)) throw new Error(`a record of ${kind} has no id`);
      const fault = this.#objects.faultOf(def, withNulls(def.model, record));
      if (fault !== null) throw new Error(fault);
    }
  }
}
