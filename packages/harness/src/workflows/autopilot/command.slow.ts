/** Tests whole sessions of `harness autopilot` through the real command. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Shown } from '../../testing/replay.ts';
import {
  agents,
  critical,
  executing,
  goesOn,
  integrating,
  person,
  planning,
  repositoryWithSpec,
  reviewing,
  sessionText,
  slug,
  specPath,
  stateOf,
  subjects,
  verifying,
} from './testing/script.ts';

const forge = '.orchestrator/forge/origin.git';
const calledRoles = ({ calls }: Shown) => calls.map(({ role, item }) => `${role.slice('autopilot.'.length)} ${item}`);

describe('a whole session', () => {
  test('A-01 A-19 A-108 of standard rigor: every phase in order, a review of everything, DONE', async () => {
    const repo = repositoryWithSpec({ config: { checks: { test: "echo '1..1'; echo 'ok 1 - adds'" } } });
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, [], goesOn));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const story = [
      `2 phases in ${specPath}`,
      'Phase 1: Core (low)',
      'Phase 2: Prices (medium)',
      'Auto-approved Phase 1: Core | auto | low | no concerns | 1 task.',
      'Phase 1 complete. Next: 2: Prices (medium). Continue? (yes / stop).',
      '2 phases, 2 tasks, 0 retries.',
      'Final review: passed, 0 findings',
    ];
    expect(story.filter((line) => !done.stdout.includes(line))).toEqual([]);
    expect(done.stdout).not.toContain('State saved.');
    expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
    expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
    const shown = await repo.json<Shown>('show', await repo.newest());
    const roles = ['planner', 'executor', 'verifier', 'integrator', 'reviewer'];
    expect(calledRoles(shown)).toEqual([
      ...roles.map((role) => `${role} 1`),
      ...roles.map((role) => `${role} 2`),
      'reviewer final',
    ]);
    const files = readdirSync(join(repo.path, '.harness/runs'), { recursive: true, encoding: 'utf8' });
    const logs = files.filter((path) => path.endsWith('.log'));
    expect(logs, 'the base and each phase are checked once').toHaveLength(3);
    expect(files.filter((path) => path.includes('base-tests.'))).toHaveLength(3);
  });

  test('A-13 A-20 A-71 its files: state, reports, summary and index', async () => {
    const repo = repositoryWithSpec();
    const starting = repo.git('rev-parse', 'HEAD');
    await repo.run(
      'autopilot',
      specPath,
      '--review-plans',
      '--script',
      agents(repo, [], [...goesOn, person('Plan', 'yes')]),
    );
    const state = stateOf(repo);
    expect(Object.keys(state)).toEqual([
      ...['schemaVersion', 'sessionDir', 'specPath', 'startingCommit', 'reviewPlans', 'rigorLevel', 'currentState'],
      ...['currentPhase', 'phases', 'retryBudget', 'history', 'decisions', 'finalReview'],
    ]);
    expect(state).toMatchObject({
      schemaVersion: 5,
      sessionDir: '.harness/sessions/changes--shop--proposal/',
      specPath,
      startingCommit: starting,
      reviewPlans: true,
      rigorLevel: 'standard',
      currentState: 'DONE',
      finalReview: { status: 'passed', findings: [], retryCount: 0 },
    });
    expect(state.phases).toMatchObject([
      {
        name: 'Core',
        complexity: 'low',
        status: 'complete',
        planPath: expect.stringMatching(/^docs\/changes\/shop\/plans\/\d{4}-\d\d-\d\d-core-plan\.md$/) as string,
      },
      { name: 'Prices', complexity: 'medium', status: 'complete' },
    ]);
    expect(state.history).toMatchObject([
      {
        phase: 0,
        tasksCompleted: 1,
        retriesUsed: 0,
        verificationPassed: true,
        integrationPassed: true,
        reviewFindings: 0,
      },
      { phase: 1 },
    ]);
    expect(state.decisions.map(({ phase, decision, signals }) => [phase, decision, signals?.reviewPlans])).toEqual([
      [0, 'approved_plan', true],
      [1, 'approved_plan', true],
    ]);
    for (const name of [
      'phase-1-verification.json',
      'phase-2-integration.json',
      'phase-2-review.json',
      'integration-wiring.json',
    ])
      expect(JSON.parse(sessionText(repo, name) ?? '')).toMatchObject({ phase: Number(/\d/.exec(name)?.[0] ?? 2) });
    expect(sessionText(repo, 'summary.md')).toContain('**Status:** DONE');
    expect(existsSync(join(repo.path, '.harness/sessions/index.md'))).toBe(true);
  });

  test('A-10 A-11 A-40 of fast rigor: no verifier, only wire, every plan approved without signals', async () => {
    const repo = repositoryWithSpec();
    const concerned = planning(undefined, { json: { summary: '', concerns: ['no tests'], decisions: [] } });
    const adr = integrating({ adrs: [{ title: 'Use files', context: 'a', decision: 'b', consequences: 'c' }] });
    const done = await repo.run('autopilot', specPath, '--fast', '--script', agents(repo, [concerned, adr], goesOn));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(calledRoles(shown).filter((call) => call.startsWith('verifier'))).toEqual([]);
    expect(stateOf(repo)).toMatchObject({
      rigorLevel: 'fast',
      decisions: [{ decision: 'auto_approved_plan_fast' }, { decision: 'auto_approved_plan_fast' }],
    });
    expect(existsSync(join(repo.path, 'docs/knowledge/decisions'))).toBe(false);
    expect(sessionText(repo, 'integration-updates.json')).toBeNull();
  });

  test('A-07 A-41 A-64 of thorough rigor: a person sees the outline, the plan and each decision record', async () => {
    const repo = repositoryWithSpec();
    const adr = (title: string) => ({ title, context: 'a', decision: 'b', consequences: 'c' });
    const people = [
      person('Skeleton', 'revise', { item: '1', nth: 1, note: 'smaller' }),
      person('Skeleton', 'yes'),
      person('Plan', 'yes'),
      person('ADR', 'accept', { nth: 1 }),
      person('ADR', 'reject'),
      ...goesOn,
    ];
    const answers = [integrating({ adrs: [adr('Use files'), adr('Use rows')] }, { item: '1' })];
    const done = await repo.run('autopilot', specPath, '--thorough', '--script', agents(repo, answers, people));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(stateOf(repo).decisions.map(({ phase, decision, note }) => [phase, decision, note])).toEqual([
      [0, 'revised_plan', 'Skeleton: smaller'],
      [0, 'approved_plan', 'Skeleton'],
      [0, 'approved_plan', undefined],
      [0, 'accepted_adr', 'Use files'],
      [0, 'rejected_adr', 'Use rows'],
      [1, 'approved_plan', 'Skeleton'],
      [1, 'approved_plan', undefined],
    ]);
    expect(repo.git('ls-tree', '--name-only', 'HEAD', 'docs/knowledge/decisions/')).toBe(
      'docs/knowledge/decisions/0001-use-files.md',
    );
  });
});

describe('what a person decides', () => {
  test('A-58 A-66 A-69 fixes: the gaps are built, and everything is verified, integrated and reviewed again', async () => {
    const repo = repositoryWithSpec();
    const once = (attempt: number) => ({ item: '1', attempt });
    const answers = [
      verifying({ verdict: 'fail', gaps: [{ what: 'no test', level: 'exists' }] }, once(1)),
      integrating({ wire: { verdict: 'fail', failures: ['nothing calls it'] } }, once(1)),
      reviewing([critical('It leaks')], once(1)),
    ];
    const people = ['Verification', 'Integration', 'Review'].map((header) => person(header, 'fix'));
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, answers, [...people, ...goesOn]));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(calledRoles(shown).filter((call) => call.endsWith(' 1'))).toEqual(
      [
        ...['planner', 'executor', 'verifier', 'executor', 'verifier', 'integrator', 'executor', 'verifier'],
        ...['integrator', 'reviewer', 'executor', 'verifier', 'integrator', 'reviewer'],
      ].map((role) => `${role} 1`),
    );
    expect(stateOf(repo).decisions.map(({ decision }) => decision)).toEqual([
      'auto_approved_plan',
      'auto_approved_plan',
    ]);
  });

  test('A-14 A-89 skips and overrides are recorded, and the steps ran', async () => {
    const repo = repositoryWithSpec();
    const answers = [
      verifying({ verdict: 'incomplete', gaps: [{ what: 'no test', level: 'exists' }] }, { item: '1' }),
      integrating({ wire: { verdict: 'fail', failures: ['nothing calls it'] } }, { item: '1' }),
      reviewing([critical('It leaks')], { item: '1' }),
    ];
    const people = [
      person('Verification', 'skip verification'),
      person('Integration', 'skip integration'),
      person('Review', 'override', { note: 'known' }),
      ...goesOn,
    ];
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, answers, people));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain('Overridden findings: src/core.js:1 It leaks');
    expect(stateOf(repo).decisions.map(({ phase, decision, note }) => [phase, decision, note])).toEqual([
      [0, 'auto_approved_plan', undefined],
      [0, 'skipped_verification', undefined],
      [0, 'skipped_integration', undefined],
      [0, 'overrode_review', 'known'],
      [1, 'auto_approved_plan', undefined],
    ]);
    expect(stateOf(repo).history[0]).toMatchObject({ verificationPassed: false, integrationPassed: false });
  });

  test('A-47 A-48 A-50 checkpoints come from the plan; each is committed and recorded', async () => {
    const repo = repositoryWithSpec();
    const tasks = [
      { title: 'Add a shop', checkpoint: 'human-verify' },
      { title: 'Choose a store', checkpoint: 'decision', options: ['SQLite', 'a file'] },
      { title: 'Order a key', checkpoint: 'human-action' },
      { title: 'Add prices' },
    ];
    const answers = [
      planning(tasks, {}, { item: '1' }),
      ...[1, 2, 3, 4].map((n) => executing([String(n)], {}, { item: '1', prompt: `TASKS: ${n}-${n}` })),
    ];
    const people = [
      person('Human verify', 'no', { nth: 1, note: 'the button is missing' }),
      person('Human verify', 'yes'),
      person('Decision', 'SQLite', { note: 'we know it' }),
      person('Human action', 'done'),
      ...goesOn,
    ];
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, answers, people));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual([
      '[autopilot] Add a shop',
      '[autopilot] Choose a store',
      '[autopilot] Order a key',
      '[autopilot] Phase 1: Core',
      '[autopilot] Phase 2: Prices',
    ]);
    expect(
      stateOf(repo)
        .decisions.slice(1, 4)
        .map(({ decision, note }) => [decision, note]),
    ).toEqual([
      ['checkpoint_passed', 'Add a shop'],
      ['checkpoint_decision', 'Choose a store: SQLite: we know it'],
      ['checkpoint_passed', 'Order a key'],
    ]);
    expect(stateOf(repo).history[0]).toMatchObject({ tasksCompleted: 4, retriesUsed: 1 });
  });
});

describe('the final review', () => {
  test('A-77 A-81 each blocking finding is fixed in a commit of its own, and everything is reviewed again', async () => {
    const repo = repositoryWithSpec();
    const answers = [reviewing([critical('It leaks'), critical('It stalls')], { item: 'final', attempt: 1 })];
    const people = [...goesOn, person('Final review', 'fix')];
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, answers, people));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo).slice(2)).toEqual(['[autopilot] Fix: It leaks', '[autopilot] Fix: It stalls']);
    expect(stateOf(repo).finalReview).toMatchObject({ status: 'passed', retryCount: 1 });
  });

  test('A-90 after three rounds it ends with exit 5, and never has a fourth', async () => {
    const repo = repositoryWithSpec();
    const people = [...goesOn, person('Final review', 'fix')];
    const answers = [reviewing([critical('It leaks')], { item: 'final' })];
    const ended = await repo.run('autopilot', specPath, '--script', agents(repo, answers, people));
    expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 5 });
    expect(ended.stdout).toContain('Recorded in .harness/failures.md');
    expect(subjects(repo).filter((subject) => subject === '[autopilot] Fix: It leaks')).toHaveLength(3);
    expect(stateOf(repo)).toMatchObject({ currentState: 'FINAL_REVIEW', finalReview: { retryCount: 3 } });
    // A person repairs it: the session continues at its final review, and no phase runs again.
    const again = await repo.run('autopilot', specPath, '--script', agents(repo, [], goesOn));
    expect(again, `${again.stdout}${again.stderr}`).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toContain('Resuming from FINAL_REVIEW, phase 2: Prices.');
    expect(subjects(repo)).toHaveLength(5);
  });

  test('A-84 A-85 a pull request of the current branch is opened at the forge; the base is not moved', async () => {
    const repo = repositoryWithSpec();
    const before = repo.git('rev-parse', 'main');
    repo.git('switch', '--quiet', '--create', 'shop');
    const people = [person('Next phase', 'yes'), person('PR', 'yes', { nth: 1 })];
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, [], people));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toMatch(/Pull request 1 is open/);
    expect(repo.git('rev-parse', 'main')).toBe(before);
    expect(subjects(repo)).toHaveLength(2);
  });

  test('A-84 a forge that refuses is asked again, and nothing is lost', async () => {
    const repo = repositoryWithSpec();
    const taken = `harness/${slug}`;
    // The forge already has the branch, with the commit of another person.
    repo.git('commit', '-q', '--allow-empty', '-m', 'Elsewhere');
    repo.git('init', '-q', '--bare', forge);
    writeFileSync(join(repo.path, '.orchestrator/.gitignore'), '*\n');
    repo.git('push', '-q', forge, `HEAD:refs/heads/${taken}`);
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    const people = [person('Next phase', 'yes'), person('PR', 'yes', { nth: 1 })];
    const refused = await repo.run('autopilot', specPath, '--script', agents(repo, [], people));
    expect(refused, `${refused.stdout}${refused.stderr}`).toMatchObject({ exitCode: 8 });
    expect(refused.stdout).toContain('The pull request was refused: ');
    repo.git('--git-dir', forge, 'branch', '-D', taken);
    agents(repo, [], [person('PR', 'yes')]);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toMatch(/Pull request \d+ is open/);
    expect(stateOf(repo).currentState).toBe('DONE');
  });
});
