/** Roles that break the rules, lie, or leave nothing: nothing unapproved is executed, and no lie completes a phase. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import type { Shown } from '../../testing/replay.ts';
import {
  agents,
  executing,
  goesOn,
  person,
  planning,
  planText,
  repositoryWithSpec,
  sessionText,
  slug,
  specPath,
  specText,
  stateOf,
  subjects,
} from './testing/script.ts';

type Answer = Readonly<Record<string, unknown>>;

const phases = ['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices'];

async function finish(repo: Repository, answers: readonly Answer[], people: readonly Answer[] = []) {
  const done = await repo.run('autopilot', specPath, '--script', agents(repo, answers, [...people, ...goesOn]));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(stateOf(repo)).toMatchObject({
    currentState: 'DONE',
    phases: [{ status: 'complete' }, { status: 'complete' }],
  });
  return done;
}

const executorCalls = async (repo: Repository, item: string) => {
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  return calls.filter((call) => call.role === 'autopilot.executor' && call.item === item).length;
};

const work = { write: { path: 'src/core.js', text: 'export const core = 1;\n' } };
const first = { item: '1', attempt: 1 };
const state = `.harness/sessions/${slug}/autopilot-state.json`;

describe('an executor', () => {
  const acts = [
    'git add --all; git -c user.name=a -c user.email=a@b.c commit -qm Mine',
    'git reset -q --hard HEAD~1',
    'git clean -fdxq; git stash -u -q',
    'git checkout -q -b mine; git branch -D main; git update-ref -d refs/heads/main',
    'echo x > .git/hooks/pre-commit; git config core.hooksPath /tmp',
  ];

  test('that commits, resets, stashes or deletes the branch changes no history: the harness commits each phase once', async () => {
    const repo = repositoryWithSpec();
    await finish(repo, [executing(['1'], { steps: [work, ...acts.map((run) => ({ run })), work] }, first)]);
    expect(subjects(repo)).toEqual(phases);
    expect(repo.git('branch', '--format=%(refname:short)')).toBe('main');
    expect(repo.git('show', 'HEAD:src/core.js')).toBe('export const core = 1;');
    expect(repo.git('show', `HEAD:${specPath}`)).toBe(specText.trimEnd());
    expect(existsSync(join(repo.path, '.git/hooks/pre-commit'))).toBe(false);
  });

  const unboxed = (repo: Repository, run = '') => {
    const script = agents(repo, [executing(['1'], { steps: [work, { run }] }, first)], goesOn);
    return repo.run('autopilot', specPath, '--sandbox', 'off', '--script', script);
  };

  test('that commits outside a sandbox: its commit is checked as work on the branch, and nothing is done twice', async () => {
    const repo = repositoryWithSpec();
    const done = await unboxed(repo, acts[0]);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(subjects(repo)).toEqual(['Mine', phases[1]]);
    expect(repo.git('show', 'HEAD~1:src/core.js')).toBe('export const core = 1;');
    expect(stateOf(repo)).toMatchObject({ currentState: 'DONE', history: [{ phase: 0 }, { phase: 1 }] });
  });

  test('that resets outside a sandbox: a person is asked, and the lost commit is kept', async () => {
    const repo = repositoryWithSpec();
    const lost = repo.git('rev-parse', 'HEAD');
    const parked = await unboxed(repo, acts[1]);
    expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
    expect(parked.stdout).toContain('harness.config.json');
    expect(repo.git('for-each-ref', '--format=%(refname)', `--contains=${lost}`)).toContain('refs/harness/kept/');
  });

  test('A-91 that edits files below .harness changes none of them', async () => {
    const repo = repositoryWithSpec();
    const mine = [
      'learnings.md',
      'failures.md',
      'sessions/index.md',
      'runs/x/journal.jsonl',
      'locks/x',
      'arch/timeline.json',
    ];
    const steps = [
      work,
      { write: { path: state, text: '{"schemaVersion":5,"currentState":"DONE"}' } },
      { run: `echo '{}' > ${state}; rm -rf .harness/runs; mkdir -p .harness/hooks; echo x > .harness/hooks/x` },
      ...mine.map((path) => ({ write: { path: `.harness/${path}`, text: 'mine' } })),
    ];
    await finish(repo, [executing(['1'], { steps }, first)]);
    expect(subjects(repo)).toEqual(phases);
    const texts = [...mine, 'hooks/x'].map((path) => join(repo.path, '.harness', path));
    expect(texts.filter((path) => existsSync(path) && readFileSync(path, 'utf8').startsWith('mine'))).toEqual([]);
    expect(stateOf(repo)).toMatchObject({ schemaVersion: 5, specPath, history: [{ phase: 0 }, { phase: 1 }] });
  });

  test('A-88 that edits the plan and the spec changes nothing that is executed', async () => {
    const repo = repositoryWithSpec();
    const tasks = [{ title: 'Add a core', checkpoint: 'human-verify' }, { title: 'Add a door' }];
    const steps = [
      work,
      {
        write: {
          path: '{plan_path}',
          text: planText([{ title: 'Add a core' }, { title: 'Open the vault' }, { title: 'Empty it' }]),
        },
      },
      { write: { path: specPath, text: specText.replace('Prices', 'Vault') } },
    ];
    const answers = [
      planning(tasks, {}, { item: '1' }),
      executing(['1'], { steps }, { item: '1', prompt: 'TASKS: 1-1' }),
      executing(['2'], {}, { item: '1', prompt: 'Add a door[^]*TASKS: 2-2' }),
    ];
    await finish(repo, answers, [person('Human verify', 'yes')]);
    expect(subjects(repo)).toEqual(['[autopilot] Add a core', ...phases]);
    expect(stateOf(repo).phases.map(({ name }) => name)).toEqual(['Core', 'Prices']);
  });

  test('A-38 A-88 that plants plans for a later phase: they are removed and kept, and not executed, also with --fast', async () => {
    const repo = repositoryWithSpec({ files: { '.gitignore': 'docs/plans/\n' } });
    const vault = `Kind: docs\n\n${planText([{ title: 'Open the vault' }])}`;
    const planted = ['docs/changes/shop/plans/2040-01-01-prices-plan.md', 'docs/plans/prices.md'];
    const naming = JSON.stringify({ phase: '', summary: 'mine', planPath: 'docs/vault.md' });
    const steps = [
      work,
      ...planted.map((path) => ({ write: { path, text: vault } })),
      { write: { path: 'docs/vault.md', text: vault } },
      { write: { path: '{handoff_path}', text: naming } },
    ];
    const script = agents(repo, [executing(['1'], { steps }, first)], goesOn);
    const done = await repo.run('autopilot', specPath, '--fast', '--script', script);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    for (const path of planted) {
      expect(done.stdout).toContain(`denied: ${path} (read-only); the change is kept in .harness/runs/`);
      expect(existsSync(join(repo.path, path))).toBe(false);
    }
    const [kept = ''] = /\.harness\/runs\/\S+\.changed\.md/.exec(done.stdout) ?? [];
    expect(readFileSync(join(repo.path, kept), 'utf8')).toBe(vault);
    const { calls } = await repo.json<Shown>('show', await repo.newest());
    expect(calls.filter(({ role }) => role === 'autopilot.planner').map(({ item }) => item)).toEqual(['1', '2']);
    expect(stateOf(repo).phases[1]?.planPath).toMatch(/^docs\/changes\/shop\/plans\/20[^4].*-prices-plan\.md$/);
    expect(stateOf(repo).phases.map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  test('A-51 that calls a task complete while a check is red has failed it', async () => {
    const repo = repositoryWithSpec({ config: { checks: { test: 'test ! -e broken' } } });
    const broken = { steps: [work, { write: { path: 'broken', text: '1' } }] };
    const repaired = { steps: [{ delete: 'broken' }] };
    const done = await finish(repo, [
      executing(['1'], broken, first),
      executing(['1'], repaired, { item: '1', prompt: 'RETRY: 1/3' }),
    ]);
    expect(done.stdout).toMatch(/\bRetry 1\/3/);
    expect(stateOf(repo).history[0]).toMatchObject({ retriesUsed: 1 });
    expect(subjects(repo)).toEqual(phases);
  });

  test('A-51 that changes nothing, or leaves a task out, has failed it', async () => {
    const repo = repositoryWithSpec();
    const tasks = [{ title: 'Add a core' }, { title: 'Add a door' }];
    const done = await finish(repo, [
      planning(tasks, {}, { item: '1' }),
      executing(['1', '2'], { steps: [] }, first),
      executing(['1'], {}, { item: '1', prompt: 'RETRY: 1/3[^]*TASKS: 1-1' }),
      executing(['2'], {}, { item: '1', prompt: 'RETRY: 1/3[^]*TASKS: 2-2' }),
      executing([], {}, { item: '1', prompt: 'TASKS: 2-2' }),
    ]);
    expect(done.stdout.match(/\bRetry 1\/3/g)).toHaveLength(2);
    expect(stateOf(repo).history[0]).toMatchObject({ tasksCompleted: 2, retriesUsed: 2 });
    expect(await executorCalls(repo, '1')).toBe(4);
  });

  const test1 =
    "import test from 'node:test';\nimport assert from 'node:assert/strict';\ntest('a', () => assert.equal(1, 1));\ntest('b', () => assert.equal(2, 2));\n";
  test.each<readonly [string, Answer]>([
    ['removes tests', { write: { path: 'test/a.test.js', text: test1.split('\n').slice(0, 3).join('\n') } }],
    ['deletes a test file', { delete: 'test/a.test.js' }],
    ['weakens a test', { write: { path: 'test/a.test.js', text: test1.replace("test('b'", "test.skip('b'") } }],
  ])('that %s is found: a person is asked, and the work goes back', async (_, step) => {
    const files = { 'test/a.test.js': test1, 'package.json': '{"type":"module"}' };
    const repo = repositoryWithSpec({ files, config: { checks: { test: 'node --test' } } });
    const restored = { steps: [{ write: { path: 'test/a.test.js', text: test1 } }] };
    const done = await finish(
      repo,
      [
        executing(['1'], { steps: [work, step] }, first),
        executing(['1'], restored, { item: '1', prompt: 'RETRY: 1/3' }),
      ],
      [person('Tests', 'Send back')],
    );
    expect(done.stdout).toContain('answered by script');
    expect(repo.git('show', 'HEAD:test/a.test.js')).toBe(test1.trimEnd());
    expect(stateOf(repo).history[0]).toMatchObject({ retriesUsed: 1 });
  });

  test('A-55 A-90 that never succeeds is called four times, and then a person is asked', async () => {
    const repo = repositoryWithSpec({ config: { checks: { test: 'test ! -e broken' } } });
    const broken = { steps: [{ write: { path: 'broken', text: '{attempt}' } }] };
    const stopped = await repo.run(
      'autopilot',
      specPath,
      '--script',
      agents(repo, [executing(['1'], broken)], [person('Retries', 'stop'), ...goesOn]),
    );
    expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
    expect(await executorCalls(repo, '1')).toBe(4);
    expect(stopped.stdout).toContain('Budget exhausted. Recorded in .harness/failures.md.');
    expect(subjects(repo)).toEqual(['[autopilot][recovery] Add Core']);
    repo.git('rm', '--quiet', 'broken');
    agents(repo, [executing(['1'], {})], [person('Retries', 'fix manually and continue'), ...goesOn]);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(await executorCalls(repo, '1')).toBe(4);
  });
});

describe('a planner', () => {
  const including = (...headers: string[]) => expect.arrayContaining(headers) as string[];
  const headersOf = async (repo: Repository) => {
    const { questions } = await repo.json<{ questions: { header: string }[] }>('show', await repo.newest());
    return questions.map(({ header }) => header);
  };

  test('A-93 that writes elsewhere, or leaves no plan, has no output; its files are undone', async () => {
    const repo = repositoryWithSpec();
    const elsewhere = {
      steps: [
        { write: { path: 'docs/plan.md', text: planText([{ title: 'x' }]) } },
        { run: 'echo x > src.js; echo y >> README.md' },
      ],
    };
    await finish(
      repo,
      [planning([], elsewhere, first), planning([], { steps: [] }, { item: '1', attempt: 2 })],
      [person('No output', 'retry')],
    );
    expect(await headersOf(repo)).toEqual(including('No output'));
    expect(repo.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')).not.toContain('docs/plan.md');
    expect(repo.git('show', 'HEAD:README.md')).toBe('hello');
    expect(subjects(repo)).toEqual(phases);
  });

  test('A-42 of a plan with 200 tasks asks a person; of one without tasks has no output', async () => {
    const repo = repositoryWithSpec();
    const many = Array.from({ length: 200 }, (_, at) => ({ title: `Add ${at + 1}` }));
    const all = many.map((_, at) => String(at + 1));
    await finish(
      repo,
      [planning([], {}, first), planning(many, {}, { item: '1' }), executing(all, {}, { item: '1' })],
      [person('No output', 'retry'), person('Plan', 'yes')],
    );
    expect(await headersOf(repo)).toEqual(including('No output', 'Plan'));
    expect(stateOf(repo)).toMatchObject({
      phases: [{ complexity: 'low', complexityOverride: 'high' }, {}],
      history: [{ tasksCompleted: 200 }, {}],
    });
  });

  test('A-47 of a plan whose first and last tasks are checkpoints asks at both', async () => {
    const repo = repositoryWithSpec();
    const tasks = [
      { title: 'Look first', checkpoint: 'human-action' },
      { title: 'Add a door' },
      { title: 'Look last', checkpoint: 'human-verify' },
    ];
    const answers = [
      planning(tasks, {}, { item: '1' }),
      executing(['1'], {}, { item: '1', prompt: 'TASKS: 1-1' }),
      executing(['2', '3'], {}, { item: '1', prompt: 'TASKS: 2-3' }),
    ];
    await finish(repo, answers, [person('Human action', 'done'), person('Human verify', 'yes')]);
    expect(subjects(repo)).toEqual(['[autopilot] Look first', '[autopilot] Look last', phases[1]]);
  });
});

describe('a handoff', () => {
  const handoff = '{handoff_path}';
  const other = {
    timestamp: '2026-01-01T00:00:00Z',
    fromSkill: 'harness-execution',
    phase: '9',
    summary: 'OTHER',
    completed: [],
    pending: [],
    concerns: ['OTHER'],
    decisions: [],
    blockers: [],
    contextKeywords: [],
    planPath: '../../../etc/passwd',
  };
  const bad = {
    large: [{ run: `head -c 10000000 /dev/zero | tr '\\0' x > ${handoff}` }],
    half: [{ write: { path: handoff, text: '{ "fromSkill": "harness-pl' } }],
    link: [{ run: `ln -s ../../../README.md ${handoff}` }, { link: { path: handoff, to: '../../../README.md' } }],
    other: [{ write: { path: handoff, text: JSON.stringify(other) } }],
    folder: [{ run: `mkdir -p ${handoff}/x` }],
  };
  test.each<readonly [keyof typeof bad, keyof typeof bad, keyof typeof bad, keyof typeof bad]>([
    ['large', 'half', 'link', 'other'],
    ['folder', 'link', 'half', 'large'],
  ])('A-14 A-93 that cannot be used is replaced by one of the harness (%s, %s, %s, %s)', async (...kinds) => {
    const repo = repositoryWithSpec();
    const plan = { write: { path: '{plan_path}', text: planText([{ title: 'Add it' }]) } };
    const build = { write: { path: 'src/phase-{item}.js', text: 'export {};\n' } };
    await finish(
      repo,
      ['1', '2'].flatMap((item, at) => [
        planning([], { steps: [plan, ...bad[kinds[2 * at] ?? 'half']] }, { item }),
        executing(['1'], { steps: [build, ...bad[kinds[2 * at + 1] ?? 'half']] }, { item }),
      ]),
    );
    expect(subjects(repo)).toEqual(phases);
    expect(repo.git('show', 'HEAD:README.md')).toBe('hello');
    expect(lstatSync(join(repo.path, '.harness/sessions', slug, 'handoff.json')).isFile()).toBe(true);
    expect(JSON.parse(sessionText(repo, 'handoff.json') ?? '')).toMatchObject({ fromSkill: 'harness-autopilot' });
    expect(JSON.stringify(stateOf(repo))).not.toContain('OTHER');
  });
});
