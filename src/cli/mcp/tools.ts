import { about, OneOf, T, Text } from '../../core/kernel/declare/schema.ts';
import { ofEachOption } from '../../core/kernel/declare/trigger-options.ts';
import { FaultInput } from '../../core/kernel/faults/fault-fields.ts';
import { deliveryFaultKinds, requestFaultKinds } from '../../core/kernel/faults/fault-kinds.ts';
import { EndpointRequest } from '../../payments/webhooks/endpoint-fields.ts';
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
import { RuleFields } from '../options/rule-fields.ts';
import { compareTool } from './compare-tool.ts';
import { recordTools } from './record-tools.ts';
import { move, type Tool, tool } from './tool.ts';

const Id = (what: string) => about(Text(200), `The id of ${what}.`);
const may = T.Optional;
const Limit = () => may(about(T.Integer({ minimum: 1, maximum: 100 }), 'The maximum number of results; default: 10.'));
const page = {
  limit: Limit(),
  starting_after: may(about(Text(200), 'The id after which the page starts, from an earlier response.')),
};
const Duration = (what: string) => may(about(Text(100), `${what}, such as 90s, 15m, 3d or P1M.`));

const paging = ({ limit, starting_after }: { limit?: number; starting_after?: string }) => ({
  limit,
  startingAfter: starting_after,
});

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

const { mode: _mode, ...endpointFields } = EndpointRequest.properties;
const { operation: _operation, ...faultFields } = FaultInput.properties;

