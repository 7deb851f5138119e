import { adversities } from '../../audit/adversities/adversities.ts';
import type { Armament } from '../../audit/adversities/fault-plans.ts';
import { ObservedRun } from '../../audit/observed/observed-run.ts';
import { type LoggedRun, runKinds, type TrialLog } from '../../audit/trial/trial-log.ts';
import { counted } from '../../core/base/terminal-text.ts';
import { nullable, OneOf, T } from '../../core/kernel/declare/schema.ts';
import { type OutputKind, type OutputOptions, writeOutput } from '../../core/system/output-file.ts';
import { readNamedText } from '../../core/system/regular-file.ts';
import { firstError } from '../../core/validation/validator.ts';
import { sentenceOf } from '../../core/validation/value-error.ts';
import { hideInCommand, hideSecrets } from '../../payments/secrets/hide.ts';
import { RunView } from '../../sandbox/control/wire.ts';
import { wrongUsage } from '../failure.ts';

/** The file of a trial's log: one line with the options, and one line for each run. */

export const keptLogKind: OutputKind = {
  noun: 'log of an audit',
  example: 'audit.log',
  isOwn: (beginning) => beginning.startsWith('{"audit_log":'),
};

const text = T.String();
const texts = T.Array(text);
const maybe = <S extends T.TSchema>(schema: S) => T.Optional(schema);
const things = T.Array(T.Object({}));
const faults = T.Array(T.Object({ on: text, kind: text, event: maybe(text) }));

const LineOfOptions = T.Object({
  audit_log: T.Literal(1),
  runs: T.Integer({ minimum: 1 }),
  cut: maybe(text),
  options: T.Object({
    command: texts,
    only: maybe(texts),
    skip: maybe(texts),
    seed: T.Integer(),
    rounds: T.Integer(),
    quick: T.Boolean(),
    jobs: T.Integer(),
    timeout: T.Number(),
    settle: T.Number(),
    isUsualTimeout: maybe(T.Boolean()),
    budget: maybe(T.Number()),
    allowFailing: maybe(T.Boolean()),
    ignore: texts,
    stateNextStep: nullable(text),
    forwardTo: maybe(text),
    accept: maybe(T.Array(T.Object({ rule: text, where: maybe(text), reason: text }))),
    failOn: maybe(OneOf(['error', 'warning', 'note'])),
    again: texts,
  }),
});

const Step = T.Object({ once: maybe(text), trigger: text });
const ArmamentModel = T.Unsafe<Armament>(
  T.Object({
    faults: maybe(faults),
    besides: maybe(faults),
    rules: maybe(things),
    rulesBehind: maybe(things),
    afterwards: maybe(Step),
    restart: maybe(T.Object({ after: T.Integer() })),
    kinds: maybe(texts),
    quiet: maybe(T.Number()),
    env: maybe(T.Record(text)),
    atMonthEnd: maybe(T.Boolean()),
  }),
);

const Asked = T.Object({ from: T.Number(), to: T.Number() });
const State = nullable(T.Object({ value: T.Unknown(), asked: maybe(Asked) }));

const AnyView = T.Unsafe<RunView>(T.Object({}));

const LineOfRun = T.Object({
  id: text,
  kind: OneOf(runKinds),
  adversity: nullable(OneOf(adversities.map(({ name }) => name))),
  armament: nullable(ArmamentModel),
  seed: T.Integer(),
  sampledOf: nullable(T.Integer()),
  of: nullable(T.Integer()),
  endedAfter: T.Number(),
  run: T.Object({
    number: T.Integer(),
    ended: T.Object({
      status: T.Integer(),
      timedOut: T.Boolean(),
      allowedStatus: maybe(T.Integer()),
      isServer: maybe(T.Boolean()),
    }),
    failure: nullable(text),
    output: text,
    state: State,
    stateFailure: nullable(text),
    endedAt: T.Number(),
    stateBefore: State,
    requestsBefore: T.Integer(),
    outlived: T.Boolean(),
    watched: maybe(T.Number()),
    restarted: T.Boolean(),
    asked: maybe(T.Array(Asked)),
    took: T.Number(),
  }),
  // The views are checked one by one, because their large schema would be compiled for each place.
  record: T.Object({
    view: AnyView,
    beside: T.Array(AnyView),
    parts: T.Array(AnyView),
    steering: texts,
    receiving: maybe(texts),
  }),
});

/** The maximum size of a log, in characters. */
const longestLog = 64 * 1024 * 1024;
/** A text of a record that is longer than this is cut first, and a shorter text is never cut. */
const longText = { first: 64 * 1024, last: 512 } as const;

/**
 * Writes a log, without secrets and with a bounded size.
 * @returns what was written and what was left out, as a sentence
 */
