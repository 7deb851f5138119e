import type { SentTo } from '../../../client/client.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import type { FaultKindView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId, words } from '../format.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { type FieldSpec, type FormValues, fieldsFrom, typedValue } from '../forms/form-fields.ts';
import { openForm } from '../forms/open-form.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { refresh } from '../run-and-report.ts';
import { codeChoices, nextChoices, ruleChoices } from './rule-forms.ts';

/** Lists faults and rules that can be added; a form then asks for the options. */
export function openFaults(desk: Desk): void {
  void desk.during('the kinds of faults', async (signal) => {
    try {
      const { choices, coded } = await loadFaults(desk);
      if (signal.aborted) return;
      desk.dialog = new Chooser('Inject a fault, or add a rule', 'a fault, a rule or a code', (typed) =>
        // There are many codes, so they appear only after the user types something.
        narrow(typed.trim() === '' ? choices : [...choices, ...coded], typed),
      );
      desk.session.redraw('key');
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
  });
}

/** Every kind of fault and of rule, and a rule of each kind with each of its codes. */
export async function loadFaults(desk: Desk): Promise<{ choices: Choice[]; coded: Choice[] }> {
  const { client } = desk.session;
  const [{ data: faultKinds }, { data: ruleKinds }] = await Promise.all([
    client.call('faults.kinds'),
    client.call('rules.kinds'),
  ]);
  const injected = faultKinds.map((kind) =>
    choice(words(kind.kind), `${kind.about} (${kind.on})`, () => askForFault(desk, kind)),
  );
  return {
    choices: [...nextChoices(desk, ruleKinds, 'kind'), ...injected, ...ruleChoices(desk, ruleKinds)],
    coded: [...nextChoices(desk, ruleKinds, 'code'), ...codeChoices(desk, ruleKinds)],
  };
}

/** The defaults of empty fields. A fault that the user injects happens once. */
const unlessTyped: Readonly<Record<string, Partial<FieldSpec>>> = {
  times: { fallback: '1', about: 'how many times the fault happens; 0 means until you remove the fault' },
};

function askForFault(desk: Desk, { kind, on, about, fields }: FaultKindView): void {
  const specs = fieldsFrom(fields, unlessTyped);
  const required = new Set(fields.filter((field) => field.required).map(({ name }) => name));
  openForm(desk, {
    title: `inject: ${words(kind)}`,
    about: `${about}; the Faults view lists the fault until it has happened`,
    verb: 'inject',
    fields: specs,
    submit: (values) => {
      const said = specs.map((spec) => [spec.name, saidOf(spec, values, required.has(spec.name))] as const);
      return inject(desk, { on, ...Object.fromEntries(said), kind });
    },
  });
}

function saidOf(spec: FieldSpec, values: FormValues, isRequired: boolean): unknown {
  const text = values[spec.name] ?? '';
  if (spec.name === 'times') return text === '0' ? null : typedValue(spec, text || spec.fallback);
  return typedValue(spec, text === '' && isRequired ? spec.fallback : text);
}

async function inject(desk: Desk, fault: object): Promise<void> {
  const made = await desk.session.client.call('faults.create', fault as SentTo<'faults.create'>);
  const times = made.times === null ? 'every time' : counted(made.times, 'time');
  desk.say(`${words(made.kind)} will affect ${made.on}, ${times} · ${shortId(made.id)}`, 'good');
  refresh(desk);
}
