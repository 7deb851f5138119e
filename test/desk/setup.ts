import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { judge } from '../../src/audit/judge.ts';
import { type Client, createClient } from '../../src/client/node-client.ts';
import { Desk } from '../../src/desk/model/desk.ts';
import { Chooser } from '../../src/desk/model/forms/chooser.ts';
import { Form } from '../../src/desk/model/forms/form.ts';
import type { ActionWords } from '../../src/desk/model/host.ts';
import { type DeskCommandName, doCommand } from '../../src/desk/model/palette/commands.ts';
import { Session, type SessionOptions } from '../../src/desk/model/session.ts';
import type { Row } from '../../src/desk/model/views/view.ts';
import { Demo } from '../support/demo.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { withoutSockets } from '../support/without-sockets.ts';
import { atOnce } from './pace.ts';
import { textOfDetails, textOfRow, textsOfChoices } from './texts.ts';
import { Wire } from './wire.ts';

/** How things are done where nothing is drawn. */
export const ways: ActionWords = {
  trigger: 'trigger one',
  fault: 'Inject one',
  endpoint: 'Click Add to add one',
  resend: 'send it first',
  clock: 'The clock moves',
  otherKinds: 'There are other kinds',
  keyOf: () => null,
};

interface DeskOptions extends Partial<Omit<SessionOptions, 'connect'>> {
  /** Whether the events of each test's workspace are sent to a receiver. */
  readonly receiver?: boolean;
  /** Whether the user has Windows. */
  readonly isWindows?: boolean;
}

/** How often it is looked whether something has become so, in milliseconds. */
const interval = 3;

/** A desk of one test, with the workspace that it shows and what its renderer was asked to do. */
export class DeskStage {
  demo!: Demo;
  wire!: Wire;
  session!: Session;
  desk!: Desk;
  /** What was copied, and what was opened in the browser. */
  copied: string[] = [];
  browsed: string[] = [];
  hasBrowser = true;
  hasClipboard = true;
  #receiver: Receiver | null = null;

  async open(
    sandbox: TestSandbox,
    receiver: Receiver | null,
    { pace, isWindows = false, ...options }: DeskOptions,
  ): Promise<void> {
    this.#receiver = receiver;
    this.demo = await Demo.create(withoutSockets(sandbox));
    if (receiver !== null) {
      receiver.answer({});
      await this.demo.control('post', '/webhook-endpoints', { url: this.hook });
    }
    this.wire = new Wire(sandbox);
    [this.copied, this.browsed, this.hasBrowser, this.hasClipboard] = [[], [], true, true];
    this.session = new Session({
      connect: (scope) => createClient({ url: sandbox.url, ...scope, transport: this.wire }),
      scope: { workspace: this.demo.workspace, mode: 'test' },
      judge: (client) => judge(client),
      judgesUnasked: false,
      pace: { ...atOnce, ...pace },
      ...options,
    });
    this.desk = new Desk(this.session, {
      name: 'dashboard',
      ways,
      isWindows,
      copy: async (text) => {
        if (!this.hasClipboard) throw new Error('there is no clipboard');
        this.copied.push(text);
        return 'went to the test';
      },
      browse: async (address) => {
        this.browsed.push(address);
        return this.hasBrowser;
      },
    });
    this.session.open();
    await this.until(() => this.session.state).toBe('live');
  }

  close(): void {
    this.desk.close();
    this.session.close();
  }

  /** The client of the data set that is shown. */
  get client(): Client {
    return this.session.client;
  }