export async function writeKeptLog(file: string, log: TrialLog, options: OutputOptions): Promise<string> {
  let written = textOf(log);
  let most = longText.first * 2;
  let cut: string | undefined;
  while (written.length > longestLog && most > longText.last) {
    most /= 2;
    cut = `The log leaves out the ends of texts with more than ${most} characters, because it would be larger than ${longestLog / 1024 / 1024} MiB.`;
    written = textOf({ ...log, cut }, most);
  }
  if (written.length > longestLog) {
    return `${file} was not written, because the log would be larger than ${longestLog / 1024 / 1024} MiB. Use --only or --quick for a smaller one.`;
  }
  await writeOutput(file, written, keptLogKind, options);
  const size = `${(written.length / 1024 / 1024).toFixed(1)} MiB`;
  return `The log of ${counted(log.runs.length, 'run')} is in ${file} (${size}). To judge it again: npx payments-emulator audit --log ${file}${cut === undefined ? '' : `\n${cut}`}`;
}

/** @param most the maximum length of a text in a record */
function textOf({ options, runs, cut }: TrialLog, most?: number): string {
  const { command, again } = options;
  const shown = { ...options, command: hideInCommand(command), again: hideInCommand(again) };
  const head = { audit_log: 1 as const, runs: runs.length, ...(cut === undefined ? {} : { cut }), options: shown };
  return `${[head, ...runs.map((ran) => lineOf(ran, most))].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** A run without secrets. The emulator hides the secrets in its own record. */
function lineOf({ run: { record, ...run }, armament, ...planned }: LoggedRun, most?: number) {
  const hidden = <A>(value: A): A => JSON.parse(hideSecrets(JSON.stringify(value ?? null))) as A;
  const short = (view: RunView): RunView =>
    most === undefined ? view : JSON.parse(JSON.stringify(view, (_, value) => shortened(value, most)));
  const { view, beside, parts, callers } = record;
  return {
    ...planned,
    armament: armament?.env === undefined ? armament : { ...armament, env: hidden(armament.env) },
    run: {
      ...run,
      failure: run.failure === null ? null : hideSecrets(run.failure),
      output: hideSecrets(run.output),
      state: hidden(run.state),
      stateFailure: run.stateFailure === null ? null : hideSecrets(run.stateFailure),
      stateBefore: hidden(run.stateBefore),
    },
    record: {
      view: short(view),
      beside: beside.map((each) => short(each.view)),
      parts: parts.length > 1 ? parts.map((each) => short(each.view)) : [],
      steering: [...callers.steering],
      receiving: [...callers.receiving],
    },
  };
}

const shortened = (value: unknown, most: number): unknown =>
  typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value;

/**
 * Reads a log that `writeKeptLog` wrote.
 * @throws CommandFailure (wrong usage) if the file is not such a log, or is damaged
 */
export function readKeptLog(file: string): TrialLog {
  const lines = linesOf(file);
  const foreign = wrongUsage(
    `--log ${file} is not a log of an audit. To write one: npx payments-emulator audit --keep-log ${file} -- npm test`,
  );
  // Earlier logs call this option `stateLets`.
  const head = parsed((lines[0] ?? '').replace('"stateLets":', '"stateNextStep":'));
  if (typeof head !== 'object' || head === null || !('audit_log' in head)) throw foreign;
  const { options, cut, runs } = checked<T.Static<typeof LineOfOptions>>(LineOfOptions, head, file, 1);
  const ran = lines.slice(1).map((line, at) => runIn(checkedRun(parsed(line), file, at + 2)));
  const controls = ran.filter(({ kind }) => kind === 'control');
  if (ran.length !== runs || controls.length === 0) {
    throw wrongUsage(
      `--log ${file} is incomplete: it has ${ran.length} of ${counted(runs, 'run')}. Write it again with --keep-log.`,
    );
  }
  return { options, runs: ran, cut };
}

/** A log may be as large as the largest one that the audit writes, with characters of several bytes. */
const largestFile = 4 * longestLog;

const linesOf = (file: string): string[] => readNamedText('--log', file, wrongUsage, largestFile).trimEnd().split('\n');

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function checked<A>(schema: object, value: unknown, file: string, line: number): A {
  const fault = value === null ? null : firstError(schema, value);
  if (value !== null && fault === null) return value as A;
  const reason = fault === null ? 'it is not valid JSON' : sentenceOf(fault).replace(/\.$/, '');
  throw wrongUsage(`--log ${file} is damaged in line ${line}: ${reason}. Write it again with --keep-log.`);
}

function checkedRun(value: unknown, file: string, line: number): T.Static<typeof LineOfRun> {
  const ran = checked<T.Static<typeof LineOfRun>>(LineOfRun, value, file, line);
  const { view, beside, parts } = ran.record;
  for (const each of [view, ...beside, ...parts]) checked(RunView, each, file, line);
  return ran;
}

function runIn({ run, record, ...planned }: T.Static<typeof LineOfRun>): LoggedRun {
  const { view, beside, parts, steering, receiving } = record;
  const callers = { steering: new Set(steering), receiving: new Set(receiving) };
  const observed = (each: RunView): ObservedRun => new ObservedRun(each, [], [], callers);
  const whole = new ObservedRun(
    view,
    beside.map((each) => new ObservedRun(each)),
    parts.map(observed),
    callers,
  );
  return { ...planned, run: { ...run, record: whole } };
}
