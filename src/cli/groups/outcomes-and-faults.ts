import type { Command } from 'commander';
import { orOf } from '../../core/base/closest.ts';
import { FaultInput, takersOf } from '../../core/kernel/faults/fault-fields.ts';
import { deliveryFaultKinds, requestFaultKinds } from '../../core/kernel/faults/fault-kinds.ts';
import { EffectModel, effects } from '../../payments/platform/outcome-rules.ts';
import { group, handle } from '../options/declare.ts';
import { fieldOptions } from '../options/field-options.ts';
import { RuleFields } from '../options/rule-fields.ts';

/** Declares the commands that change how the emulator responds: outcome rules and faults. */
export function addOutcomeAndFaultCommands(program: Command): void {
  addOutcomes(program);
  addFaults(program);
}

function addOutcomes(program: Command): void {
  const loadOutcomes = () => import('../commands/outcomes.ts');
  const outcomes = group(program, 'outcomes', 'Set how the simulated card and bank networks respond');
  const listOutcomes = handle<{ codes?: boolean }>(async (session, _, options) =>
    (await loadOutcomes()).listOutcomes(session, options),
  );
  outcomes.option('--codes', 'List the values for --code, by move and rail').action(listOutcomes);
  outcomes.command('list').description('List all outcomes').action(listOutcomes);
  const { kind: _kind, on: _on, ...fields } = RuleFields.properties;
  const rule = fieldOptions(RuleFields, Object.keys(fields), {
    nth: { type: 'text' },
    amount: { about: 'only this amount in cents, or a range such as <500 or >=10000' },
    ...Object.fromEntries(Object.keys(EffectModel.properties).map((name) => [name, { kinds: kindsWith(name) }])),
  });
  const withRuleOptions = (command: Command): Command =>
    rule.addTo(command.option('--on <operation>', 'Operation, such as charges.create or "POST /charges"'));
  withRuleOptions(
    outcomes
      .command('add')
      .description('Add a rule to the workspace')
      .argument('<kind>', orOf(Object.keys(effects))),
  ).action(
    handle<RuleOptions>(async (session, [kind], options) =>
      (await loadOutcomes()).addRule(session, { ...rule.fieldsFrom(options), on: options.on, kind }),
    ),
  );
  withRuleOptions(
    outcomes
      .command('change')
      .description('Change a rule in the workspace')
      .argument('<rule>')
      .option('--kind <kind>', "Change the rule's kind; see 'outcomes add --help'"),
  ).action(
    handle<RuleOptions>(async (session, [id], options) =>
      (await loadOutcomes()).changeRule(session, id!, {
        ...rule.fieldsFrom(options),
        on: options.on,
        kind: options.kind,
      }),
    ),
  );
  outcomes
    .command('remove')
    .description('Remove a rule from the workspace')
    .argument('<rule>')
    .action(handle(async (session, [id]) => (await loadOutcomes()).removeRule(session, id!)));
}

/** The options of a rule that are declared here. */
interface RuleOptions {
  readonly on?: string;
  readonly kind?: string;
}

/** The kinds of rules that take a field. */
const kindsWith = (field: string): string[] =>
  Object.entries(effects).flatMap(([kind, { takes }]) => ((takes as readonly string[]).includes(field) ? [kind] : []));

function addFaults(program: Command): void {
  const loadFaults = () => import('../commands/faults.ts');
  const faults = group(program, 'faults', 'Inject API errors, delays, and lost or repeated webhooks');
  const listFaults = handle(async (session) => (await loadFaults()).listFaults(session));
  faults.action(listFaults);
  faults.command('list').description('List faults').action(listFaults);
  const { on: _on, operation: _operation, kind: _kind, ...fields } = FaultInput.properties;
  const names = Object.keys(fields);
  const fault = fieldOptions(FaultInput, names, {
    ...Object.fromEntries(names.map((name) => [name, { kinds: takersOf(name).kinds }])),
    body: { kinds: takersOf('body').kinds, type: 'text', about: 'the body of a custom response, as text or @file' },
  });
  fault
    .addTo(
      faults
        .command('add')
        .description('Add a fault')
        .argument(
          '<kind>',
          `For requests: ${requestFaultKinds.join(', ')}; for deliveries: ${deliveryFaultKinds.join(', ')}`,
        )
        .requiredOption('--on <operation>', 'Operation, such as charges.create, or "delivery"'),
    )
    .action(
      handle<{ on: string; body?: string }>(async (session, [kind], { on, body, ...options }) => {
        const answer = body === undefined ? {} : { body: (await import('../options/data.ts')).textOrFile(body) };
        return (await loadFaults()).addFault(session, { kind, on, ...fault.fieldsFrom(options), ...answer });
      }),
    );
  faults
    .command('remove')
    .description('Remove a fault')
    .argument('[fault]')
    .option('--all', 'Remove all faults from the workspace')
    .action(
      handle<{ all?: boolean }>(async (session, [id], { all }) => (await loadFaults()).removeFaults(session, id, all)),
    );
}