  get receiver(): Receiver {
    if (this.#receiver === null) throw new Error('This desk was opened without a receiver.');
    return this.#receiver;
  }

  /** The address that the events of this test go to. */
  get hook(): string {
    return `${this.receiver.url}/${this.demo.workspace}`;
  }

  /** What the receiver got of this test's workspace. */
  get hooked(): ReceivedRequest[] {
    return this.receiver.requests.filter(({ path }) => path === `/${this.demo.workspace}`);
  }

  /** Waits until something is as it is expected to be. */
  until = <T>(get: () => T | Promise<T>) => expect.poll(get, { interval });

  go(view: string): void {
    const found = this.desk.views.find(({ name }) => name === view);
    if (found === undefined) throw new Error(`There is no view '${view}'.`);
    this.desk.go(found);
  }

  /** The rows that are shown, each as a line. */
  get rows(): string[] {
    return this.desk.rows.map(textOfRow);
  }

  /** Waits until a row is shown. @returns it */
  async row(pattern: RegExp | string): Promise<Row> {
    await this.until(() => this.rows).toContainEqual(expect.stringMatching(pattern));
    return this.desk.rows.findLast((row) => new RegExp(pattern).test(textOfRow(row)))!;
  }

  /** Selects a row, once it is shown. */
  async select(pattern: RegExp | string): Promise<void> {
    const { key } = await this.row(pattern);
    this.desk.select(this.desk.rows.findIndex((row) => row.key === key));
  }

  /** Opens the details of a row. @returns them as text */
  async opened(pattern: RegExp | string): Promise<string> {
    await this.select(pattern);
    this.desk.open(this.desk.target!);
    return this.details();
  }

  /** The open details as text, once they are loaded and fit. */
  async details(pattern: RegExp | string = ''): Promise<string> {
    const text = () => (this.desk.details?.content == null ? null : textOfDetails(this.desk.details.content));
    await this.until(text).toEqual(expect.stringMatching(pattern));
    return text()!;
  }

  /** Does what a command of the desk does. */
  does(command: DeskCommandName): void {
    // While a list or a form is open, keys are meant for it.
    this.desk.dialog = null;
    doCommand(this.desk, command);
  }

  /** The form that is open, once one with such a title is. */
  async form(title: RegExp | string = ''): Promise<Form> {
    await this.until(() => this.desk.dialog?.type === 'form' && this.desk.dialog.title).toEqual(
      expect.stringMatching(title),
    );
    if (!(this.desk.dialog instanceof Form)) throw new Error('There is no form.');
    return this.desk.dialog;
  }

  /** The list to choose from that is open, once one with such a title is. @param typed what is typed into it */
  async chooser(title: RegExp | string = '', typed = ''): Promise<Chooser> {
    await this.until(() => this.desk.dialog?.type === 'chooser' && this.desk.dialog.title).toEqual(
      expect.stringMatching(title),
    );
    if (!(this.desk.dialog instanceof Chooser)) throw new Error('There is nothing to choose from.');
    this.desk.dialog.write(typed);
    return this.desk.dialog;
  }

  /** Chooses from the open list, once it has the choice. */
  async choose(pattern: RegExp | string): Promise<void> {
    const list = await this.choice(pattern);
    const at = textsOfChoices(list).findIndex((text) => new RegExp(pattern).test(text));
    this.desk.choose(list, list.choices[at]!);
  }

  /** Waits until the open list has a choice. @returns the list */
  async choice(pattern: RegExp | string): Promise<Chooser> {
    const list = this.desk.dialog;
    if (!(list instanceof Chooser)) throw new Error('There is nothing to choose from.');
    await this.until(() => textsOfChoices(list)).toContainEqual(expect.stringMatching(pattern));
    return list;
  }

  /** Takes the side act of a choice of the open list. */
  async beside(pattern: RegExp | string, act: string): Promise<void> {
    const list = await this.choice(pattern);
    const at = textsOfChoices(list).findIndex((text) => new RegExp(pattern).test(text));
    this.desk.doBeside(list, list.choices[at]!.sideActs!.find((each) => each.act === act)!);
  }

  /** Fills in the open form. */
  async fill(values: Readonly<Record<string, string>>): Promise<Form> {
    const form = await this.form();
    for (const [name, text] of Object.entries(values)) {
      while (form.field?.spec.name !== name) form.step(1);
      form.field.write(text);
      form.edited();
    }
    return form;
  }

  /** Fills in the open form, sends it, and waits until it is taken. */
  async submit(values: Readonly<Record<string, string>> = {}): Promise<void> {
    const form = await this.fill(values);
    form.submit();
    await this.until(() => (this.desk.dialog === form ? (form.refusal ?? 'open') : 'done')).toBe('done');
  }

  /** Fills in the open form, sends it, and waits until it is refused. @returns why, and the name of the wrong field */
  async refused(values: Readonly<Record<string, string>> = {}): Promise<{ why: string; field: string | null }> {
    const form = await this.fill(values);
    form.submit();
    await this.until(() => form.refusal).not.toBeNull();
    return { why: form.refusal!, field: form.refusedAt === null ? null : form.fields[form.refusedAt]!.spec.name };
  }

  /** Waits until something is said. */
  async says(pattern: RegExp | string): Promise<string> {
    await this.until(() => this.desk.notices.message?.text).toEqual(expect.stringMatching(pattern));
    return this.desk.notices.message!.text;
  }

  /** Triggers something. @returns the id of the object of a kind, or of the first one */
  async trigger(name: string, body: Record<string, unknown> = {}, kind?: string): Promise<string> {
    const { objects } = await this.demo.trigger(name, body);
    const found = kind === undefined ? objects[0] : objects.find(({ object }) => object === kind);
    return found!.id;
  }

  /** Fresh payouts by ACH that are paid, the latest last. @returns their ids */
  async payouts(...amounts: number[]): Promise<string[]> {
    const ids: string[] = [];
    for (const amount of amounts)
      ids.push(await this.trigger('payout.paid', { amount, set: { rail: 'ach' } }, 'payout'));
    return ids;
  }

  stateOf = async (id: string): Promise<string | null> => (await this.client.call('objects.get', { id })).state;
}

/** One emulator for the tests of a file, and for each of them a workspace, a client in the process and a desk. */
export function deskOfEachTest(options: DeskOptions = {}): DeskStage {
  const stage = new DeskStage();
  let sandbox: TestSandbox;
  let receiver: Receiver | null = null;
  beforeAll(async () => {
    sandbox = await createTestSandbox();
    if (options.receiver === true) receiver = await startReceiver();
  });
  beforeEach(() => stage.open(sandbox, receiver, options));
  afterEach(() => stage.close());
  afterAll(async () => {
    await sandbox.stop();
    await receiver?.close();
  });
  return stage;
}
