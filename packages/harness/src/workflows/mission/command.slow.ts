/** Tests the slow paths of `harness mission`: conflicts, setbacks, every way to stop, and resuming. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script, usage } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';
import {
  featureLines,
  featuresOf,
  merges,
  planning,
  planOf,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const inHarness = ({ path }: Repository, name: string) => join(path, '.harness', name);
const planned = [planning({ id: 'F-001' }, { id: 'F-002' }), reviewing()];
const write = (path: string, text: string) => [{ write: { path, text } }];
const outputOf = async (finished: Promise<{ exitCode: number | null; stdout: string; stderr: string }>) => {
  const { exitCode, stdout, stderr } = await finished;
  return { exitCode, text: `${stdout}${stderr}` };
};

test('M-02, Md-02 an existing plan skips the planner, also one of another tool; passed features stay passed', async () => {
  const repo = repositoryWithSpec();
  const { features, assertions } = planOf({ id: 'F-001' }, { id: 'F-002' });
  const [first, second] = features;
  repo.write(
    'repo/.harness/features.json',
    JSON.stringify([
      { ...first, status: 'done' },
      { ...second, depends_on: ['F-001'], priority: 7 },
    ]),
  );
  const contract = assertions.map(({ id, assertion }) => `${id}: ${assertion}`).join('\n');
  repo.write('repo/.harness/validation-contract.md', contract);
  const agents = script(repo, [working(), validating()]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featuresOf(repo)).toMatchObject([{ status: 'passed' }, { status: 'passed', attempts: 1, priority: 7 }]);
  expect(merges(repo)).toEqual(['Merge F-002: Feature F-002']);
});

describe('M-07, M-15 a checkpoint', () => {
  const checkpoints = {
    enabled: true,
    types: [{ name: 'plan', description: 'Look at it.', triggerOn: 'post-planner' }],
  };
  const answers = [planning({ id: 'F-001' }), reviewing(), working(), validating()];

  test('M-37, MO-10 pauses after the plan review with exit 8, and a command grants it', async () => {
    const repo = repositoryWithSpec({ checkpoints });
    const agents = script(repo, answers);
    expect((await repo.run('mission', '--script', agents)).exitCode).toBe(8);
    expect(readFileSync(inHarness(repo, 'checkpoint-plan.md'), 'utf8')).toContain('Look at it.');
    const { checkpoints: listed } = await repo.json<{ checkpoints: { name: string }[] }>('checkpoint', 'list');
    expect(listed.map(({ name }) => name)).toEqual(['plan']);
    const refused = await repo.run('checkpoint', 'grant', 'other');
    expect([refused.exitCode, refused.stderr.includes('plan')]).toEqual([1, true]);
    const elsewhere = await repo.run('mission', 'docs/SPEC.md');
    expect([elsewhere.exitCode, elsewhere.stderr.includes('harness stop')]).toEqual([2, true]);
    expect((await repo.run('checkpoint', 'grant', 'plan')).exitCode).toBe(0);
    const done = await repo.run('mission');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(existsSync(inHarness(repo, 'checkpoint-plan.md'))).toBe(false);
    expect(existsSync(inHarness(repo, '.checkpoint-plan.fired'))).toBe(true);
    expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  });

  test('MO-10 a file also grants it', async () => {
    const repo = repositoryWithSpec({ checkpoints });
    const agents = script(repo, answers);
    expect((await repo.run('mission', '--script', agents)).exitCode).toBe(8);
    expect((await repo.run('resume')).exitCode).toBe(8);
    writeFileSync(inHarness(repo, 'checkpoint-plan.granted'), '');
    expect((await repo.run('resume')).exitCode).toBe(0);
    expect(existsSync(inHarness(repo, 'checkpoint-plan.granted'))).toBe(false);
  });
});

describe('M-06, M-37, MO-17 a plan fails with', () => {
  test('M-06 a rejection by the reviewer: exit 7 and an escalation', async () => {
    const repo = repositoryWithSpec();
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing('reject')]);
    expect((await repo.run('mission', '--script', agents)).exitCode).toBe(7);
    expect(readFileSync(inHarness(repo, 'escalation.md'), 'utf8')).toContain('plan-review.md');
  });

  test.each([
    ['a rejection', 'VERDICT: reject', 7],
    ['an unreadable review', 'I have no opinion.', 4],
  ])('M-05, M-06 after %s, an unchanged plan is reviewed again before it is built', async (_, reply, exitCode) => {
    const repo = repositoryWithSpec();
    const built = [working(), validating()];
    const refusing = { when: { role: 'mission.plan-reviewer' }, reply, usage };
    const agents = script(repo, [planning({ id: 'F-001' }), refusing, ...built]);
    expect((await repo.run('mission', '--script', agents)).exitCode).toBe(exitCode);
    expect(await repo.json<{ next: string }>()).toMatchObject({ next: 'harness mission' });
    expect((await repo.run('mission', '--script', agents)).exitCode).toBe(exitCode);
    expect(merges(repo)).toEqual([]);
    script(repo, [reviewing(), ...built]);
    const done = await outputOf(repo.run('mission', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    expect(existsSync(inHarness(repo, 'escalation.md'))).toBe(false);
    const { calls } = await repo.json<Shown>('show', await repo.newest());
    const worker = calls.findIndex(({ role }) => role === 'mission.worker');
    expect(calls[worker - 1]).toMatchObject({ role: 'mission.plan-reviewer', outcome: 'ok' });
  });

  test('M-06 a rejected plan that a person changed is built, and the escalation names a command that works', async () => {
    const repo = repositoryWithSpec();
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing('reject'), working(), validating()]);
    await repo.run('mission', '--script', agents);
    const note = readFileSync(inHarness(repo, 'escalation.md'), 'utf8');
    expect(note).toContain('`harness mission`');
    expect(note).not.toContain('harness resume');
    const file = inHarness(repo, 'features.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Feature F-001', 'Another title'));
    const done = await outputOf(repo.run('mission', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    expect(merges(repo)).toEqual(['Merge F-001: Another title']);
  });

  test.each([
    ['no document', { reply: 'I would rather not.' }, 11],
    ['no features', { json: { features: [], assertions: [] }, reply: 'PLANNED' }, 11],
    ['a claim without an assertion', { json: { ...planOf({ id: 'F-001' }), assertions: [] }, reply: 'PLANNED' }, 7],
  ])('%s, also after its repair turn', async (_, answer, exitCode) => {
    const repo = repositoryWithSpec();
    const agents = script(repo, [{ when: { role: 'mission.planner', attempt: 1 }, ...answer }]);
    const ended = await repo.run('mission', '--script', agents);
    expect(ended.exitCode, `${ended.stdout}${ended.stderr}`).toBe(exitCode);
    const { calls } = await repo.json<Shown>('show', await repo.newest());
    expect(calls.map(({ tries }) => tries.length)).toEqual([2]);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});

describe('lanes that change the same base', () => {
  test('L2 a conflict goes back to the worker in its lane, and the resolved work is judged again', async () => {
    const repo = repositoryWithSpec({ parallelWorkers: { max: 2 } });
    const agents = script(repo, [
      ...planned,
      working({ steps: write('shared.txt', 'one\n') }, { item: 'F-001' }),
      working({ steps: write('shared.txt', 'two\n') }, { item: 'F-002', attempt: 1 }),
      working({ steps: write('shared.txt', 'one\ntwo\n') }, { item: 'F-002', attempt: 2, prompt: 'conflict markers' }),
      { ...validating('passed', { item: 'F-002', attempt: 1 }), steps: [{ sleep: 1_500 }] },
      validating(),
    ]);
    const done = await outputOf(repo.run('mission', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    expect(repo.git('show', 'main:shared.txt')).toBe('one\ntwo');
    expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
    expect(merges(repo)).toHaveLength(2);
    const { calls } = await repo.json<Shown>('show', await repo.newest());
    expect(calls.filter(({ role }) => role === 'mission.validator')).toHaveLength(3);
  });

  test('L1 features that are red only together never reach the base', async () => {
    const check = 'test ! -f F-001.txt || test ! -f F-002.txt || grep -q attempt.2 F-002.txt';
    const repo = repositoryWithSpec({ parallelWorkers: { max: 2 }, checks: { build: check } });
    const agents = script(repo, [
      ...planned,
      working(),
      { ...validating('passed', { item: 'F-002', attempt: 1 }), steps: [{ sleep: 1_500 }] },
      validating(),
    ]);
    const done = await outputOf(repo.run('mission', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    for (const commit of repo.git('log', '--first-parent', '--format=%H', 'main').split('\n')) {
      const files = repo.git('ls-tree', '--name-only', commit).split('\n');
      if (files.includes('F-001.txt') && files.includes('F-002.txt'))
        expect(repo.git('show', `${commit}:F-002.txt`)).toBe('attempt 2');
    }
  });

  test('a checkout with changes of the user is not updated, and the output says so', async () => {
    const repo = repositoryWithSpec();
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
    repo.write('repo/README.md', 'mine\n');
    const done = await outputOf(repo.run('mission', '--allow-dirty', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    expect(done.text).toContain('was not updated');
    expect(readFileSync(join(repo.path, 'README.md'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(repo.path, 'F-001.txt'))).toBe(false);
    expect(repo.git('show', 'main:F-001.txt')).toBe('attempt 1');
  });
});

describe('setbacks of a feature', () => {
  test('MO-13, MO-29, Md-01 the next worker receives a red check or failed verdict; only dispatches count', async () => {
    const repo = repositoryWithSpec({ checks: { build: '! grep -q attempt.1 F-001.txt' } });
    const agents = script(repo, [
      planning({ id: 'F-001' }),
      reviewing(),
      working({}, { attempt: 1 }),
      working({}, { attempt: 2, prompt: 'grep -q attempt' }),
      working({}, { attempt: 3, prompt: 'the colour is wrong' }),
      validating('failing', { attempt: 1 }, 'the colour is wrong'),
      validating(),
    ]);
    const done = await outputOf(repo.run('mission', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    expect(featureLines(repo)).toEqual(['F-001 passed 3']);
  });

  test('a person is asked about deleted tests of the base', async () => {
    const repo = repositoryWithSpec();
    const test = "test('a', () => { expect(1).toBe(1); });\n";
    repo.write('repo/a.test.js', test);
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Test');
    const people = [{ when: { header: 'Tests', item: 'F-001' }, choose: 'Send back' }];
    const answers = [
      planning({ id: 'F-001' }),
      reviewing(),
      working({ steps: [{ delete: 'a.test.js' }] }, { attempt: 1 }),
      working({ steps: [...write('a.test.js', test), ...write('F-001.txt', 'x\n')] }, { attempt: 2 }),
      validating(),
    ];
    const done = await outputOf(repo.run('mission', '--script', script(repo, answers, people)));
    expect(done.exitCode, done.text).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'main').split('\n')).toEqual(
      expect.arrayContaining(['a.test.js', 'F-001.txt']),
    );
  });

  test('a person is asked about changes outside the files that a feature names', async () => {
    const repo = repositoryWithSpec();
    const plan = planning({ id: 'F-001' }) as { json: { features: object[] } };
    const features = plan.json.features.map((feature) => ({ ...feature, files: ['*.txt'] }));
    const people = [{ when: { header: 'Scope', item: 'F-001' }, choose: 'Send back', note: 'text files only' }];
    const answers = [
      { ...plan, json: { ...plan.json, features } },
      reviewing(),
      working({ steps: [...write('F-001.txt', 'x\n'), ...write('other.js', 'x\n')] }, { attempt: 1 }),
      working({ steps: [{ delete: 'other.js' }] }, { attempt: 2, prompt: 'other.js[^]*note with[^]*text files only' }),
      validating(),
    ];
    const done = await outputOf(repo.run('mission', '--script', script(repo, answers, people)));
    expect(done.exitCode, done.text).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'main').split('\n')).not.toContain('other.js');
  });

  test('MO-14, MO-22, M-13 after three attempts the architect decides, and the worker receives the decision', async () => {
    const repo = repositoryWithSpec();
    const agents = script(repo, [
      planning({ id: 'F-001' }),
      reviewing(),
      working({}, { attempt: 4, prompt: 'use the blue one' }),
      working(),
      {
        when: { role: 'mission.architect', item: 'F-001' },
        reply: 'PATCH F-001: preference — use the blue one',
        usage,
      },
      validating('passed', { attempt: 4 }),
      validating('failing'),
    ]);
    const done = await outputOf(repo.run('mission', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  });

  test('M-14, MO-15, MO-20 an issue of the validator becomes a new feature', async () => {
    const repo = repositoryWithSpec();
    const issue = '{"title":"it leaks","severity":"major"}\n{"title":"a word","severity":"nit"}';
    const agents = script(repo, [
      planning({ id: 'F-001' }),
      reviewing(),
      working(),
      validating('passed', { item: 'F-001' }, issue),
      validating(),
    ]);
    const done = await outputOf(repo.run('mission', '--script', agents));
    expect(done.exitCode, done.text).toBe(0);
    expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-FIX-001 passed 1']);
    expect(featuresOf(repo)[1]).toMatchObject({ title: 'it leaks', sourceIssueId: 'I-0001', dependsOn: ['F-001'] });
    expect(done.text).toContain('CONVERTED');
  });
});

describe('how a mission stops and resumes', () => {
  const blocking = working({ steps: [], reply: 'WORKER {item}: blocked — a key' }, { attempt: 1 });

  test('M-37 escalated: exit 3, parked with its lanes, and a resume starts a new round', async () => {
    const repo = repositoryWithSpec();
    const agents = script(repo, [...planned, blocking, working(), validating()]);
    const stopped = await outputOf(repo.run('mission', '--script', agents));
    expect(stopped.exitCode, stopped.text).toBe(3);
    expect(readFileSync(inHarness(repo, 'escalation.md'), 'utf8')).toContain('blocked:F-001,F-002');
    const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
    expect(runs[0]?.status).toBe('parked');
    expect(existsSync(inHarness(repo, 'worktrees/F-001'))).toBe(true);
    const done = await outputOf(repo.run('resume'));
    expect(done.exitCode, done.text).toBe(0);
    expect(existsSync(inHarness(repo, 'escalation.md'))).toBe(false);
    expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
  });

  test('M-08, M-28 all iterations are used: exit 5; a stop releases the lanes and loses no work', async () => {
    const repo = repositoryWithSpec({ mission: { maxIterations: 3 } });
    const agents = script(repo, [...planned, working(), validating('failing')]);
    const limited = await outputOf(repo.run('mission', '--script', agents));
    expect(limited.exitCode, limited.text).toBe(5);
    expect(existsSync(inHarness(repo, 'worktrees/F-001'))).toBe(true);
    expect((await repo.run('stop', await repo.newest())).exitCode).toBe(0);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
    const kept = repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/kept').split('\n');
    expect(kept.some((commit) => repo.git('ls-tree', '--name-only', commit).includes('F-001.txt'))).toBe(true);
  });

  test('a cap: exit 6, parked with its lanes', async () => {
    const repo = repositoryWithSpec({ budget: { capUsd: 0.035 }, agent: { reserveTokens: 1 } });
    const agents = script(repo, [...planned, working(), validating()]);
    const capped = await outputOf(repo.run('mission', '--script', agents));
    expect(capped.exitCode, capped.text).toBe(6);
    const { runs } = await repo.json<{ runs: { status: string; costUsd: number }[] }>('runs');
    expect(runs[0]?.status).toBe('parked');
  });

  test.each([
    ['the planner', 5, 0],
    ['the plan reviewer', 150, 1],
  ])('a cap reached by %s: exit 6, parked, and a higher cap in the configuration continues', async (_, cap, paid) => {
    const config = (capTokens: number) => ({ budget: { capTokens }, agent: { reserveTokens: 10 } });
    const repo = repositoryWithSpec(config(cap));
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
    const capped = await outputOf(repo.run('mission', '--script', agents));
    expect(capped.exitCode, capped.text).toBe(6);
    expect((await repo.run('resume')).exitCode).toBe(6);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect([shown.status, shown.calls.filter(({ outcome }) => outcome === 'ok').length]).toEqual(['parked', paid]);
    repo.write('repo/harness.config.json', JSON.stringify(config(100_000)));
    const done = await outputOf(repo.run('resume'));
    expect(done.exitCode, done.text).toBe(0);
    expect(merges(repo)).toHaveLength(1);
  });

  test.each([
    ['another item', 'VALIDATOR F-009 round 1: passed — 1 pass, 0 fail'],
    ['a pass with a failure in it', 'VALIDATOR F-001 round 1: passed — 1 pass, 1 fail'],
    ['no verdict', 'It looks good to me.'],
  ])('an unreadable verdict after its repair turn (%s): exit 4, without a merge', async (_, reply) => {
    const repo = repositoryWithSpec();
    const answers = [planning({ id: 'F-001' }), reviewing(), working(), { when: { role: 'mission.validator' }, reply }];
    const ended = await outputOf(repo.run('mission', '--script', script(repo, answers)));
    expect(ended.exitCode, ended.text).toBe(4);
    expect(merges(repo)).toEqual([]);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  test('a rate limit after all retries: exit 9, and a resume repeats the same call', async () => {
    const repo = repositoryWithSpec({ agent: { retry: { rateLimited: 1, backoffMs: 1 } } });
    const limit = { steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 20 } }], times: 2, reply: undefined };
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(limit), working(), validating()]);
    const parked = await outputOf(repo.run('mission', '--script', agents));
    expect(parked.exitCode, parked.text).toBe(9);
    const done = await outputOf(repo.run('resume'));
    expect(done.exitCode, done.text).toBe(0);
    expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  });
});

const deciding = (attempt: number, reply: string) => ({
  when: { role: 'mission.orchestrator', attempt },
  reply,
  usage,
});

test('M-13 an orchestrator asks the architect before a feature is built, and the worker receives the decision', async () => {
  const repo = repositoryWithSpec({ mission: { decide: 'agent' } });
  const decisions = ['NEXT_ARCHITECT F-001', 'NEXT_WORKER F-001', 'NEXT_VALIDATOR F-001', 'DONE'];
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    ...decisions.map((decision, at) => deciding(at + 1, decision)),
    { when: { role: 'mission.architect' }, reply: 'PATCH F-001: preference — use the blue one', usage },
    working({}, { prompt: 'use the blue one' }),
    validating(),
  ]);
  const done = await outputOf(repo.run('mission', '--script', agents));
  expect(done.exitCode, done.text).toBe(0);
  expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  const roles = calls.map(({ role }) => role).filter((role) => !role.includes('orchestrator'));
  expect(roles.slice(2, 4)).toEqual(['mission.architect', 'mission.worker']);
});

test('M-09, MO-16, Md-03 an orchestrator decides; a wrong DONE is refused and counted', async () => {
  const repo = repositoryWithSpec({ mission: { decide: 'agent' } });
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    deciding(1, 'DONE'),
    deciding(2, 'I think\n**NEXT_WORKER** `F-001`'),
    deciding(3, 'NEXT_VALIDATOR F-001'),
    deciding(4, 'DONE'),
    working(),
    validating(),
  ]);
  const done = await repo.run('mission', '--json', '--script', agents);
  expect(done.exitCode, `${done.stdout}${done.stderr}`).toBe(0);
  const { decisions, ghosts } = JSON.parse(done.stdout) as {
    decisions: { verb: string; args: string; isGhost: boolean }[];
    ghosts: number;
  };
  expect(decisions.map(({ verb, args, isGhost }) => `${verb} ${args}${isGhost ? '!' : ''}`)).toEqual([
    'DONE !',
    'NEXT_WORKER F-001',
    'NEXT_VALIDATOR F-001',
    'DONE ',
  ]);
  expect(ghosts).toBe(1);
});

test('MO-08, M-15 a checkpoint before the end lets a person inspect the merged features', async () => {
  const types = [{ name: 'ship', triggerOn: 'pre-done' }];
  const repo = repositoryWithSpec({ checkpoints: { enabled: true, types } });
  const people = [{ when: { header: 'Checkpoint' }, choose: 'Grant' }];
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()], people);
  const done = await outputOf(repo.run('mission', '--script', agents));
  expect(done.exitCode, done.text).toBe(0);
  expect(done.text).toContain('CHECKPOINT ship');
});
