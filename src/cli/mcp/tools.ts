import { about, OneOf, T, Text } from '../../core/kernel/declare/schema.ts';
import { ofEachOption } from '../../core/kernel/declare/trigger-options.ts';
import { deliveryFaultKinds, requestFaultKinds } from '../../core/kernel/faults/fault-kinds.ts';
import { outcomeKinds } from '../../payments/platform/outcome-kinds.ts';
import { callApi } from '../commands/api.ts';
import { audit } from '../commands/audit/audit.ts';
import { advance, nextJobs, setClock, setMode, settle, showClock } from '../commands/clock.ts';
import { listEvents, resendEvent, showEvent, waitForEvent } from '../commands/events.ts';
import { addFault, listFaults, removeFault } from '../commands/faults.ts';
import { keys } from '../commands/keys.ts';
import { listLedger } from '../commands/ledger.ts';
import { listMail, showMail } from '../commands/mail.ts';
import { listObjects, showObject } from '../commands/objects.ts';
import { addRule, listOutcomes, removeRule } from '../commands/outcomes.ts';
import { listRequests, replayRequest, showRequest } from '../commands/requests.ts';
import { diffSnapshot, listSnapshots, reset, restoreSnapshot, saveSnapshot } from '../commands/snapshot.ts';
import { status } from '../commands/status.ts';
import { trigger } from '../commands/trigger.ts';
import { addEndpoint, listDeliveries, listEndpoints } from '../commands/webhooks.ts';
import { wrongUsage } from '../failure.ts';
import { compareTool } from './compare-tool.ts';
import { recordTools } from './record-tools.ts';
import { move, type Tool, tool } from './tool.ts';

const Id = (what: string) => about(Text(200), `The id of ${what}.`);
const may = T.Optional;
const Limit = () => may(about(T.Integer({ minimum: 1, maximum: 100 }), 'The number of results; default: 10.'));
const page = {
  limit: Limit(),
  starting_after: may(about(Text(200), 'The id after which the page starts, as given in an earlier response.')),
};
const Duration = (what: string) => may(about(Text(100), `${what}, such as 90s, 15m, 3d or P1M.`));

