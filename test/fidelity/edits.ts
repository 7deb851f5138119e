import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { Bindings } from '../../src/emulator/fidelity/compare/bindings.ts';
import { compareReplayed, pairedOf, replayCapture } from '../../src/emulator/fidelity/compare/compare.ts';
import { withRenames } from '../../src/emulator/fidelity/compare/differences/renames.ts';
import { differencesOf } from '../../src/emulator/fidelity/compare/differences.ts';
import { sentIn } from '../../src/emulator/fidelity/compare/names.ts';
import type { Difference } from '../../src/emulator/fidelity/compare/observations.ts';
import { Reasons } from '../../src/emulator/fidelity/compare/situation/left-calls.ts';
import { vocabularyOf } from '../../src/emulator/fidelity/compare/situation/vocabulary.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { longDay } from './long-day.ts';

// biome-ignore lint/suspicious/noExplicitAny: an edit changes fields of every shape
export type Fields = Record<string, any>;
/** A call of the capture that an edit may change. */
export type Call = { -readonly [K in keyof CapturedCall]: CapturedCall[K] } & { answer: Fields; body: Fields };
export type Edit = (calls: Call[]) => unknown;

/** Changes each object of a type, in answers and webhooks. */
export const each =
  (object: string, change: (shown: Fields, call: Call) => void): Edit =>
  (calls) => {
    const walk = (value: unknown, call: Call): void => {
      if (typeof value !== 'object' || value === null) return;
      if ((value as Fields).object === object) change(value as Fields, call);
      for (const inner of Object.values(value)) walk(inner, call);
    };
    for (const call of calls) walk(call.kind === 'delivery' ? call.body : call.answer, call);
  };

/** A capture of the emulator itself, and both replays of it. */
export async function capturedDay() {
  const emulator = await CapturedEmulator.start({ seed: 77 });
  await longDay(emulator);
  await emulator.stop();
  return replayCapture(emulator.calls, { version: '0' });
}
type Day = Awaited<ReturnType<typeof capturedDay>>;

export const editedCalls = (calls: readonly CapturedCall[], edit: Edit): CapturedCall[] => {
  const copies = calls.map((call) => ({
    ...call,
    answer: structuredClone(call.answer),
    body: structuredClone(call.body),
    answerHeaders: { ...call.answerHeaders },
  })) as Call[];
  const edited = edit(copies);
  return Array.isArray(edited) ? edited : copies;
};

/** Compares an edited capture with the replays of the original, which asked the same. */
export function compareEdited(day: Day, edit: Edit) {
  const calls = editedCalls(day.calls, edit);
  const byEntry = new Map(calls.map((call) => [call.entry, call]));
  const bindings = new Bindings(vocabularyOf(day.registry));
  const exchanges = day.own.exchanges.flatMap((exchange) => {
    const call = byEntry.get(exchange.call.entry);
    return call === undefined ? [] : [{ ...exchange, call }];
  });
  for (const [service, emulator] of day.own.bindings.explicit) bindings.bind(service, emulator);
  for (const { call, answer } of exchanges) {
    bindings.noteSent(sentIn(call));
    if (answer !== null && answer.status < 500 === (call.status ?? 500) < 500) bindings.learn(call.answer, answer.body);
  }
  const left = new Set(exchanges.map(({ call }) => call.entry));
  const others = day.other.exchanges.filter(({ call }) => left.has(call.entry));
  const own = { ...day.own, exchanges, bindings };
  const reasons = new Reasons();
  const replayed = { ...day, calls, own, other: { ...day.other, exchanges: others } };
  const differences = (): Difference[] => withRenames(differencesOf(pairedOf(replayed).paired).differences, bindings);
  const comparison = compareReplayed(replayed, { overSpecification: false, reasons });
  return { ...comparison, notCompared: reasons.list(), differences };
}
