import { fieldsOf, textOf } from '../../shared/answer.ts';
import { make } from '../lib/dom.ts';
import { code, copied, facts, fold, note, part, wordsOf } from './parts.ts';
import type { Refused } from './subjects.ts';
import type { Decision } from './wire.ts';

/** Why the last attempt failed: what decided it, the API's answer, and where the log has it. */
export function declinedPart({ request, object, decision }: Refused): HTMLElement {
  const failed = fieldsOf(object?.data);
  const answer = fieldsOf(parsed(request?.response ?? null));
  const error = textOf(failed.error_message) || textOf(answer.error);
  const codes = [failed.error_code ?? answer.code, failed.category, failed.decline_code ?? answer.declineCode];
  const said = codes.filter((each): each is string => typeof each === 'string' && each !== '');
  const isUnauthorized = object?.object === 'transaction' && failed.rail === 'ach' && failed.error_code === 'M021';
  const title = request?.status === 503 ? 'Unknown, why' : object === null ? 'Refused, why' : 'Declined, why';
  return part(title, [
    decision === null
      ? null
      : note(
          make('strong', {}, [isUnauthorized && decision.source === 'unknown' ? unauthorized : headOf(decision)]),
          ' ',
          decision.about,
        ),
    facts([
      ['Error', error],
      ['Codes', said.length === 0 ? null : make('span', { class: 'codes' }, [...new Set(said)].map(code))],
      ['Rule', decision === null || decision.rule === null ? null : copied('rule', decision.rule, 'the rule')],
      ['Looks at', decision?.when === undefined ? null : code(conditionOf(decision.when))],
      ...(object === null
        ? []
        : [[wordsOf(object.object), copied('failed', object.id, wordsOf(object.object))] as const]),
      ['Request-Id', request === null ? null : copied('request', request.id, 'the Request-Id')],
      ['Request', request === null ? null : `${request.method} ${request.path}: ${request.status}`],
      ['Fault', request?.fault ?? null],
    ]),
    request === null
      ? null
      : fold('request-body', 'The request in the log', [
          copied('request-command', `npx emulator requests show ${request.id}`, 'the command'),
          make('pre', { tabindex: 0, role: 'region', 'aria-label': 'The request and its answer' }, [
            `${request.body === null ? '' : `${indented(request.body)}\n\n`}${request.status}\n${indented(request.response ?? '')}`,
          ]),
        ]),
  ]);
}

/** The network was never asked about such a debit, so there is no decision to show. */
const unauthorized = 'The buyer did not authorize the debit at their bank.';

function headOf({ source, when }: Decision): string {
  switch (source) {
    case 'workspace':
      return 'A rule of the workspace decided.';
    case 'forced':
      return 'It was wanted:';
    case 'instrument':
      return 'Nobody was asked:';
    case 'unknown':
      return 'Nothing is kept of what decided.';
    case 'built-in':
      if (when?.card !== undefined) return 'The card decided:';
      return when?.amount === undefined ? 'The built-in table decided:' : 'The amount decided:';
  }
}

const conditionOf = (when: NonNullable<Decision['when']>): string =>
  Object.entries(when)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function indented(text: string): string {
  const value = parsed(text);
  return value === null ? text : JSON.stringify(value, null, 2);
}
