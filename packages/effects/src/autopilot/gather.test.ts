/** Tests the context of a phase (AO-32), and the context of a repeated task. */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gatherContext, gatherRetry, type RetryContext, readPhasePlan } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { commitFiles } from '../inspect/scratch-graph.suite.ts';
import { type AutopilotSession, core, openedSession, sessionDir, specPath } from './session.suite.ts';

afterAll(clearScratch);

describe('A-24 AO-32 the context of a phase', () => {
  const gather = async (session: AutopilotSession, key?: string) => {
    const { context } = await session.value(act(gatherContext, { ...session.spec, phase: core }), key);
    const text = session.artifact(context);
    expect(session.file('context.json')).toBe(text);
    return JSON.parse(text);
  };

  test('has every part', async () => {
    const session = await openedSession();
    const { repo } = session;
    commitFiles(repo, { 'src/user.ts': "import './main.ts';\n", 'docs/knowledge/core/a.md': 'about core' });
    repo.write('.harness/learnings.md', '- **2026-01-01 [outcome:gotcha]:** Ports clash.\n');
    repo.write(`${sessionDir}handoff.json`, JSON.stringify({ summary: 'planned', phase: 1 }));
    const state = (spec: string) =>
      JSON.stringify({
        schemaVersion: 5,
        specPath: spec,
        currentState: 'PLAN',
        phases: [{ name: 'Core', status: 'planning' }],
      });
    repo.write(`${sessionDir}autopilot-state.json`, state(specPath));
    repo.write('.harness/sessions/other/autopilot-state.json', state('docs/other.md'));
    const found = await gather(session, 'gather/x');
    expect(found).toEqual({
      state: { currentState: 'PLAN', currentPhase: 0, phases: [{ name: 'Core', status: 'planning' }], decisions: [] },
      learnings: ['- **2026-01-01 [outcome:gotcha]:** Ports clash.'],
      handoff: expect.objectContaining({ summary: 'planned' }),
      graph: {
        modules: 2,
        unread: [],
        named: ['src/main.ts'],
        affected: ['src/user.ts'],
        hotspots: [],
        testGaps: ['src/main.ts'],
      },
      businessKnowledge: [{ path: 'docs/knowledge/core/a.md', text: 'about core' }],
      sessions: { others: [{ spec: 'docs/other.md', state: 'PLAN', phase: 0 }], unreadable: [] },
      validation: { ok: true, problems: [] },
      meta: expect.objectContaining({ session: session.spec.slug, phase: core, tokenBudget: 4_000, errors: [] }),
    });
    expect(await gather(session, 'gather/x')).toEqual(found);
  });

  test('names each part that fails, and has all others', async () => {
    const session = await openedSession();
    session.repo.write(`${sessionDir}autopilot-state.json`, '{');
    session.repo.write(`${sessionDir}handoff.json`, '[]');
    symlinkSync('/etc/passwd', join(session.repo.root, '.harness/learnings.md'));
    const { meta, ...parts } = await gather(session);
    expect(meta.errors).toEqual([
      { part: 'state', error: 'it cannot be read' },
      { part: 'handoff', error: 'it is not an object' },
    ]);
    expect(parts).toMatchObject({ state: null, handoff: null, learnings: [], businessKnowledge: null });
    expect(parts.validation.ok).toBe(false);
  });

  test('stays within its budget, with the newest learnings', async () => {
    const session = await openedSession();
    const entry = (n: number) => `- **2026-01-01 [outcome:gotcha]:** ${n} ${'x'.repeat(400)}\n`;
    session.repo.write('.harness/learnings.md', Array.from({ length: 200 }, (_, n) => entry(n)).join(''));
    const handoff = { summary: 'y'.repeat(2_000), completed: Array.from({ length: 100 }, () => 'z'.repeat(1_000)) };
    session.repo.write(`${sessionDir}handoff.json`, JSON.stringify(handoff));
    const found = await gather(session);
    expect(JSON.stringify(found).length).toBeLessThan(4_000 * 4);
    expect(found.learnings.at(-1)).toMatch(/\* 199 x+$/);
    expect(found.learnings.length).toBeGreaterThan(5);
    expect(found.meta.cut).toEqual(['handoff']);
    rmSync(join(session.repo.root, sessionDir, 'handoff.json'));
    expect((await gather(session)).handoff).toBeNull();
  });
});

describe('the context of a repeated task', () => {
  const path = 'docs/changes/shop/plans/2026-01-02-core-plan.md';

  async function failedTask() {
    const session = await openedSession();
    const { repo, spec } = session;
    commitFiles(repo, { 'src/user.ts': "import './main.ts';\n" });
    const base = repo.git('rev-parse', 'HEAD');
    repo.write(path, '### Task 1: Add\nChange `src/main.ts`.\n### Task 2: Show\nx\n');
    const plan = await session.value(
      act(readPhasePlan, { ...spec, phase: core, planPath: path, said: { summary: '', concerns: [] } }),
    );
    if (plan.is !== 'plan') throw new Error('no plan');
    commitFiles(repo, { 'src/new.ts': 'export const a = 1;\n' });
    const lane = { path: '.', branch: 'main', base };
    const checkpoint = repo.git('rev-parse', 'HEAD');
    const gather = (own: object) =>
      session.value(
        act(gatherRetry, {
          ...spec,
          attempt: 1,
          error: 'red',
          earlier: [],
          plan: plan.plan,
          task: { n: 1, title: 'Add' },
          lane,
          checkpoint,
          ...own,
        }),
      );
    const text = (found: RetryContext, name: 'error' | 'imports' | 'instructions') => {
      const artifact = found[name];
      return artifact && session.artifact(artifact);
    };
    return { gather, text };
  }

  test('A-52 A-53 A-54 grows with every attempt', async () => {
    const { gather, text } = await failedTask();
    const first = await gather({});
    expect([first, text(first, 'error')]).toMatchObject([{ earlier: [], related: [], imports: null }, 'red']);
    const second = await gather({ attempt: 2, earlier: [first.error], error: 'still red' });
    expect(second).toMatchObject({ earlier: [first.error], imports: null, instructions: null });
    expect(second.related).toEqual(['src/main.ts', path, 'src/new.ts']);
    const third = await gather({ attempt: 3, earlier: [first.error, second.error], error: 'see src/user.ts:1' });
    expect(third.related).toEqual(['src/main.ts', 'src/user.ts', path, 'src/new.ts']);
    expect(text(third, 'instructions')).toBe('### Task 1: Add\nChange `src/main.ts`.\n');
    expect(text(third, 'imports')).toBe(
      [
        'src/main.ts: imports no module; imported by src/user.ts',
        'src/new.ts: imports no module; imported by no module',
        'src/user.ts: imports src/main.ts; imported by no module',
        '',
      ].join('\n'),
    );
  });

  test('A-54 fixes have no plan', async () => {
    const { gather } = await failedTask();
    const found = await gather({ attempt: 3, plan: null });
    expect(found).toMatchObject({ instructions: null, imports: expect.anything() });
  });
});