/** The tools for agents: commands that inspect a running emulator, and commands that cause activity in it. */
export const tools: readonly Tool[] = [
  tool(
    'status',
    'Shows the clock, the number of objects, the webhook endpoints and the active faults.',
    {},
    (session) => status(session),
  ),
  tool(
    'keys',
    'Shows the keys, the webhook secret and the addresses that configure an application, as environment variables.',
    { prefix: may(about(Text(100), 'The prefix of the variable names; default: EMULATOR_.')) },
    (session, { prefix }) => keys(session, { env: true, prefix }),
  ),
  tool(
    'list_triggers',
    'Lists every event and transition that `trigger` can cause, with the options of each one.',
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
          'Fields of the request that creates the new object, each as path=value, such as metadata.order=42.',
        ),
      ),
      count: may(about(T.Integer({ minimum: 1, maximum: 1000 }), 'The number of objects to create.')),
      wait: may(about(T.Boolean(), 'Whether to wait for the webhook deliveries; the tool fails if a delivery fails.')),
    },
    (session, { name, ...options }) => trigger(session, name, options),
  ),
  tool(
    'get_clock',
    'Shows the emulated clock and the next jobs (settlements, renewals, retries, …).',
    {},
    async (session) => {
      await showClock(session);
      await nextJobs(session);
    },
  ),
  move(
    'move_clock',
    'Moves the emulated clock forward and runs the jobs that become due, or freezes or starts the clock. Pass exactly one of advance, to and state.',
    {
      advance: Duration('By this much'),
      to: may(about(Text(100), 'The target: `next`, a job id, or an ISO 8601 time.')),
      state: may(OneOf(['running', 'frozen'])),
      rate: may(
        about(T.Integer({ minimum: 1, maximum: 86_400 }), 'Emulated seconds per real second, if state is running.'),
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
  move('settle', 'Runs all jobs that are due or waiting for settlement, and waits for their webhooks.', {}, (session) =>
    settle(session),
  ),
  tool(
    'list_events',
    'Events, newest first.',
    { type: may(Text(100)), id: may(Id('the object that the events are about')), ...page },
    (session, { type, id, ...rest }) => listEvents(session, { type, id, ...paging(rest) }),
  ),
  tool(
    'get_event',
    'Shows an event: the request or job that caused the event, the state change, each delivery attempt with the response of the receiver, and the event data.',
    { event: Id('the event') },
    (session, { event }) => showEvent(session, event),
  ),
  tool(
    'wait_for_event',
    'Waits for an event of this type, or returns one that already occurred.',
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
    'Lists the requests that applications made to the API, newest first.',
    { status: may(T.Integer({ minimum: 100, maximum: 599 })), method: may(Text(10)), ...page },
    (session, { status: answered, method, ...rest }) =>
      listRequests(session, { status: answered, method, ...paging(rest) }),
  ),
  tool(
    'get_request',
    'Shows a request: its body, its response, the fields that the API does not know, and its effects.',
    { request: Id('the request') },
    (session, { request }) => showRequest(session, request),
  ),
  move(
    'replay_request',
    'Sends a logged request again without changes. Returns the status, the id of the new request and the response body.',
    { request: Id('the request') },
    (session, { request }) => replayRequest(session, request),
  ),
  tool(
    'list_objects',
    'Lists the objects of a kind (payment, payout, customer, …), newest first. Without a kind, lists the kinds.',
    {
      kind: may(Text(50)),
      state: may(Text(50)),
      search: may(about(Text(200), 'Words that the objects must contain.')),
      ...page,
    },
    (session, { kind, state, search, ...rest }) => listObjects(session, kind, { state, search, ...paging(rest) }),
  ),
  tool(
    'get_object',
    'Shows an object of any kind: its state, the moves that `trigger` can currently make, its events, its money movements, and its fields.',
    { id: Id('the object') },
    (session, { id }) => showObject(session, id),
  ),
  tool(
    'list_ledger',
    'Lists the movements of money between accounts (available, reserved, held, pending, external) and their reasons, newest first. The entries of a movement add up to 0.',
    { id: may(Id('the object whose money moved')), ...page },
    (session, { id, ...rest }) => listLedger(session, { id, ...paging(rest) }),
  ),
  move(
    'call_api',
    "Calls the platform's merchant API with the workspace's secret key, as an application would; /openapi.json describes the API.",
    {
      method: OneOf(['GET', 'POST', 'PATCH', 'DELETE']),
      path: about(Text(2000), 'A path such as /charges or /payouts/po_….'),
      body: may(T.Record(T.Unknown())),
    },
    (session, { method, path, body }) => callApi(session, verbs[method], path, { body }),
  ),
  tool('list_endpoints', 'Lists the webhook endpoints and their health.', {}, (session) => listEndpoints(session)),
  move(
    'add_endpoint',
    'Adds a webhook endpoint, or changes the existing endpoint at the same address. Returns the signing secret.',
    endpointFields,
    (session, { url, ...fields }) => addEndpoint(session, url, fields),
  ),
  tool(
    'list_deliveries',
    'Lists webhook deliveries, newest first, with the last response of the receiver.',
    {
      event: may(Id('the event that was delivered')),
      status: may(OneOf(['pending', 'delivered', 'failed'])),
      ...page,
    },
    (session, { event, status: state, ...rest }) => listDeliveries(session, { event, status: state, ...paging(rest) }),
  ),
  tool(
    'list_mail',
    'Lists the emails that the platform sent, newest first.',
    { to: may(Text(254)), ...page },
    (session, { to, ...rest }) => listMail(session, { to, ...paging(rest) }),
  ),
  tool('get_mail', 'Shows an email: its headers and its text.', { mail: Id('the message') }, (session, { mail }) =>
    showMail(session, mail),
  ),
  tool('list_faults', 'The active faults.', {}, (session) => listFaults(session)),
  move(
    'add_fault',
    `Injects a fault. For requests: ${requestFaultKinds.join(', ')}. For deliveries: ${deliveryFaultKinds.join(', ')}.`,
    { ...faultFields, on: Text(200) },
    (session, fields) => addFault(session, fields),
  ),
  move('remove_fault', 'Removes a fault.', { fault: Id('the fault') }, (session, { fault }) =>
    removeFault(session, fault),
  ),
  tool(
    'list_outcomes',
    'Shows how the simulated card and bank networks respond to amounts and cards. Lists the workspace rules first.',
    { codes: may(about(T.Boolean(), 'Instead, list the codes that moves and rules accept.')) },
    (session, { codes }) => listOutcomes(session, { codes }),
  ),
  move(
    'add_outcome',
    'Adds a rule that decides the outcome of certain charges or payouts.',
    RuleFields.properties,
    (session, fields) => addRule(session, fields),
  ),
  move('remove_outcome', 'Removes a rule from the workspace.', { rule: Id('the rule') }, (session, { rule }) =>
    removeRule(session, rule),
  ),
  tool(
    'audit',
    'Audits the activity of the application in the emulator. Reports mistakes that would cause problems in production, with evidence and a fix for each one.',
    { only: may(about(Text(100), 'A rule, or a group of rules such as webhook/.')) },
    (session, { only }) => audit(session, only === undefined ? {} : { only: [only] }),
  ),
  tool('list_snapshots', 'Lists the saved states of the workspace.', {}, (session) => listSnapshots(session)),
  move('save_snapshot', 'Saves the state of the workspace under a name.', { name: Text(100) }, (session, { name }) =>
    saveSnapshot(session, name),
  ),
  tool(
    'compare_snapshot',
    'Shows the objects that were added, changed or removed in the workspace since a state was saved, with the changed fields.',
    {
      name: Text(100),
      kind: may(about(Text(50), 'Show only this kind, such as transaction, job or workspace.')),
      limit: may(
        about(
          T.Integer({ minimum: 1, maximum: 100 }),
          'The maximum number of objects of each kind to show with their fields.',
        ),
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