const paging = ({ limit, starting_after }: { limit?: number; starting_after?: string }) => ({
  limit,
  startingAfter: starting_after,
});

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** The tools for agents: commands that inspect a running emulator, and commands that cause activity in it. */
export const tools: readonly Tool[] = [
  tool(
    'status',
    'The clock, the number of objects, the balances, the webhook endpoints and the active faults.',
    {},
    (session) => status(session),
  ),
  tool(
    'keys',
    'The keys, the webhook secret and the addresses that configure an application, as environment variables.',
    { prefix: may(about(Text(100), 'The prefix of the variable names; default: EMULATOR_.')) },
    (session, { prefix }) => keys(session, { env: true, prefix }),
  ),
  tool(
    'list_triggers',
    'Every event and transition that `trigger` can cause, with the options of each.',
    {},
    (session) => trigger(session, undefined, { list: true }),
  ),
  move(
    'trigger',
    'Triggers an event or a transition (payout.returned, payment.disputed, …) on the object with this id, or on a new object. Returns the objects and events.',
    {
      name: about(Text(100), 'A name from list_triggers.'),
      id: may(Id('the object to act on')),
      ...ofEachOption({
        amount: (option) => may(about(T.Integer({ minimum: 1 }), option.about)),
        code: (option) => may(about(Text(50), option.about)),
        choice: (option) => may(about(Text(50), option.about)),
        text: (option) => may(about(Text(200), option.about)),
      }),
      set: may(
        about(
          T.Array(Text(1000)),
          'Fields of the request that creates the new object, each as path=value: metadata.order=42.',
        ),
      ),
      count: may(about(T.Integer({ minimum: 1, maximum: 1000 }), 'The number of new objects.')),
      wait: may(about(T.Boolean(), 'Wait until its webhooks are delivered; fails if a delivery fails.')),
    },
    (session, { name, ...options }) => trigger(session, name, options),
  ),
  tool(
    'get_clock',
    'The emulated clock, and the jobs that it will run next (settlements, renewals, retries, …).',
    {},
    async (session) => {
      await showClock(session);
      await nextJobs(session);
    },
  ),
  move(
    'move_clock',
    'Moves the emulated clock forward and runs everything that becomes due, freezes the clock, or lets it run. Pass exactly one of advance, to and state.',
    {
      advance: Duration('By this much'),
      to: may(about(Text(100), '`next`, the id of a job, or an ISO 8601 time.')),
      state: may(OneOf(['running', 'frozen'])),
      rate: may(
        about(T.Integer({ minimum: 1, maximum: 86_400 }), 'With state running: emulated seconds per real second.'),
      ),
    },
    async (session, { advance: by, to, state, rate }) => {
      if ([by, to, state].filter((each) => each !== undefined).length !== 1) {
        throw wrongUsage('Pass exactly one of advance, to and state.');
      }
      if (state !== undefined) await setMode(session, state, rate);
      else if (to !== undefined && /^\d{4}-/.test(to)) await setClock(session, to);
      else await advance(session, by, to);
    },
  ),
  move(
    'settle',
    'Runs the jobs that are due or that wait for a settlement, and waits for their webhooks.',
    {},
    (session) => settle(session),
  ),
  tool(
    'list_events',
    'Events, newest first.',
    { type: may(Text(100)), id: may(Id('the object that the events are about')), ...page },
    (session, { type, id, ...rest }) => listEvents(session, { type, id, ...paging(rest) }),
  ),
  tool(
    'get_event',
    'An event: the request or job that caused it, the state change, each delivery attempt with the response of the receiver, and its data.',
    { event: Id('the event') },
    (session, { event }) => showEvent(session, event),
  ),
  tool(
    'wait_for_event',
    'Waits for an event of this type; an earlier event counts too.',
    {
      type: Text(100),
      id: may(Id('the object that the event is about')),
      after: may(Id('an event; only later events count')),
      timeout: Duration('How long to wait (default 10s)'),
    },
    (session, { type, id, after, timeout = '10s' }) => waitForEvent(session, type, { id, after, timeout }),
  ),
  move(
    'resend_event',
    'Sends an event to the webhook endpoints again.',
    { event: Id('the event') },
    (session, { event }) => resendEvent(session, event),
  ),
  tool(
    'list_requests',
    'The requests that applications made to the API, newest first.',
    { status: may(T.Integer({ minimum: 100, maximum: 599 })), method: may(Text(10)), ...page },
    (session, { status: answered, method, ...rest }) =>
      listRequests(session, { status: answered, method, ...paging(rest) }),
  ),
  tool(
    'get_request',
    'A request: its body, its response, fields that the API does not know, and its results.',
    { request: Id('the request') },
    (session, { request }) => showRequest(session, request),
  ),
  move(
    'replay_request',
    'Sends a request of the log again, unchanged. Returns the status, the id of the new request and the response body.',
    { request: Id('the request') },
    (session, { request }) => replayRequest(session, request),
  ),
  tool(
    'list_objects',
    'The objects of a kind (payment, payout, customer, …), newest first. Without a kind, lists the kinds.',
    {
      kind: may(Text(50)),
      state: may(Text(50)),
      search: may(about(Text(200), 'Words that the objects contain.')),
      ...page,
    },
    (session, { kind, state, search, ...rest }) => listObjects(session, kind, { state, search, ...paging(rest) }),
  ),
  tool(
    'get_object',
    'An object of any kind: its state, the moves that `trigger` can make with its id now, its events, its money movements, and its fields.',
    { id: Id('the object') },
    (session, { id }) => showObject(session, id),
  ),
  tool(
    'list_ledger',
    'The movements of money between accounts (available, reserved, held, pending, external) and their reasons, newest first. The entries of a movement add up to 0.',
    { id: may(Id('the object whose money moved')), ...page },
    (session, { id, ...rest }) => listLedger(session, { id, ...paging(rest) }),
  ),
  move(
    'call_api',
    "Calls the platform's merchant API with the workspace's secret key, as an application would; /openapi.json describes it.",
    {
      method: OneOf(['GET', 'POST', 'PATCH', 'DELETE']),
      path: about(Text(2000), 'A path such as /charges or /payouts/po_….'),
      body: may(T.Record(T.Unknown())),
    },
    (session, { method, path, body }) => callApi(session, verbs[method], path, { body }),
  ),
  tool('list_endpoints', 'The webhook endpoints and their health.', {}, (session) => listEndpoints(session)),
  move(
    'add_endpoint',
    'Adds a webhook endpoint, or changes the endpoint at that address. Returns its secret.',
    { url: Text(2048), events: may(about(Text(2000), 'Event types, separated by commas; default: all.')) },
    (session, { url, events }) => addEndpoint(session, url, { events }),
  ),
  tool(
    'list_deliveries',
    'Webhook deliveries with the last response of the receiver, newest first.',
    {
      event: may(Id('the event that was delivered')),
      status: may(OneOf(['pending', 'delivered', 'failed'])),
      ...page,
    },
    (session, { event, status: state, ...rest }) => listDeliveries(session, { event, status: state, ...paging(rest) }),
  ),
  tool(
    'list_mail',
    'The emails that the platform sent, newest first.',
    { to: may(Text(254)), ...page },
    (session, { to, ...rest }) => listMail(session, { to, ...paging(rest) }),
  ),
  tool('get_mail', 'An email: its headers and its text.', { mail: Id('the message') }, (session, { mail }) =>
    showMail(session, mail),
  ),
  tool('list_faults', 'The active faults.', {}, (session) => listFaults(session)),
  move(
    'add_fault',
    `Injects a fault: on requests, ${requestFaultKinds.join(', ')}; on deliveries, ${deliveryFaultKinds.join(', ')}.`,
    {
      kind: OneOf([...new Set([...requestFaultKinds, ...deliveryFaultKinds])]),
      on: about(Text(200), 'An operation (charges.create, or POST /charges), or delivery.'),
      times: may(about(T.Integer({ minimum: 1 }), 'How many times the fault occurs; default: until it is removed.')),
      status: may(T.Integer({ minimum: 100, maximum: 599 })),
      body: may(about(Text(65_536), 'A custom response body (status): JSON or text.')),
      ms: Duration('How long'),
      after: Duration('How long until an unknown outcome is resolved'),
      resolve: may(about(OneOf(['approved', 'failed']), 'How an unknown outcome is resolved.')),
      at_once: may(about(T.Boolean(), 'Send the copy of a duplicate without waiting for the first.')),
      settled: may(about(T.Boolean(), 'With before_answer, also settle the result.')),
      event: may(about(Text(100), 'Only deliveries of events of this type.')),
      attempt: may(about(T.Integer({ minimum: 1 }), 'Only the delivery attempt with this number.')),
      endpoint: may(about(Text(2048), 'Only deliveries to this webhook endpoint, by its id or its URL.')),
      handling: may(about(T.Boolean(), 'Only calls about the object of an event that is being delivered.')),
      skip: may(about(T.Integer({ minimum: 0 }), 'How many matches to skip first.')),
      every: may(
        about(
          T.Integer({ minimum: 1 }),
          'Only the first of every so many matching calls or deliveries: 3 means one in three.',
        ),
      ),
      probability: may(
        about(
          T.Number({ exclusiveMinimum: 0, maximum: 1 }),
          'Only this share of the matches, such as 0.1; the seed decides which ones.',
        ),
      ),
    },
    (session, { kind, at_once, ...options }) => addFault(session, kind, { ...options, atOnce: at_once }),
  ),
  move('remove_fault', 'Removes a fault.', { fault: Id('the fault') }, (session, { fault }) =>
    removeFault(session, fault),
  ),
  tool(
    'list_outcomes',
    'How the simulated network responds to amounts and cards, starting with the rules of the workspace.',
    { codes: may(about(T.Boolean(), 'List the codes that moves and rules accept instead.')) },
    (session, { codes }) => listOutcomes(session, { codes }),
  ),
  move(
    'add_outcome',
    'Adds a rule that decides the outcome of certain charges or payouts.',
    {
      kind: OneOf(outcomeKinds),
      on: may(about(Text(200), 'charges.create, payouts.create or checkout.pay.')),
      rail: may(OneOf(['card', 'ach', 'rtp'])),
      amount: may(about(T.Integer({ minimum: 1 }), 'Exactly this amount, in cents.')),
      card: may(about(Text(50), 'Last four digits or brand.')),
      customer: may(about(Text(254), 'Id or email address.')),
      nth: may(about(Text(20), 'Only the nth match, or a range such as 1-3.')),
      times: may(about(T.Integer({ minimum: 1 }), 'How many times the rule applies.')),
      code: may(Text(50)),
      after: Duration('How long after the settlement, or until an unknown outcome is resolved'),
      resolve: may(OneOf(['approved', 'failed'])),
      ms: Duration('How long to delay the response (latency)'),
      by: may(about(T.Integer(), 'How many cents more to pay on a page (other_amount); -1 means one cent less.')),
      currency: may(about(Text(3), 'The currency to pay in on a page (other_amount).')),
    },
    (session, { kind, ...options }) => addRule(session, kind, options),
  ),
  move('remove_outcome', 'Removes a rule of the workspace.', { rule: Id('the rule') }, (session, { rule }) =>
    removeRule(session, rule),
  ),
  tool(
    'audit',
    'Judges the application by its record in the emulator: mistakes that would hurt in production, each with its evidence and its fix.',
    { only: may(about(Text(100), 'A rule, or a group of rules such as webhook/.')) },
    (session, { only }) => audit(session, only === undefined ? {} : { only: [only] }),
  ),
  tool('list_snapshots', 'Saved states of the workspace.', {}, (session) => listSnapshots(session)),
  move('save_snapshot', 'Saves the state of the workspace under a name.', { name: Text(100) }, (session, { name }) =>
    saveSnapshot(session, name),
  ),
  tool(
    'compare_snapshot',
    'The objects that were added, changed and removed in the workspace since a state was saved, with the changed fields.',
    {
      name: Text(100),
      kind: may(about(Text(50), 'Only this kind: transaction, job, workspace, …')),
      limit: may(
        about(T.Integer({ minimum: 1, maximum: 100 }), 'How many objects of each kind to show with their fields.'),
      ),
    },
    (session, { name, ...options }) => diffSnapshot(session, name, options),
  ),
  move('restore_snapshot', 'Restores the workspace to a saved state.', { name: Text(100) }, (session, { name }) =>
    restoreSnapshot(session, name),
  ),
  move('reset', 'Resets the workspace to its initial fixture.', {}, (session) => reset(session)),
  compareTool,
  ...recordTools,
];
