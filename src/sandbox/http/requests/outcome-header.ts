import type { FastifyRequest } from 'fastify';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { errorOfPart } from '../../../core/kernel/errors.ts';
import { outcomeHeader } from '../../../payments/platform/outcome-kinds.ts';
import type { RequestedOutcome } from '../../../payments/simulation/network.ts';
import { readOutcome } from '../../control/outcomes/outcome-words.ts';
import { parameterUnknown } from './input.ts';

const name = outcomeHeader.toLowerCase();

/**
 * The outcome that a request specifies in its header; null without the header. The header counts as ignored until the
 * operation contacts the simulated network.
 * @throws 400 `parameter_invalid` for an unknown outcome, and `parameter_unknown` if the emulator is strict
 */
export function outcomeOf(
  registry: Registry,
  operation: AnyOperation,
  request: FastifyRequest,
  isStrict: boolean,
): RequestedOutcome | null {
  const given = request.headers[name];
  if (given === undefined) return null;
  const call = request.call!;
  const text = String(given);
  if (isStrict) {
    call.unknown = [...call.unknown, outcomeHeader];
    call.refusesUnknown = true;
    throw errorOfPart(
      parameterUnknown,
      outcomeHeader,
      `The service has no ${outcomeHeader} header, so a strict emulator rejects it. Start the emulator without --strict, or add a rule.`,
    );
  }
  const effect = readOutcome(registry, operation, text);
  const before = call.unknown;
  call.unknown = [...before, outcomeHeader];
  const about = text.trim().replace(/\s+/g, ' ');
  return {
    effect,
    about: `${outcomeHeader}: ${about}`,
    onAsked: () => {
      if (call.unknown === before) return;
      call.unknown = before;
      call.fault = call.fault === null ? `outcome ${about}` : `${call.fault}, outcome ${about}`;
    },
  };
}
