import { expect, it } from 'vitest';
import type { Context } from '../../src/core/kernel/context.ts';
import { type EventDef, operationEvent } from '../../src/core/kernel/declare/declarations.ts';
import { operation } from '../../src/core/kernel/declare/operation.ts';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { baseFields, T } from '../../src/core/kernel/declare/schema.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { Engine } from '../../src/core/kernel/engine.ts';
import { events } from '../../src/core/kernel/events.ts';
import { State } from '../../src/core/kernel/state.ts';
import { workspaces } from '../../src/core/kernel/workspace.ts';
import { collection } from '../../src/core/store/collection.ts';
import { putWorkspace } from '../files/things.ts';

const LampModel = T.Object(baseFields('lamp'));
const lamps = collection('lamp', { model: LampModel, prefix: 'lamp', indexes: [] });
const lampCleaned = operationEvent(lamps, 'lamp.cleaned', {
  about: 'a lamp is cleaned',
  payload: T.Object({ lamp_id: T.String(), cloths: T.Integer() }),
  data: ({ id }, _ctx, { cloths }: { cloths: number }) => ({ lamp_id: id, cloths }),
});

type Further = Partial<{ emits: readonly EventDef[]; prepare: () => { params: { id: string } } }>;

const cleanLamp = (further: Further = {}) =>
  operation('POST /lamps/{id}/clean', {
    id: 'lamps.clean',
    summary: 'Clean a lamp',
    access: 'secret',
    answers: [200, LampModel],
    ...further,
    handle: (ctx: Context, { params }) => {
      const lamp = ctx.get(lamps, params.id);
      ctx.emit(lampCleaned, lamp, { cloths: 2 });
      return lamp;
    },
  });

const prepare = () => ({ params: { id: 'lamp_1' } });
const registryOf = (events: readonly EventDef[], further?: Further) =>
  new Registry([slice('lamp', { collections: [lamps], events, operations: [cleanLamp(further)] })]);

function runOn<A>(registry: Registry, work: (ctx: Context) => A): A {
  const engine = new Engine({ state: new State(1), registry, journal: null });
  putWorkspace(engine);
  const [workspace] = [...engine.state.root.of(workspaces).oldestFirst()];
  return engine.run(workspace!, 'test', { type: 'control', id: 'ctl_1', name: 'test' }, work);
}

it('an event of an operation has no move behind it: it leads from a state to the same state', () => {
  const registry = registryOf([lampCleaned], { emits: [lampCleaned], prepare });
  const sent = runOn(registry, (ctx) => {
    const { id } = ctx.add(lamps, ctx.base(lamps, 'lamp'));
    const [clean] = registry.operationsOf('merchant');
    clean!.handle(ctx, { params: { id }, body: {}, query: {} });
    return ctx.unit.written(events).map(({ record }) => record);
  });
  const id = expect.stringMatching(/^lamp_/);
  expect(sent).toMatchObject([
    {
      type: 'lamp.cleaned',
      data: { lamp_id: id, cloths: 2 },
      change: { object: 'lamp', id, verb: 'clean', from: 'cleaned', to: 'cleaned' },
    },
  ]);
});

it.each([
  [
    'that no slice lists',
    [],
    { emits: [lampCleaned], prepare },
    /lamps\.clean emits lamp\.cleaned, but no slice lists/,
  ],
  [
    'without a request for its trigger',
    [lampCleaned],
    { emits: [lampCleaned] },
    /lamps\.clean emits events, so it needs/,
  ],
  ['that no operation lists', [lampCleaned], {}, /no move emits lamp\.cleaned, and no operation lists it in 'emits'/],
])('an event %s does not start', (_what, listed, further, sentence) => {
  expect(() => registryOf(listed, further)).toThrow(sentence);
});

it('an event that its operation does not list is refused with the place where it belongs', () => {
  const registry = registryOf([lampCleaned], { emits: [lampCleaned], prepare });
  const careless = () =>
    runOn(registry, (ctx) => {
      const { id } = ctx.add(lamps, ctx.base(lamps, 'lamp'));
      cleanLamp().handle(ctx, { params: { id }, body: {}, query: {} });
    });
  expect(careless).toThrow("ctx.emit was called for lamp.cleaned, so add the event to 'emits' of lamps.clean.");
});
