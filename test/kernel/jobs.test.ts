import { afterAll, describe, expect, it } from 'vitest';
import { declaredJobs, job } from '../../src/core/kernel/declare/declarations.ts';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { T } from '../../src/core/kernel/declare/schema.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { Engine } from '../../src/core/kernel/engine.ts';
import { State } from '../../src/core/kernel/state.ts';
import { type JobKind, jobs } from '../../src/core/kernel/time/jobs.ts';
import { workspaces } from '../../src/core/kernel/workspace.ts';
import { putWorkspace, registry } from '../files/things.ts';

// What these tests declare is not there for those that follow in the same process.
const before = declaredJobs().length;
afterAll(() => void (declaredJobs() as JobKind[]).splice(before));

const cause = { type: 'control', id: 'test', name: 'test' } as const;

describe('a job that no slice lists', () => {
  it('keeps the declarations from being loaded, with its name', () => {
    const glow = job('lamp.glow', { about: 'light a lamp', run: () => {} });
    const declared = { jobs: [glow], refusals: [] };
    expect(() => new Registry([slice('lamp', { jobs: [glow] })], { declared })).not.toThrow();
    expect(() => new Registry([slice('lamp', {})], { declared })).toThrow(
      "no slice lists the job lamp.glow in its 'jobs'.",
    );
  });

  it('is refused when it is booked, with the name that a slice must list, and nothing of the call is kept', async () => {
    const engine = new Engine({ state: new State(1), registry, journal: null });
    putWorkspace(engine);
    await engine.kept();
    const unlisted = { kind: 'thing.expire', params: T.Object({}) };
    const [workspace] = [...engine.state.root.of(workspaces).oldestFirst()];
    expect(() => engine.run(workspace!, 'test', cause, (ctx) => ctx.schedule(unlisted, 'thing_1', 0))).toThrow(
      "No slice lists the job thing.expire. Add the job to the 'jobs' of its slice.",
    );
    expect(engine.dataSet('ws_demo', 'test').of(jobs).size).toBe(0);
  });
});
